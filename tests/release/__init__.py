"""What a release promises: its version, help, completion, README and wheel."""
