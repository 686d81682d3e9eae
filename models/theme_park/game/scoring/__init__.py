"""Objectives, the goals of the solo game, and the end."""
