"""The layered merged-state search."""
