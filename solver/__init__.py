"""What is best: the search over the rules of ``models``."""
