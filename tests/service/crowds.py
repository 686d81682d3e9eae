"""Parks whose next moves are more than anyone would wait for (made up)."""

from typing import Any

WHEEL = {"colour": "yellow", "stars": 1}
HEXES = ([0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, -1], [-1, 1])


def crowd(guests: int = 12, mascots: int = 6, cards: int = 2, slots: int = 3, **rules: Any) -> dict[str, Any]:
    """Guests of value 6 together on one tile, six other tiles with free requirements, mascots and Mascot cards."""
    requirement = {"dice": [{} for _ in range(slots)], "relation": "any"}
    tiles: list[dict[str, object]] = [{"id": "entrance", "hex": HEXES[0], "attraction": "park-entrance"}]
    tiles += [
        {"id": f"t{number}", "hex": hex_, "attraction": WHEEL | {"name": f"Wheel {number}", "requirement": requirement}}
        for number, hex_ in enumerate(HEXES[1:])
    ]
    colours = ("blue", "green", "yellow")
    dice = [{"id": f"g{number}", "colour": colours[number % 3], "value": 6, "at": "t0"} for number in range(guests)]
    return {
        "version": 1,
        "rules": {"game": "introductory", "round": 4, **rules},
        "park": {"tiles": tiles, "guests": dice},
        "maps": 0,
        "mascots": [{"skill": None}] * mascots,
        "staff": ["mascot"] * cards,
        "money": 0,
    }


def superset_crowd() -> dict[str, Any]:
    """Forty guests under the ruling that larger parties may operate, where none fulfils the requirement."""
    park = crowd(40, mascots=0, cards=0, rulings={"party.size": "superset"})
    for tile in park["park"]["tiles"][1:]:
        tile["attraction"]["requirement"] = {"dice": [{"values": [1]}, {"values": [1]}], "relation": "any"}
    return park
