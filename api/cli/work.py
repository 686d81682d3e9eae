"""``work``: a worker of a cluster."""

import signal
from dataclasses import replace

import click

from api.cli.output import Exit, examples
from api.cli.serve import refused


@click.command(
    short_help="Carry out jobs for servers on other machines.", epilog=examples("park-advisor work --children 4")
)
@click.option(
    "--children",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Jobs at once, each in a process.  [default: half of the cores]",
)
def work(children: int | None) -> int:
    """Carry out jobs until Ctrl-C or SIGTERM.

    The jobs are those of the PostgreSQL that PARK_ADVISOR_DATABASE_URL names, which servers and workers on any number of
    machines share; api/jobs/README.md tells how.
    """
    from api.config import BadConfiguration, Config  # noqa: PLC0415  only this command needs it
    from api.http.logs import configure_logs  # noqa: PLC0415
    from api.storage.start import prepare  # noqa: PLC0415

    try:
        config = Config.from_environment()
        config = replace(config, children=children or config.children)
        prepare(config, needs_cluster=True)
    except BadConfiguration as bad:
        return refused("The worker", bad.reasons)
    from api.cluster.supervisor import Supervisor  # noqa: PLC0415

    configure_logs(config)
    supervisor = Supervisor(config)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: supervisor.stop())
    supervisor.run()
    return Exit.FINE
