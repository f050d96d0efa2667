"""The bot as a whole: commands sent only when they changed, a clean end, a start that goes on."""

from __future__ import annotations

import logging
import random

from cogs.app import Tree
from local import LocalDiscord
from tests.cogs.conftest import open_house
from tests.cogs.players import Typist
from tests.cogs.tables import begin, row_of, waiting
from tests.discord_fixtures import use_local


async def test_commands_are_sent_only_when_they_changed(local, tmp_path, monkeypatch):
    sent = []
    real = Tree.sync

    async def sync(tree, **options):
        sent.append(len(tree.get_commands()))
        return await real(tree, **options)

    monkeypatch.setattr(Tree, "sync", sync)
    async with open_house(local, tmp_path):
        assert len(sent) == 1
    async with open_house(local, tmp_path) as house:
        assert len(sent) == 1
        house.bot.tree.remove_command("health")
        await house.bot.sync_if_changed()
        assert len(sent) == 2


async def test_commands_are_sent_again_when_discord_has_lost_them(local, tmp_path):
    """A local Discord that was killed or put back to an older file knows less than the database says."""
    known = local.core.world.application.commands
    async with open_house(local, tmp_path):
        sent = {command["name"] for command in known.values()}
    known.clear()
    async with open_house(local, tmp_path) as house:
        assert {command["name"] for command in known.values()} == sent
        assert "in no game" in (await house.person("alice").slash("games")).text


async def test_commands_are_sent_to_a_new_discord_at_the_same_address(tmp_path):
    saved = tmp_path / "glade.sqlite.discord"
    port = 0
    for _ in range(2):
        saved.unlink(missing_ok=True)
        async with LocalDiscord(port=port, save_to=saved) as local:
            port = local.port
            use_local(local)
            async with open_house(local, tmp_path):
                assert local.core.world.application.commands


async def test_a_game_goes_on_after_a_clean_end(local, tmp_path):
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice"], bots=2)
        alice = house.person("alice")
        player = Typist(house, alice, random.Random(1))
        for _ in range(5):
            if await player.waits(game):
                await player.decide()
                await house.settled()
        before = await row_of(house, game)
        shown = [m.id for m in alice.sees() if not m.ephemeral]
    async with open_house(local, tmp_path) as house:
        await house.settled()
        alice = house.person("alice").go(local.core.world.channels[before.channel])
        assert (await row_of(house, game)).seq == before.seq
        assert [m.id for m in alice.sees() if not m.ephemeral] == shown
        player = Typist(house, alice, random.Random(2))
        assert await player.waits(game)
        await player.decide()
        await house.settled()
        assert (await row_of(house, game)).seq > before.seq


async def test_while_closing_a_click_is_answered_kindly(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    choice = (await one.autocomplete("play", "choice", ""))[0].value
    house.table._closing = True
    answer = await one.slash("play", choice=choice)
    assert "about to restart" in answer.text
    house.table._closing = False


async def test_a_broken_game_holds_up_nobody(local, tmp_path, caplog):
    async with open_house(local, tmp_path) as house:
        broken = await begin(house, ["alice", "bob"])
        whole = await begin(house, ["alice", "bob"])
        await house.store._execute("update snapshot set state = x'00' where game = ?", broken)
    with caplog.at_level(logging.ERROR):
        async with open_house(local, tmp_path) as house:
            await house.settled()
            row = await row_of(house, whole)
            one = await waiting(house, whole)
            one.go(local.core.world.channels[row.channel])
            answer = await one.slash("play")
            assert "cannot" not in answer.text
            one.go(local.core.world.channels[(await row_of(house, broken)).channel])
            sorry = await one.slash("map")
            assert not sorry.failed
            assert sorry.ephemeral


async def test_my_games_work_where_the_bot_is_no_member(house, alice):
    """Installed by a person alone: `/games` and `/help` answer anywhere."""
    await begin(house, ["alice"], bots=1)
    elsewhere = house.local.add_guild("Elsewhere", with_bot=False)
    channel = next(c for c in house.local.core.world.channels.values() if c.guild_id == elsewhere.id)
    alice.go(channel)
    listed = await alice.slash("games")
    assert "Alice's table" in listed.text
    assert not (await alice.slash("help")).failed


async def test_the_health_command_counts_and_names_nobody(house, alice, dora):
    await begin(house, ["alice"], bots=1)
    shown = await dora.slash("health")
    assert "1 running" in shown.text
    assert "clicks" in shown.text
    assert alice.id not in shown.text


async def test_an_unknown_game_is_answered_in_a_sentence(house, alice):
    answer = await alice.slash("map", game="nosuch")
    assert "no game" in answer.text
