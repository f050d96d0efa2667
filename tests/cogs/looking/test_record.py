"""A game in the notation of its players: of a running one only what everybody may know."""

from __future__ import annotations

import random

from engine.root.rootlog.changes import Card
from engine.root.rootlog.read import read
from tests.cogs.players import Typist, play_out, play_to
from tests.cogs.tables import begin


def drawn(text: str) -> list[Card]:
    """The cards that were drawn, by the record."""
    return [
        change
        for turn in read(text).turns
        for token in turn.tokens
        for change in token.changes
        if isinstance(change, Card) and change.origin == "deck" and change.to.startswith("hand:")
    ]


async def test_a_running_game_is_written_with_nothing_hidden_and_a_finished_one_whole(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    players = [Typist(house, person, random.Random(n)) for n, person in enumerate((alice, bob))]
    await play_to(house, game, players, 3)
    running = await alice.slash("export", format="Rootlog")
    assert running.ephemeral
    assert "nothing that is hidden" in running.text
    assert running.attachments[0].filename == f"root-{game}.rootlog.txt"
    cards = drawn(running.file().decode())
    assert cards
    assert {card.name for card in cards} == {""}
    await play_out(house, game, players)
    text = (await alice.slash("export", format="Rootlog")).file().decode()
    assert "" not in {card.name for card in drawn(text)}
    assert read(text).winners


async def test_a_game_with_bots_cannot_be_written(house, alice):
    await begin(house, ["alice"], bots=2)
    answer = await alice.slash("export", format="Rootlog")
    assert answer.ephemeral
    assert "no words for Clockwork bots" in answer.text
