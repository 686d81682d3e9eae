"""Processes that work for any game: they run a named function with a payload, stream its messages, and are watched."""
