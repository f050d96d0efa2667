"""E.3 with a real hireling: the Forest Patrol; and its demoted side, the Feline Physicians."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight, battle
from engine.root.actions.move import Move, moves
from engine.root.actions.paths import OpenPath
from engine.root.happen import settle
from engine.root.hiring.hireling import Direct
from engine.root.hiring.orders import March, Strike
from engine.root.landmark import stands
from engine.root.menu import refusal
from engine.root.projection import project
from engine.root.rule import is_enemy, ruler
from engine.root.setup.table import Clearing
from engine.root.standin import choose
from engine.root.state import Root
from engine.root.verbs import sweep
from tests.engine.root.board import Play
from tests.engine.root.clockwork.bots import BIRD
from tests.engine.root.factions.vagabond_table import carry
from tests.engine.root.hirelings.camp import Camp, camp, card

PATROL, PHYSICIANS = "forest-patrol", "feline-physicians"


def at_daylight(table: Camp, owner: str, step: str = "daylight.actions") -> Play:
    return table.turn(owner, step).start()


def eyrie_and(*others: str, by: str = "eyrie") -> Camp:
    return camp("eyrie", *others).with_hireling(PATROL, by=by)


def attack(table: Camp, clearing: int, defender: str) -> Play:
    """The Patrol attacks by its controller's order."""
    return table.play(battle, PATROL, clearing, defender)


# --- E.3.1 ------------------------------------------------------------------------------------------------


def test_HIRE_T11_the_controller_counts_its_hirelings_for_rule() -> None:
    table = eyrie_and("lizards", by="lizards").warriors("lizards", 1, at=5).put(PATROL, 1, at=5)
    table.warriors("eyrie", 1, at=5)
    assert ruler(table.state, 5) == "lizards"


def test_HIRE_T12_an_uncontrolled_hireling_ties_like_a_player() -> None:
    table = camp("eyrie", "lizards").with_hireling(PATROL).put(PATROL, 1, at=5).warriors("lizards", 1, at=5)
    assert ruler(table.state, 5) is None
    table.put(PATROL, 1, at=6).warriors("eyrie", 1, at=6)
    assert ruler(table.state, 6) == "eyrie"


def test_HIRE_T13_an_uncontrolled_hireling_that_rules_blocks_a_move() -> None:
    table = camp("lizards", "duchy").with_hireling(PATROL).put(PATROL, 2, at=5).warriors("lizards", 1, at=5)
    table.turn("lizards", "daylight.actions")
    assert moves(table.state, "lizards", [5]) == []
    why = refusal(table.state, "lizards", Move(5, 1, 1))
    assert why is not None
    assert why.clause == "4.2.1"


# --- E.3.2, E.3.4 -----------------------------------------------------------------------------------------


def test_E_3_2_who_is_an_enemy_of_a_hireling() -> None:
    table = camp("lizards", "duchy").with_hireling(PATROL, by="lizards").with_hireling("last-dynasty")
    state = table.state
    assert not is_enemy(state, PATROL, "lizards")
    assert is_enemy(state, PATROL, "duchy")
    assert is_enemy(state, PATROL, "last-dynasty")
    assert is_enemy(state, "lizards", "last-dynasty")


def test_HIRE_T54_a_partner_in_coalition_is_no_enemy_of_the_hireling() -> None:
    table = camp("vagabond", "lizards", "duchy", "corvids").with_hireling(PATROL, by="vagabond")
    table.state.players["vagabond"].coalition = "lizards"
    table.warriors("lizards", 1, at=5).put(PATROL, 2, at=5)
    why = refusal(table.state, "vagabond", Strike(PATROL, 5, "lizards"))
    assert why is not None
    assert why.clause == "G.1.27"


def test_HIRE_T21_hirelings_move_by_their_own_actions_alone() -> None:
    table = eyrie_and("lizards").put(PATROL, 3, at=5).warriors("eyrie", 1, at=5)
    assert [move for move in moves(table.state, "eyrie") if move.warriors > 1] == []
    # nobody else gives them orders
    why = refusal(table.state, "lizards", March(PATROL, 5, 1, 1))
    assert why is not None
    assert why.clause == "E.3.4"
    assert "control" in why.sentence


def test_MAP_T17_a_hireling_opens_no_path() -> None:
    table = camp("lizards", "duchy", map="mountain").with_hireling(PATROL, by="lizards")
    a, b = table.state.closed[0]
    table.put(PATROL, 1, at=a).put(PATROL, 1, at=b).hand("lizards", "sappers").turn("lizards", "daylight.x")
    why = refusal(table.state, "lizards", OpenPath(a, b))
    assert why is not None
    assert why.clause == "C.3.3"


