"""Single mutations of legal records, each with the verdict that the separate reading gives: rules, or still legal.

What decides is the books of ``tests.independent.whole_game`` and the box's data file, never the validator.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.game.claims import expected
from tests.independent.whole_game import COLOURS, Books, books, overdrawn

LEGAL: frozenset[str] = frozenset()
"""The expectation of a mutation after which the record is still legal."""
CLAIMED = {
    "order": "game.plan.turn-order",
    "income": "game.plan.income",
    "paid": "game.money.price",
    "achieved": "game.solo.goal",
    "winners": "game.end.winners",
}
CLAIM_RULES = CLAIMED | {
    ("earn", "stars"): "game.upkeep.earn",
    ("earn", "money"): "game.upkeep.earn",
    ("objective", "amounts"): "game.objective.amounts",
    ("objective", "stars"): "game.objective.shares",
    ("end", "stars"): "game.end.stars",
    ("operate", "stars"): "game.operate.claim",
    ("operate", "money"): "game.operate.claim",
}


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

    def applied(self, document: Any) -> Any:
        """The record with the mutation."""
        events = list(document["events"])
        events[self.at : self.at + 1] = [*(() if self.event is None else (self.event,)), *self.more]
        return {**document, "events": events}


def mutations(document: Any, rng: Random, number: int) -> list[Mutation]:
    """``number`` mutations of a record, of as many kinds as it allows."""
    by_kind: dict[str, list[Mutation]] = defaultdict(list)
    for at, (account, event) in enumerate(books(document)):
        for mutation in _of_event(document, account, at, event, rng):
            by_kind[mutation.kind].append(mutation)
    for kind in sorted(by_kind):
        rng.shuffle(by_kind[kind])
    chosen: list[Mutation] = []
    while len(chosen) < number:
        for kind in rng.sample(sorted(by_kind), len(by_kind)):
            if by_kind[kind] and len(chosen) < number:
                chosen.append(by_kind[kind].pop())
    return chosen


def _of_event(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    yield from _claims(account, at, event, rng)
    maker = OF.get(event["do"])
    if maker is not None:
        yield from maker(document, account, at, event, rng)
    yield from _neighbours(document, at, event)


def _changed(event: Any, **fields: Any) -> Any:
    return {**deepcopy(event), **fields}


def _claims(account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    """Each claim made wrong, and each left out."""
    must = expected(account, event)
    if event["do"] == "operate":
        must = {"stars": event["stars"], "money": event["money"]}
    for name, value in must.items():
        rule = CLAIM_RULES.get((event["do"], name)) or CLAIMED.get(name)
        by_hand = name == "amounts" and account.amount(account.players[0], account.objective()["measure"]) is None
        if name != "achieved" and not by_hand:
            left = {field: each for field, each in event.items() if field != name}
            yield Mutation(f"claim left out: {name}", at, left, LEGAL)
        wrong = _wrong(name, value, account, rng)
        if wrong is not None and not by_hand:
            assert rule is not None
            yield Mutation(f"wrong {event['do']} {name}", at, _changed(event, **{name: wrong}), frozenset({rule}))


def _wrong(name: str, value: Any, account: Books, rng: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 2))
        case dict():
            who = rng.choice(sorted(value))
            return value | {who: value[who] + rng.choice((-1, 1))}
        case list() if name == "winners":
            others = [player for player in account.players if player not in value]
            return others[:1] if others else []
        case list() if len(value) > 1:
            place = rng.randrange(len(value) - 1)
            return [*value[:place], value[place + 1], value[place], *value[place + 2 :]]
    return None


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
    return _changed(event, dice=dice)


def _without_die(event: Any, row: int) -> Any:
    dice = deepcopy(event["dice"])
    dice[row].pop()
    return _changed(event, dice=dice)


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
        swapped = _changed(event, staff=[rng.choice(missing), second])
        yield Mutation("a card not in hand", at, swapped, frozenset({"game.plan.hand"}))
    yield Mutation("one card only", at, _changed(event, staff=[first]), frozenset({"game.plan.two-cards"}))
    yield Mutation("cards in the other order", at, _changed(event, staff=[second, first]), LEGAL)
    yield Mutation("a plan twice", at, event, frozenset({"game.phase.once"}), (event,), later=True)
    rules = frozenset({"game.phase.missing", "game.phase.order"})
    yield Mutation("no plan", at, None, rules, later=True)


def _kept(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    cards = account.box["administrators" if event["do"] == "administrator" else "skills"]
    others = [{name: each for name, each in card.items() if name != "expansion"} for card in cards]
    others = [card for card in others if card not in event["dealt"]]
    changed = _changed(event, keep=rng.choice(others))
    yield Mutation("a card kept that was not dealt", at, changed, frozenset({"game.setup.keep"}))
    same = _changed(event, dealt=[event["dealt"][0]])
    yield Mutation("one card dealt", at, same, frozenset({"game.setup.deal"}))


def _first(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    other = rng.choice([tile for tile in account.box["tiles"] if tile not in event["dealt"] and tile[0] == "a"])
    yield Mutation("a tile kept that was not dealt", at, _changed(event, keep=other), frozenset({"game.setup.keep"}))
    far = _changed(event, hex=[3, 3])
    yield Mutation("a first tile far away", at, far, frozenset({"game.setup.first-place"}))


def _display(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    built = [tile for me in account.has.values() for tile in me["tiles"] if tile != "entrance"]
    seen = built + account.display + account.pile
    place = rng.randrange(len(event["attractions"]))
    shown = list(event["attractions"])
    shown[place] = rng.choice(seen)
    yield Mutation("a tile dealt again", at, _changed(event, attractions=shown), frozenset({"game.display.stack"}))
    fewer = _changed(event, attractions=event["attractions"][:-1])
    yield Mutation("a tile too few", at, fewer, frozenset({"game.display.number"}))


def _welcome(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    if account.taken:
        taken = _changed(event, monorail=rng.choice(sorted(account.taken)), concierge=[], vips=[])
        yield Mutation("a monorail that is taken", at, taken, frozenset({"game.welcome.monorail"}))
    uses = [*event.get("concierge", []), [{"die": 0, "by": 1}], [{"die": 0, "by": 1}], [{"die": 0, "by": 1}]]
    too_many = _changed(event, concierge=uses)
    yield Mutation("a Concierge not played", at, too_many, frozenset({"game.welcome.concierge"}))
    if "chaperone" not in account.has[event["by"]]["played"]:
        vip = _changed(event, vips=[0])
        yield Mutation("a VIP without Chaperone", at, vip, frozenset({"game.welcome.chaperone"}))
    rules = frozenset({"game.turn", "game.phase.missing", "game.phase.order"})
    yield Mutation("no welcome", at, None, rules, later=True)


def _build(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    absent = [tile for tile in account.box["tiles"] if tile not in account.display and tile[0] != "s"]
    changed = {name: each for name, each in event.items() if name in ("do", "by", "hex")}
    yield Mutation("a tile not on display", at, changed | {"tile": rng.choice(absent)}, frozenset({"game.expand.tile"}))
    for place in ([0, 0], [40, 40]):
        yield Mutation("a tile in the wrong place", at, _changed(event, hex=place), frozenset({"game.expand.place"}))
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
        yield Mutation("a guest set to 7", at, _changed(event, value=7), frozenset({"game.expand.amenity-bonus"}))
    elif not {"draw", "free"} & set(event) and _amenities(account, event) not in (2, 3, 4):
        guests = account.has[event["by"]]["dice"]
        if guests:
            gift = _changed(event, guest=min(guests), value=6)
            yield Mutation("a bonus not earned", at, gift, frozenset({"game.expand.amenity-earned"}))
    yield Mutation("built twice", at, event, frozenset({"game.expand.build-once"}), (event,), later=True)


def _amenities(account: Books, event: Any) -> int:
    amenity = account.box["tiles"][event["tile"]]["amenity"]
    return 1 + sum(tile["amenity"] == amenity for tile in account.has[event["by"]]["tiles"].values())


def _recruit(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    yield Mutation("recruited twice", at, event, frozenset({"game.expand.recruit-once"}), (event,), later=True)
    if account.full:
        cards = [{name: each for name, each in card.items() if name != "expansion"} for card in account.box["skills"]]
        absent = [card for card in cards if card not in account.skills]
        changed = _changed(event, skill=rng.choice(absent))
        yield Mutation("a skill not on display", at, changed, frozenset({"game.expand.skill"}))


def _map(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    yield Mutation("a second map", at, event, frozenset({"game.improve.map-once"}), (event,), later=True)


def _install(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    nowhere = _changed(event, space=len(account.has[event["by"]]["tiles"][event["tile"]]["spaces"]))
    yield Mutation("a space that is not there", at, nowhere, frozenset({"game.improve.space"}))
    rules = frozenset({"game.improve.space", "game.improve.upgrade-limit"})
    yield Mutation("installed twice", at, event, rules, (event,), later=True)


def _innovate(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    on_entrance = _changed(event, tile="entrance")
    rules = frozenset({"game.improve.innovation-one"})
    yield Mutation("an innovation beside another", at, on_entrance, rules)


def _operate(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    stranger = [*event["moves"], {"do": "map", "guest": "g99", "to": "entrance"}]
    yield Mutation("a guest from nowhere", at, _changed(event, moves=stranger), frozenset({"game.operate.names"}))
    cubes = Counter(move["tile"] for move in event["moves"] if move["do"] == "operate")
    if cubes and not any(move.get("manager") for move in event["moves"]):
        last = [move for move in event["moves"] if move["do"] == "operate"][-1]
        again = {**last, "party": []}
        changed = _changed(event, moves=[*event["moves"], again])
        rules = {"operate.party.chosen", "operate.cube.icon", "operate.party.size", "operate.cube.supply"}
        yield Mutation("an operation without a party", at, changed, frozenset(rules))


def _put_back(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    staying = [guest for guest, die in account.has[event["by"]]["dice"].items() if die["value"] > 1]
    if staying:
        wrong = [{**event["guests"][0], "guest": min(staying)}]
        rules = frozenset({"game.upkeep.put-back-die"})
        yield Mutation("a guest put back that stays", at, _changed(event, guests=wrong), rules)


def _solo_card(document: Any, account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    before = [each["card"] for each in document["events"][:at] if each["do"] == "solo-card"]
    if before:
        yield Mutation("a solo card again", at, _changed(event, card=before[0]), frozenset({"game.solo.card"}))


OF = {
    "fill": _fill,
    "plan": _plan,
    "administrator": _kept,
    "skill": _kept,
    "first-attraction": _first,
    "display": _display,
    "welcome": _welcome,
    "build": _build,
    "recruit": _recruit,
    "buy-map": _map,
    "install": _install,
    "innovate": _innovate,
    "operate": _operate,
    "put-back": _put_back,
    "solo-card": _solo_card,
}
"""What is made of each kind of event."""


def _neighbours(document: Any, at: int, event: Any) -> Iterator[Mutation]:
    """Two neighbouring events of different players in each other's place."""
    following = document["events"][at + 1] if at + 1 < len(document["events"]) else None
    if following is None or event.get("by") in (None, following.get("by")) or following.get("by") is None:
        return
    pair = (event["do"], following["do"])
    swaps = any("to_colour" in str(each.get("moves", "")) for each in (event, following))
    improve = {"buy-map", "install", "remove", "move-upgrade", "innovate"}
    simultaneous = pair in (("plan", "plan"), ("operate", "operate"), ("put-back", "put-back"))
    swapped = Mutation("two events in each other's place", at, following, LEGAL)
    if (simultaneous and not swaps) or set(pair) <= improve:
        yield _Swap(swapped.kind, at, following, LEGAL, (event,))
    elif pair == ("welcome", "welcome"):
        yield _Swap("monorails out of turn", at, following, frozenset({"game.turn"}), (event,))
    elif set(pair) <= {"build", "recruit"} and pair[0] == pair[1]:
        yield _Swap("expanding out of turn", at, following, frozenset({"game.turn"}), (event,), later=True)


class _Swap(Mutation):
    """Two neighbouring events swapped."""

    def applied(self, document: Any) -> Any:
        """The record with the two in the other order."""
        events = list(document["events"])
        events[self.at], events[self.at + 1] = events[self.at + 1], events[self.at]
        return {**document, "events": events}
