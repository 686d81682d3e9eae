"""Advice for the Operate phase."""
