"""The local server survives a restart, and listens on this machine only."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from local import LocalDiscord
from tests.discord_fixtures import logged_in, use_local
from tests.local.tiny_bot import TinyBot, picture


async def test_everything_public_is_there_again(tmp_path: Path):
    file = tmp_path / "guild.json"
    async with LocalDiscord(save_to=file) as local:
        use_local(local)
        async with logged_in(TinyBot()):
            alice, bob = local.person("alice"), local.person("bob")
            await alice.slash("map")
            await alice.slash("hand")
            await alice.slash("game new", game="root")
            await alice.settled()
            await bob.read()
            before = local.snapshot("lobby"), local.snapshot("Root table"), bob.unread()
    async with LocalDiscord(save_to=file) as local:
        use_local(local)
        alice, bob = local.person("alice"), local.person("bob")
        assert (local.snapshot("lobby"), local.snapshot("Root table"), bob.unread()) == before
        assert not any(one.ephemeral for one in alice.sees()), "private answers end with the session"
        assert alice.sees()[0].file() == picture()
        shown = alice.sees()[0].components[0]["components"][2]["items"][0]["media"]["url"]
        assert shown.startswith(local.page_url), "the port may be another one"
        assert alice.ledger.shows("The game begins")
        async with logged_in(TinyBot()):
            assert "alice marched" in (await alice.click("March", alice.sees()[0])).text


async def test_private_files_are_never_written(tmp_path: Path):
    file = tmp_path / "guild.json"
    async with LocalDiscord(save_to=file) as local:
        use_local(local)
        async with logged_in(TinyBot()):
            await local.person("alice").slash("upload", file=("secret.txt", b"my cards"))
            await local.person("alice").slash("hello")
    kept = b"".join(one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    assert b"my cards" not in kept
    assert b"secret.txt" not in kept


async def test_ids_go_on_growing(tmp_path: Path):
    file = tmp_path / "guild.json"
    async with LocalDiscord(save_to=file) as local:
        local.clock.turn(days=3)
        said = await local.person("alice").say("x")
    async with LocalDiscord(save_to=file) as local:
        later = await local.person("alice").say("y")
        assert int(later.id) > int(said.id)


def test_it_refuses_other_machines():
    for host in ("0.0.0.0", "192.168.1.5", "::", "example.org"):
        with pytest.raises(ValueError, match="this machine only"):
            LocalDiscord(host=host)
    LocalDiscord(host="127.0.0.1")
    LocalDiscord(host="localhost")
    LocalDiscord(host="0.0.0.0", allow_remote=True)


async def test_it_listens_on_the_loopback_only():
    async with LocalDiscord() as local:
        assert local.page_url.startswith("http://127.0.0.1:")
        async with aiohttp.ClientSession() as session, session.get(f"{local.page_url}local/people") as answer:
            assert answer.status == 200


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Origin": "null"}]
)
async def test_other_web_pages_cannot_use_it(headers: dict[str, str]):
    async with LocalDiscord() as local, aiohttp.ClientSession() as session:
        for path in ("local/people", "gateway", "api/v10/users/@me"):
            async with session.get(local.page_url + path, headers=headers) as answer:
                assert answer.status == 403
        own = {"Origin": local.page_url.rstrip("/")}
        async with session.get(f"{local.page_url}local/people", headers=own) as answer:
            assert answer.status == 200


def test_it_imports_neither_the_game_nor_discord_py():
    import subprocess
    import sys

    code = "import local, sys; print([m for m in ('discord', 'engine', 'render', 'cogs', 'PIL') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
