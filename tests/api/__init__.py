"""Tests of documents, the command line and the API."""
