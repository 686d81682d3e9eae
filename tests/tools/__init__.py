"""Scripts that regenerate fixtures."""