# --- E.3.5, E.3.6, E.3.7 ----------------------------------------------------------------------------------


def test_HIRE_T14_nothing_is_scored_for_what_a_hireling_removes() -> None:
    table = eyrie_and("duchy").put(PATROL, 2, at=5).building("duchy", "market", 5).dice(1, 0)
    play = attack(table, 5, "duchy")
    assert play.state.buildings[5] == []
    assert play.score("eyrie") == 0


def test_HIRE_T17_a_defending_player_may_ambush_and_nobody_foils() -> None:
    table = eyrie_and("duchy").put(PATROL, 3, at=5).warriors("duchy", 2, at=5)
    table.suit(5, "rabbit").hand("duchy", "ambush-rabbit").hand("eyrie", "ambush-bird").dice(0, 0)
    play = attack(table, 5, "duchy")
    assert play.asked("duchy") == "battle.ambush"
    play.choose("ambush")
    # then the controller is not asked to foil, and two of the Patrol fall
    assert not play.noted("foiled")
    assert play.warriors(PATROL, 5) == 1


def test_E_3_5_nobody_ambushes_for_a_hireling() -> None:
    table = eyrie_and("duchy").put(PATROL, 3, at=5).warriors("duchy", 2, at=5)
    table.suit(5, "rabbit").hand("eyrie", "ambush-rabbit").dice(0, 0)
    play = table.play(battle, "duchy", 5, PATROL)
    assert play.noted("rolled")


def test_HIRE_T18_a_hireling_has_no_leader() -> None:
    table = eyrie_and("duchy").put(PATROL, 2, at=5).warriors("duchy", 3, at=5).dice(1, 0)
    table.board("eyrie", leader="commander")
    assert attack(table, 5, "duchy").warriors("duchy", 5) == 2


def test_HIRE_T19_the_controller_pays_outrage_for_a_hireling() -> None:
    table = camp("eyrie", "alliance").with_hireling(PATROL, by="eyrie").put(PATROL, 1, at=5)
    table.token("alliance", "sympathy", 1).hand("eyrie", "ambush-fox").suit(1, "fox")
    table.warriors("eyrie", 1, at=5).turn("eyrie", "daylight.craft")
    table.building("eyrie", "roost", 5)

    def go(game: Root) -> Flow[None]:
        from engine.root.actions.move import take_move

        yield from take_move(game, PATROL, Move(5, 1, 1), "E.2.4")

    play = table.play(go)
    if play.game.waiting():
        play.answer(play.question.options[0])
    assert play.hand("eyrie") == []


