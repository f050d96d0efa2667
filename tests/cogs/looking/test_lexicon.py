"""Anything can be looked up by its name, with a picture where there is one; also from a message that names it."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.harrow.data import FACTS, MODES
from engine.root import data
from tests.cogs.tables import begin, board_of


@pytest.mark.parametrize(
    ("typed", "name", "says"),
    [
        ("birdy", "Birdy Bindle · Card", "take the bag"),
        ("thief", "Thief · Character", "Steal"),
        ("despot", "Despot · Leader", "Viziers"),
        ("woodland all", "Woodland Alliance · Faction", "sympathy"),
        ("mechanical", "Mechanical Marquise 2.0 · Bot", ":"),
        ("foremole", "Foremole · Minister", "Reveal any card"),
        ("stubborn", "Stubborn · Mood", "ignore the first hit"),
        ("4.3", "4.3 Battle", "4.3"),
        ("otter", "Otter Divers · Hireling", "on the river"),
        ("lost city", "Lost City · Landmark", "three suits"),
        ("blitz", "Blitz · Trait, Mechanical Marquise 2.0", "leaves one warrior"),
        ("snare", "Snare · Plot", "cannot leave"),
    ],
)
async def test_rules_finds_it_by_typing(house, alice, typed, name, says):
    await begin(house, ["alice", "bob"])
    listed = await alice.autocomplete("rules", "clause", typed)
    chosen = next(choice for choice in listed if choice.name == name)
    answer = await alice.slash("rules", clause=chosen.value)
    assert answer.ephemeral
    assert says.lower() in answer.text.lower()


async def test_a_card_comes_with_its_picture(house, alice):
    await begin(house, ["alice", "bob"])
    answer = await alice.slash("rules", clause="Birdy Bindle")
    assert answer.attachments[0].filename == "cards.png"
    # and without a game in the words alone
    alice.go("lobby")
    words = await alice.slash("rules", clause="Birdy Bindle", game=None)
    assert "Birdy Bindle" in words.text


async def test_the_cards_of_a_message_are_looked_up_from_it(house, alice, dora):
    # given a message that names two cards, one of a name that several suits have
    await begin(house, ["alice", "bob"])
    said = await dora.say("Would you craft Royal Claim or Root Tea (fox)?")
    # when somebody asks for them, then both are told, to them alone
    answer = await alice.menu("Cards in This Message", said)
    assert answer.ephemeral
    assert "Royal Claim" in answer.text
    assert answer.text.count("Root Tea") == 1
    assert answer.attachments[0].filename == "cards.png"
    # and a message without any says so
    none = await alice.menu("Cards in This Message", await dora.say("Good morning!"))
    assert "no card" in none.text
    # and a board can be asked, too
    assert not (await alice.menu("Cards in This Message", board_of(alice))).failed


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_entry_has_a_name_a_kind_and_a_text(game):
    entries = GAMES[game].words.entries()
    assert len(entries) > 40
    assert [one.id for one in entries if not one.name or not one.kind] == []
    assert [one.id for one in entries if not one.text] == []
    assert [one.id for one in entries if "{" in one.text or "When." in one.text] == []
    assert len({one.id for one in entries}) == len(entries)


def test_everything_that_has_a_name_has_an_entry():
    root = {one.name for one in GAMES["root"].words.entries()}
    named = [*data.CARDS.values(), *data.QUESTS.values(), *data.FACTIONS.values(), *data.BOTS.values()]
    named += [*data.HIRELING_SIDES.values(), *data.LANDMARKS.values()]
    named += [trait for bot in data.BOTS.values() for trait in bot.traits]
    assert {one.name for one in named} - root == set()
    harrow = {one.name for one in GAMES["harrow"].words.entries()}
    facts = [
        FACTS.cards,
        FACTS.legends,
        FACTS.tiles,
        FACTS.offers,
        FACTS.quests,
        *FACTS.trackers.values(),
        MODES,
    ]
    assert {one.name for group in facts for one in group.values()} - harrow == set()
    assert set(GAMES["harrow"].lobby.factions().values()) <= harrow
