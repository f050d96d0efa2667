"""The text board leaves nothing out; the alt text fits and tells the essentials."""

from __future__ import annotations

import re

import msgspec
import pytest

from render import PICTURES, alt_text, text_board
from render.harrow.style import owner_name
from render.harrow.words import contents
from tests.render.harrow import views

replace = msgspec.structs.replace
PAINTER = PICTURES["harrow"]


@pytest.mark.parametrize("name", views.POSITIONS)
def test_the_text_board_has_every_hex_and_piece(name: str) -> None:
    view = views.POSITIONS[name]()
    lines = {line.split()[0]: line for line in text_board(view).splitlines() if line[:1].isdigit()}
    assert len(lines) == len(view.hexes)
    for hex in view.hexes:
        line = lines[str(hex.id)]
        assert hex.kind in line
        assert ("storm" in line) == hex.storm
        for owner in {u.owner for u in hex.units}:
            assert owner_name(owner) in line
        for part in contents(hex):
            assert part in line
    text = text_board(view)
    for f in view.factions:
        assert f"{owner_name(f.owner)} ({f.name})" in text


def test_the_text_board_tells_tree_tiles_cards_and_tokens() -> None:
    text = text_board(views.crowded())
    for part in (
        "in the Tree: Protectors 1, Family 2",
        "went in Protectors 4, Family 5; fell out Protectors 5, Family 4",
        "Wild jar: Cards",
        "Legend jar: First Scroll (used)",
        "Knife in the Dark waits on the Attack jar",
        "draws 6 and returns 1",
        "spawn row: value 4",
        "spoon at 3; on the plate: Protectors 2",
        "discard pile: Scaredy-Cat",
        "objectives still to come: forest, plains",
    ):
        assert part in text, part


def test_the_text_board_tells_roots_arrows_and_the_solo_card() -> None:
    text = text_board(views.everything())
    assert "brown root from outside into 1" in text
    assert "arrow at 28: NW of the NE–SW line, or on it" in text
    assert "solo card: cube, 4 or 29, for the Protectors" in text_board(views.solo())


def test_H8_1_2_the_bag_is_told_in_words() -> None:
    told = "token coin (Fair Folk), in the bag Fair Folk, Fair Folk, Hester"
    assert told in alt_text(views.versus())
    assert f"solo {told}" in text_board(views.versus())
    assert "solo level 2, cards left red 5" in text_board(views.solo())
    assert "level" not in text_board(views.versus())


@pytest.mark.parametrize("name", views.POSITIONS)
def test_the_alt_text_fits_and_has_the_scores_and_every_legend(name: str) -> None:
    view = views.POSITIONS[name]()
    text = alt_text(view)
    assert len(text) <= 1024
    assert f"round {view.round}" in text
    for f in view.factions:
        assert owner_name(f.owner) in text
        if f.score is not None:
            assert f"{f.score} point" in text
    told = re.findall(r"legend (?!token)", text)
    assert len(told) == sum(u.kind == "legend" for h in view.hexes for u in h.units)


def test_the_alt_text_gets_terser_but_never_too_long() -> None:
    view = views.crowded()
    crammed = tuple(
        replace(
            h, tokens=("advance", "spawn", "legend"), units=views.haints("family", 4), townsfolk=3, paths=2
        )
        for h in view.hexes
    )
    assert len(alt_text(replace(view, hexes=crammed))) <= 1024
    long = replace(view, factions=tuple(replace(f, name="x" * 900) for f in view.factions))
    assert len(alt_text(long)) <= 1024


def test_a_hand_is_in_the_owners_text_board_only() -> None:
    own = views.hand()
    assert "hand: Most Haunted of Haints" in text_board(own)
    assert "Most Haunted of Haints" in PAINTER.tell(own, "hand", "")
    public = replace(own, seat=None, factions=tuple(replace(f, hand=None) for f in own.factions))
    assert "hand: " not in text_board(public)
    assert "no cards" in PAINTER.tell(public, "hand", "")


def test_hidden_figures_and_dolls_are_told_as_the_seat_may_know_them() -> None:
    public = text_board(views.with_kammi())
    assert "hidden figure 1" in public
    assert "the real doll" not in public
    assert "legend Kammi (figure 1, hidden)" in text_board(views.with_kammi("kammi"))
    assert "the real doll" not in text_board(views.with_kammi("kammi"))
    assert "the real doll" in text_board(views.with_kammi("protectors"))


def test_every_other_picture_is_told_in_words() -> None:
    view = views.crowded()
    assert "skinless" in PAINTER.tell(view, "zoom", 20).lower()
    assert "There is no hex 99" in PAINTER.tell(view, "zoom", 99)
    assert "Corbin" in PAINTER.tell(view, "seat", "family")
    assert "Corbin" in PAINTER.tell(view, "boards", "")
    told = PAINTER.tell(view, "seat", "tree")
    assert "Went in: Protectors 4, Family 5. Fell out: Protectors 5, Family 4." in told
    assert "Stays inside: Protectors 1, Family 2." in told
    assert "no cube" in PAINTER.tell(views.start(), "seat", "tree")
