"""Pebbles: a toy game for three that uses everything the platform offers, and moves in as any game would."""

from engine.games import GameKind
from engine.rules import SeatSetup, Setup
from tests.toy.rules import Bid, Dare, Pebbles, PebblesRules, PebblesView, Take

__all__ = ["PEBBLES", "Bid", "Dare", "Pebbles", "PebblesKind", "PebblesRules", "PebblesView", "Take", "setup"]


class PebblesKind(GameKind):
    """The toy as the registry of games knows it."""

    def __init__(self) -> None:
        super().__init__("pebbles", "Pebbles", "tests.toy")


PEBBLES = PebblesKind()


def setup(*seats: str, heap: int = 30) -> Setup:
    return Setup(tuple(SeatSetup(seat) for seat in seats or ("ann", "bob")), {"heap": heap})
