"""A.8.2  Homelands, and the setup cards of the Marquise and the Eyrie. Ids SETUP-T… are edge cases of setup."""

from __future__ import annotations

from engine.root.data import MAPS
from engine.root.factions.eyrie import faction as eyrie
from engine.root.factions.marquise import faction as marquise
from engine.root.rule import neighbours
from engine.root.setup.homeland import (
    ANYWHERE,
    APART,
    FAR,
    homelands,
    joined,
    keeps_distance,
    spread_around,
)
from engine.root.setup.table import Clearing
from engine.root.verbs import bars_placing
from tests.engine.root.board import Play, Table, board


def with_homes(*factions: str, **starts: list[int]) -> Table:
    """A table where others have declared these homelands."""
    return board(*(factions or ("eyrie", "marquise"))).change(lambda game: game.starts.update(starts))


def offered(play: Play) -> list[int]:
    return [option.clearing for option in play.question.options]  # type: ignore[attr-defined]


# --- A.8.2.I, A.8.2.II ------------------------------------------------------------------------------------


def test_A_8_2_two_clearings_between_if_possible_SETUP_T14() -> None:
    # given an enemy homeland in 1
    table = with_homes(marquise=[1])
    # then map-edge clearings at distance 2 (2 and 4) are not offered while some are further away
    assert homelands(table.state, "eyrie", FAR, edge=True) == [3, 6, 7, 8]


def test_A_8_2_II_else_not_adjacent_SETUP_T15() -> None:
    # given enemy homelands in 1 and 7: no edge clearing is far from both
    table = with_homes(marquise=[1, 7])
    assert homelands(table.state, "eyrie", FAR, edge=True) == [2, 4, 6]


def test_A_8_2_II_else_anywhere() -> None:
    # given enemy homelands such that every free edge clearing touches one
    table = with_homes(marquise=[1, 2, 3, 8])
    assert homelands(table.state, "eyrie", FAR, edge=True) == [4, 5, 6, 7, 9]


def test_A_8_2_II_not_adjacent_without_the_edge() -> None:
    # given a faction that only must not be adjacent
    table = with_homes(marquise=[1])
    assert homelands(table.state, "eyrie", APART) == [2, 3, 4, 6, 7, 8, 11, 12]


def test_RULING_S9_the_edge_is_given_up_last() -> None:
    # given every clearing on the edge full
    table = with_homes(marquise=[12])
    for clearing in MAPS["autumn"].edge:
        table.building("marquise", "sawmill", at=clearing, count=2)
    # then the Eyrie may start inside; both free clearings there touch 12
    assert homelands(table.state, "eyrie", FAR, edge=True) == [10, 11]


def test_C_3_2_closed_paths_do_not_count_SETUP_T16() -> None:
    # given the mountain map, where the path between 2 and 5 is closed
    table = board("eyrie", "marquise", map="mountain").change(lambda game: game.starts.update(marquise=[2]))
    # then 5 is not adjacent to 2
    assert 5 not in neighbours(table.state, None, 2)
    assert keeps_distance(table.state, 5, APART, [2])
    assert not keeps_distance(table.state, 6, APART, [2])


def test_6_2_2_the_keep_is_nobody_elses_homeland_SETUP_T17() -> None:
    # given the keep in 7: it is an enemy homeland
    table = with_homes(marquise=[7])
    assert 7 not in homelands(table.state, "eyrie", ANYWHERE)
    # and even if it were not, nobody else may place there
    table = with_homes().token("marquise", "keep", at=7)
    assert 7 not in homelands(table.state, "eyrie", ANYWHERE)
    assert 7 in homelands(table.state, "marquise", ANYWHERE)


def test_A_8_2_every_homeland_counts_SETUP_T19() -> None:
    # given a faction that keeps no distance itself has its homeland in 6
    table = with_homes(corvids=[6])
    # then the Eyrie may neither share it nor come near
    assert homelands(table.state, "eyrie", FAR, edge=True) == [1, 4, 8, 9]


def test_A_8_2_factions_without_a_homeland_keep_nobody_away_SETUP_T20() -> None:
    table = with_homes("eyrie", "alliance")
    assert homelands(table.state, "eyrie", FAR, edge=True) == sorted(MAPS["autumn"].edge)


def test_A_8_2_I_all_pieces_must_fit_SETUP_T35() -> None:
    # given corner 1 with its only slot taken
    table = with_homes().building("marquise", "sawmill", at=1)
    assert 1 not in homelands(table.state, "eyrie", FAR, edge=True)
    # a faction that places no building there may still take it
    assert 1 in homelands(table.state, "eyrie", FAR, edge=True, bars=bars_placing)


# --- as evenly as possible --------------------------------------------------------------------------------


