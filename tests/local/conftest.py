from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from local import Allow, LocalDiscord, Person
from local.interactions import Interaction
from tests.discord_fixtures import local, logged_in
from tests.local.tiny_bot import TinyBot

__all__ = ["local"]


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TinyBot]:
    """A bot that may do more than ours is invited for: the routes want to be tried."""
    own = next(role for role in local.guild.roles.values() if role.managed_by)
    own.permissions |= Allow.MANAGE_THREADS | Allow.MANAGE_MESSAGES | Allow.PIN_MESSAGES
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


class Raw:
    """Requests as a careless bot would send them, without discord.py in between."""

    def __init__(self, local: LocalDiscord, session: aiohttp.ClientSession):
        self.local, self.session = local, session

    async def __call__(
        self, method: str, path: str, body: Any = None, *, files: dict[str, bytes] | None = None, **query: Any
    ) -> tuple[int, Any]:
        data: Any = None
        headers = {"Authorization": "Bot any-token"}
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body or {}))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.local.http_url + path
        async with self.session.request(method, url, data=data, headers=headers, params=query) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    @property
    def lobby(self) -> str:
        return f"/channels/{self.local.channel('lobby').id}"

    @property
    def forum(self) -> str:
        return f"/channels/{self.local.channel('tables').id}"

    @property
    def app(self) -> str:
        return f"/applications/{self.local.core.world.application.id}"

    async def answer(self, interaction: Interaction, kind: int, data: Any = None) -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await self("POST", path, {"type": kind, **({"data": data} if data is not None else {})})

    def webhook(self, interaction: Interaction) -> str:
        return f"/webhooks/{self.local.core.world.application.id}/{interaction.token}"


@pytest.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(local, session)


def errors_at(body: Any, path: str) -> list[str]:
    """The codes Discord gives for one field of a body."""
    node = body["errors"]
    for step in path.split("."):
        node = node[step]
    return [one["code"] for one in node["_errors"]]
