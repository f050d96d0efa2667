"""What must be true of every game of Pebbles."""

from tests.toy.rules import Pebbles


def check(game: Pebbles) -> list[str]:
    return ["fewer than no pebbles"] if game.heap < 0 else []
