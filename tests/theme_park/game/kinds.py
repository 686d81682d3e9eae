"""What is made wrong of each kind of event, and the rules that may refuse it: from the books, never the validator."""

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.theme_park.independent.accounts import COLOURS, VALUES
from tests.theme_park.independent.whole_game import Books, overdrawn

LEGAL: frozenset[str] = frozenset()
"""The expectation of a mutation after which the record is still legal."""


@dataclass(frozen=True)
class Mutation:
    """``event`` in place of number ``at`` (None: taken out); ``more`` events inserted behind it.

    ``rules``: any of these may refuse it, at event ``at`` or, with ``later``, after it; LEGAL when none may.
    """

    kind: str
    at: int
    event: Any
    rules: frozenset[str]
    more: tuple[Any, ...] = ()
    later: bool = False

    @property
    def replaced(self) -> int:
        """How many events of the record others stand in place of."""
        return 1

    def applied(self, document: Any) -> Any:
        """The record with the mutation."""
        events = list(document["events"])
        events[self.at : self.at + 1] = [*(() if self.event is None else (self.event,)), *self.more]
        return {**document, "events": events}


def changed_event(event: Any, **fields: Any) -> Any:
    return {**deepcopy(event), **fields}


def _fill(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    rows = event["dice"]
    places = [(row, place) for row, dice in enumerate(rows) for place in range(len(dice))]
    row, place = rng.choice(places)
    colour, value = rows[row][place].split("-")
    other = rng.choice([number for number in range(1, 7) if number != int(value)])
    yield Mutation(
        "a die's value", at, _with_die(event, row, place, f"{colour}-{other}"), frozenset({"game.fill.value"})
    )
    yield Mutation("a die too few", at, _without_die(event, row), frozenset({"game.fill.spaces"}))
    yield from _recoloured(document, at, event, rng)


def _with_die(event: Any, row: int, place: int, die: str) -> Any:
    dice = deepcopy(event["dice"])
    dice[row][place] = die
    return changed_event(event, dice=dice)


def _without_die(event: Any, row: int) -> Any:
    dice = deepcopy(event["dice"])
    dice[row].pop()
    return changed_event(event, dice=dice)


def _recoloured(document: Any, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    """A die of a monorail that nobody takes in another colour: only the bag can forbid that."""
    later = document["events"][at + 1 :]
    after = next((number for number, each in enumerate(later) if each["do"] == "fill"), len(later))
    taken = {each["monorail"] for each in later[:after] if each["do"] in ("welcome", "extra-guest")}
    names = list(Books(document).monorail_values)
    idle = [row for row, name in enumerate(names) if name not in taken and event["dice"][row]]
    if not idle:
        return
    row = rng.choice(idle)
    place = rng.randrange(len(event["dice"][row]))
    colour, value = event["dice"][row][place].split("-")
    other = rng.choice([each for each in COLOURS if each != colour])
    mutation = Mutation("a die's colour", at, _with_die(event, row, place, f"{other}-{value}"), LEGAL)
    if overdrawn(mutation.applied(document)):
        rules = {"game.dice.bag", "game.expand.amenity-bonus", "operate.skill.bag", "game.operate.bag"}
        mutation = Mutation("a die too many of a colour", at, mutation.event, frozenset(rules), later=True)
    yield mutation


def _plan(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    hand = account.has[event["by"]]["hand"]
    first, second = event["staff"]
    missing = [card for card in account.box["staff_money"] if (hand - Counter([second]))[card] == 0]
    if missing:
        swapped = changed_event(event, staff=[rng.choice(missing), second])
        yield Mutation("a card not in hand", at, swapped, frozenset({"game.plan.hand"}))
    yield Mutation("one card only", at, changed_event(event, staff=[first]), frozenset({"game.plan.two-cards"}))
    yield Mutation("cards in the other order", at, changed_event(event, staff=[second, first]), LEGAL)
    yield Mutation("a plan twice", at, event, frozenset({"game.phase.once"}), (event,), later=True)
    rules = frozenset({"game.phase.missing", "game.phase.order"})
    yield Mutation("no plan", at, None, rules, later=True)


def _kept(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    cards = account.box["administrators" if event["do"] == "administrator" else "skills"]
    others = [{name: each for name, each in card.items() if name != "expansion"} for card in cards]
    others = [card for card in others if card not in event["dealt"]]
    changed = changed_event(event, keep=rng.choice(others))
    yield Mutation("a card kept that was not dealt", at, changed, frozenset({"game.setup.keep"}))
    same = changed_event(event, dealt=[event["dealt"][0]])
    yield Mutation("one card dealt", at, same, frozenset({"game.setup.deal"}))


def _first(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    other = rng.choice([tile for tile in account.box["tiles"] if tile not in event["dealt"] and tile[0] == "a"])
    yield Mutation(
        "a tile kept that was not dealt", at, changed_event(event, keep=other), frozenset({"game.setup.keep"})
    )
    far = changed_event(event, hex=[3, 3])
    yield Mutation("a first tile far away", at, far, frozenset({"game.setup.first-place"}))
    covered = changed_event(event, hex=rng.choice([tile["hex"] for tile in account.has[event["by"]]["tiles"].values()]))
    yield Mutation("a first tile on another", at, covered, frozenset({"game.setup.first-place"}))


def _board(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    """Four park boards: named four times each is there once, and whoever takes none must still take one."""
    everyone = [each for each in document["events"] if each["do"] == "start-board"]
    others = [each["board"] for each in everyone if each["by"] != event["by"]]
    if others and len(account.boards) == 4:
        same = changed_event(everyone[-1], board=rng.choice([each["board"] for each in everyone[:-1]]))
        last = document["events"].index(everyone[-1])
        yield Mutation("a start board taken by two", last, same, frozenset({"game.setup.start-board"}))
    if others or not isinstance(document["printed"], str):
        yield Mutation("no start board", at, None, frozenset({"game.phase.missing"}), later=True)
    yield Mutation("two start boards", at, event, frozenset({"game.phase.once"}), (event,), later=True)


def _display(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    built = [tile for me in account.has.values() for tile in me["tiles"] if tile in account.box["tiles"]]
    seen = built + account.display + account.pile
    place = rng.randrange(len(event["attractions"]))
    shown = list(event["attractions"])
    shown[place] = rng.choice(seen)
    yield Mutation("a tile dealt again", at, changed_event(event, attractions=shown), frozenset({"game.display.stack"}))
    tiles = account.box["tiles"]
    wrong = [
        name for name in tiles if name[0] != "s" and tiles[name]["stack"] != tiles[event["attractions"][0]]["stack"]
    ]
    other = changed_event(event, attractions=[rng.choice(wrong), *event["attractions"][1:]])
    yield Mutation("a tile of the other stack", at, other, frozenset({"game.display.stack"}))
    fewer = changed_event(event, attractions=event["attractions"][:-1])
    yield Mutation("a tile too few", at, fewer, frozenset({"game.display.number"}))


def _welcome(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    if account.taken:
        taken = changed_event(event, monorail=rng.choice(sorted(account.taken)), concierge=[], vips=[])
        yield Mutation("a monorail that is taken", at, taken, frozenset({"game.welcome.monorail"}))
    uses = [*event.get("concierge", []), [{"die": 0, "by": 1}], [{"die": 0, "by": 1}], [{"die": 0, "by": 1}]]
    too_many = changed_event(event, concierge=uses)
    yield Mutation("a Concierge not played", at, too_many, frozenset({"game.welcome.concierge"}))
    if "chaperone" not in account.has[event["by"]]["played"]:
        vip = changed_event(event, vips=[0])
        yield Mutation("a VIP without Chaperone", at, vip, frozenset({"game.welcome.chaperone"}))
    shaded = shaded_monorail(document, account, at, event["by"]) if account.solo else None
    if shaded is not None:
        changed = changed_event(event, monorail=shaded, concierge=[], vips=[])
        yield Mutation("a shaded monorail", at, changed, frozenset({"game.solo.shaded"}))
    rules = frozenset({"game.turn", "game.phase.missing", "game.phase.order"})
    yield Mutation("no welcome", at, None, rules, later=True)


def shaded_monorail(document: Any, account: Books, at: int, name: str) -> str | None:
    """The monorail that the solo card forbids: its value is not above the sum (Solo Rules, Solo Cards)."""
    drawn = [each["card"] for each in document["events"][:at] if each["do"] == "solo-card"][-1]
    card, me = account.box["solo_cards"][drawn], account.has[name]
    lowered = me["lowered"] if account.rulings.get("solo.lowered-sum", "yes") == "yes" else 0
    forbids = card["value"] <= sum(VALUES[each] for each in me["played"]) - lowered
    return list(account.monorail_values)[card["monorail"]] if forbids else None


def _build(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    absent = [tile for tile in account.box["tiles"] if tile not in account.display and tile[0] != "s"]
    changed = {name: each for name, each in event.items() if name in ("do", "by", "hex")}
    yield Mutation("a tile not on display", at, changed | {"tile": rng.choice(absent)}, frozenset({"game.expand.tile"}))
    outline = account.rulings.get("board.boundary")
    if outline:
        beyond = [place for place in _beside(account, event["by"]) if place not in outline]
        if beyond:
            outside = changed_event(event, hex=rng.choice(beyond))
            yield Mutation("a tile outside the outline", at, outside, frozenset({"game.expand.outline"}))
    for place in ([0, 0], [40, 40]):
        yield Mutation(
            "a tile in the wrong place", at, changed_event(event, hex=place), frozenset({"game.expand.place"})
        )
    if account.price(event) > 0:
        poor = account.has[event["by"]]["money"] < max(tile["cost"] for tile in account.box["tiles"].values())
        dear = [
            tile
            for tile in account.display
            if poor and account.box["tiles"][tile]["cost"] > account.has[event["by"]]["money"]
        ]
        if dear:
            rules = frozenset({"game.money.enough", "game.solo.shaded"})
            yield Mutation("more than there is", at, changed | {"tile": dear[0]}, rules)
    if "value" in event:
        yield Mutation("a guest set to 7", at, changed_event(event, value=7), frozenset({"game.expand.amenity-bonus"}))
    elif not {"draw", "free"} & set(event) and _amenities(account, event) not in (2, 3, 4):
        guests = account.has[event["by"]]["dice"]
        if guests:
            gift = changed_event(event, guest=min(guests), value=6)
            yield Mutation("a bonus not earned", at, gift, frozenset({"game.expand.amenity-earned"}))
    yield Mutation("built twice", at, event, frozenset({"game.expand.build-once"}), (event,), later=True)


def _beside(account: Books, name: str) -> list[list[int]]:
    """Free places beside the tiles of a park."""
    lying = [tile["hex"] for tile in account.has[name]["tiles"].values()]
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [[q + dq, r + dr] for q, r in lying for dq, dr in steps if [q + dq, r + dr] not in lying]


def _amenities(account: Books, event: Any) -> int:
    amenity = account.box["tiles"][event["tile"]]["amenity"]
    tiles: Iterable[Any] = account.has[event["by"]]["tiles"].values()
    return 1 + sum(bool(tile["amenity"] == amenity) for tile in tiles)


def _recruit(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    yield Mutation("recruited twice", at, event, frozenset({"game.expand.recruit-once"}), (event,), later=True)
    if account.full:
        cards = [{name: each for name, each in card.items() if name != "expansion"} for card in account.box["skills"]]
        absent = [card for card in cards if card not in account.skills]
        changed = changed_event(event, skill=rng.choice(absent))
        yield Mutation("a skill not on display", at, changed, frozenset({"game.expand.skill"}))


def _map(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    yield Mutation("a second map", at, event, frozenset({"game.improve.map-once"}), (event,), later=True)


def _install(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    nowhere = changed_event(event, space=len(account.has[event["by"]]["tiles"][event["tile"]]["spaces"]))
    yield Mutation("a space that is not there", at, nowhere, frozenset({"game.improve.space"}))
    lying = account.has[event["by"]]["tiles"][event["tile"]]["upgrades"]
    if lying:
        again = changed_event(event, upgrade=min(lying))
        rules = frozenset({"game.improve.upgrade-twice", "game.improve.upgrade-supply"})
        yield Mutation("a kind twice on a tile", at, again, rules)
    rules = frozenset({"game.improve.space", "game.improve.upgrade-limit"})
    yield Mutation("installed twice", at, event, rules, (event,), later=True)


def _innovate(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    on_entrance = changed_event(event, tile="entrance")
    built = [tile["innovation"] for tile in account.has[event["by"]]["tiles"].values()]
    if "statue-2" not in built:
        third = changed_event(event, innovation="statue-3")
        yield Mutation("the third statue first", at, third, frozenset({"game.improve.statue-order"}))
    rules = frozenset({"game.improve.innovation-one"})
    yield Mutation("an innovation beside another", at, on_entrance, rules)


def _operate(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    stranger = [*event["moves"], {"do": "map", "guest": "g99", "to": "entrance"}]
    yield Mutation("a guest from nowhere", at, changed_event(event, moves=stranger), frozenset({"game.operate.names"}))
    cubes = Counter(move["tile"] for move in event["moves"] if move["do"] == "operate")
    if cubes and not any(move.get("manager") for move in event["moves"]):
        last = [move for move in event["moves"] if move["do"] == "operate"][-1]
        again = {**last, "party": []}
        changed = changed_event(event, moves=[*event["moves"], again])
        rules = {"operate.party.chosen", "operate.cube.icon", "operate.party.size", "operate.cube.supply"}
        yield Mutation("an operation without a party", at, changed, frozenset(rules))


def _parts(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    """The phase told in two parts, which others may come between: players run their parks simultaneously."""
    yield from _operate(document, account, at, event, rng)
    moves = event["moves"]
    if len(moves) > 1:
        cut = rng.randrange(1, len(moves))
        first, rest = ({"do": "operate", "by": event["by"], "moves": part} for part in (moves[:cut], moves[cut:]))
        yield Mutation("an Operate phase in two parts", at, first, LEGAL, (rest,))
        whole = {**rest, "stars": event["stars"] + 1}
        rules = frozenset({"game.operate.claim"})
        yield Mutation("the second part counted wrong", at, first, rules, (whole,), later=True)


def _put_back(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    if len(event["guests"]) > 1:
        apart = [changed_event(event, guests=[each]) for each in event["guests"]]
        yield Mutation("guests put back apart", at, apart[0], LEGAL, tuple(apart[1:]))
        again = changed_event(event, guests=event["guests"][:1])
        yield Mutation(
            "a guest put back again", at, event, frozenset({"game.upkeep.put-back-die"}), (again,), later=True
        )
    staying = [guest for guest, die in account.has[event["by"]]["dice"].items() if die["value"] > 1]
    if staying:
        wrong = [{**event["guests"][0], "guest": min(staying)}]
        rules = frozenset({"game.upkeep.put-back-die"})
        yield Mutation("a guest put back that stays", at, changed_event(event, guests=wrong), rules)


def _solo_card(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    before = [each["card"] for each in document["events"][:at] if each["do"] == "solo-card"]
    if before:
        yield Mutation("a solo card again", at, changed_event(event, card=before[0]), frozenset({"game.solo.card"}))


def _announce(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    others = [name for name, me in account.has.items() if me["administrator"]["kind"] != "lower-turn-sum"]
    if others:
        lower = {"do": "lower", "by": rng.choice(others), "pips": rng.choice((1, 2))}
        yield Mutation("a sum lowered without that administrator", at, lower, frozenset({"game.plan.lower"}), (event,))


def _after_scoring(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    """A value-1 guest put back by a player with no card for it, right after what was earned is told."""
    if event["do"] == "earn" and account.objective() is not None:
        return
    for name, me in account.has.items():
        ones = [guest for guest, die in me["dice"].items() if die["value"] == 1]
        if ones and "ticket-agent" not in me["played"] and me["administrator"]["kind"] != "return-discarded":
            back = {"do": "put-back", "by": name, "guests": [{"guest": ones[0], "value": 6, "with": "ticket-agent"}]}
            last = account.solo and account.round == account.rounds
            stay = last and account.rulings.get("solo.last-value-one") != "yes"
            rules = frozenset({"game.upkeep.put-back-die" if stay else "game.upkeep.put-back-card"})
            yield Mutation("a guest put back without a card", at, event, rules, (back,), later=True)


def _goal(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    others = [goal for number, goals in account.goals.items() if int(number) != account.round for goal in goals]
    if others:
        changed = changed_event(event, goal=rng.choice(others))
        yield Mutation("a goal of another round", at, changed, frozenset({"game.solo.goal"}))


def _objectives(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    first, _, *rest = event["placed"]
    twice = changed_event(event, placed=[first, first, *rest])
    yield Mutation("an objective twice", at, twice, frozenset({"game.setup.objectives"}))
    cards = account.box["objectives"]
    new = account.rulings.get("promo.objectives") == "only-new" and "expansion" in cards[first]
    plain = [name for name in cards if ("expansion" in cards[name]) == new]
    alike = [name for name in plain if cards[name]["code"] == cards[first]["code"] and name != first]
    if alike:
        changed = changed_event(event, placed=[first, alike[0], *rest])
        yield Mutation("two objectives of one code", at, changed, frozenset({"game.setup.objective-codes"}))


def _start_order(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    twice = changed_event(event, order=[event["order"][-1], *event["order"][1:]])
    yield Mutation("a marker twice", at, twice, frozenset({"game.setup.order"}))


OF = {
    "objectives": _objectives,
    "start-order": _start_order,
    "announce": _announce,
    "earn": _after_scoring,
    "objective": _after_scoring,
    "goal": _goal,
    "fill": _fill,
    "plan": _plan,
    "administrator": _kept,
    "skill": _kept,
    "first-attraction": _first,
    "start-board": _board,
    "display": _display,
    "welcome": _welcome,
    "build": _build,
    "recruit": _recruit,
    "buy-map": _map,
    "install": _install,
    "innovate": _innovate,
    "operate": _parts,
    "put-back": _put_back,
    "solo-card": _solo_card,
}
"""What is made of each kind of event."""
