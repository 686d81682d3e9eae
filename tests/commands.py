"""The commands beside the tests, ``python -m tests...``: each tells what it does and how it is called."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter


def reader(module: str, tells: str | None) -> ArgumentParser:
    """A reader of the words behind ``python -m`` and the name of ``module``, with its docstring as help."""
    return ArgumentParser(prog=f"python -m {module}", description=tells, formatter_class=RawDescriptionHelpFormatter)
