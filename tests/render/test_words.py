"""The text board leaves nothing out; the alt text fits and tells the essentials."""

from __future__ import annotations

import msgspec
import pytest

from engine.root.data import MAPS
from engine.root.view import PieceView, RootView
from render import PICTURES, alt_text, text_board
from render.root.blocks import face
from render.root.looks import look, short_name
from render.root.style import words
from render.root.words import tell_hand
from tests.render import views


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("kind", ["start", "crowded"])
def test_the_text_board_has_every_piece(name: str, kind: str) -> None:
    view = getattr(views, kind)(name)
    lines = {line.split()[0]: line for line in text_board(view).splitlines() if line[:1].isdigit()}
    for c in view.clearings:
        line = lines[str(c.id)]
        assert c.suit in line
        for owner, n in c.warriors.items():
            assert f"{look(owner, 'light').short} {n}" in line
        for piece in (*c.buildings, *c.tokens):
            assert f"{look(piece.owner, 'light').short} {words(piece.kind)}" in line
        for pawn in c.pawns:
            assert f"{look(pawn, 'light').short} pawn" in line
        for mark in c.marks:
            assert mark in line
        assert ("ruin" in line) == c.ruin


def test_the_text_board_has_every_player_card_item_and_quest() -> None:
    view = views.crowded("mountain")
    text = text_board(view)
    for p in view.players:
        assert p.name in text
        for card in (*p.crafted, *(c for g in p.own.cards for c in g.cards)):
            assert face(card).name in text
        for item in (*p.items, *p.own.items):
            assert item.item in text
        for key, value in p.own.texts.items():
            assert f"{key}: {value[:1].upper()}" in text
    for a, b in view.closed_paths:
        assert f"{a}-{b}" in text
    for quest in view.quests:
        assert face(quest).name in text
    assert "deck 17" in text


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("kind", ["start", "crowded"])
def test_the_alt_text_fits_and_has_scores_and_warriors(name: str, kind: str) -> None:
    view = getattr(views, kind)(name)
    text = alt_text(view)
    assert len(text) <= 1024
    assert f"turn {view.turn}" in text
    for p in view.players:
        if p.score is not None:
            assert f"{p.score} point" in text
    for c in view.clearings:
        for owner, n in c.warriors.items():
            assert f"{look(owner, 'light').short} {n}" in text


def test_the_alt_text_gets_terser_but_never_too_long() -> None:
    view = views.crowded()
    crammed = tuple(
        msgspec.structs.replace(
            c,
            warriors=dict.fromkeys(
                ("marquise", "eyrie", "alliance", "lizards", "duchy", "corvids", "keepers"), 10
            ),
            tokens=tuple(PieceView("marquise", f"thing-{i}") for i in range(20)),
        )
        for c in view.clearings
    )
    text = alt_text(msgspec.structs.replace(view, clearings=crammed))
    assert len(text) <= 1024
    assert "24 points" in text
    long = msgspec.structs.replace(
        view, players=tuple(msgspec.structs.replace(p, name="x" * 900) for p in view.players)
    )
    assert len(alt_text(long)) <= 1024


def test_a_hand_is_in_the_owners_text_board_only() -> None:
    own = views.hand()
    assert "False Orders" in text_board(own)
    public = msgspec.structs.replace(
        own, seat=None, players=tuple(msgspec.structs.replace(p, hand=None) for p in own.players)
    )
    assert "False Orders" not in text_board(public)


def test_an_open_hand_of_another_is_not_taken_for_ones_own() -> None:
    # given the second player's view, and a first player whose hand lies open
    seen = views.hand()
    theirs = msgspec.structs.replace(seen.players[1], hand=("anvil",), hand_size=1)
    view = msgspec.structs.replace(
        seen, seat=theirs.owner, players=(seen.players[0], theirs, *seen.players[2:])
    )
    # then what is told is the viewer's own
    assert tell_hand(view) == f"Hand of {short_name(theirs)}: Anvil (fox)."
    assert tell_hand(msgspec.structs.replace(view, seat=None)) == "This view shows no hand."
    cards = [d.name for d in PICTURES["root"].hand(view, "light").report if d.kind == "card"]
    assert cards == ["anvil"]


def boxes() -> RootView:
    """The first player keeps warriors of three players in a box, and another box is empty."""
    seen = views.crowded()
    kept = {"payments": {"marquise": 2, "eyrie": 3, "alliance": 11}, "funds": dict[str, int]()}
    own = msgspec.structs.replace(seen.players[0].own, warriors=kept)
    first = msgspec.structs.replace(seen.players[0], own=own)
    return msgspec.structs.replace(seen, players=(first, *seen.players[1:]))


def test_warriors_in_the_boxes_of_a_board_are_told_and_drawn() -> None:
    view = boxes()
    assert "Payments: Marquise 2, Eyrie 3, Alliance 11" in text_board(view)
    assert "Funds: none" in text_board(view)
    canvas = PICTURES["root"].seat(view, view.players[0].owner, "light")
    assert canvas.wrong == []
    assert [d.name for d in canvas.report if d.kind == "kept"] == ["marquise 2", "eyrie 3", "alliance 11"]
    labels = [d for d in canvas.report if d.kind == "label" and not d.name.endswith("…")]
    assert {"Payments", "Funds", "2", "3", "11"} <= {d.name for d in labels}


def test_a_slot_covered_for_good_is_told() -> None:
    view = views.covered()
    line = next(line for line in text_board(view).splitlines() if line.startswith("2 "))
    assert "covered slot ×2; no free slot" in line
    assert "covered slot ×2" in alt_text(view)
    assert "covered slot" not in text_board(views.start())


def test_a_draft_is_told_in_the_alt_text() -> None:
    view = views.draft(4, 2)
    text = alt_text(view)
    assert text.count("has no faction yet") == 2
    assert "setup cards: " in text
    assert f"{next(p.name for p in view.undecided if p.owner == view.active)} chooses a faction" in text
