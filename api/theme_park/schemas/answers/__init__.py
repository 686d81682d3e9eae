"""Answers as the API describes them; the documents themselves are made by ``api.theme_park.answers`` and its neighbours."""
