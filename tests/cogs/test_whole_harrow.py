"""Whole games of Harrow County on the local Discord, played only as people would."""

from __future__ import annotations

import random
import re

import pytest

from engine import export
from engine.chance import seeded
from engine.games import GAMES
from tests.cogs.conftest import open_house
from tests.cogs.players import Clicker, Typist, play_out
from tests.cogs.tables import begin, board_of


@pytest.mark.parametrize(
    ("how", "mode", "people", "bots"),
    [
        (Clicker, "C1", ["alice"], 1),
        (Clicker, "C2", ["alice", "bob"], 0),
        (Clicker, "C3", ["alice"], 1),
        (Clicker, "C4", ["alice", "bob"], 0),
        (Typist, "C1", ["alice", "bob"], 0),
        (Typist, "C2", ["alice"], 1),
        (Typist, "C3", ["alice", "bob"], 0),
        (Typist, "C4", ["alice"], 1),
        (Typist, "FF3", ["alice", "bob"], 1),
        (Clicker, "FF4", ["alice"], 3),
        (Clicker, "FFH", ["alice"], 1),
        (Typist, "FFH", ["alice", "bob"], 0),
    ],
)
async def test_a_whole_game(house, how, mode, people, bots):
    source = random.Random(f"{how.__name__}{mode}{people}{bots}")
    game = await begin(house, people, bots, kind="harrow", mode=mode)
    players = [how(house, house.person(name), source) for name in people]
    await play_out(house, game, players, limit=4000)
    row = await house.store.game(game)
    assert row.status == "finished"
    board = [message for message in players[0].person.sees() if not message.ephemeral][-1]
    assert "won" in board.text
    assert "Film" in board.buttons
    for name in people:
        assert house.person(name).mention in board.text
    told = "\n".join(message.text for message in players[0].person.sees())
    assert not re.search(r"hidden_|\{|\b(token|faction)\.\w", told)


async def test_a_fair_game_can_be_verified(local, tmp_path):
    """The Tree, the bag and the decks of a finished game are checked against its seed."""
    async with open_house(local, tmp_path, chance=seeded) as house:
        game = await begin(house, ["alice", "bob"], kind="harrow", mode="C2")
        source = random.Random("fair")
        await play_out(house, game, [Typist(house, house.person(n), source) for n in ("alice", "bob")], 4000)
        answer = await house.person("alice").slash("export")
        verdict = export.verify(export.read(answer.file()), GAMES)
        assert verdict.fair, verdict.sentence


async def test_the_lobby_offers_the_modes_with_a_line_for_each(house, alice):
    """H0.3  `/game new` chooses the game, then the mode."""
    alice.go("lobby")
    await alice.slash("game new", game="harrow")
    panel = await alice.click("Settings…")
    menu = next(part for part in panel._parts({3}) if "C1" in {o["value"] for o in part["options"]})
    assert [option["value"] for option in menu["options"]][:4] == ["C1", "C2", "C3", "C4"]
    assert all(option.get("description") for option in menu["options"])


async def test_kammi_is_offered_only_where_she_plays(house, alice):
    alice.go("lobby")
    await alice.slash("game new", game="harrow")
    faction = [
        part for part in board_of(alice)._parts({3}) if "protectors" in {o["value"] for o in part["options"]}
    ]
    assert "kammi" not in {option["value"] for option in faction[0]["options"]}
    await alice.slash("game options", option="mode", value="C4")
    await house.settled()
    faction = [
        part for part in board_of(alice)._parts({3}) if "protectors" in {o["value"] for o in part["options"]}
    ]
    assert "kammi" in {option["value"] for option in faction[0]["options"]}


async def test_the_commands_of_the_game_make_its_moves(house):
    """H1.4, H1.9  `/jar`, `/spawn`, `/strengthen` and `/advance` find what is legal; those of other games say so."""
    game = await begin(house, ["alice", "bob"], kind="harrow", mode="C1")
    look = await house.table.look(game)
    seats = await house.store.seats(game)
    mover = next(
        p for p in (house.person("alice"), house.person("bob")) if p.id in {s.user for s in seats if s.since}
    )
    assert [choice.value for choice in await mover.autocomplete("jar", "jar", "wi")]
    answer = await mover.slash("jar", jar="wild")
    assert "✓" in answer.text, answer.text
    await house.settled()
    before = (await house.table.look(game)).view.battleground
    answer = await mover.slash("strengthen", cubes="1")
    assert "✓" in answer.text, answer.text
    await house.settled()
    after = (await house.table.look(game)).view.battleground
    assert sum(after.values()) > sum(before.values())
    refused = await mover.slash("jar", jar="wild")
    assert refused.ephemeral
    assert "H" in refused.text
    assert look.view.mode == "C1"
    other = await mover.slash("craft")
    assert "Harrow County" in other.text or "/jar" in other.text
