"""The strip below the map: what happened last, in words. Or what is wrong with the picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.root.data import CARDS, FACTIONS, SUITS
from engine.root.words import FILE as SENTENCES
from render import fonts
from render.canvas import Canvas, ink
from render.root import sprites
from render.root.style import palette_named

WIDTH, HEIGHT = 1760, 76
PAD = 16
LETTERS, LEADING = 29, 34
LINES = 2
ARROW = 24
"""How much room the sign before a sentence needs."""
WARNINGS = 3
MOST = 6
"""More sentences never fit."""

LEGEND = "The head beside a clearing's number is its ruler's. A white ring: something changed here."
"""Told once, in the first turn, as long as there is room."""

STEADY = frozenset(map(chr, range(32, 127))) | frozenset("×–…")
"""Letters that stay in their line and never reach over a space: words of them are put down with the paper around them."""

Word = tuple[int, str]
"""A word and where it stands on its line; "" is the sign before a sentence."""


def lines_of(text: str, start: int, room: int) -> list[list[Word]]:
    """A sentence word by word, from a place on a line: words come again and are kept drawn, sentences are not."""
    lines: list[list[Word]] = [[]]
    words, at, space = measured(text), start, fonts.width(" ", "plain", LETTERS)
    whole = sum(wide + space for _, wide in words) - space
    if at + ARROW > room // 2 and at + ARROW + whole > room:
        lines, at = [[], []], 0  # what does not fit behind another one begins on a line of its own
    lines[-1].append((at, ""))
    at += ARROW
    for word, wide in words:
        if at + wide > room:
            lines.append([])
            at = 0
        lines[-1].append((at, word if wide <= room else fonts.fit(word, "plain", LETTERS, room)))
        at += wide + space
    return lines


@lru_cache(1024)
def measured(text: str) -> tuple[tuple[str, int], ...]:
    """The words of a sentence, each with its width."""
    words = fonts.clean(text, "plain").split()
    return tuple((word, fonts.width(word, "plain", LETTERS)) for word in words)


def set_out(sentences: Sequence[str], room: int) -> list[list[Word]]:
    """Sentences one after another on lines."""
    lines: list[list[Word]] = [[]]
    for text in sentences:
        last = lines[-1]
        end = last[-1][0] + fonts.width(last[-1][1], "plain", LETTERS) + 22 if last else 0
        first, *more = lines_of(text, end, room)
        last.extend(first)
        lines.extend(more)
    return lines


def told(recent: Sequence[str], room: int) -> list[list[Word]]:
    """The newest sentences that fit, whole; the newest alone is cut if even it does not."""
    lines: list[list[Word]] = []
    for count in range(len(recent), 0, -1):
        lines = set_out(recent[-count:], room)
        if len(lines) <= LINES:
            return lines
    if lines:
        lines = lines[:LINES]
        start, last = lines[-1][-1]
        lines[-1][-1] = (start, f"{last.rstrip('.,:')}…")
    return lines


def strip(canvas: Canvas, recent: Sequence[str], faults: Sequence[str], palette: str) -> None:
    """The whole strip, on a canvas with its corner there."""
    table = palette_named(palette)
    canvas.bar((0, 0, WIDTH, HEIGHT), table.paper)
    canvas.bar((0, 0, WIDTH, 4), table.outline)
    sentences = recent[-MOST:]
    if faults:
        canvas.plate((4, 5, WIDTH - 4, HEIGHT - 2), table.panel, 12, table.alarm, 4)
        more = len(faults) - WARNINGS
        sentences = [f"! {fault}" for fault in faults[:WARNINGS]] + (
            [f"! and {more} more"] if more > 0 else []
        )
    arrow = sprites.figure("arrow", 15, (120, 80, 10), palette, 1.5)
    lines = told(sentences, WIDTH - 2 * PAD)
    y = (HEIGHT + 4 - LEADING * (len(lines) - 1)) // 2
    ground = table.paper if not faults and STEADY.issuperset("".join(sentences)) else None
    for line in lines:
        for at, word in line:
            if word:
                canvas.label(
                    PAD + at, y, word, "plain", LETTERS, table.ink, "lm", place="story", ground=ground
                )
            else:
                canvas.sprite(arrow, PAD + at, y - arrow.height // 2, "sign", "event", "story")
        y += LEADING


def warm() -> None:
    """Draw ahead the words that stories are made of."""
    texts = [*SENTENCES.events.values(), *SENTENCES.players.values(), *SENTENCES.names.values()]
    texts += [card.name for card in CARDS.values()] + [faction.name for faction in FACTIONS.values()]
    names = [*SENTENCES.names.values(), *(card.name for card in CARDS.values())]
    found = {word for text in texts for word in re.sub(r"{[^}:]*|[:/|}]", " ", text).split()}
    found |= {word.capitalize() for word in found if word.islower()}
    found |= {f"{text.split()[-1]}{end}" for text in names if text for end in (".", ",")}
    found |= {f"({suit}){end}" for suit in SUITS for end in ("", ".", ":", ",")}
    found |= {f"{number}{end}" for number in range(31) for end in ("", ".", ",")}
    for word in found:
        fonts.width(word, "plain", LETTERS)
        ink(word, "plain", LETTERS, 0)
