"""H1.3, H3.4.4, H5.2, H7.2  Whose turn follows, also with factions that have no jars."""

from __future__ import annotations

import msgspec
import pytest

from engine.harrow.course import GameOver
from engine.harrow.data import MODES
from engine.harrow.faction import AFTER, BEFORE, FACTIONS, Faction
from engine.harrow.round import end_game, next_owner, win_at_once
from engine.harrow.rules import RULES
from engine.harrow.setup import new_table
from engine.harrow.state import Board, Cursor, Harrow
from engine.rules import SeatSetup, Setup


class Plain(Board):
    pass


class Counting(Faction):
    """A faction without jars that counts its turns."""

    def __init__(self, id: str, turns: str) -> None:
        self.id = id  # type: ignore[misc]
        self.turns = turns  # type: ignore[misc]
        self.taken = 0
        self.won = False

    def new_board(self) -> Board:
        return Plain()

    def turns_taken(self, game: Harrow, owner: str) -> int:
        return self.taken

    def has_won(self, game: Harrow, owner: str) -> bool:
        return self.won


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counting]:
    found = {"hester": Counting("hester", AFTER), "fairfolk": Counting("fairfolk", BEFORE)}
    for id, faction in found.items():
        monkeypatch.setitem(FACTIONS, id, faction)
    return found


def table(*plays: str) -> Harrow:
    game = new_table(Setup(tuple(SeatSetup(one, one) for one in plays), {"mode": "C3"}))
    game.lantern = "protectors"
    game.cursor = Cursor()
    return game


def turns(game: Harrow, strangers: dict[str, Counting], takes_lantern: int = -1) -> str:
    """The turns of a round by first letters; in one of them its player takes the lantern."""
    told = ""
    while owner := next_owner(game):
        game.cursor.active = owner
        if owner in strangers:
            strangers[owner].taken += owner == "hester"
        else:
            game.players[owner].flipped.append(str(len(told)))
        if len(told) == takes_lantern:
            game.lantern = owner
        told += {"hester": "H", "fairfolk": "f"}.get(owner, owner[0].upper())
    return told


def test_H1_3_1_HX_40_two_alternate_and_the_lantern_gives_a_double_turn(
    strangers: dict[str, Counting],
) -> None:
    assert turns(table("family", "protectors"), strangers) == "PFPFPF"
    assert turns(table("family", "protectors"), strangers, takes_lantern=1) == "PFFPFP"


def test_H5_2_1_HX_39_a_third_faction_plays_after_both(strangers: dict[str, Counting]) -> None:
    assert turns(table("hester", "family", "protectors"), strangers) == "PFHPFHPFH"
    strangers["hester"].taken = 0
    assert turns(table("hester", "family", "protectors"), strangers, takes_lantern=1) == "PFHFPHFPH"


def test_H7_2_2_H7_2_4_another_plays_before_each_jar(strangers: dict[str, Counting]) -> None:
    assert turns(table("fairfolk", "family", "protectors"), strangers) == "fPfFfPfFfPfF"
    assert turns(table("fairfolk", "family", "protectors"), strangers, takes_lantern=3) == "fPfFfFfPfFfP"


def test_H7_2_3_four_factions(strangers: dict[str, Counting]) -> None:
    game = table("fairfolk", "family", "protectors", "hester")
    assert turns(game, strangers) == "fPfFHfPfFHfPfFH"
    assert game.rivals == ["protectors", "family"]
    assert game.other("family") == "protectors"


def test_H7_9_1_H7_9_3_others_win_beside(strangers: dict[str, Counting]) -> None:
    game = table("fairfolk", "family", "protectors")
    strangers["fairfolk"].won = True
    game.players["family"].score = 8
    end_game(game, others=["fairfolk"])
    assert (game.winners, game.end) == (["family", "fairfolk"], "points")
    game = table("fairfolk", "family", "protectors")
    end_game(game, by_points=False, others=["fairfolk"])
    assert (game.winners, game.end) == (["fairfolk"], "alone")
    game = table("fairfolk", "family", "protectors", "hester")
    with pytest.raises(GameOver):
        win_at_once(game, "hester", "H1.15.2")
    assert game.winners == ["hester", "fairfolk"]


def test_a_faction_that_moves_by_itself_has_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = msgspec.structs.replace(MODES["C3"], tables=(("protectors",),), seats=1, automated=("family",))
    monkeypatch.setitem(MODES, "C3", mode)
    game = RULES.new(Setup((SeatSetup("ann", "protectors"),), {"mode": "C3"}))
    assert game.order == ["protectors", "family"]
    assert game.seats == {"ann": "protectors"}
    view = RULES.view(game, None)
    assert [one.automated for one in view.factions] == [False, True]
