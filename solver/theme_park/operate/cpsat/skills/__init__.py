"""Skills in the model, a file a family; ``encoding`` puts them together."""
