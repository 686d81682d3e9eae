"""One concept, one name: public classes and functions with more than one home are few, and each has its reason."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("models", "solver", "api")
GAMES = frozenset(path.name for path in (ROOT / "models").iterdir() if path.is_dir()) - {"shared", "__pycache__"}
ADDRESSES = frozenset({"get", "post", "put", "delete", "patch", "route", "command"})
"""Decorators of what is called by its address or on the command line, and named like that."""

DOCUMENT = "the schema of an answer is named like the value that it shows; the API's description has the name"
PICTURE = "one draws it and one writes it; both are called with the name of their module"
FORM = "the same thing in the notation, in shorthand and in data files; no module uses two of them"
USE_CASE = "what the service of a game does is named like the endpoint that asks for it"
ACCEPTED = {
    "GameViolation": DOCUMENT,
    "NextEvent": DOCUMENT,
    "Row": DOCUMENT,
    "Violation": DOCUMENT,
    "Step": f"of a verdict and, in a game record, of a phase; {DOCUMENT}",
    "State": f"of a phase and of a job; {DOCUMENT}",
    "Answer": "what a schema describes, and what a solver answers",
    "EndSchema": "of the document that tells the end of a game, and of the event that ends a record",
    "Phase": "of a round, and what a document tells of",
    "Game": "what the service knows of a game, and the state of a whole game",
    "Kind": "of problems and of fields: neither is seen beside the other",
    "Objective": "the rulebook's objective cards, and what a search counts as best",
    "Plan": "the rulebook's Plan phase, and a plan of operations",
    "Quantity": "what an objective card counts, and what the flow relaxation maximises",
    "Question": "what a ruling decides, and what is asked of a Grand Opening",
    "Rulings": "the rulings of a game are the shared ones over its own questions",
    "Slot": "of a requirement, and a guest or room for one while a plan is decoded",
    "Task": "of the pool, and of waitress, whose name it is",
    "Turns": "whose turn a job is, and turns of a game",
    "Verdict": "the verdict of a game is the shared one with its own score",
    "check": USE_CASE,
    "score": USE_CASE,
    "solve": USE_CASE,
    "die": PICTURE,
    "requirement": PICTURE,
    "text": "a drawn text, and a described one",
    "first_broken": "the shared one, and the one for events, which cites the rulebook",
    "judge": "of a sequence and of an event",
    "read_requirement": FORM,
    "read_tile": FORM,
    "write_requirement": FORM,
    "write_tile": FORM,
    "search": "of CP-SAT, and of all engines",
    "settle": "rates the guests that stay, and settles credits when a plan is decoded",
    "start": "of a phase and of a process",
}


def public(text: str) -> Iterator[str]:
    """The public classes and functions of a module, but for endpoints and commands."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            calls = [each.func for each in node.decorator_list if isinstance(each, ast.Call)]
            if not any(isinstance(each, ast.Attribute) and each.attr in ADDRESSES for each in calls):
                yield node.name


def homes() -> dict[str, list[Path]]:
    """The modules in which each public name is defined; migrations have theirs from alembic."""
    found: dict[str, list[Path]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                for name in public(path.read_text(encoding="utf-8")):
                    found.setdefault(name, []).append(path.relative_to(ROOT))
    return found


def several(places: dict[str, list[Path]], games: frozenset[str] = GAMES) -> dict[str, list[str]]:
    """Names with more than one home for somebody who works on one game: the others' modules are never seen from there."""
    found = {}
    for name, paths in places.items():
        seen = [[each for each in paths if not (games - {game}) & set(each.parts)] for game in sorted(games)]
        if any(len(each) > 1 for each in seen):
            found[name] = [each.as_posix() for each in paths]
    return found


def test_a_name_with_several_homes_has_a_reason() -> None:
    places = homes()
    doubled = several(places)
    in_all = Counter(len(paths) for paths in places.values())
    print(f"{len(places)} names; {in_all.total() - in_all[1]} with several homes, {len(doubled)} of them within a game")
    assert {name: paths for name, paths in doubled.items() if name not in ACCEPTED} == {}


def test_every_reason_is_still_needed() -> None:
    assert ACCEPTED.keys() - several(homes()).keys() == set()


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (("models/one/a.py", "solver/one/b.py"), True),
        (("models/one/a.py", "api/jobs/b.py"), True),
        (("models/one/a.py", "models/two/a.py"), False),
        (("models/shared/a.py",), False),
    ],
)
def test_homes_are_counted_as_one_game_sees_them(paths: tuple[str, ...], expected: bool) -> None:
    games = frozenset({"one", "two"})
    assert ("X" in several({"X": [Path(each) for each in paths]}, games)) is expected


def test_what_is_private_or_has_an_address_is_no_name() -> None:
    text = (
        "class A: ...\ndef _b(): ...\n@routes.get('/x')\ndef c(): ...\n@rule(R.X)\ndef d(): ...\nasync def e(): ...\n"
    )
    assert list(public(text)) == ["A", "d", "e"]
