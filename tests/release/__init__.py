"""What a release promises: its version, help, completion, READMEs and wheel."""
