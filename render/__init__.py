"""A view in, picture bytes out. No rules.

`PICTURES[view.game]` draws a game; `Studio` does it in a thread and keeps what it made.
"""

from render.painter import PICTURES, Painter, Place
from render.palette import PALETTES
from render.studio import Picture, Studio, alt_text, text_board

__all__ = ["PALETTES", "PICTURES", "Painter", "Picture", "Place", "Studio", "alt_text", "text_board"]
