"""``serve``: the web page and the JSON API."""

from collections.abc import Sequence
from dataclasses import replace

import click

from api.cli.output import Exit, examples

PORTS = click.IntRange(0, 65535)


@click.command(short_help="The web page and the JSON API.", epilog=examples("park-advisor serve --port 8080"))
@click.option("--host", metavar="H", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=PORTS, metavar="P", help="Port to listen on; 0 takes a free one.  [default: 8000]")
@click.option(
    "--no-worker",
    "worker",
    is_flag=True,
    default=True,
    flag_value=False,
    help="On PostgreSQL, leave jobs to `park-advisor work`.",
)
def serve(host: str | None, port: int | None, *, worker: bool) -> int:
    """Serve the web page and the JSON API until Ctrl-C or SIGTERM.

    Everything else is configured by environment variables; api/README.md lists them.
    """
    from api.config import BadConfiguration, Config  # noqa: PLC0415  only this command needs the web
    from api.server import Server, address_fault  # noqa: PLC0415
    from api.storage.start import prepare  # noqa: PLC0415

    try:
        config = Config.from_environment()
        config = replace(config, host=host or config.host, port=config.port if port is None else port)
        if not worker:
            config = replace(config, worker="off")
        prepare(config)
    except BadConfiguration as bad:
        return refused("The service", bad.reasons)
    fault = address_fault(config.host, config.port)
    if fault is not None:
        return refused("The service", [fault])
    Server(config).run()
    return Exit.FINE


def refused(what: str, reasons: Sequence[str]) -> int:
    """Tell why something cannot start."""
    click.echo(f"{what} cannot start:", err=True)
    for reason in reasons:
        click.echo(f"  {reason}", err=True)
    return Exit.UNUSABLE
