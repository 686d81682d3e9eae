"""The command line (contract, section 3)."""

from api.cli.root import main

__all__ = ["main"]
