"""Tiles and guests as one writes them down at the table: one line for each tile, one token for each die.

    line        = name [facts] *extra [":" guests]        parts are separated by spaces
    name        = words up to the facts, or "words in quotes" (a quote within is doubled)
    facts       = <colour><stars> requirement             left out where the name is known already
    colour      = b blue, g green, y yellow, x grey; or the word
    requirement = slot *(relation slot)                   one to three dice
    slot        = [colour or a for any] [e even, o odd, or the digits accepted, such as 246 or 1-3] [r: reroll symbol]
                  [/key: an administrator's symbol, by a name of small letters, digits and hyphens]
                  or the same in words: blue odd, any even
    relation    = + and, = equal, ~ consecutive, > higher, < lower (behind which + follows); alike throughout
    extra       = $<income>  @<amenity>  #<letters>: k kiosk, e effect, g generator, c cable car, p photo booth, 1 2 3 statue
    guests      = *<colour><value>[v: VIP]                with or without spaces between, such as g3 b4

``Wave Swinger b5 o+e $2 @Ice cream #e: b5`` is a blue attraction of five stars that an odd and an even die operate,
with $2 of income, the amenity "Ice cream" and a special effect, on which a blue 5 stands. Capital letters
are alike to small ones but in names. To a tile that lies in the park ``#k: y5 g2`` or ``y5 g2`` adds. A whole box is a list of such lines, or a table of a spreadsheet
(``tables``). What is written is read, not judged: bounds and rules belong to whoever takes it.
"""

from models.theme_park.shorthand.faults import ShorthandFault, Unreadable
from models.theme_park.shorthand.guests import WrittenGuest, read_guests, write_guests
from models.theme_park.shorthand.lists import read_list
from models.theme_park.shorthand.requirements import read_requirement, write_requirement
from models.theme_park.shorthand.tiles import (
    OnTile,
    Written,
    WrittenTile,
    read_installed,
    read_on_tile,
    read_tile,
    write_tile,
)

__all__ = [
    "OnTile",
    "ShorthandFault",
    "Unreadable",
    "Written",
    "WrittenGuest",
    "WrittenTile",
    "read_guests",
    "read_installed",
    "read_list",
    "read_on_tile",
    "read_requirement",
    "read_tile",
    "write_guests",
    "write_requirement",
    "write_tile",
]
