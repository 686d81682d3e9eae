"""The time-free relaxation: guests as flows over places and values, operations as nodes that they pass."""
