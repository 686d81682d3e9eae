"""Default time limits in seconds, one for each place that asks for a search."""

SOLVE = 60.0
"""Of a solve by command, by job, or by ``Settings`` that name no limit."""

REQUEST = 10.0
"""Of all that a client waits for within one request."""

REVIEW_OF_A_STATE = 20.0
"""Of each state that a review looks at, by command and by job."""
