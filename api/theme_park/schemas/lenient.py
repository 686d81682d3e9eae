"""What can be read of a position document that may be wrong anywhere, so that all its faults are told at once.

The parts that are usable are kept, so that inconsistencies between them are found although other parts are faulty.
Nothing here reports: what is unusable is left out, and the schema says why.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.schemas.fields import is_whole
from models.shared.fault import Fault, pointer
from models.shared.hexgrid import Hex
from models.theme_park.attraction import operate_icons
from models.theme_park.cards import Staff
from models.theme_park.catalogue import attractions
from models.theme_park.operate.consistency.inconsistency import Place
from models.theme_park.operate.consistency.parks import inconsistencies
from models.theme_park.operate.consistency.partial import PartialCard, PartialGuest, PartialPosition, PartialTile
from models.theme_park.operate.position import Expansion, RuleSet, vip_tokens
from models.theme_park.rulings import Choice, Ruling


def position_faults(document: object, prefix: str) -> Iterator[Fault]:
    """Every inconsistency of a position document, however wrong it is elsewhere.

    Pointers start with ``prefix``, the place of the position in a larger document.
    """
    for found in inconsistencies(read_leniently(document)):
        yield Fault(prefix + pointer_to(found.place), found.detail, found.code)


ELSEWHERE: dict[str | int, tuple[str, str]] = {
    **{name: ("rules", name) for name in ("solo", "short")},
    "used_maps": ("used", "maps"),
    "used_mascots": ("used", "mascots"),
}
"""Where a document has what a position has by another name, or by the same name elsewhere."""


def pointer_to(place: Place) -> str:
    """The JSON pointer of a place in a position."""
    match place:
        case ("tiles", int(), "attraction", "requirement", "slots", *below):
            return pointer("park", *place[:4], "dice", *below)
        case ("tiles" | "guests", *_):
            return pointer("park", *place)
        case ("mascots" | "used_mascots" as name, int(index), *below):
            return pointer(*ELSEWHERE.get(name, (name,)), index, "skill", *below)
        case _:
            return pointer(*ELSEWHERE.get(place[0], place[:1]), *place[1:])


def read_leniently(document: object) -> PartialPosition:
    """Read whatever is usable of ``document``, which may be anything JSON can hold."""
    root = _object(document)
    park, rules, used = _object(root.get("park")), root.get("rules", {}), _object(root.get("used"))
    rulings = _object(_object(rules).get("rulings"))
    return PartialPosition(
        tiles=tuple(_tile(index, raw) for index, raw in enumerate(_list(park.get("tiles")))),
        guests=tuple(_guest(index, raw) for index, raw in enumerate(_list(park.get("guests")))),
        game=_game(rules),
        expansions=_expansions(rules),
        vip_tokens=vip_tokens(_expansions(rules) or (), for_each=rulings.get(Ruling.VIP_TOKENS) != Choice.EIGHT_IN_ALL),
        mascots=_skills(root),
        used_mascots=_skills(used),
        maps=_numbers(root).get("maps", 0),
        used_maps=_numbers(used).get("maps", 0),
        administrator=_card(root.get("administrator")),
        staff=tuple((index, card) for index, card in enumerate(_list(root.get("staff"))) if isinstance(card, str)),
        solo=_object(rules).get("solo") is True,
        short=_object(rules).get("short") is True,
        one_surprise=rulings.get(Ruling.SURPRISES_SKILLS) == Choice.ONE_COPY,
        bag=_numbers(root.get("bag")),
        cubes=_numbers(root.get("cubes")),
        managers=sum(card == Staff.MANAGER for card in _list(root.get("staff"))),
        cubes_limited=rulings.get(Ruling.CUBES_LIMIT) != Choice.NO,
        outline=_outline(rulings.get(Ruling.BOARD_BOUNDARY)),
    )


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _hex(value: object) -> Hex | None:
    place = _list(value)
    return Hex(*place) if len(place) == 2 and all(is_whole(number) for number in place) else None


def _numbers(value: object) -> Mapping[str, int]:
    return {name: number for name, number in _object(value).items() if is_whole(number) and number >= 0}


def _game(rules: object) -> RuleSet | None:
    value = rules.get("game", RuleSet.INTRODUCTORY) if isinstance(rules, dict) else None
    return RuleSet(value) if isinstance(value, str) and value in set(RuleSet) else None


def _expansions(rules: object) -> frozenset[Expansion] | None:
    """Every expansion listed; None when one cannot be read, as it may be the one that matters."""
    names = rules.get("expansions", []) if isinstance(rules, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) and name in set(Expansion) for name in names):
        return None
    return frozenset(Expansion(name) for name in names)


def _card(value: object) -> PartialCard | None:
    return PartialCard(_text(value.get("kind")), _text(value.get("colour"))) if isinstance(value, dict) else None


def _skills(holder: Mapping[str, Any]) -> tuple[PartialCard | None, ...]:
    return tuple(_card(_object(mascot).get("skill")) for mascot in _list(holder.get("mascots")))


def _outline(value: object) -> frozenset[Hex] | None:
    places = [_hex(place) for place in _list(value)]
    whole = frozenset(place for place in places if place is not None)
    return whole if places and None not in places else None


def _tile(index: int, raw: object) -> PartialTile:
    tile = _object(raw)
    upgrades = tuple((at, name) for at, name in enumerate(_list(tile.get("upgrades"))) if isinstance(name, str))
    installed: frozenset[str] = frozenset(name for _, name in upgrades)
    raw_attraction = tile.get("attraction")
    inline, requirement = _object(raw_attraction), _object(_object(raw_attraction).get("requirement"))
    dice, innovation = _list(requirement.get("dice")), tile.get("innovation")
    name, printed, known = _text(inline.get("name")), frozenset[str](), bool(inline)
    if isinstance(raw_attraction, str) and raw_attraction in attractions():
        entry = attractions()[raw_attraction]
        name, printed, known = entry.name, frozenset(entry.printed_upgrades), True
    return PartialTile(
        index=index,
        id=_text(tile.get("id")),
        hex=_hex(tile.get("hex")),
        name=name,
        upgrades=upgrades,
        icons=operate_icons(installed | printed) if known else None,
        relation=_text(requirement.get("relation")),
        slots=len(dice) if isinstance(requirement.get("dice"), list) else None,
        rerolls=tuple(at for at, die in enumerate(dice) if _object(die).get("reroll") is True),
        innovation=innovation if innovation is None or isinstance(innovation, str) else "",
        installed=_installed(tile.get("installed")),
    )


def _installed(raw: object) -> frozenset[str] | None:
    return frozenset(name for name in raw if isinstance(name, str)) if isinstance(raw, list) else None


def _guest(index: int, raw: object) -> PartialGuest:
    guest = _object(raw)
    return PartialGuest(
        index, _text(guest.get("id")), _text(guest.get("colour")), _text(guest.get("at")), guest.get("vip") is True
    )
