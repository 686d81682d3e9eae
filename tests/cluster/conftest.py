from collections.abc import Iterator

import pytest

from tests.postgresql import Server, missing, server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    if why := missing():
        pytest.skip(why)
    with server() as made:
        yield made


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.fresh()
