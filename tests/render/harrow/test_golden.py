"""The pictures still look as they did when somebody last looked at them."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image

from tests.render.golden import TOLERANCE, distance, thumbnail
from tests.render.harrow import views
from tests.render.harrow.golden import FOLDER, PAINTER, PICTURED

replace = msgspec.structs.replace


def golden(name: str) -> Image.Image:
    return Image.open(FOLDER / f"{name}.png").convert("RGB")


@pytest.mark.parametrize("name", PICTURED)
def test_a_picture_looks_like_its_golden_one(name: str) -> None:
    assert distance(thumbnail(PICTURED[name]().image), golden(name)) <= TOLERANCE


@pytest.mark.parametrize("change", [{"units": ()}, {"kind": "mountain"}, {"buildings": 1}])
def test_a_changed_hex_is_noticed(change: dict[str, object]) -> None:
    view = views.start()
    at = next(i for i, h in enumerate(view.hexes) if h.units)
    other = replace(view.hexes[at], **change)
    poorer = replace(view, hexes=(*view.hexes[:at], other, *view.hexes[at + 1 :]))
    drawn = PAINTER.board(poorer, "light", views.MARKED, views.RECENT)
    assert distance(thumbnail(drawn.image), golden("start")) > TOLERANCE
