"""Commands of Dice Theme Park."""

import click

COMMANDS: dict[str, click.Command] = {}
"""By verb; empty, as the group of commands has them under the same names."""
