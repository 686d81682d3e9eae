"""A quick look at many parks: ``python -m tests.bench.survey``; ``--help`` tells the options.

Every park is searched once, all in one warm process, of this checkout or of another (``--checkout``). The results are a
file like that of ``python -m tests.bench``. Given two files, ``--compare`` tells where they differ.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import psutil

from tests.bench import results
from tests.bench.choice import chosen
from tests.bench.engines import TOGETHER
from tests.bench.judging import bound_faults, replay_faults
from tests.bench.measure import GRACE, ROOT, Memory, SearchFailed, answered
from tests.bench.positions import best_known, paths, sample
from tests.bench.results import Options, Results, shortened
from tests.bench.summary import compared, rendered

WORKER = Path(__file__).with_name("survey_worker.py")


class Worker:
    """One warm process that searches in ``checkout``; a new one replaces it when it fails."""

    def __init__(self, checkout: Path) -> None:
        self._checkout = checkout
        self._process: subprocess.Popen[str] | None = None

    def searched(self, document: Any, seconds: float) -> dict[str, Any]:
        """The outcome of one search, with the peak of memory; raises SearchFailed."""
        process = self._ready()
        memory = Memory(process.pid)
        assert process.stdin is not None
        process.stdin.write(json.dumps({"document": document, "seconds": seconds}) + "\n")
        process.stdin.flush()
        try:
            with memory.sampled():
                found: dict[str, Any] = json.loads(answered(process, seconds + GRACE))
        except SearchFailed:
            self.close()
            raise
        if "failed" in found:
            raise SearchFailed(found["failed"])
        return {"stages": (), **found, "memory_mib": memory.peak}

    def close(self) -> None:
        """End the process and those that it started."""
        if self._process is None:
            return
        with suppress(psutil.Error):
            for one in psutil.Process(self._process.pid).children(recursive=True):
                one.kill()
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process = None

    def _ready(self) -> subprocess.Popen[str]:
        if self._process is None:
            environment = {**os.environ, "PYTHONPATH": str(self._checkout)}
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(WORKER)],
                cwd=self._checkout,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            if answered(self._process, 5 * GRACE) != "ready":
                raise SearchFailed("the process did not get ready")
        return self._process


def survey(parks: Sequence[str], checkout: Path, seconds: float, kept: Results) -> Iterator[str]:
    """Search each park and note it in ``kept``; yields a line each."""
    worker, known = Worker(checkout), best_known()
    try:
        for park in parks:
            document = json.loads(paths()[park].read_text(encoding="utf-8"))
            row: dict[str, Any] = {"runs": [], "cold": None, "left_out": None, "three_stages": True}
            kept.positions[park] = {TOGETHER: row}
            try:
                found = worker.searched(document, seconds)
            except SearchFailed as failure:
                kept.disagreements.append(f"{park}: {failure}")
                yield f"{park:24} {failure}"
                continue
            if "refused" in found:
                row["left_out"] = found["refused"]
                yield f"{park:24} {found['refused']}"
                continue
            row["runs"].append(shortened(found))
            kept.disagreements += replay_faults(park, TOGETHER, found)
            kept.disagreements += bound_faults(park, kept.positions[park], known.get(park))
            yield f"{park:24} {_told(row['runs'][0])}"
    finally:
        worker.close()


def _told(run: results.Run) -> str:
    proven = "-" if run["stars_proven"] is None else f"{run['stars_proven']:.2f}"
    whole = "-" if run["all_proven"] is None else f"{run['all_proven']:.2f}"
    return (
        f"{run['stars']:4} of {run['bound']!s:>4}  stars proven {proven:>6}  all {whole:>6}  "
        f"{run['seconds']:6.2f} s  {run['memory_mib']:5.0f} MiB"
    )


@click.command()
@click.option(
    "--group", "groups", multiple=True, help="Kind (board, board-full, board-all, played-…) or group (board3)."
)
@click.option("--position", "only", multiple=True, help="A single position by name.")
@click.option("--every", default=1, show_default=True, help="Every so many parks of each group.")
@click.option("--time-limit", default=10.0, show_default=True, help="Seconds a search may take.")
@click.option(
    "--checkout",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=ROOT,
    help="The code to measure.  [default: this one]",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to keep the results.")
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Tell how two kept results differ; nothing is measured.",
)
def main(
    groups: tuple[str, ...],
    only: tuple[str, ...],
    every: int,
    time_limit: float,
    checkout: Path,
    out: Path | None,
    compare: tuple[Path, Path] | None,
) -> None:
    """Search many parks once each in one warm process."""
    if compare:
        for line in compared(*map(results.read, compare)):
            click.echo(line)
        return
    options = Options(time_limit=time_limit, repeats=1, alone_repeats=1, cold=False, engines=(TOGETHER,))
    kept = Results(options, results.about(checkout))
    began = time.monotonic()
    try:
        for line in survey(sample(chosen(groups, only), every), checkout.resolve(), time_limit, kept):
            click.echo(line, err=True)
            if out is not None:
                results.write(out, kept)
    except KeyboardInterrupt:
        click.echo("broken off", err=True)
    for line in rendered(kept):
        click.echo(line)
    for fault in kept.disagreements:
        click.echo(f"DISAGREEMENT {fault}")
    click.echo(f"{len(kept.positions)} parks in {time.monotonic() - began:.0f} s", err=True)
    sys.exit(int(bool(kept.disagreements)))


if __name__ == "__main__":
    main(prog_name="python -m tests.bench.survey")
