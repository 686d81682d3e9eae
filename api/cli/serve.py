"""``serve``: the web page and the JSON API."""

from dataclasses import replace

import click

from api.cli.output import Exit, examples

PORTS = click.IntRange(0, 65535)


@click.command(short_help="The web page and the JSON API.", epilog=examples("park-advisor serve --port 8080"))
@click.option("--host", metavar="H", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=PORTS, metavar="P", help="Port to listen on; 0 takes a free one.  [default: 8000]")
def serve(host: str | None, port: int | None) -> int:
    """Serve the web page and the JSON API until Ctrl-C or SIGTERM.

    Everything else is configured by environment variables; api/README.md lists them.
    """
    from api.config import BadConfiguration, Config  # noqa: PLC0415  only this command needs the web
    from api.server import Server, address_fault  # noqa: PLC0415
    from api.storage import Database, StorageUnavailable  # noqa: PLC0415

    try:
        config = Config.from_environment()
        config = replace(config, host=host or config.host, port=config.port if port is None else port)
        database = Database(config.database_url)
        database.migrate()
        database.close()
    except BadConfiguration as bad:
        return _refused(bad.reasons)
    except (StorageUnavailable, ValueError, ImportError) as bad:
        return _refused([f"The database cannot be used: {bad}."])
    fault = address_fault(config.host, config.port)
    if fault is not None:
        return _refused([fault])
    Server(config).run()
    return Exit.FINE


def _refused(reasons: tuple[str, ...] | list[str]) -> int:
    click.echo("The service cannot start:", err=True)
    for reason in reasons:
        click.echo(f"  {reason}", err=True)
    return Exit.UNUSABLE
