"""The group of commands: a verb is the command of the game that the document is of."""

import io
import json
import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from api.cli.documents import STANDARD_INPUT, standard_input
from api.games import DEFAULT, GAMES, Game, Verb, game_of, named_game
from api.input_limits import LARGEST_DOCUMENT
from api.json_input import read_bytes
from api.problems.bad_input import BadInput
from models.shared.fault import Fault, found, named


class GamesGroup(click.Group):
    """Commands of the default game; each verb gives way to that of the game whose document is asked about."""

    def __init__(self, *args: Any, homes: Mapping[str, str], **kwargs: Any) -> None:
        """``homes``: the module of each command, by the command's name, which is the name there too."""
        super().__init__(*args, **kwargs)
        self.homes = homes

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or None; its module is loaded now."""
        if cmd_name not in self.homes:
            return None
        found: click.Command = getattr(import_module(self.homes[cmd_name]), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, after a look into the document that its arguments name."""
        name, command, rest = super().resolve_command(ctx, args)
        if name not in set(Verb):
            return name, command, rest
        game, rest = _asked_for(ctx, Verb(name), rest)
        if game is None or game.slug == DEFAULT:
            return name, command, rest
        return name, game.command(Verb(name)) or _no_such_verb(game, Verb(name)), rest


def _asked_for(ctx: click.Context, verb: Verb, rest: list[str]) -> tuple[Game | None, list[str]]:
    """The game that is asked about, and the arguments that are left for its command."""
    if verb is Verb.RULES:
        return _of_rules(rest)
    for source in _documents(rest):
        document = _document(ctx, source)
        slug = game_of(document)
        if slug not in GAMES:
            raise _unknown_game(named_game(document), "standard input" if source == "-" else source)
        if slug != DEFAULT:
            return GAMES[slug], rest
    return None, rest


def _of_rules(rest: list[str]) -> tuple[Game | None, list[str]]:
    """Rules are asked for by ``--of GAME``, by the game's name, or by a document of it."""
    if "--of" in rest[:-1]:
        at = rest.index("--of")
        slug, rest = rest[at + 1], rest[:at] + rest[at + 2 :]
        if slug not in GAMES:
            raise _unknown_game(slug, None)
        return GAMES[slug], rest
    for at, word in enumerate(rest):
        if word in GAMES:
            return GAMES[word], rest[:at] + rest[at + 1 :]
        if word.endswith(".json") and os.path.isfile(word):
            slug = game_of(_parsed(read_bytes(word, None, "a file")))
            return GAMES.get(slug), rest[:at] + rest[at + 1 :]
    return None, rest


def _documents(rest: list[str]) -> Iterator[str]:
    """The arguments that are documents: files that there are, and standard input."""
    return (word for word in rest if word == "-" or (not word.startswith("-") and os.path.isfile(word)))


def _document(ctx: click.Context, source: str) -> object:
    """What ``source`` holds, None where that is no JSON: the command itself has words for it."""
    try:
        data = read_bytes(source, standard_input(), "a readable file")
    except BadInput:
        return None
    if source == "-":
        ctx.ensure_object(dict)[STANDARD_INPUT] = io.BytesIO(data)
    return _parsed(data)


def _parsed(data: bytes) -> object:
    if b'"of"' not in data or len(data) > LARGEST_DOCUMENT:
        return None
    try:
        found_there: object = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return found_there


def _unknown_game(slug: object, source: str | None) -> BadInput:
    bad = BadInput([Fault("/of", found(slug, named(GAMES)))])
    bad.where = source
    return bad


def _no_such_verb(game: Game, verb: Verb) -> click.Command:
    having = [other.slug for other in GAMES.values() if other.slug != game.slug]
    raise click.UsageError(f"{game.title} has no {verb.value} yet; accepted: a document of {named(having)}.")
