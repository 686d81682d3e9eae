"""Makes the made-up box: 37 tiles of the six types with outlines, doors, slots and colours drawn at random.

The rulebook prints none of them. Run it to write ``fixtures/dice_manor/boxes/made-up.json`` again.
"""

import json
import random

from tests.commands import reader
from tests.dice_manor.documents import FIXTURES

STACKS = {
    "office": (10, 1),
    "bathroom": (10, 1),
    "small-bedroom": (5, 1),
    "large-bedroom": (4, 2),
    "dining-kitchen": (4, 2),
    "library": (4, 2),
}
"""How many tiles a type has (Components), and made-up cells of each."""
COLOURS = ("red", "green", "blue", "magic")
BLUEPRINTS = {"office": 1, "bathroom": 2, "small-bedroom": 3, "large-bedroom": 4, "dining-kitchen": 5, "library": 6}
TRACK = [2, 3, 4, 5, 5, 6, 6, 7, 7, 8]
DIVERSITY = {"1": 0, "2": 1, "3": 2, "4": 4, "5": 7, "6": 10}


def slots(draw, type):
    """The slots of a room of that type: one number, either of two, or any."""
    if type == "library":
        return ["any"]
    if "bedroom" in type:
        return [sorted(draw.sample(range(1, 7), 2)) for _ in range(2 if type == "large-bedroom" else 1)]
    return [[draw.randint(1, 6)]]


def tile(draw, type, number, cells):
    """A tile of one cell, or of two in a row; a Dining & Kitchen has a room in each."""
    name = f"made-up-{type}-{number}"
    places = [[x, 0] for x in range(cells)]
    edges = [[x, 0, side] for x in range(cells) for side in "NESW"]
    outer = [edge for edge in edges if not (cells == 2 and edge[2] == ("E" if edge[0] == 0 else "W"))]
    doors = draw.sample(outer, draw.randint(2, 3))
    colour = [draw.choice(COLOURS)]
    if type != "dining-kitchen":
        rooms = [
            {
                "id": name,
                "type": type,
                "colours": colour,
                "slots": slots(draw, type),
                "cells": places,
                "doors": sorted(doors),
            }
        ]
        return {"id": name, "rooms": rooms}
    inner = {0: [0, 0, "E"], 1: [1, 0, "W"]}
    return {
        "id": name,
        "rooms": [
            {
                "id": f"{name}-{half}",
                "type": type,
                "colours": [draw.choice(COLOURS)],
                "slots": slots(draw, type),
                "cells": [[at, 0]],
                "doors": sorted([inner[at], *(door for door in doors if door[0] == at)]),
            }
            for at, half in enumerate(("dining", "kitchen"))
        ],
    }


def main():
    """Write the box."""
    reader("tests.dice_manor.made_up_box", __doc__).parse_args()
    draw = random.Random(2022)
    entrance = {
        "id": "made-up-entrance",
        "front": [0, 0, "S"],
        "rooms": [
            {
                "id": "entrance",
                "type": "entrance",
                "slots": ["any"],
                "cells": [[0, 0]],
                "doors": [[0, 0, "E"], [0, 0, "N"], [0, 0, "W"]],
            }
        ],
    }
    tiles = [tile(draw, type, number + 1, cells) for type, (many, cells) in STACKS.items() for number in range(many)]
    box = {
        "name": "made-up",
        "entrance": entrance,
        "tiles": tiles,
        "blueprints": BLUEPRINTS,
        "track": TRACK,
        "diversity": DIVERSITY,
    }
    rows = ",\n".join(f"  {json.dumps(each)}" for each in tiles)
    head = {name: value for name, value in box.items() if name != "tiles"}
    text = json.dumps(head)[:-1] + ', "tiles": [\n' + rows + "\n]}\n"
    (FIXTURES / "boxes" / "made-up.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
