"""Answers as the API describes them; the documents themselves are made by ``api.documents`` and its neighbours."""
