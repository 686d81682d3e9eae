"""A club's own tiles: attractions entered by users, kept in the database, usable by slug in positions."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import current_app
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.problems.kinds import Kind, Problem
from api.schemas.describing import Document
from api.storage import Database
from api.storage.tables import tiles
from api.theme_park.schemas.answers.club import Imported, KeptTile, TileAnswer
from api.theme_park.schemas.attraction import AttractionSchema
from api.theme_park.schemas.tiles import MOST_AT_ONCE
from models.theme_park.attraction import Attraction
from models.theme_park.catalogue import attractions

MOST_TILES, MOST_BYTES = MOST_AT_ONCE, 65_000
"""So that an import takes whatever an export gives."""
STORE = "park-advisor tiles"
"""Where the application keeps its ``TileStore``."""


class TileStore:
    """The tiles of ``database``; every method raises StorageUnavailable when it cannot be used."""

    def __init__(self, database: Database) -> None:
        """Nothing is read yet."""
        self._database = database

    def every(self) -> list[KeptTile]:
        """Every tile with its slug, by slug."""
        with self._database.read() as connection:
            rows = connection.execute(select(tiles).order_by(tiles.c.slug)).all()
        return [KeptTile(row.slug, row.attraction) for row in rows]

    def find(self, slugs: Iterable[str]) -> Mapping[str, Document]:
        """The attractions of those ``slugs`` that there are."""
        with self._database.read() as connection:
            rows = connection.execute(select(tiles).where(tiles.c.slug.in_(sorted(set(slugs))))).all()
        return {row.slug: row.attraction for row in rows}

    def get(self, slug: str) -> KeptTile:
        """One tile; raises Problem when there is none."""
        found = self.find([slug])
        if slug not in found:
            raise _none(slug)
        return KeptTile(slug, found[slug])

    def put(
        self, given: Mapping[str, Attraction], *, replace: bool, check: Callable[[Document], None] | None = None
    ) -> Imported:
        """Keep all of ``given``, or none of them; how many were new, and how many replaced.

        ``check``: all must be there, and are as it wants them.

        Raises Problem for a slug of the catalogue, one already there unless ``replace``, and beyond ``MOST_TILES`` or
        ``MOST_BYTES`` in all.
        """
        for slug in given:
            if slug in attractions():
                raise Problem(Kind.CONFLICT, f"{slug} is a slug of the catalogue; accepted: another one.")
        try:
            return self._put(given, replace=replace, check=check)
        except IntegrityError:  # one of them was kept by another server at the same moment
            return self._put(given, replace=replace, check=check)

    def _put(
        self, given: Mapping[str, Attraction], *, replace: bool, check: Callable[[Document], None] | None
    ) -> Imported:
        now = time.time()
        with self._database.write() as connection:
            known = set(connection.execute(select(tiles.c.slug).where(tiles.c.slug.in_(list(given)))).scalars())
            if known and not replace:
                raise Problem(Kind.CONFLICT, f"There is a tile {min(known)} already; PUT replaces it.")
            fresh = [slug for slug in given if slug not in known]
            if check is not None:
                if fresh:
                    raise _none(fresh[0])
                found = select(tiles.c.attraction).where(tiles.c.slug.in_(list(given))).with_for_update()
                for attraction in connection.execute(found).scalars():
                    check({"attraction": attraction})
            count = connection.execute(select(func.count()).select_from(tiles)).scalar_one()
            if count + len(fresh) > MOST_TILES:
                raise Problem(Kind.CONFLICT, f"There are {count} tiles; accepted: at most {MOST_TILES} in all.")
            documents = {slug: AttractionSchema.write(attraction) for slug, attraction in given.items()}
            kept = {row.slug: row.attraction for row in connection.execute(select(tiles.c.slug, tiles.c.attraction))}
            size = len(json.dumps([TileAnswer.write(KeptTile(*each)) for each in (kept | documents).items()]))
            if size > MOST_BYTES:
                detail = f"The tiles would have {size} bytes of JSON in all; accepted: at most {MOST_BYTES}."
                raise Problem(Kind.CONFLICT, detail)
            for slug, document in documents.items():
                if slug in known:
                    change = update(tiles).where(tiles.c.slug == slug)
                    connection.execute(change.values(attraction=document, updated=now))
                else:
                    connection.execute(insert(tiles).values(slug=slug, attraction=document, created=now, updated=now))
        return Imported(len(fresh), len(known))

    def change(self, slug: str, attraction: Attraction, check: Callable[[Document], None]) -> None:
        """Put other facts in the place of a tile's; raises as ``put``, and what ``check`` raises of the tile as it is."""
        self.put({slug: attraction}, replace=True, check=check)

    def remove(self, slug: str, check: Callable[[Document], None]) -> None:
        """Forget a tile; raises Problem when there is none, and what ``check`` raises of it."""
        with self._database.write() as connection:
            row = connection.execute(select(tiles).where(tiles.c.slug == slug).with_for_update()).one_or_none()
            if row is None:
                raise _none(slug)
            check({"attraction": row.attraction})
            connection.execute(delete(tiles).where(tiles.c.slug == slug))


def _none(slug: str) -> Problem:
    return Problem(Kind.NOT_FOUND, f"There is no tile {slug!r}.")


def tile_store() -> TileStore:
    """The tiles of the running application."""
    store: TileStore = current_app.extensions[STORE]
    return store


def with_club_tiles(position: Any) -> Any:
    """A position document with the printed facts in the place of slugs that are the club's own; whatever it holds."""
    raw = position.get("park") if isinstance(position, dict) else None
    listed = raw.get("tiles") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(listed, list):
        return position
    slugs = {slug for each in listed if (slug := _slug(each)) and slug not in attractions()}
    if not slugs or len(slugs) > MOST_TILES:
        return position
    known = tile_store().find(slugs)
    return {**position, "park": {**raw, "tiles": [_inline(each, known) for each in listed]}}


def _inline(tile: Any, known: Mapping[str, Document]) -> Any:
    slug = _slug(tile)
    return {**tile, "attraction": known[slug]} if slug in known else tile


def _slug(tile: Any) -> str:
    """The slug of a raw tile; empty where it has none."""
    slug = tile.get("attraction") if isinstance(tile, dict) else None
    return slug if isinstance(slug, str) and slug.isprintable() else ""
