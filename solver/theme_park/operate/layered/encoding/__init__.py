"""A position as numbers: the park, its cards and the states of its search, as arrays and packed codes."""
