"""What searches in the tests' own process need before their time limits count."""

import pytest

from solver.theme_park.operate.warm_up import compile_ahead


@pytest.fixture(scope="session", autouse=True)
def everything_compiled() -> None:
    """In a fresh clone compiling takes longer than the limits of these searches, whichever test comes first."""
    compile_ahead()
