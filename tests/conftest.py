"""For all tests: the database engines that what is kept must be kept in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres


def pytest_configure(config: pytest.Config) -> None:
    """Before any worker starts: where the PostgreSQL of this run will be, if a test needs one."""
    postgres.prepare_environment()


@pytest.fixture(scope="session")
def cluster() -> postgres.Cluster:
    """The PostgreSQL of this run."""
    if why := postgres.missing():
        pytest.skip(why)
    return postgres.server()


@pytest.fixture
def database_url(cluster: postgres.Cluster) -> Iterator[str]:
    """A PostgreSQL database of its own for one test, with all migrations."""
    url = cluster.new_database(postgres.TEMPLATE)
    yield url
    cluster.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a test keeps its games: once in a file, once on a server."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    url: str = request.getfixturevalue("database_url")
    return url


@pytest.fixture
def own() -> Iterator[postgres.Cluster]:
    """A PostgreSQL for one test that mistreats it."""
    if why := postgres.missing():
        pytest.skip(why)
    with postgres.own_cluster(quick=False) as cluster:
        yield cluster
