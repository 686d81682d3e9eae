"""Players that play whole games, and the table that deals to them."""
