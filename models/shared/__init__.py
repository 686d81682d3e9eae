"""What every game is built with: hexes, verdicts, faults, data files. Imports no game."""
