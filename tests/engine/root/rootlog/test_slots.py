"""Cards that nobody named: what is written of them later tells what they were."""

from __future__ import annotations

import pytest

from engine.root.data import CARDS, DECKS
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Card, Crafted
from engine.root.rootlog.read import BadRecord, Record, read
from engine.root.rootlog.unseen import named

BASE = [card for card, count in DECKS["base"].items() for _ in range(count)]
SETUP = "Map: Fall\nDeck: Standard\nC: one\nE: two\nC:t_k->1\nE:b+6w->3\n"


def record(*turns: str) -> Record:
    """The record of a Marquise and an Eyrie with these turns, every card with its name."""
    return named(read(SETUP + "\n".join(turns) + "\n"), BASE)


def cards(found: Record, origin: str, to: str) -> list[str]:
    """The cards that went from one place to another, in their order."""
    return [
        letters.card_id(one.suit, one.name)
        for turn in found.turns
        for token in turn.tokens
        for one in token.changes
        if isinstance(one, Card) and (one.origin, one.to) == (origin, to)
    ]


def suits(names: list[str]) -> list[str]:
    return [str(CARDS[name].suit) for name in names]


def test_a_first_hand_is_what_is_played_of_it() -> None:
    # given a player who spends a fox, a bird and a mouse before drawing
    found = record("C:F#C->/B#C->/M#C->")
    # then these are the three cards of the first hand
    assert sorted(suits(cards(found, "deck", "hand:marquise"))) == ["bird", "fox", "mouse"]
    assert suits(cards(found, "hand:marquise", "discard")) == ["fox", "bird", "mouse"]


def test_nobody_plays_more_cards_than_were_drawn() -> None:
    with pytest.raises(BadRecord) as refused:
        record("C:F#C->/B#C->", "E:#->E", "C:M#C->/R#C->")
    assert (refused.value.line, refused.value.column) == (9, 9)


def test_a_card_is_found_by_the_item_that_is_crafted_of_it() -> None:
    found = record("C:Z%h/++2")
    (spent,) = cards(found, "hand:marquise", "discard")
    assert CARDS[spent].item == "hammer"
    assert spent in cards(found, "deck", "hand:marquise")


def test_which_of_two_cards_was_played_is_open_until_it_matters() -> None:
    # given a hand of a fox, which was shown, and three unknown cards, of which three are discarded
    found = record("C:F#^/#->C/3#C->", "E:#->E", "C:R#C->")
    # when the last one is a rabbit, then the fox was among the discarded
    *first, last = suits(cards(found, "hand:marquise", "discard"))
    assert "fox" in first
    assert last == "rabbit"


def test_2_1_2_what_is_drawn_after_a_shuffle_was_discarded_before() -> None:
    # given a deck that is drawn to its end and all of it discarded but what is held or crafted
    found = record("C:2#cob->C/46#->C/Zcob/Zcob/49#C->", "E:#->E", "C:3#->C/Z%h")
    again = cards(found, "deck", "hand:marquise")[-3:]
    assert set(again) <= set(cards(found, "hand:marquise", "discard"))
    # then a card that stays on a board does not come again
    with pytest.raises(BadRecord):
        record("C:2#cob->C/46#->C/Zcob/Zcob/49#C->", "E:#->E", "C:3#->C/Zcob")


def test_no_card_is_drawn_more_often_than_it_is_in_the_deck() -> None:
    record("C:#->C", "E:Zroyal", "C:#->C")
    with pytest.raises(BadRecord):
        record("C:Zroyal", "E:Zroyal")


def test_what_is_written_of_a_card_stays_true_of_its_name() -> None:
    found = record("C:F#C->/Zcob", "E:B#E->$_r/R#E->$_m/Zarmor", "C:2#->C")
    crafted = [
        one.name
        for turn in found.turns
        for token in turn.tokens
        for one in token.changes
        if isinstance(one, Crafted)
    ]
    assert crafted == ["cobbler", "armorers"]
    everything = cards(found, "deck", "hand:marquise") + cards(found, "deck", "hand:eyrie")
    assert all(everything.count(card) <= BASE.count(card) for card in everything)
