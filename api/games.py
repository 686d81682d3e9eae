"""The games of the house: what stands behind the verbs for each, loaded when it is first needed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from models.shared.fault import Fault, found, named

if TYPE_CHECKING:
    from flask import Response

    from api.jobs.kinds import GameJobs
    from api.schemas.describing import Answer

DEFAULT = "theme-park"
"""The game of documents that name none."""


class Verb(StrEnum):
    """What can be asked of any game."""

    SOLVE = "solve"
    CHECK = "check"
    MOVES = "moves"
    SCORE = "score"
    GAME = "game"
    RULES = "rules"


class Game(NamedTuple):
    """A game by the name in its documents' field ``of``.

    ``commands``: a module whose ``COMMANDS`` are click commands by verb; ``service``: one whose ``ANSWERS`` are functions by
    verb, from the body of a request to a response, and whose ``DESCRIBED`` are the classes of these answers by verb. A verb that a game has not is in neither. ``jobs``: one whose ``JOBS`` are
    its long searches; None where it has none.
    """

    slug: str
    title: str
    commands: str
    service: str
    jobs: str | None = None

    def command(self, verb: Verb) -> click.Command | None:
        """The command that does ``verb`` for the game."""
        found: click.Command | None = import_module(self.commands).COMMANDS.get(verb)
        return found

    def answer(self, verb: Verb) -> "Callable[[Any], Response] | None":
        """What answers requests for ``verb``."""
        found: Callable[[Any], Response] | None = import_module(self.service).ANSWERS.get(verb)
        return found

    def described(self, verb: Verb) -> "Sequence[type[Answer]]":
        """What describes and writes the answers to requests for ``verb``."""
        found: Sequence[type[Answer]] = import_module(self.service).DESCRIBED.get(verb, ())
        return found

    def job_kinds(self) -> "GameJobs | None":
        """Its kinds of long searches, None where it has none."""
        return None if self.jobs is None else import_module(self.jobs).JOBS


GAMES: Mapping[str, Game] = {
    game.slug: game
    for game in (
        Game(
            DEFAULT,
            "Dice Theme Park",
            "api.theme_park.commands",
            "api.theme_park.service",
            "api.theme_park.jobs.kinds",
        ),
        Game(
            "dice-manor", "Dice Manor", "api.dice_manor.commands", "api.dice_manor.service", "api.dice_manor.jobs.kinds"
        ),
    )
}


def game_of(document: object) -> str:
    """The slug that a document names, whether there is such a game or not; the default's where it names none."""
    named = named_game(document)
    return named if isinstance(named, str) else ""


def named_game(document: object) -> object:
    """What a document has in the place of its game's slug, of whatever type; the default's where it has nothing."""
    return document.get("of", DEFAULT) if isinstance(document, dict) else DEFAULT


def without_verb(document: object, verb: Verb, having: Iterable[str], at: str = "") -> Fault:
    """That the game of a document lacks a verb which those ``having`` it take, or that there is no such game."""
    accepted = f"a game with {verb.value}: {named(having)}"
    if not isinstance(document, dict):
        return Fault(at, found(document, f"an object, in which of names {accepted}"))
    if "of" not in document:
        return Fault(f"{at}/of", f"Missing, which means {DEFAULT}; accepted: {accepted}.")
    return Fault(f"{at}/of", found(document["of"], accepted))
