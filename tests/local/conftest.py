from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from local import LocalDiscord, Person
from tests.discord_fixtures import local, logged_in
from tests.local.tiny_bot import TinyBot

__all__ = ["local"]


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TinyBot]:
    client = TinyBot()
    async with logged_in(client):
        yield client


@pytest.fixture
def alice(local: LocalDiscord) -> Person:
    return local.person("alice")


@pytest.fixture
def bob(local: LocalDiscord) -> Person:
    return local.person("bob")


@pytest.fixture
def dora(local: LocalDiscord) -> Person:
    return local.person("dora")
