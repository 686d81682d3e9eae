"""Single mutations of legal records, each with the verdict that the separate reading gives: rules, or still legal.

What decides is the books of ``tests.theme_park.independent.whole_game`` and the box's data file, never the validator.
"""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.theme_park.game.claims import expected
from tests.theme_park.game.kinds import LEGAL, OF, Mutation, changed_event
from tests.theme_park.independent.whole_game import Books, books

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


FREE = {
    ("goal", "fill"),
    ("goal", "display"),
    ("fill", "display"),
    ("put-back", "swap-staff"),
    ("earn", "swap-staff"),
    ("goal", "goal"),
}
"""Neighbours that may as well come in the other order (Upkeep; Goals; Administrators, Phase 6)."""


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


def _claims(account: Books, at: int, event: Any, rng: Random) -> Iterator[Mutation]:
    """Each claim made wrong, and each left out."""
    must = expected(account, event)
    if event["do"] == "operate":
        must = {"stars": event["stars"], "money": event["money"]}
    for name, value in must.items():
        rule = CLAIM_RULES.get((event["do"], name)) or CLAIMED.get(name)
        by_hand = name == "amounts" and account.amount(account.players[0], account.objective()["measure"]) is None
        if not by_hand:
            left = {field: each for field, each in event.items() if field != name}
            yield Mutation(f"claim left out: {name}", at, left, LEGAL)
        wrong = _wrong(name, value, account, rng)
        if wrong is not None and not by_hand:
            assert rule is not None
            yield Mutation(f"wrong {event['do']} {name}", at, changed_event(event, **{name: wrong}), frozenset({rule}))


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


def _neighbours(document: Any, at: int, event: Any) -> Iterator[Mutation]:
    """Two neighbouring events of different players in each other's place."""
    following = document["events"][at + 1] if at + 1 < len(document["events"]) else None
    if following is None:
        return
    pair = (event["do"], following["do"])
    swapped_works = "cards-swapped" in document["game"].get("rulings", {}).values()
    if pair in FREE and not (swapped_works and pair[0] == "put-back"):
        yield _Swap(f"{pair[1]} before {pair[0]}", at, following, LEGAL, (event,))
    if event.get("by") in (None, following.get("by")) or following.get("by") is None:
        return
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

    @property
    def replaced(self) -> int:
        """Both."""
        return 2

    def applied(self, document: Any) -> Any:
        """The record with the two in the other order."""
        events = list(document["events"])
        events[self.at], events[self.at + 1] = events[self.at + 1], events[self.at]
        return {**document, "events": events}
