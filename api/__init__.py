"""How you ask: documents, the command line, the JSON API."""
