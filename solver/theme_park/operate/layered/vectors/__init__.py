"""Cube vectors: how many cubes lie on each tile in the end, each a question of its own."""
