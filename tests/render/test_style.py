"""Every faction, hireling, suit and thing can be told apart: by shape, and by colour in every palette."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.root.data import CARDS, FACTIONS, HIRELINGS, ITEMS, LANDMARKS
from render import PALETTES
from render.palette import Colour
from render.root import sprites
from render.root.looks import buildings, look, marks, owners, playable, split_kind, tokens
from render.root.style import SUITS, suit_colour


def apart(a: Colour, b: Colour) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def shape(name: str) -> bytes:
    """A figure as its outline only."""
    return sprites.figure(name, 60, (128, 128, 128), "light").getchannel("A").tobytes()


def test_every_faction_has_a_silhouette_of_its_own() -> None:
    shapes = {owner: shape(look(owner, "light").drawing) for owner in playable()}
    for a, b in combinations(shapes, 2):
        different = sum(abs(x - y) > 128 for x, y in zip(shapes[a], shapes[b], strict=True))
        assert different > 80, (a, b)


@pytest.mark.parametrize("palette", PALETTES)
def test_every_faction_and_suit_has_a_colour_of_its_own(palette: str) -> None:
    owners = {o: look(o, palette).colour for o in playable()}
    for a, b in combinations(owners, 2):
        assert apart(owners[a], owners[b]) > 36, (a, b)
    suits = {s: suit_colour(s, palette) for s in SUITS}
    for a, b in combinations(suits, 2):
        assert apart(suits[a], suits[b]) > 60, (a, b)


def test_everything_in_the_box_has_a_drawing() -> None:
    names = [*SUITS, *buildings(), *tokens(), *ITEMS, *marks().values(), "ruin"]
    assert [n for n in names if not sprites.has(n)] == []
    assert [o for o in owners() if look(o, "light").drawing == "stranger"] == []
    assert {*FACTIONS, *HIRELINGS} <= set(owners())
    assert set(LANDMARKS) <= set(marks())
    assert {c.suit for c in CARDS.values()} <= set(SUITS)


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("base-fox", ("base", "fox")),
        ("garden-mouse", ("garden", "mouse")),
        ("tradepost-rabbit", ("tradepost", "rabbit")),
        ("relic-figure", ("relic", "figure")),
        ("relic-spoon", ("relic", "")),
        ("relic-3", ("relic", "3")),
        ("plot-bomb", ("plot", "bomb")),
        ("sawmill", ("sawmill", "")),
        ("spaceport", ("", "")),
    ],
)
def test_the_kind_of_a_piece_tells_its_drawing_and_the_sign_on_it(kind: str, parts: tuple[str, str]) -> None:
    assert split_kind(kind, buildings() | tokens()) == parts


def test_an_unknown_owner_looks_like_a_stranger() -> None:
    it = look("moles-from-the-moon", "light")
    assert not it.known
    assert it.drawing == "stranger"
    assert it.colour == PALETTES["light"].alarm
