"""Letters of the shorthand: colours, values, upgrades; each stands for what it stands for in the notation."""

import re

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.guests import GUEST_COLOURS, Colour
from models.theme_park.operate.notation.fields import COLOURS, letters_of
from models.theme_park.operate.notation.tiles import INNOVATIONS, UPGRADES

COLOUR_WORDS: dict[str, Colour] = COLOURS | {colour.value: colour for colour in Colour}
"""A colour by its letter or its name."""
GUEST_WORDS: dict[str, Colour] = {word: colour for word, colour in COLOUR_WORDS.items() if colour in GUEST_COLOURS}
"""Those of guests."""
GUEST_LETTERS = letters_of({letter: colour for letter, colour in COLOURS.items() if colour in GUEST_COLOURS})
"""Those of guests for a message: "b (blue), g (green)"."""
COLOUR_LETTERS = letters_of(COLOURS)
"""All for a message."""
INSTALLED: dict[str, Upgrade | Innovation] = {**UPGRADES, **INNOVATIONS}
"""What may lie on a tile."""
INSTALLED_LETTERS = ", ".join(f"{letter} ({what})" for letter, what in INSTALLED.items())
"""That for a message."""
WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
"""A whole number of no more digits than any bound has."""
