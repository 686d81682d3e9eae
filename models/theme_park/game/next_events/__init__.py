"""Events that may come next, with what is open in them."""