def test_A_8_2_three_warriors_over_two_neighbours_SETUP_T21() -> None:
    # given clearing 5 with two neighbours
    play = board("eyrie", "marquise").play(spread_around, "eyrie", 5, 3, "A.8.2")
    # then the owner chooses which gets the third
    assert (play.question.least, play.question.most, offered(play)) == (1, 1, [1, 2])
    play.choose_many(Clearing(2))
    assert [play.warriors("eyrie", at=c) for c in (1, 2)] == [1, 2]


def test_A_8_2_five_warriors_over_three_neighbours_SETUP_T22() -> None:
    # given corner 1 with three neighbours
    play = board("eyrie", "marquise").play(spread_around, "eyrie", 1, 5, "A.8.2")
    assert (play.question.least, play.question.most, offered(play)) == (2, 2, [5, 9, 10])
    play.choose_many(Clearing(5), Clearing(10))
    assert [play.warriors("eyrie", at=c) for c in (5, 9, 10)] == [2, 1, 2]


def test_A_8_2_nothing_to_choose_when_it_divides() -> None:
    play = board("eyrie", "marquise").play(spread_around, "eyrie", 1, 3, "A.8.2")
    assert [play.warriors("eyrie", at=c) for c in (5, 9, 10)] == [1, 1, 1]


def test_6_2_2_the_keep_takes_none_of_them() -> None:
    table = board("eyrie", "marquise").token("marquise", "keep", at=9)
    play = table.play(spread_around, "eyrie", 1, 4, "A.8.2")
    assert [play.warriors("eyrie", at=c) for c in (5, 9, 10)] == [2, 0, 2]


# --- the Eyrie --------------------------------------------------------------------------------------------


def test_A_8_2_the_eyrie_by_setup_card() -> None:
    # given the Marquise at home in 1, 5 and 10
    play = with_homes(marquise=[1, 5, 10]).play(eyrie.homeland_setup, "eyrie")
    # then only far clearings on the edge are offered: a roost and six warriors start there
    assert offered(play) == [3, 8]
    play.choose("clearing", clearing=8).choose("leader", leader="commander")
    assert (play.pieces("eyrie", "roost"), play.warriors("eyrie", at=8), play.supply("eyrie")) == ([8], 6, 14)
    assert play.state.starts["eyrie"] == [8]
    assert eyrie.board(play.state, "eyrie").leader == "commander"


# --- the Marquise -----------------------------------------------------------------------------------------


def choose_homes(play: Play, *clearings: int) -> Play:
    for clearing in clearings:
        play.choose("clearing", clearing=clearing)
    return play


def test_A_8_2_three_joined_homelands_SETUP_T34() -> None:
    table = with_homes("marquise", "eyrie")
    assert joined(table.state, (1, 5, 2))
    assert not joined(table.state, (1, 2, 3))
    # when she has chosen 1 and 2, which are not adjacent
    play = choose_homes(table.play(marquise.homeland_setup, "marquise"), 1, 2)
    # then the third must join them
    assert offered(play) == [5, 10]


def test_A_8_2_a_second_homeland_must_leave_room_for_a_chain() -> None:
    play = choose_homes(with_homes("marquise", "eyrie").play(marquise.homeland_setup, "marquise"), 1)
    assert 3 not in offered(play)


def test_A_8_2_the_marquise_by_setup_card_SETUP_T6() -> None:
    # given homelands 1, 5 and 2
    play = choose_homes(with_homes("marquise", "eyrie").play(marquise.homeland_setup, "marquise"), 1, 5, 2)
    # then two warriors stand in each and one everywhere else
    assert [play.warriors("marquise", at=c) for c in range(1, 13)] == [2, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1]
    assert play.supply("marquise") == 10
    # the keep and one building each go to the homelands
    play.choose("clearing", clearing=5)
    assert play.pieces("marquise", "keep") == [5]
    assert offered(play) == [1, 2, 5]
    play.choose("clearing", clearing=2)
    assert offered(play) == [1, 5]
    play.choose("clearing", clearing=5)
    assert [play.pieces("marquise", kind) for kind in marquise.BUILDINGS] == [[2], [5], [1]]
    assert play.state.starts["marquise"] == [1, 5, 2]


def test_A_8_2_the_keep_stays_away_from_enemy_homelands_if_able() -> None:
    # given the Eyrie at home in 9, next to 1
    table = with_homes("marquise", "eyrie", eyrie=[9])
    play = choose_homes(table.play(marquise.homeland_setup, "marquise"), 1, 5, 2)
    # then the keep may not stand in 1
    assert offered(play) == [2, 5]


def test_A_8_2_I_no_enemy_homeland_is_hers() -> None:
    play = with_homes("marquise", "eyrie", eyrie=[9]).play(marquise.homeland_setup, "marquise")
    assert 9 not in offered(play)
