"""Sizes of the map's picture, and the shape of a clearing: between a circle and a square, a little flat."""

from __future__ import annotations

import math

WIDTH = 1412
HEIGHT = 1044
RADIUS = 120
"""Half the width of a clearing."""
PATH = 26
RIVER = 48

SQUARE = 2.7
"""2 is a circle, more is squarer."""
FLAT = 0.96
"""The height as a share of the width."""


def squircle(angle: float, radius: float, power: float = SQUARE) -> float:
    """How far the edge is from the middle, in a direction."""
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    return float(radius * (c**power + s**power) ** (-1 / power))
