"""Default time limits in seconds, one for each place that asks for a search."""

COMMAND = 20.0
"""Seconds of a solve on the command line."""

JOB = 60.0
"""Seconds of a job that names no limit."""

REQUEST = 10.0
"""Of a solve within one request, and of one that names no limit."""
