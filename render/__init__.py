"""A view in, picture bytes out. No rules.

`PICTURES[view.game]` draws a game; `Studio` does it in threads and keeps what it made, `StudioApart` in a process of its own.
"""

from engine.rules import Place
from render.apart import StudioApart
from render.orders import Busy, Desk, Picture, board_file, thin
from render.painter import PICTURES, Painter
from render.palette import PALETTES
from render.studio import Studio, alt_text, fought, picture, text_board

__all__ = [
    "PALETTES",
    "PICTURES",
    "Busy",
    "Desk",
    "Painter",
    "Picture",
    "Place",
    "Studio",
    "StudioApart",
    "alt_text",
    "board_file",
    "fought",
    "picture",
    "text_board",
    "thin",
]
