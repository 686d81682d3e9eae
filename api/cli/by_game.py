"""The group of commands: a verb is the command of the game that the document is of."""

import io
import json
import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from api.cli.documents import STANDARD_INPUT, standard_input
from api.games import DEFAULT, GAMES, Game, Verb, game_of, named_game
from api.input_limits import LARGEST_DOCUMENT
from api.json_input import read_bytes, read_document
from api.problems.bad_input import BadInput, located
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
        """The command of the game that its arguments ask about, after a look into the document that they name."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is None or name not in set(Verb):
            return name, command, rest
        verb = Verb(name)
        game, rest = _of_rules(ctx, command, rest) if verb is Verb.RULES else (_of_documents(ctx, rest), rest)
        if game.slug == DEFAULT:
            return name, command, rest
        return name, game.command(verb) or _no_such_verb(game, verb), rest


def _of_documents(ctx: click.Context, rest: list[str]) -> Game:
    """The first game that is not the default one among those of the documents."""
    for source in filter(_is_document, rest):
        game = _named(_document(ctx, source), source)
        if game.slug != DEFAULT:
            return game
    return GAMES[DEFAULT]


def _of_rules(ctx: click.Context, command: click.Command, rest: list[str]) -> tuple[Game, list[str]]:
    """The game whose rules are asked for by ``--of``, its name or a document of it, and the arguments without the latter two.

    What is wrong with options the command tells, but for an ``--of`` that nothing follows: click would not speak of a game.
    """
    if rest[-1:] == ["--of"]:
        raise click.UsageError(f"A game must follow --of: {named(GAMES)}.")
    lenient = click.Context(command, parent=ctx, resilient_parsing=True)
    options, _, _ = command.make_parser(lenient).parse_args(list(rest))
    if "of" in options:
        return GAMES.get(options["of"], GAMES[DEFAULT]), rest
    for at, word in enumerate(rest):
        if word in GAMES or _is_document(word):
            game = GAMES.get(word) or _named(read_document(word, standard_input()), word)
            return game, rest[:at] + rest[at + 1 :]
    return GAMES[DEFAULT], rest


def _is_document(word: str) -> bool:
    """Whether an argument is a document: a file that there is, or standard input."""
    return word == "-" or (not word.startswith("-") and os.path.isfile(word))


def _document(ctx: click.Context, source: str) -> object:
    """What ``source`` holds, None where that is no JSON: the command itself has words for it."""
    try:
        data = read_bytes(source, standard_input(), "a readable file")
    except BadInput:
        return None
    if source == "-":
        ctx.ensure_object(dict)[STANDARD_INPUT] = io.BytesIO(data)
    if len(data) > LARGEST_DOCUMENT:
        return None
    try:
        found_there: object = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return found_there


def _named(document: object, source: str) -> Game:
    """The game that a document names; raises ``BadInput`` where there is no such game."""
    with located(source):
        slug = game_of(document)
        if slug not in GAMES:
            raise BadInput([Fault("/of", found(named_game(document), named(GAMES)))])
        return GAMES[slug]


def _no_such_verb(game: Game, verb: Verb) -> click.Command:
    having = [other.slug for other in GAMES.values() if other.slug != game.slug]
    raise click.UsageError(f"{game.title} has no {verb.value} yet; accepted: a document of {named(having)}.")
