"""The CP-SAT model, indexed by step."""
