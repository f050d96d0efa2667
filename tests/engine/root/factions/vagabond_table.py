"""Tables for the tests of the Vagabond. Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.

Items are written as a list of words: "boot" is ready, "boot-" exhausted, "boot!" damaged, "boot-!" both;
"boot*" was found under a ruin.
"""

from __future__ import annotations

from typing import cast

from engine.root.factions.vagabond.items import Item, VagabondBoard
from tests.engine.root.board import Play, Table, board

FOREST = "1_2_5_10"


def item(word: str) -> Item:
    kind = word.rstrip("-!*")
    return Item(kind=kind, exhausted="-" in word, damaged="!" in word, ruin="*" in word)


def carry(table: Table, items: str, owner: str = "vagabond") -> Table:
    """These are all items of a Vagabond."""
    return table.board(owner, items=[item(word) for word in items.split()])


def wanderer(
    items: str,
    *others: str,
    at: int | str = 5,
    step: str = "daylight.actions",
    character: str = "",
    owner: str = "vagabond",
) -> Table:
    """It is a Vagabond's turn; he has these items and stands here."""
    table = board(owner, *(others or ("marquise",))).turn(owner, step)
    carry(table, items, owner).pawn(owner, at).board(owner, character=character)
    return table.no_ruins()


def bystander(items: str, *others: str, at: int | str = 5, character: str = "") -> Table:
    """A Vagabond is at the table, the first of the others has the turn."""
    table = board(*others, "vagabond").turn(others[0], "daylight.actions")
    return carry(table, items).pawn("vagabond", at).board("vagabond", character=character).no_ruins()


def own(play: Play, owner: str = "vagabond") -> VagabondBoard:
    return cast(VagabondBoard, play.state.boards[owner])


def items(play: Play, owner: str = "vagabond") -> str:
    """All items of a Vagabond in the same words, sorted."""
    words = (f"{i.kind}{'-' * i.exhausted}{'!' * i.damaged}{'*' * i.ruin}" for i in own(play, owner).items)
    return " ".join(sorted(words))


def relation(play: Play, other: str, owner: str = "vagabond") -> str:
    view = play.game.rules.view(play.state, None)
    player = next(p for p in view.players if p.owner == owner)  # type: ignore[attr-defined]
    return cast(str, player.own.relations[other])


def place(play: Play, owner: str = "vagabond") -> int | str:
    return play.state.pawns[owner]
