"""One random game and its mutations: what the validator says against what the separate reading expects."""

from collections import Counter
from random import Random
from typing import Any

from api import dump_record, load_record
from models.theme_park.game.judging import after
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.state import Game
from models.theme_park.game.validate import GameRecord, GameViolation, check_game, check_rest
from tests.theme_park.game.claims import wrong_claims
from tests.theme_park.game.games import random_game
from tests.theme_park.game.kinds import LEGAL, Mutation
from tests.theme_park.game.mutations import mutations

MUTATIONS = 20
WHOLE = 10
"""One mutation in so many is judged from its whole document too, and must come out the same."""


def judged(seed: int, number: int = MUTATIONS) -> tuple[list[str], Counter[str]]:
    """Disagreements over the game of ``seed`` and ``number`` mutations of it, and how often each kind took part."""
    record = random_game(seed)
    verdict = check_game(record)
    wrong = [] if verdict.legal and verdict.over else [f"game {seed} is refused: {verdict.violation}"]
    document = dump_record(record)
    if load_record(document) != record:
        wrong.append(f"game {seed} does not come back from its document")
    wrong += [f"game {seed}: {each}" for each in wrong_claims(document)]
    kinds: Counter[str] = Counter({f"variant {record.table.variant}": 1})
    states = states_of(record)
    for index, mutation in enumerate(mutations(document, Random(seed), number)):
        kinds[mutation.kind] += 1
        kinds["still legal" if mutation.rules == LEGAL else "refused"] += 1
        violation = on_from(document, record, states, mutation)
        said = unexpected(violation, mutation)
        if not index % WHOLE and violation != check_game(load_record(mutation.applied(document))).violation:
            said = f"{violation} from its state, and something else as a whole"
        if said is not None:
            wrong.append(f"game {seed}, {mutation.kind} at {mutation.at}: {said}")
    return wrong, kinds


def states_of(record: GameRecord) -> list[Game]:
    """The game before each event of a legal record."""
    states = [begin(record.table)]
    for event in record.events:
        reached = after(states[-1], event)
        assert isinstance(reached, Game)
        states.append(reached)
    return states


def on_from(document: Any, record: GameRecord, states: list[Game], mutation: Mutation) -> GameViolation | None:
    """The violation of the mutated record, judged from the mutation on: what comes before is the legal record's."""
    events = mutation.applied(document)["events"]
    touched = len(events) - len(document["events"]) + mutation.replaced
    changed = load_record({**document, "events": events[mutation.at : mutation.at + touched]}).events
    kept = record.events[mutation.at + mutation.replaced :]
    return check_rest(states[mutation.at], (*record.events[: mutation.at], *changed, *kept), mutation.at).violation


def disagreement(document: Any, mutation: Mutation) -> str | None:
    """What the validator says of the mutated record as a whole, when it is not what was expected."""
    return unexpected(check_game(load_record(mutation.applied(document))).violation, mutation)


def unexpected(violation: GameViolation | None, mutation: Mutation) -> str | None:
    """What was said, when it is not what was expected."""
    if violation is None:
        return None if mutation.rules == LEGAL else f"legal, expected {sorted(mutation.rules)}"
    if violation.rule not in mutation.rules:
        return f"{violation.rule} ({violation.message}), expected {sorted(mutation.rules) or 'legal'}"
    if violation.step != mutation.at and not (mutation.later and violation.step > mutation.at):
        if mutation.later and mutation.event is None:
            return None  # an event taken out: the next one stands in its place
        return f"refused at {violation.step}, expected {mutation.at}"
    return None
