"""Owners, terrains and pieces can be told apart: by shape, by pattern, and by colour in every palette."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.harrow.data import FACTS
from render import PALETTES
from render.harrow import ground, sprites
from render.harrow.style import OWNERS, TERRAINS, cube_colour, owner_colour, terrain_colour
from render.palette import Colour
from render.scene import Scene


def apart(a: Colour, b: Colour) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def shape(name: str) -> bytes:
    """A drawing as its outline only."""
    return sprites.figure(name, 80, (128, 128, 128), "light").getchannel("A").tobytes()


@pytest.mark.parametrize("palette", PALETTES)
def test_every_owner_terrain_and_cube_has_a_colour_of_its_own(palette: str) -> None:
    for table, colour in ((OWNERS, owner_colour), (TERRAINS, terrain_colour), (TERRAINS, cube_colour)):
        for a, b in combinations(table, 2):
            assert apart(colour(a, palette), colour(b, palette)) > 45, (a, b)


def test_haints_have_silhouettes_of_their_own() -> None:
    shapes = [shape(f"haint-{owner}") for owner in ("protectors", "family", "kammi")]
    for a, b in combinations(shapes, 2):
        assert sum(abs(x - y) > 128 for x, y in zip(a, b, strict=True)) > 150


def test_every_legend_looks_different() -> None:
    drawn = {
        name: sprites.legend(name, "family", 0, False, "light", 80)
        for name in (*FACTS.legends, "kammi", "hester")
    }
    for a, b in combinations(drawn, 2):
        size = (min(drawn[a].width, drawn[b].width), 80)
        one, other = (drawn[n].crop((0, 0, *size)).convert("RGB") for n in (a, b))
        difference = ImageChops.difference(one, other).convert("L").point(lambda v: 255 * (v > 40))
        assert sum(difference.histogram()[255:]) > 300, (a, b)


def pattern(kind: str) -> Image.Image:
    """The ground of a kind without its colour: light and dark alone."""
    scene = Scene(200, 180, (0, 0, 0))
    ground.ground(scene, 7, kind, 100, 90, ground.RADIUS, "light")
    grey = scene.paint().convert("L").crop((55, 30, 145, 150))
    base = grey.histogram().index(max(grey.histogram()))
    return grey.point(lambda v: 255 * (abs(v - base) > 14))


def test_every_terrain_has_a_pattern_of_its_own_that_needs_no_colour() -> None:
    drawn = {kind: pattern(kind) for kind in TERRAINS}
    for kind, image in drawn.items():
        assert 0.03 < image.histogram()[255] / (90 * 120) < 0.9, kind
    for a, b in combinations(drawn, 2):
        different = ImageChops.difference(drawn[a], drawn[b]).histogram()[255] / (90 * 120)
        assert different > 0.08, (a, b)


@pytest.mark.parametrize("palette", PALETTES)
def test_cubes_of_the_jar_factions_differ_by_more_than_colour(palette: str) -> None:
    marks = [sprites.SIGNS[owner] for owner in ("protectors", "family", "kammi")]
    assert len(set(marks)) == 3


def test_an_unknown_owner_has_the_colour_of_alarm() -> None:
    assert owner_colour("moles", "light") == PALETTES["light"].alarm
