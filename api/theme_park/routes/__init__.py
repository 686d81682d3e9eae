"""Endpoints, a module for each family."""
