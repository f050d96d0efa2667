"""The Popular Band, and its demoted side, the Street Band."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.move import Move, moves, take_move
from engine.root.data import HIRELING_SIDES
from engine.root.hirelings.popular_band import Summon
from engine.root.hiring.hireling import Direct, hirelings
from engine.root.hiring.setup import removed
from engine.root.menu import refusal
from engine.root.state import BURROW, Root
from engine.root.verbs import place_warriors
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp

BAND, STREET = "popular-band", "street-band"
BOTH = [BAND, STREET]


def band(by: str = "", *, side: str = BAND) -> Camp:
    """The Lizards on turn with warriors in 5, beside clearing 1 where the Band is."""
    table = camp("lizards", "duchy").with_hireling(side, by=by).put(side, 1, at=1)
    return table.warriors("lizards", 3, at=5).warriors("lizards", 2, at=1)


def walk(game: Root, mover: str, origin: int, to: int, warriors: int) -> Flow[None]:
    yield from take_move(game, mover, Move(origin, to, warriors))


def walked(table: Camp) -> Play:
    table.turn("lizards", "daylight.actions")
    return table.play(walk, "lizards", 5, 1, 1)


# --- the freeze -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", BOTH)
def test_HIRE_T40_who_moved_to_the_band_moves_nothing_out_in_this_turn(side: str) -> None:
    # given two that stood there before
    table = band(side=side)
    assert moves(table.state, "lizards", [1])
    # when another moves in
    play = walked(table)
    # then nobody moves out, the earlier ones neither
    assert moves(play.state, "lizards", [1]) == []
    why = refusal(play.state, "lizards", Move(1, 5, 1))
    assert why is not None
    assert why.clause == "E.2.2"
    # and other clearings are free; so is this one in the next turn
    assert moves(play.state, "lizards", [5])
    play.state.turn += 1
    assert moves(play.state, "lizards", [1])


def test_HIRE_T41_the_controller_comes_and_goes() -> None:
    play = walked(band(by="lizards"))
    assert moves(play.state, "lizards", [1])


def test_RULING_H11_placing_is_not_moving_in() -> None:
    def land(game: Root) -> Flow[None]:
        place_warriors(game, "lizards", 1, 1, "G.1.31")
        yield from ()

    play = band().turn("lizards", "daylight.actions").play(land)
    assert moves(play.state, "lizards", [1])


def test_RULING_H11_without_the_band_the_freeze_ends() -> None:
    play = walked(band())
    play.state.add_warriors(BAND, 1, -1)
    assert moves(play.state, "lizards", [1])


def test_RULING_H11_others_are_not_held() -> None:
    table = band()
    table.warriors("duchy", 5, at=1)
    play = walked(table)
    assert moves(play.state, "duchy", [1])


def test_E_2_2_a_Vagabond_is_held_like_everybody() -> None:
    from engine.root.actions.move import bars_moving
    from engine.root.verbs import move_pawn

    def stroll(game: Root) -> Flow[None]:
        from engine.root.happen import settle

        move_pawn(game, "vagabond", 1, "9.5.1")
        yield from settle(game)

    table = camp("vagabond", "duchy").with_hireling(BAND).put(BAND, 1, at=1)
    play = table.pawn("vagabond", 5).turn("vagabond", "daylight.actions").play(stroll)
    assert bars_moving(play.state, "vagabond", 1, 5).clause == "E.2.2"  # type: ignore[union-attr]
    # a Slip is free (9.4.2)
    assert bars_moving(play.state, "vagabond", 1, 5, slips=True) is None


# --- Popular Band -----------------------------------------------------------------------------------------


def at_concert(table: Camp) -> Play:
    return table.turn("duchy", "daylight.assembly").start().choose("direct", order="band-concert")


def test_E_2_4_one_warrior_from_each_clearing_beside_it() -> None:
    # given the Band in 5, between 1 and 2
    table = camp("duchy", "lizards").with_hireling(BAND, by="duchy").put(BAND, 1, at=5).put(BAND, 1, at=8)
    table.warriors("lizards", 2, at=1).warriors("duchy", 1, at=1).warriors("lizards", 2, at=2)
    play = at_concert(table)
    assert play.question.key == "band.where"
    play.choose("clearing", clearing=5)
    near = play.state.map.neighbours(5, play.state.closed)
    assert {1, 2} <= set(near)
    assert play.offers("band_call", player="lizards", origin=1)
    assert play.offers("band_call", player="duchy", origin=1)  # own ones, too
    play.choose("band_call", player="lizards", origin=1)
    # then 1 has had its turn
    assert not play.offers("band_call", origin=1)
    play.choose("band_call", player="lizards", origin=2)
    assert play.warriors("lizards", 5) == 2
    # and a Band warrior may be placed
    assert play.question.key == "band.place"
    play.choose("clearing", clearing=12)
    assert play.warriors(BAND, 12) == 1
    assert not play.offers("direct", order="band-concert")


def test_E_2_4_calling_and_placing_are_both_free() -> None:
    table = camp("duchy", "lizards").with_hireling(BAND, by="duchy").put(BAND, 1, at=5)
    table.warriors("lizards", 2, at=1)
    play = at_concert(table).done().done()
    assert play.state.guests[BAND].supply == 4
    assert play.warriors("lizards", 1) == 2


def test_4_2_1_who_rules_neither_end_is_not_called() -> None:
    table = camp("duchy", "lizards", "keepers").with_hireling(BAND, by="duchy").put(BAND, 1, at=5)
    table.warriors("lizards", 2, at=1).warriors("keepers", 1, at=1).turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", Summon("lizards", 1, 5)) is None
    assert refusal(table.state, "duchy", Summon("keepers", 1, 5)).clause == "4.2.1"  # type: ignore[union-attr]


def test_1_5_5_a_snare_holds_who_is_called() -> None:
    table = camp("duchy", "corvids", "lizards").with_hireling(BAND, by="duchy").put(BAND, 1, at=5)
    table.warriors("lizards", 2, at=1).token("corvids", "snare", 1)
    table.turn("duchy", "daylight.assembly")
    why = refusal(table.state, "duchy", Summon("lizards", 1, 5))
    assert why is not None
    assert why.clause.startswith("13.")


def test_1_5_5_who_is_called_pays_outrage() -> None:
    table = camp("duchy", "lizards", "alliance").with_hireling(BAND, by="duchy").put(BAND, 1, at=5)
    table.warriors("lizards", 2, at=1).token("alliance", "sympathy", 5).suit(5, "fox")
    table.hand("lizards", "ambush-fox")
    play = at_concert(table).choose("band_call", player="lizards", origin=1)
    while play.game.waiting() and play.question.seat == "lizards":
        play.answer(play.question.options[0])
    assert play.hand("lizards") == []


def test_14_2_2_the_warlord_does_not_follow() -> None:
    table = camp("duchy", "hundreds").with_hireling(BAND, by="duchy").put(BAND, 1, at=5)
    table.warriors("hundreds", 1, at=1).board("hundreds", warlord=1)
    table.turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", Summon("hundreds", 1, 5)) is not None


def test_12_2_2_a_mole_comes_out_of_the_burrow() -> None:
    table = camp("lizards", "duchy").with_hireling(BAND, by="lizards").put(BAND, 1, at=5)
    table.token("duchy", "tunnel", 5).warriors("duchy", 2, at=BURROW)
    table.turn("lizards", "daylight.actions")
    assert refusal(table.state, "lizards", Summon("duchy", BURROW, 5)) is None


def test_why_the_band_does_not_call() -> None:
    table = camp("duchy", "lizards").with_hireling(BAND, by="duchy").put(BAND, 1, at=5)
    table.warriors("lizards", 2, at=1).turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", Summon("lizards", 1, 5)) is None
    assert refusal(table.state, "lizards", Summon("lizards", 1, 5)).clause == "E.3.4"  # type: ignore[union-attr]
    assert refusal(table.state, "duchy", Summon(BAND, 5, 1)).clause == "E.2.4"  # type: ignore[union-attr]
    assert refusal(table.state, "duchy", Summon("lizards", 1, 6)).clause == "E.2.4"  # type: ignore[union-attr]
    assert refusal(table.state, "duchy", Summon("lizards", 7, 5)).clause == "4.2"  # type: ignore[union-attr]


def test_A_6_3_two_stand_in_different_clearings() -> None:
    def lay(game: Root) -> Flow[None]:
        yield from hirelings(game)[BAND].setup(game, BAND, "lizards")

    play = camp("duchy", "lizards").with_hireling(BAND).play(lay)
    play.choose("clearing", clearing=4)
    assert not play.offers("clearing", clearing=4)
    play.choose("clearing", clearing=9)
    assert (play.warriors(BAND, 4), play.warriors(BAND, 9)) == (1, 1)


def hired(table: Camp) -> Play:
    def hire(game: Root) -> Flow[None]:
        yield from hirelings(game)[BAND].when_hired(game, BAND, "duchy")

    return table.play(hire)


def for_duchy() -> Camp:
    table = camp("duchy", "lizards").with_hireling(BAND, by="duchy")
    table.warriors("lizards", 1, at=5)
    return table


def test_E_2_1_one_comes_to_pieces_of_the_controller_if_none_is_there() -> None:
    table = for_duchy()
    table.warriors("duchy", 1, at=7)
    assert hired(table).warriors(BAND, 7) == 1


def test_E_2_1_nobody_comes_if_one_is_there() -> None:
    table = for_duchy().put(BAND, 1, at=2)
    table.warriors("duchy", 1, at=7)
    assert hired(table).state.guests[BAND].supply == 4


def test_RULING_H17_nobody_comes_without_such_a_clearing() -> None:
    assert hired(for_duchy()).state.guests[BAND].supply == 5


def test_SETUP_T28_the_band_bars_no_faction() -> None:
    assert removed([BAND]) == []
    assert HIRELING_SIDES[STREET].removes == ()


# --- Street Band ------------------------------------------------------------------------------------------


def test_E_2_4_the_street_band_is_placed_anywhere() -> None:
    table = camp("duchy", "lizards").with_hireling(STREET, by="duchy")
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="band-street")
    play.choose("clearing", clearing=11)
    assert play.warriors(STREET, 11) == 1


def test_E_2_4_the_street_band_has_five() -> None:
    table = camp("duchy", "lizards").with_hireling(STREET, by="duchy").put(STREET, 5, at=3)
    table.turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", Direct(STREET, "band-street")).clause == "E.2.4"  # type: ignore[union-attr]
