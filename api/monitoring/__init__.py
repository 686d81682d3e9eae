"""How the service does: whether it lives, can serve, and its figures."""
