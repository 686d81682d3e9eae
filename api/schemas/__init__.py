"""Documents in and out; what is unknown or out of bounds is refused in plain words."""
