"""Answers as text for people."""
