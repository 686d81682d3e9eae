"""Once all is proven: the one answer among equals, the fewest moves, and alternatives."""
