"""Tapping out a move, whatever its kind, as its document says."""

from typing import Any

from tests.web.visit import Visit


def die(visitor: Visit, label: str, guest: str) -> None:
    """A guest in a row of dice, folded out first where it stands elsewhere."""
    place = visitor.page.locator(f'#panel [data-key^="{label}"][data-key$="/{guest}"]')
    place.wait_for(state="attached")
    if not place.is_visible():
        visitor.tap(f'details[data-key^="elsewhere/{label}"] > summary')
    visitor.tap(place)


def tap_out(visitor: Visit, move: dict[str, Any]) -> None:
    """Every part of ``move``, from its kind to the button that enters it."""
    visitor.key(f"Move/{move['do']}")
    fill_in(visitor, move)
    visitor.key("enter-move")


def fill_in(visitor: Visit, move: dict[str, Any]) -> None:
    {"operate": _operate, "map": _walk, "guide": _walk, "mascot": _mascot}[move["do"]](visitor, move)


def _walk(visitor: Visit, move: dict[str, Any]) -> None:
    die(visitor, "Which guest?", move["guest"])
    visitor.key(f"Where to?/{move['to']}")


def _operate(visitor: Visit, move: dict[str, Any]) -> None:
    visitor.tile(move["tile"])
    for guest in move["party"]:
        die(visitor, "Party", guest)
    more = [name for name in ("keep", "reroll", "manager", "assembled", "pipped") if move.get(name)]
    if more:
        visitor.unfold("operation-more")
    if move.get("keep"):
        visitor.key(f"Who keeps its pips?/{move['keep']}")
    for guest, result in move.get("reroll", {}).items():
        visitor.key(f"Reroll of {guest}/{result}")
    if move.get("manager"):
        visitor.key("manager")
    for where in ("assembled", "pipped"):
        for aside in move.get(where, []):
            visitor.key(f"{where}/{aside['do']}")
            fill_in(visitor, aside)
            visitor.key("put-in")
    if move["mover"]:
        visitor.key(f"mover/{move['mover']}")
        visitor.key(f"Where to?/{move['to']}")


def _mascot(visitor: Visit, move: dict[str, Any]) -> None:
    if visitor.page.locator('[data-key="Mascot/0"]').count():
        visitor.key(f"Mascot/{move['mascot']}")
    visitor.tile(move["tile"])
    if "skill" in move:
        visitor.key("use-skill")
        _skill(visitor, move["skill"])
    for number, each in enumerate(move["adjust"], 1):
        die(visitor, "Adjust", each["guest"])
        _by(visitor, f"Adjustment {number}", each)
    if move.get("skill_after"):
        visitor.key(f"Adjustments before the skill/{move['skill_after']}")


def _by(visitor: Visit, label: str, each: dict[str, Any]) -> None:
    how = each.get("as", each.get("by"))
    if isinstance(how, int) and abs(how) > 1:
        visitor.page.select_option(f'[data-key="{label}/pips"]', str(how))
    else:
        visitor.key(f"{label}/{how}")


def _skill(visitor: Visit, use: dict[str, Any]) -> None:
    if "guest" in use:
        die(visitor, "Skill: which guest?", use["guest"])
    for name, label in (("by", "By how many pips?"), ("result", "It shows"), ("to_colour", "Swapped for")):
        if name in use:
            visitor.key(f"{label}/{use[name]}")
    if "to" in use:
        visitor.key(f"Skill: where to?/{use['to']}")
    for number, each in enumerate(use.get("guests", []), 1):
        die(visitor, "Skill: which guests?", each["guest"])
        _by(visitor, f"Turn {number}", each)
    for number, each in enumerate(use.get("moves", [])):
        die(visitor, "Skill: and then?" if number else "Skill: which guest?", each["guest"])
        visitor.key(f"Skill: where to?/{each['to']}")
