"""``render``: the picture that the page shows, as a file."""

from pathlib import Path

import click

from api.cli.documents import DOCUMENT, one_standard_input, position_argument
from api.cli.output import Exit, examples, say
from api.theme_park.commands.documents import read_moves, read_position
from api.theme_park.pictures import picture
from api.theme_park.pictures.look import Theme
from models.theme_park.operate.notation import print_position
from models.theme_park.operate.replay import replay

PNG_SCALE = 2


@click.command(
    short_help="Draw a park and a plan as a picture.",
    epilog=examples("park-advisor render position.json moves.json --output plan.svg"),
)
@position_argument
@click.argument("moves", metavar="[MOVES.json]", required=False, type=DOCUMENT)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="Write here: .svg, or .png with the extra [png] installed."
)
@click.option(
    "--theme",
    type=click.Choice([theme.value for theme in Theme]),
    default=Theme.LIGHT.value,
    help="Colours of the picture.",
)
def render(position: str, moves: str | None, output: str | None, theme: str) -> int:
    """Draw the park of POSITION as SVG; exit 1 if a move is illegal.

    Below it stand the round, what is at hand, the plan of MOVES with its total, and the notation that opens the park.
    """
    one_standard_input(position, moves)
    park = read_position(position)
    verdict = replay(park, () if moves is None else read_moves(moves, park))
    drawn = picture(park, verdict.steps, Theme(theme), print_position(park))
    if output is None:
        say(drawn)
    else:
        _write(output, _png(drawn) if output.lower().endswith(".png") else drawn.encode("utf-8"))
    if verdict.violation is not None:
        click.echo(f"Drawn up to the last legal move. {verdict.violation.message}", err=True)
        return Exit.ILLEGAL
    return Exit.FINE


def _write(output: str, picture: bytes) -> None:
    try:
        Path(output).write_bytes(picture)
    except OSError as error:
        detail = f"{output} cannot be written ({error.strerror}); accepted: a file in a folder that can be written to."
        raise click.UsageError(detail) from error


def _png(drawn: str) -> bytes:
    try:
        import cairosvg  # noqa: PLC0415  an extra, which needs the system's cairo
    except (ImportError, OSError) as missing:
        raise click.UsageError(
            'PNG needs the extra "png" (pip install --editable ".[png]" in a clone) and the cairo library; .svg needs neither.'
        ) from missing
    made: bytes = cairosvg.svg2png(drawn.encode("utf-8"), scale=PNG_SCALE)
    return made
