"""The path relaxation: every guest goes its own whole way, and only what guests share is relaxed."""
