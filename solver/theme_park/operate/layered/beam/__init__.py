"""One pass: layer after layer, each narrowed to its width."""
