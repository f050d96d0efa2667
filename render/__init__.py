"""A view in, picture bytes out. No rules.

`PICTURES[view.game]` draws a game; `Studio` does it in a thread and keeps what it made.
"""

from engine.rules import Place
from render.painter import PICTURES, Painter
from render.palette import PALETTES
from render.studio import Picture, Studio, alt_text, board_file, fought, picture, text_board

__all__ = [
    "PALETTES",
    "PICTURES",
    "Painter",
    "Picture",
    "Place",
    "Studio",
    "alt_text",
    "board_file",
    "fought",
    "picture",
    "text_board",
]
