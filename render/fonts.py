"""Type: the four faces, what a text measures, and how it is cut to fit."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont, features

FOLDER = Path(__file__).resolve().parents[1] / "data" / "fonts"

FACES = {
    "title": "Vollkorn-Black.ttf",
    "strong": "Lato-Black.ttf",
    "plain": "Lato-Bold.ttf",
    "small": "Lato-Medium.ttf",
}

SHAPED = bool(features.check("raqm"))
"""True if Pillow can choose letter forms here; without it the title face shows its old-style figures."""

_NOT_A_LETTER = "\U0010fffd"


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels."""
    layout = ImageFont.Layout.RAQM if forms(face) else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(FOLDER / FACES[face]), size, layout_engine=layout)


@cache
def ascent(face: str, size: int) -> int:
    """How far above the base line the pen's corner is."""
    return font(face, size).getmetrics()[0]


def forms(face: str) -> list[str] | None:
    """The letter forms to ask for: figures as high as capitals in the title face."""
    return ["lnum"] if face == "title" and SHAPED else None


@lru_cache(4096)
def can_draw(letter: str, face: str) -> bool:
    """True if the face has this letter."""
    if letter.isspace():
        return True
    drawn = font(face, 20)
    return bytes(drawn.getmask(letter)) != bytes(drawn.getmask(_NOT_A_LETTER))


@lru_cache(4096)
def clean(text: str, face: str) -> str:
    """The text on one line, without what the face cannot draw (emoji in names, for example)."""
    kept = "".join(c if can_draw(c, face) else " " for c in text)
    words = " ".join(kept.split())
    return words or ("?" if text.strip() else "")


@lru_cache(8192)
def width(text: str, face: str, size: int) -> int:
    """How wide a text is, in pixels."""
    return round(font(face, size).getlength(text, features=forms(face)))


@lru_cache(4096)
def fit(text: str, face: str, size: int, room: int) -> str:
    """The text, shortened with an ellipsis if it needs more room."""
    text = clean(text, face)
    if width(text, face, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", face, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


@lru_cache(2048)
def wrap(text: str, face: str, size: int, room: int, most: int = 99) -> tuple[str, ...]:
    """The text on lines of the given room; at most `most` lines, the last one cut if needed."""
    lines: list[str] = []
    line = ""
    for word in clean(text, face).split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, face, size) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    if line:
        lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple(fit(each, face, size, room) for each in lines)
