"""One random game and its mutations: what the validator says against what the separate reading expects."""

from collections import Counter
from random import Random
from typing import Any

from api import dump_record, load_record
from models.theme_park.game.validate import check_game
from tests.game.claims import wrong_claims
from tests.game.games import random_game
from tests.game.kinds import LEGAL, Mutation
from tests.game.mutations import mutations

MUTATIONS = 20


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
    for mutation in mutations(document, Random(seed), number):
        kinds[mutation.kind] += 1
        kinds["still legal" if mutation.rules == LEGAL else "refused"] += 1
        said = disagreement(document, mutation)
        if said is not None:
            wrong.append(f"game {seed}, {mutation.kind} at {mutation.at}: {said}")
    return wrong, kinds


def disagreement(document: Any, mutation: Mutation) -> str | None:
    """What the validator says of the mutated record, when it is not what was expected."""
    violation = check_game(load_record(mutation.applied(document))).violation
    if violation is None:
        return None if mutation.rules == LEGAL else f"legal, expected {sorted(mutation.rules)}"
    if violation.rule not in mutation.rules:
        return f"{violation.rule} ({violation.message}), expected {sorted(mutation.rules) or 'legal'}"
    if violation.step != mutation.at and not (mutation.later and violation.step > mutation.at):
        if mutation.later and mutation.event is None:
            return None  # an event taken out: the next one stands in its place
        return f"refused at {violation.step}, expected {mutation.at}"
    return None
