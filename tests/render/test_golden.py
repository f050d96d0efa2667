"""The pictures still look as they did when somebody last looked at them."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image

from tests.render import views
from tests.render.golden import FOLDER, PAINTER, PICTURED, TOLERANCE, distance, thumbnail


@pytest.mark.parametrize("name", PICTURED)
def test_a_picture_looks_like_its_golden_one(name: str) -> None:
    golden = Image.open(FOLDER / f"{name}.png").convert("RGB")
    assert distance(thumbnail(PICTURED[name]().image), golden) <= TOLERANCE


def test_a_missing_piece_is_noticed() -> None:
    view = views.start()
    first = msgspec.structs.replace(view.clearings[4], warriors={})
    poorer = msgspec.structs.replace(view, clearings=(*view.clearings[:4], first, *view.clearings[5:]))
    drawn = PAINTER.board(poorer, "light", views.MARKED, views.RECENT)
    golden = Image.open(FOLDER / "autumn-start.png").convert("RGB")
    assert distance(thumbnail(drawn.image), golden) > TOLERANCE


def test_another_suit_is_noticed() -> None:
    view = views.start()
    other = msgspec.structs.replace(view.clearings[4], suit="mouse")
    changed = msgspec.structs.replace(view, clearings=(*view.clearings[:4], other, *view.clearings[5:]))
    drawn = PAINTER.board(changed, "light", views.MARKED, views.RECENT)
    golden = Image.open(FOLDER / "autumn-start.png").convert("RGB")
    assert distance(thumbnail(drawn.image), golden) > TOLERANCE
