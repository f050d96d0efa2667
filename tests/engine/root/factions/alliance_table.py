"""Tables for the tests of the Woodland Alliance. Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10."""

from __future__ import annotations

from typing import cast

from engine.root.factions.alliance.supporters import AllianceBoard
from engine.root.state import Owner
from engine.rules import Event
from tests.engine.root.board import Play, Table, board


def stack(table: Table, *cards: str) -> Table:
    """Supporters, taken out of the deck."""
    for card in cards:
        table.state.deck.remove(card)
    return table.board("alliance", supporters=[*cards])


def supporters(play: Play) -> list[str]:
    return sorted(cast(AllianceBoard, play.state.boards["alliance"]).supporters)


def officers(play: Play) -> int:
    return cast(AllianceBoard, play.state.boards["alliance"]).officers


def sympathy(table: Table, *clearings: int) -> Table:
    for clearing in clearings:
        table.token("alliance", "sympathy", at=clearing)
    return table


def base(table: Table, suit: str, at: int) -> Table:
    return table.building("alliance", f"base-{suit}", at=at)


def birdsong(*others: str, step: str = "birdsong.revolt") -> Table:
    return board("alliance", *(others or ("marquise",))).turn("alliance", step)


def spreading(*others: str) -> Table:
    return birdsong(*others, step="birdsong.spread")


def daylight(*others: str) -> Table:
    return birdsong(*others, step="daylight.actions")


def evening(*others: str, officers: int = 1) -> Table:
    return birdsong(*others, step="evening.operations").board("alliance", officers=officers)


def spread_targets(play: Play) -> list[int]:
    return [option.clearing for option in play.options("spread")]  # type: ignore[attr-defined]


def seen(events: list[Event], key: str, seat: Owner | None) -> list[Event]:
    return [event for event in events if event.key == key and event.seen_by(seat)]
