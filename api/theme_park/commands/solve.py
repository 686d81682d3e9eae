"""``solve``: the best sequence found, with the proven bound."""

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from api.cli.documents import json_option, position_argument, time_limit_option
from api.cli.output import Exit, examples, say, say_json, text_width
from api.problems.bad_input import BadInput
from api.theme_park.commands.documents import read_position
from api.theme_park.commands.live import live_line
from api.theme_park.input_limits import HEAVIEST, HIGHEST_SEED, MOST_ALTERNATIVES
from api.theme_park.text.advice import advice_text
from models.shared.phrases import count
from models.theme_park.operate.position import Position
from solver.runtime.not_solved import NotSolvedYet
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.settings import Objective, Settings, Weights

if TYPE_CHECKING:
    from solver.theme_park.operate.review.what_if import WhatIf

MOST_WORKERS = 64
DEFAULTS = Settings()
WEIGHT = re.compile("0*[0-9]{1,4}")
"""Digits that are not too many to be turned into a number, but for zeros before them."""


def _weights(_context: click.Context, _option: click.Parameter, value: str | None) -> Weights | None:
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    if len(parts) == 3 and all(WEIGHT.fullmatch(part) and int(part[-4:]) <= HEAVIEST for part in parts):
        stars, money, pips = (int(part[-4:]) for part in parts)
        if stars or money or pips:
            return Weights(stars, money, pips)
    raise click.BadParameter(
        f"Found {value!r}; accepted: three whole numbers from 0 to {HEAVIEST}, not all 0, such as 6,2,1."
    )


@click.command(
    short_help="The best sequence of moves, with its proof.",
    epilog=examples(
        "park-advisor solve position.json", "park-advisor solve position.json --alternatives 2 --time-limit 10 --json"
    ),
)
@position_argument
@time_limit_option(DEFAULTS.time_limit, "Seconds to search at most.")
@click.option(
    "--alternatives",
    type=click.IntRange(0, MOST_ALTERNATIVES),
    default=0,
    metavar="K",
    help="Other good sequences to show.",
)
@click.option(
    "--objective",
    type=click.Choice([objective.value for objective in Objective]),
    default=DEFAULTS.objective.value,
    help="What counts as best: most stars; the final score of the last round; or your own weights.",
)
@click.option("--weights", metavar="STARS,MONEY,PIPS", callback=_weights, help="What each is worth, for balanced.")
@click.option("--seed", type=click.IntRange(0, HIGHEST_SEED), default=DEFAULTS.seed, metavar="N", help="Random seed.")
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), default=DEFAULTS.workers, metavar="N", help="Search threads."
)
@click.option(
    "--reproducible", is_flag=True, help="The same answer on every machine: the limit counts work, not seconds."
)
@click.option("--what-if", is_flag=True, help="Also tell what one more map, mascot or pip on a guest would bring.")
@json_option
def solve(position: str, objective: str, weights: Weights | None, what_if: bool, as_json: bool, **limits: Any) -> int:
    """Find the best sequence of moves from POSITION and how much better any other could be."""
    if weights is not None and objective != Objective.BALANCED:
        raise click.UsageError("--weights goes with --objective balanced only.")
    settings = Settings(objective=Objective(objective), weights=weights or DEFAULTS.weights, **limits)
    park = read_position(position)
    advice = _searched(park, settings)
    stopped = advice.status is Status.CANCELLED
    gains: list[WhatIf] = []
    if what_if and not stopped:
        gains, stopped = _gains(advice, settings)
    if as_json:
        from api.theme_park.answers import solve_document  # noqa: PLC0415  loads what text does without

        say_json(solve_document(advice) | ({"what_if": [asdict(gain) for gain in gains]} if what_if else {}))
    else:
        say(advice_text(advice, text_width()))
        for gain in gains:
            say(f"With {gain.name}: {_gain(gain)}.")
        if what_if and stopped:
            say("Stopped before every thing more was weighed.")
    return Exit.INTERRUPTED if stopped else Exit.FINE


def _gain(gain: "WhatIf") -> str:
    """The stars that one thing more brings; where they are not proven, the least and the most."""
    if gain.proven:
        return f"{count(gain.gain, 'star')} more"
    most = "an unknown number" if gain.at_most is None else gain.at_most
    return f"{gain.at_least} to {most} stars more (not proven)"


def _searched(park: Position, settings: Settings) -> Advice:
    """The answer; of a search that was interrupted before it began, that no move has been found."""
    try:
        from solver.theme_park.operate.advisor import advise  # noqa: PLC0415  the search is loaded only where it is used

        try:
            with live_line() as tell:
                return advise(park, settings, on_progress=tell)
        except NotSolvedYet as refused:
            raise BadInput(refused.parts) from refused
    except KeyboardInterrupt:
        from solver.theme_park.operate.incumbent import Incumbent  # noqa: PLC0415

        return Incumbent(park, settings, None).advice(Status.CANCELLED)


def _gains(advice: Advice, settings: Settings) -> "tuple[list[WhatIf], bool]":
    """What one thing more brings, and whether Ctrl-C ended the searches before all was tried."""
    from solver.theme_park.operate.review.what_if import each_what_if  # noqa: PLC0415

    gains: list[WhatIf] = []
    try:
        for gain in each_what_if(advice, settings):
            gains.append(gain)
    except KeyboardInterrupt:
        return gains, True
    return gains, False
