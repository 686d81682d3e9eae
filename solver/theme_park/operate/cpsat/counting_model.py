"""A CP-SAT model that counts while it is built, and gives up once it is too large or takes too long."""

import math
from typing import Any

from ortools.sat.python import cp_model

from models.shared.deadline import spend


class TooLarge(Exception):
    """The model has more constraints than were asked for."""


class CountingModel(cp_model.CpModel):
    """Asks at every literal and constraint whether the patience of whoever builds it is over (``models.shared.deadline``)."""

    def __init__(self, most: float) -> None:
        """``most``: constraints after which TooLarge is raised."""
        super().__init__()
        self._most, self._count = most, 0

    def is_built(self) -> None:
        """Stop counting: what is added from now on has no limit."""
        self._most = math.inf

    def _counted(self) -> None:
        self._count += 1
        if self._count > self._most:
            raise TooLarge
        spend()

    def new_bool_var(self, name: str) -> cp_model.IntVar:
        """Adds a literal; raises what ``spend`` does when the time is over."""
        spend()
        return super().new_bool_var(name)

    def add(self, ct: Any) -> cp_model.Constraint:
        """Adds a linear constraint; raises TooLarge beyond the limit."""
        self._counted()
        return super().add(ct)

    def add_bool_or(self, *literals: Any) -> cp_model.Constraint:
        """Requires one of the literals; raises TooLarge beyond the limit."""
        self._counted()
        return super().add_bool_or(*literals)

    def add_implication(self, a: Any, b: Any) -> cp_model.Constraint:
        """Requires ``b`` where ``a`` is true; raises TooLarge beyond the limit."""
        self._counted()
        return super().add_implication(a, b)
