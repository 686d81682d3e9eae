"""Inconsistencies that cards and innovations bring: what the game, its expansions and the box do not hold."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise

from models.shared.fault import shown
from models.theme_park.attraction import OWNED, STATUES, Innovation
from models.theme_park.cards import COPIES_OF_A_SKILL, Staff
from models.theme_park.expansions import ADMINISTRATORS_OF, SKILLS_OF, STAFF_OF
from models.theme_park.operate.consistency.inconsistency import Inconsistency, Inconsistent, Place
from models.theme_park.operate.consistency.partial import PartialCard, PartialPosition, PartialTile
from models.theme_park.operate.position import MOST_MAPS, MOST_MASCOTS, Expansion, RuleSet


def cards_belong_to_the_full_game(park: PartialPosition) -> Iterator[Inconsistency]:
    """The introductory game is played without administrators and skills (rulebook, Introduction)."""
    if park.game is not RuleSet.INTRODUCTORY:
        return
    accepted = 'accepted: null, or "full" as rules.game.'
    if park.administrator is not None:
        detail = f"Found an administrator in the introductory game; {accepted}"
        yield Inconsistency(("administrator",), detail, Inconsistent.CARD_FULL_GAME)
    for at, skill in _mascots(park):
        if skill is not None:
            detail = f"Found a skill card in the introductory game; {accepted}"
            yield Inconsistency(at, detail, Inconsistent.CARD_FULL_GAME)


def kinds_of_game_fit(park: PartialPosition) -> Iterator[Inconsistency]:
    """Only the full game is played shorter or solo, and solo only as a full five round game (rulebook, Solo Rules, Set Up)."""
    if park.game is RuleSet.INTRODUCTORY:
        if park.solo:
            detail = 'Found a solo game of the introductory game; accepted: false, or "full" as rules.game.'
            yield Inconsistency(("solo",), detail, Inconsistent.GAME_SOLO)
        if park.short:
            detail = (
                "Found a short game of the introductory game, which has four rounds itself; "
                'accepted: false, or "full" as rules.game.'
            )
            yield Inconsistency(("short",), detail, Inconsistent.GAME_SHORT)
    if park.solo and park.short:
        detail = "Found a short solo game, which has five rounds; accepted: false, or no solo game."
        yield Inconsistency(("short",), detail, Inconsistent.GAME_SHORT)


def symbols_are_in_play(park: PartialPosition) -> Iterator[Inconsistency]:
    """The reroll symbol comes with Surprises."""
    for tile in park.tiles:
        for slot in tile.rerolls:
            at = ("tiles", tile.index, "attraction", "requirement", "slots", slot, "reroll")
            yield from _missing(park, Expansion.SURPRISES, at, "the reroll symbol", "false")


def cards_are_in_play(park: PartialPosition) -> Iterator[Inconsistency]:
    """Expansions bring skills and administrators."""
    for at, skill in _mascots(park):
        kind = None if skill is None else skill.kind
        if kind in SKILLS_OF:
            yield from _missing(park, SKILLS_OF[kind], (*at, "kind"), shown(kind), "another skill")
    kind = None if park.administrator is None else park.administrator.kind
    if kind in ADMINISTRATORS_OF:
        yield from _missing(
            park, ADMINISTRATORS_OF[kind], ("administrator", "kind"), shown(kind), "another administrator"
        )


def innovations_are_in_play(park: PartialPosition) -> Iterator[Inconsistency]:
    """Cable cars, photo booths and statues come with Innovations."""
    for tile in park.tiles:
        if tile.innovation in set(Innovation):
            yield from _missing(park, Expansion.INNOVATIONS, _innovation_of(tile), shown(tile.innovation), "null")


def vips_are_in_play(park: PartialPosition) -> Iterator[Inconsistency]:
    """VIP guests come with the promo pack, with its tokens (ruling ``vip.tokens``)."""
    vips = [guest for guest in park.guests if guest.vip]
    for guest in vips:
        yield from _missing(park, Expansion.PROMO, ("guests", guest.index, "vip"), "a VIP", "false")
    if len(vips) > park.vip_tokens:
        detail = f"Found {len(vips)} VIPs; accepted: at most {park.vip_tokens}, the box's VIP tokens."
        yield Inconsistency(("guests",), detail, Inconsistent.VIPS)


def staff_is_in_play(park: PartialPosition) -> Iterator[Inconsistency]:
    """Expansions bring staff cards, and with Innovations the Innovator replaces the Builder."""
    for index, card in park.staff:
        at = ("staff", index)
        if card in STAFF_OF:
            yield from _missing(park, STAFF_OF[card], at, shown(card), "another staff card")
        if card == Staff.BUILDER and Expansion.INNOVATIONS in (park.expansions or ()):
            detail = (
                f"Found {shown(card)} with the expansion {Expansion.INNOVATIONS}, whose Innovator replaces it; "
                f"accepted: {Staff.INNOVATOR} or another staff card, or a game without that expansion."
            )
            yield Inconsistency(at, detail, Inconsistent.STAFF_REPLACED)


def one_consultant_is_played(park: PartialPosition) -> Iterator[Inconsistency]:
    """Consultants are never passed on, so that nobody has two; only a solo player may begin with a second one."""
    consultants = [index for index, card in park.staff if card == Staff.CONSULTANT]
    for index in consultants[1:] if not park.solo else ():
        detail = (
            f"Found a second {shown(Staff.CONSULTANT)}; accepted: one, as it is discarded and never passed to another "
            "player, or rules.solo with true for a solo game, in which both colours are at hand."
        )
        yield Inconsistency(("staff", index), detail, Inconsistent.CONSULTANTS)


def the_entrance_has_its_cable_car(park: PartialPosition) -> Iterator[Inconsistency]:
    """With Innovations every Park Entrance has a cable car from the start (rulebook, Innovations, Setup)."""
    if Expansion.INNOVATIONS not in (park.expansions or ()):
        return
    for tile in park.tiles:
        if tile.is_entrance and tile.innovation not in ("", Innovation.CABLE_CAR):
            found = "no innovation" if tile.innovation is None else shown(tile.innovation)
            detail = (
                f"Found {found} on the Park Entrance; accepted: {shown(Innovation.CABLE_CAR)}, "
                f"which lies there from the start with the expansion {Expansion.INNOVATIONS}."
            )
            yield Inconsistency(_innovation_of(tile), detail, Inconsistent.ENTRANCE_CABLE_CAR)


def innovations_suffice(park: PartialPosition) -> Iterator[Inconsistency]:
    """A player has 3 photo booths, 4 cable cars and one of each statue (rulebook, Innovations, Setup)."""
    placed: Counter[str] = Counter()
    for tile in park.tiles:
        if tile.innovation not in set(Innovation):
            continue
        innovation = Innovation(tile.innovation)
        placed[innovation] += 1
        most = OWNED[innovation]
        if placed[innovation] > most:
            detail = f"Found {shown(innovation)} on {placed[innovation]} tiles; accepted: on at most {most}."
            yield Inconsistency(_innovation_of(tile), detail, Inconsistent.INNOVATION_NUMBER)


def statues_come_in_order(park: PartialPosition) -> Iterator[Inconsistency]:
    """Statues are built in order, starting with the 1-star statue (rulebook, Innovations, Statue)."""
    if any(tile.innovation is not None and tile.innovation not in set(Innovation) for tile in park.tiles):
        return  # what cannot be read may be the statue before
    first: dict[str | None, PartialTile] = {}
    for tile in park.tiles:
        first.setdefault(tile.innovation, tile)
    for before, statue in pairwise(STATUES):
        if statue in first and before not in first:
            detail = f"Found {shown(statue)} in a park without {before}; accepted: {before}, which is built before it."
            yield Inconsistency(_innovation_of(first[statue]), detail, Inconsistent.STATUE_ORDER)


def skill_cards_suffice(park: PartialPosition) -> Iterator[Inconsistency]:
    """The skills deck holds two copies of each card, in a solo game one (rulebook, Solo Rules; ruling ``surprises.skills``)."""
    places: dict[PartialCard, list[Place]] = defaultdict(list)
    for at, skill in _mascots(park):
        if skill is not None and skill.kind is not None:
            places[skill].append(at)
    for skill, found in places.items():
        once = park.solo or (park.one_surprise and skill.kind in SKILLS_OF)
        most = 1 if once else COPIES_OF_A_SKILL
        for at in found[most:]:
            card = f"{skill.colour} {skill.kind}" if skill.colour else f"{skill.kind}"
            detail = (
                f"Found {len(found)} copies of the skill card {card}; "
                f"accepted: at most {most}, as many as the deck{' of a solo game' * park.solo} holds."
            )
            yield Inconsistency(at, detail, Inconsistent.CARD_COPIES)


def used_and_ready_suffice(park: PartialPosition) -> Iterator[Inconsistency]:
    """Maps and mascots used already count beside those that are ready (rulebook, Components)."""
    ready = len(park.mascots)
    if park.used_maps and park.maps + park.used_maps > MOST_MAPS:
        detail = _too_many(park.used_maps, park.maps, MOST_MAPS, "maps")
        yield Inconsistency(("used_maps",), detail, Inconsistent.MAPS_IN_ALL)
    if park.used_mascots and ready + len(park.used_mascots) > MOST_MASCOTS:
        detail = _too_many(len(park.used_mascots), ready, MOST_MASCOTS, "mascots")
        yield Inconsistency(("used_mascots",), detail, Inconsistent.MASCOTS_IN_ALL)


def _too_many(used: int, ready: int, most: int, what: str) -> str:
    return f"Found {used} used beside {ready} ready; accepted: at most {most} {what} in all."


def _mascots(park: PartialPosition) -> Iterator[tuple[Place, PartialCard | None]]:
    """The skill card of each mascot, ready or used, with its place."""
    for name, mascots in (("mascots", park.mascots), ("used_mascots", park.used_mascots)):
        for index, skill in enumerate(mascots):
            yield (name, index), skill


def _missing(
    park: PartialPosition, expansion: Expansion, at: Place, found: str, instead: str
) -> Iterator[Inconsistency]:
    """A fault when the expansions can be read and ``expansion`` is not among them."""
    if park.expansions is not None and expansion not in park.expansions:
        detail = f"Found {found} without the expansion {expansion}; accepted: {instead}, or that expansion in rules."
        yield Inconsistency(at, detail, Inconsistent.EXPANSION_MISSING)


def _innovation_of(tile: PartialTile) -> Place:
    return ("tiles", tile.index, "innovation")


CARD_CHECKS: tuple[Callable[[PartialPosition], Iterator[Inconsistency]], ...] = (
    cards_belong_to_the_full_game,
    kinds_of_game_fit,
    symbols_are_in_play,
    cards_are_in_play,
    innovations_are_in_play,
    vips_are_in_play,
    staff_is_in_play,
    one_consultant_is_played,
    the_entrance_has_its_cable_car,
    innovations_suffice,
    statues_come_in_order,
    skill_cards_suffice,
    used_and_ready_suffice,
)
