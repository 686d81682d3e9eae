"""Which positions a command is asked for."""

import click

from tests.bench.positions import group, kind, names


def chosen(groups: tuple[str, ...], only: tuple[str, ...]) -> list[str]:
    """The positions asked for by group (``round1``, a round's number), kind (``board-full``) or name; all without."""
    wanted = {f"round{one}" if one.isdigit() else one for one in groups}
    picked = [name for name in names() if name in only or {group(name), kind(name)} & wanted]
    there = {*map(group, names()), *map(kind, names())}
    unknown = (wanted - there) | (set(only) - set(names()))
    if unknown:
        raise click.BadParameter(
            f"no such positions: {', '.join(sorted(unknown))}; there are {', '.join(sorted(there))}"
        )
    return picked if groups or only else names()
