"""Default time limits in seconds, one for each place that asks for a search."""

COMMAND = 20.0
"""Of a solve by command."""

JOB = 60.0
"""Of a job that names no limit."""

REQUEST = 10.0
"""Of a solve within one request, and of one that names no limit."""
