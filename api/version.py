"""The version of this program, as ``pyproject.toml`` gave it to the installation: every place that tells it asks here."""

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
