"""The version of this program, as ``pyproject.toml`` gave it to the installation: every place that tells it asks here."""

from collections.abc import Mapping
from functools import cache

DISTRIBUTION = "park-advisor"
UNKNOWN = "unknown"
"""What is told when the program runs without being installed."""


def installed(distribution: str) -> str | None:
    """The version of an installed distribution, None when there is none."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  most commands tell no version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def program_version() -> str:
    """The version of this program."""
    return installed(DISTRIBUTION) or UNKNOWN


@cache
def versions() -> Mapping[str, str | None]:
    """What answers: this program, the solver behind it, Python."""
    import platform  # noqa: PLC0415  most commands tell no version

    return {**{name: installed(name) for name in (DISTRIBUTION, "ortools")}, "python": platform.python_version()}
