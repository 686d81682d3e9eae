"""Bounds of what may be asked, alike on the command line and over HTTP."""

MOST_ALTERNATIVES = 20
"""Other sequences that an answer may show."""
HEAVIEST = 100
"""Greatest weight of the balanced objective."""
HIGHEST_SEED = 2**31 - 1
"""Greatest random seed that CP-SAT takes."""
LONGEST_REVIEW = 3_600
"""Seconds that all the searches of one review together may take on the command line."""
MOST_MOVES = 200
"""Moves in a list."""
MOST_COST = 99
