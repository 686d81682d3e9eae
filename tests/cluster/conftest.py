from collections.abc import Iterator

import pytest

from tests.cluster.workers import Cluster, cluster
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


@pytest.fixture(scope="session")
def two(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two machines, whatever earlier tests did to them."""
    with cluster(postgres.fresh(), tmp_path_factory.mktemp("machines"), 2) as made:
        yield made
