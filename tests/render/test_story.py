"""The strip of words below the map: put down quickly, and looking the same as if it were not."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from render import PALETTES
from render.canvas import Canvas
from render.root import story

LABEL = Canvas.label

SENTENCES = [
    ["The Marquise de Cat moves 2 warriors from 3 to 7.", "The Eyrie Dynasties craft Ambush!."],
    ["jjj fff ggg ,,, ___ |||", "(((j))) {{{f}}} [[[g]]]", "Wide @@@ j y f"],
    [
        "Quickly jumping frogs gaze (mouse): 3× sword, 2× tea – enough for everybody at this table, fully. "
        * 2
    ],
    ["Ḯntérnational Ṍ names ḑ̧g", "Ḑḑ Ắ g"] * 3,
    ["".join(sorted(story.STEADY))] * 3,
]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("sentences", SENTENCES)
@pytest.mark.parametrize("faults", [[], ["unknown map"]])
def test_words_with_paper_around_them_look_as_letters_alone(
    monkeypatch: pytest.MonkeyPatch, sentences: list[str], faults: list[str], palette: str
) -> None:
    def drawn() -> Image.Image:
        canvas = Canvas(story.WIDTH, story.HEIGHT, None)
        story.strip(canvas, sentences, faults, palette)
        return canvas.image

    def without_ground(*args: Any, ground: object = None, **more: Any) -> int:
        return LABEL(*args, **more)

    quick = drawn()
    monkeypatch.setattr(Canvas, "label", without_ground)
    assert quick.tobytes() == drawn().tobytes()


def test_every_steady_letter_stays_in_its_line_and_within_the_spaces_around_it() -> None:
    for letter in story.STEADY - {" "}:
        canvas = Canvas(200, 200, None)
        across = canvas.label(100, 100, letter, "plain", story.LETTERS, (0, 0, 0), "lm")
        left, top, right, bottom = canvas.report[0].box
        assert 100 - story.LEADING // 2 <= top < bottom <= 100 + story.LEADING // 2, letter
        assert 97 <= left < right <= 100 + across + 3, letter