def test_HIRE_T20_HIRE_T55_a_favor_removes_the_hirelings_of_others() -> None:
    # given uncontrolled Patrols in four fox clearings, and own hirelings there
    table = camp("eyrie", "duchy").with_hireling(PATROL).with_hireling("last-dynasty", by="duchy")
    for clearing in (1, 6, 8, 12):
        table.put(PATROL, 1, at=clearing)
    table.put("last-dynasty", 5, at=6)

    def favor(game: Root) -> Flow[None]:
        sweep(game, "duchy", [1, 6, 8, 12], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    # then the own ones stay; the others go, one of them to the card
    assert play.warriors("last-dynasty", 6) == 5
    assert sum(play.state.warriors[PATROL]) == 0
    assert play.state.boards[PATROL].kept == 1  # type: ignore[attr-defined]
    assert play.state.guests[PATROL].supply == 12 - 4 + 3


def test_HIRE_T53_the_Vagabond_makes_no_enemies_by_his_hirelings() -> None:
    table = camp("vagabond", "duchy").with_hireling(PATROL, by="vagabond").put(PATROL, 2, at=5)
    table.warriors("duchy", 1, at=5).dice(1, 0)
    play = table.play(battle, PATROL, 5, "duchy")
    assert play.warriors("duchy", 5) == 0
    assert "hostile" not in str(play.state.boards["vagabond"])


# --- the card ---------------------------------------------------------------------------------------------


def test_HIRE_T22_of_three_that_fall_one_lies_on_the_card() -> None:
    table = camp("eyrie", "duchy").with_hireling(PATROL).put(PATROL, 3, at=5).warriors("duchy", 4, at=5)
    play = table.dice(3, 0).play(battle, "duchy", 5, PATROL)
    assert play.state.boards[PATROL].kept == 1  # type: ignore[attr-defined]
    assert play.state.guests[PATROL].supply == 9 + 2


def test_the_setup_puts_a_warrior_in_every_clearing() -> None:
    table = camp("eyrie", "duchy").with_hireling(PATROL)

    def lay(game: Root) -> Flow[None]:
        from engine.root.hiring.hireling import hirelings

        yield from hirelings(game)[PATROL].setup(game, PATROL, "duchy")

    play = table.play(lay)
    assert [play.warriors(PATROL, clearing) for clearing in range(1, 13)] == [1] * 12


def test_E_2_4_it_may_move_and_then_battle_anywhere() -> None:
    table = eyrie_and("duchy").put(PATROL, 2, at=5).put(PATROL, 1, at=8).warriors("duchy", 1, at=8)
    table.building("eyrie", "roost", 5).dice(1, 0).turn("eyrie", "daylight.craft")
    play = table.start()
    play.choose("direct", order="patrol-march")
    assert play.question.key == "hireling.march"
    play.choose("hireling_move", origin=5, to=1, warriors=1)
    assert play.warriors(PATROL, 1) == 1
    play.choose("hireling_battle", clearing=8)
    assert play.warriors("duchy", 8) == 0
    # then it is used for this turn
    used = card(play, PATROL).used["daylight"]
    table.turn("eyrie", "daylight.craft").state.turn = used
    assert refusal(table.state, "eyrie", Direct(PATROL, "patrol-march")).clause == "E.2.4"  # type: ignore[union-attr]


def test_E_2_4_the_warriors_on_the_card_come_back_together() -> None:
    table = eyrie_and("duchy").put(PATROL, 1, at=5).building("eyrie", "roost", 5)
    table.state.boards[PATROL].kept = 3  # type: ignore[attr-defined]
    table.state.guests[PATROL].supply -= 3
    play = table.turn("eyrie", "daylight.craft").start().choose("direct", order="patrol-return")
    assert play.warriors(PATROL, 5) == 4
    assert card(play, PATROL).used


def test_E_2_4_why_it_cannot() -> None:
    table = eyrie_and("duchy").turn("eyrie", "daylight.craft")
    for order in ("patrol-march", "patrol-return"):
        why = refusal(table.state, "eyrie", Direct(PATROL, order))
        assert why is not None
        assert why.clause == "E.2.4"
    assert refusal(table.state, "duchy", Direct(PATROL, "patrol-march")).clause == "E.3.4"  # type: ignore[union-attr]
    assert refusal(table.state, "eyrie", Direct("nobody", "march")).clause == "E.2"  # type: ignore[union-attr]
    table.turn("eyrie", "evening.draw")
    assert refusal(table.state, "eyrie", Direct(PATROL, "patrol-march")).clause == "E.2.4"  # type: ignore[union-attr]


def test_MAP_T5_a_hireling_takes_the_one_Ferry_of_its_controller() -> None:
    table = camp("eyrie", "duchy", map="lake").with_hireling(PATROL, by="eyrie")
    ferry = stands(table.state, "ferry")
    to = table.state.map.rivers[ferry][0]
    table.put(PATROL, 1, at=ferry).building("eyrie", "roost", ferry).warriors("eyrie", 2, at=ferry)
    play = table.turn("eyrie", "daylight.craft").start()
    play.choose("direct", order="patrol-march").choose("hireling_move", to=to, boat=True)
    # then the card is drawn, and the Ferry is used up for own warriors, too
    assert len(play.hand("eyrie")) == 1
    assert moves(play.state, "eyrie", [stands(play.state, "ferry")]) == [
        move for move in moves(play.state, "eyrie", [stands(play.state, "ferry")]) if not move.boat
    ]
    why = refusal(play.state, "eyrie", Move(to, ferry, 1, True))
    assert why is not None
    assert why.clause in ("C.2.5", "4.2")


# --- bots -------------------------------------------------------------------------------------------------


def test_CO_T19_bots_count_them_as_enemy_pieces_and_never_battle_them() -> None:
    from engine.root.clockwork.vocabulary import battles_in, enemy_pieces_in

    table = camp("marquise:clockwork", "duchy").with_hireling("last-dynasty").put("last-dynasty", 4, at=5)
    table.warriors("marquise", 2, at=5)
    assert enemy_pieces_in(table.state, "marquise", 5) == 4
    assert battles_in(table.state, "marquise", 5) == []


# --- Feline Physicians ------------------------------------------------------------------------------------


def nursed(*hand: str, by: str = "eyrie") -> Play:
    table = camp("eyrie", "duchy").with_hireling(PHYSICIANS, by=by).suit(5, "fox")
    table.warriors("eyrie", 3, at=5).warriors("duchy", 4, at=5).warriors("eyrie", 1, at=7)
    table.building("eyrie", "roost", 9).hand("eyrie", *hand)
    return table.dice(3, 0).play(battle, "duchy", 5, "eyrie")


def test_HIRE_T42_the_physicians_save_all_for_one_card() -> None:
    play = nursed("armorers")
    play.done()  # no ambush
    assert play.question.key == "physicians.nurse"
    play.choose("nurse", card="armorers")
    # then any one clearing with own pieces
    assert {option.clearing for option in play.question.options if isinstance(option, Clearing)} == {7, 9}
    play.choose("clearing", clearing=9)
    assert play.warriors("eyrie", 9) == 3
    assert play.hand("eyrie") == []


@pytest.mark.parametrize("by", ["", "duchy"])
def test_E_2_2_the_physicians_serve_their_controller_alone(by: str) -> None:
    play = nursed("armorers", by=by)
    play.done()
    assert play.asked("eyrie") == ""


def test_E_2_2_a_card_that_does_not_match_saves_nobody() -> None:
    play = nursed("ambush-mouse")
    play.done()
    # asked all the same: nobody learns what she holds
    assert play.question.secret
    assert not play.offers("nurse")
    play.done()
    assert play.warriors("eyrie", 9) == 0


def test_14_2_2_a_warlord_is_not_saved_by_physicians() -> None:
    table = camp("hundreds", "duchy").with_hireling(PHYSICIANS, by="hundreds").suit(5, "fox")
    table.warriors("hundreds", 1, at=5).warriors("duchy", 3, at=5).warriors("hundreds", 1, at=7)
    table.board("hundreds", warlord=5).hand("hundreds", "armorers").dice(1, 0)
    play = table.play(battle, "duchy", 5, "hundreds")
    while play.game.waiting() and play.question.key != "physicians.nurse":
        play.done()
    assert play.asked("hundreds") == ""


def test_G_1_31_a_refused_order_names_the_hireling() -> None:
    table = eyrie_and("duchy").turn("eyrie", "daylight.craft")
    why = refusal(table.state, "duchy", Direct(PATROL, "patrol-march"))
    assert why is not None
    assert why.about == {"hireling": PATROL}
    assert refusal(table.state, "eyrie", Strike(PATROL, 5, "duchy")) is not None
    assert refusal(table.state, "eyrie", Fight(5, "duchy")) is not None


def test_HIRE_T58_LH_33_a_hireling_alone_does_not_oppress() -> None:
    from engine.root.factions.hundreds.faction import oppressed

    table = camp("hundreds", "duchy").with_hireling(PATROL, by="hundreds").put(PATROL, 2, at=5)
    assert ruler(table.state, 5) == "hundreds"
    assert 5 not in oppressed(table.state, "hundreds")
    table.token("hundreds", "mob", 5)
    assert 5 in oppressed(table.state, "hundreds")


# --- the stand-in -----------------------------------------------------------------------------------------


def test_9_5_4_a_stand_in_for_a_vagabond_who_could_aid_looks_past_a_hireling() -> None:
    # given a Vagabond with a card for a clearing where only an enemy hireling stands
    table = camp("vagabond", "marquise").with_hireling(PATROL, by="marquise").put(PATROL, 2, at=1)
    carry(table, "boot boot torch").pawn("vagabond", 5).hand("vagabond", BIRD)
    play = table.turn("vagabond", "daylight.actions").start()
    question = play.game.pending("vagabond")
    assert question is not None
    # then it weighs going there without anybody to aid, and answers
    assert question.accepts(choose(project(play.state, "vagabond"), question))


def test_RB_7_7_6_a_hireling_defends_beside_an_arbiter_with_nothing_to_add() -> None:
    # given the Vagabot as Arbiter with an empty Battle Track where a hireling is attacked
    table = camp("duchy", "vagabond:clockwork").with_hireling(PATROL).put(PATROL, 1, at=5)
    table.warriors("duchy", 2, at=5).pawn("vagabond", 5).board("vagabond", character="arbiter").dice(1, 0)
    play = table.play(battle, "duchy", 5, PATROL)
    # then nobody is asked to enlist it
    assert play.asked("duchy") == ""
    assert play.warriors(PATROL, 5) == 0
