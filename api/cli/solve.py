"""``solve``: the best sequence found, with the proven bound."""

import math
from dataclasses import asdict
from typing import Any

import click

from api.bounds import HEAVIEST, HIGHEST_SEED, MOST_ALTERNATIVES
from api.cli.documents import json_option, position_argument, read_position
from api.cli.live import live_line
from api.cli.output import Exit, examples, say, say_json, text_width
from api.documents import solve_document
from api.faults import BadInput
from api.text.answers import advice_text
from models.theme_park.wording import count
from solver.operate.advice import Objective, Settings, Status, Weights

LONGEST = 3600
MOST_WORKERS = 64
DEFAULTS = Settings()


def _seconds(_context: click.Context, _option: click.Parameter, value: float) -> float:
    if math.isfinite(value) and 0 < value <= LONGEST:
        return value
    raise click.BadParameter(f"Found {value}; accepted: seconds above 0, at most {LONGEST}.")


def _weights(_context: click.Context, _option: click.Parameter, value: str | None) -> Weights | None:
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    if len(parts) == 3 and all(part.isascii() and part.isdigit() and int(part[:4]) <= HEAVIEST for part in parts):
        stars, money, pips = (int(part[:4]) for part in parts)
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
@click.option(
    "--time-limit",
    type=float,
    default=DEFAULTS.time_limit,
    metavar="S",
    callback=_seconds,
    help="Seconds to search at most.",
)
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
    from solver.operate.advisor import advise  # noqa: PLC0415  the search is loaded only where it is used
    from solver.operate.scope import NotSolvedYet  # noqa: PLC0415
    from solver.operate.what_if import what_if as what_if_gains  # noqa: PLC0415

    try:
        with live_line() as tell:
            advice = advise(park, settings, on_progress=tell)
    except NotSolvedYet as refused:
        raise BadInput(refused.parts) from refused
    gains = what_if_gains(advice, settings) if what_if and advice.status is not Status.CANCELLED else ()
    if as_json:
        say_json(solve_document(advice) | ({"what_if": [asdict(gain) for gain in gains]} if what_if else {}))
    else:
        say(advice_text(advice, text_width()))
        for gain in gains:
            say(f"With {gain.name}: {count(gain.gain, 'star')} more{'' if gain.proven else ' (not proven)'}.")
    return Exit.INTERRUPTED if advice.status is Status.CANCELLED else Exit.FINE
