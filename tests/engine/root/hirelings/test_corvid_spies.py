"""The Corvid Spies, and their demoted side, the Raven Sentries."""

from __future__ import annotations

import pytest

from engine.root.actions.battle import battle
from engine.root.hiring.hireling import Direct
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp, set_up, why

SPIES, SENTRIES = "corvid-spies", "raven-sentries"


def spies(*others: str) -> Camp:
    return camp("duchy", *(others or ("lizards",))).with_hireling(SPIES, by="duchy")


def send(table: Camp) -> Play:
    return table.turn("duchy", "daylight.assembly").start().choose("direct", order="spies-spy")


# --- Corvid Spies -----------------------------------------------------------------------------------------


def test_E_2_4_two_come_to_enemy_pieces() -> None:
    table = spies()
    table.warriors("lizards", 1, at=5).building("lizards", "garden-fox", 8).warriors("duchy", 1, at=1)
    table.dice(0, 0).dice(0, 0)
    play = send(table)
    assert {option.clearing for option in play.options("clearing")} == {5, 8}  # type: ignore[attr-defined]
    play.choose("clearing", clearing=5).choose("clearing", clearing=5)
    assert play.warriors(SPIES, 5) == 2


def test_E_2_4_they_battle_in_every_clearing_where_an_enemy_is() -> None:
    table = spies().put(SPIES, 2, at=8).put(SPIES, 2, at=3)
    table.warriors("lizards", 1, at=5).warriors("lizards", 1, at=8).hand("lizards", "ambush-bird")
    table.dice(1, 0).dice(1, 0)
    play = send(table)
    play.choose("clearing", clearing=5).choose("clearing", clearing=5)
    assert {option.order for option in play.options("hireling_part")} == {"spies-battle", "spies-steal"}  # type: ignore[attr-defined]
    play.choose("hireling_part", order="spies-battle")
    # then there is no way around either, but the order is free
    assert not play.offers("done")
    play.choose("hireling_battle", clearing=8)
    play.done("lizards")
    while play.game.waiting() and play.question.key == "hireling.strike":
        play.choose("hireling_battle", clearing=5)
    if play.asked("lizards"):
        play.done("lizards")
    assert (play.warriors("lizards", 5), play.warriors("lizards", 8)) == (0, 0)
    assert not play.offers("direct", order="spies-spy")


def test_HIRE_T51_a_random_card_from_each_enemy_with_pieces_there() -> None:
    # given B with cards and C without any in one clearing, D elsewhere
    table = spies("lizards", "eyrie", "marquise").put(SPIES, 6, at=5)
    table.warriors("lizards", 1, at=5).warriors("eyrie", 1, at=5).warriors("marquise", 1, at=7)
    table.hand("lizards", "ambush-fox").hand("marquise", "ambush-mouse")
    play = send(table).choose("hireling_part", order="spies-steal")
    assert play.hand("duchy") == ["ambush-fox"]
    assert play.hand("lizards") == []
    assert play.hand("marquise") == ["ambush-mouse"]


def test_1_2_1_only_the_two_see_which_card_it_was() -> None:
    table = spies().put(SPIES, 6, at=5)
    table.warriors("lizards", 1, at=5).hand("lizards", "ambush-fox")
    play = send(table).choose("hireling_part", order="spies-steal")
    told = [event for event in play.events if "ambush-fox" in str(event.about)]
    assert told
    assert all(set(event.only) >= {"duchy", "lizards"} for event in told)


def test_E_2_4_without_an_enemy_there_is_nothing_to_do() -> None:
    table = spies()
    table.warriors("duchy", 2, at=5).turn("duchy", "daylight.assembly")
    assert why(table, "duchy", Direct(SPIES, "spies-spy")) == "E.2.4"


def test_RB_2_8_1_a_bot_without_a_hand_lets_one_draw() -> None:
    table = spies("eyrie:clockwork").put(SPIES, 6, at=5)
    table.warriors("eyrie", 1, at=5)
    play = send(table).choose("hireling_part", order="spies-steal")
    assert len(play.hand("duchy")) == 1


def test_A_6_3_two_in_clearings_of_one_suit() -> None:
    table = camp("duchy", "lizards").with_hireling(SPIES)
    play = table.play(set_up, SPIES, "lizards").choose("clearing", clearing=1)
    suit = play.state.suits[1]
    offered = {option.clearing for option in play.options("clearing")}  # type: ignore[attr-defined]
    assert offered == {c for c in range(2, 13) if play.state.suits[c] == suit}
    play.choose("clearing", clearing=min(offered))
    assert play.state.guests[SPIES].supply == 4


# --- Raven Sentries ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["building", "token", ""])
def test_E_2_2_a_hit_more_where_own_buildings_or_tokens_are(piece: str) -> None:
    table = camp("duchy", "lizards").with_hireling(SENTRIES, by="duchy")
    table.warriors("duchy", 3, at=5).warriors("lizards", 3, at=5)
    if piece == "building":
        table.building("duchy", "market", 5)
    elif piece:
        table.token("duchy", "tunnel", 5)
    play = table.dice(1, 0).play(battle, "duchy", 5, "lizards")
    assert play.warriors("lizards", 5) == 3 - 1 - bool(piece)


def test_E_2_2_in_defence_too() -> None:
    table = camp("duchy", "lizards").with_hireling(SENTRIES, by="lizards")
    table.warriors("duchy", 3, at=5).warriors("lizards", 3, at=5).building("lizards", "garden-fox", 5)
    play = table.dice(1, 1).play(battle, "duchy", 5, "lizards")
    assert play.warriors("duchy", 5) == 1
    assert play.noted("extra.hits")


def test_E_3_5_not_for_hirelings_and_not_while_uncontrolled() -> None:
    table = camp("duchy", "lizards").with_hireling(SENTRIES, by="duchy").with_hireling(SPIES, by="duchy")
    table.put(SPIES, 2, at=5).building("duchy", "market", 5).warriors("lizards", 3, at=5)
    assert table.dice(1, 0).play(battle, SPIES, 5, "lizards").warriors("lizards", 5) == 2
    table = camp("duchy", "lizards").with_hireling(SENTRIES)
    table.warriors("duchy", 3, at=5).building("duchy", "market", 5).warriors("lizards", 3, at=5)
    assert table.dice(1, 0).play(battle, "duchy", 5, "lizards").warriors("lizards", 5) == 2
