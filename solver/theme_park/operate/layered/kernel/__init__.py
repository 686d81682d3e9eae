"""The compiled loop: from a state to its children, and layers of them."""
