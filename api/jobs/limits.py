"""How often a job is begun, and how long and how many of those that ended are kept."""

MOST_ATTEMPTS = 2
"""How often a search is begun that is cut off by a crash or the end of a server."""
KEPT_SECONDS = 30 * 86_400.0
"""How long a job is kept after its end."""
MOST_KEPT = 20_000
"""Jobs that ended; beyond them the oldest are forgotten sooner."""
