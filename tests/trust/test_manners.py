"""A good guest: it asks for no more than it needs, cleans up after itself, and keeps tokens to itself."""

from __future__ import annotations

import io
import logging
import re
from pathlib import Path

import msgspec
import pytest

from engine import logs
from local.permissions import INVITED, Allow
from tests.cogs.tables import begin

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_invitation_asks_for_what_the_table_of_permissions_names():
    """README's link, its table and the rights of the bot at the local Discord are the same."""
    text = README.read_text(encoding="utf-8")
    asked = int(re.search(r"permissions=(\d+)`", text)[1])
    table = text.split("| permission | what for |")[1].split("\n\n")[0]
    names = [
        name.strip()
        for line in table.splitlines()[2:]
        for name in line.split("|")[1].split(",")
        if name.strip()
    ]
    bits = {
        name: getattr(Allow, name.upper().replace(" ", "_").replace("CHANNELS", "CHANNEL")) for name in names
    }
    assert asked == sum(bits.values()) == INVITED
    assert not asked & (Allow.MANAGE_MESSAGES | Allow.MANAGE_THREADS | Allow.ADMINISTRATOR)


async def test_a_test_server_that_is_no_longer_one_loses_its_commands(house, local):
    """Given commands in a test server, when the setting is unset, then nobody sees them twice."""
    guild = local.guild.id
    app = house.bot.application_id
    for server in (guild, ""):
        house.bot.settings = msgspec.structs.replace(house.bot.settings, test_server=server)
        await house.bot.sync_if_changed()
        there = await house.bot.http.get_guild_commands(app, int(guild))
        assert bool(there) == bool(server)


@pytest.mark.parametrize("style", ["human", "json"])
async def test_tokens_of_interactions_are_not_in_the_log_even_at_level_debug(house, local, style):
    out = io.StringIO()
    before = logging.getLogger().handlers[:], logging.getLogger().level
    levels = {name: logging.getLogger(name).level for name in ("discord", "discord.http", "discord.webhook")}
    try:
        logs.configure(style, "debug", stream=out)
        for name in levels:
            logging.getLogger(name).setLevel(logging.DEBUG)  # as somebody would who looks for a fault
        await begin(house, ["alice", "bob"])
        await house.person("alice").slash("hand")
        await house.settled()
    finally:
        root = logging.getLogger()
        root.handlers[:], root.level = before[0], before[1]
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
    tokens = [one.token for one in local.core.interactions.by_id.values()]
    assert tokens
    assert len(out.getvalue()) > 1000
    assert not any(token in out.getvalue() for token in tokens)


def test_what_is_hidden_is_only_the_secret():
    redact = logs.Redact()
    said = redact.clean(
        "POST https://discord.com/api/v10/webhooks/12345/aW50ZXJhY3Rpb246abcdefghijk/messages"
    )
    assert "aW50" not in said
    assert "messages" in said
    assert (
        redact.clean("game wqmybe was paused by 1571949616042082304")
        == "game wqmybe was paused by 1571949616042082304"
    )
