"""What refutes states of a layer, or says which other state can do all that they can."""
