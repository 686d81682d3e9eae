"""Pictures of a park as SVG, the same elements that the page draws (``api/web/js/picture.js``)."""

from api.theme_park.pictures.picture import picture

__all__ = ["picture"]
