"""What the game is: frozen values and the rules. Imports neither a solver nor a web framework."""
