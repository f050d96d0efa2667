"""Hirelings where they meet something else: other factions' pieces, bots, dominance, closed paths, the Ferry, a new controller."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight, battle
from engine.root.actions.move import Move, take_move
from engine.root.factions.alliance.faction import Revolt, after_sweep, bars_revolt
from engine.root.factions.corvids.plots import Expose, bars_exposure
from engine.root.happen import settle
from engine.root.hirelings.exile import Equip
from engine.root.hirelings.flame_bearers import burn, spread
from engine.root.hirelings.furious_protector import STOIC
from engine.root.hirelings.popular_band import calls
from engine.root.hirelings.vault_keepers import near_vaults
from engine.root.hirelings.warm_sun_prophets import fights
from engine.root.hiring.hireling import Direct, board_of
from engine.root.hiring.orders import all_marches
from engine.root.landmark import stands
from engine.root.rule import ruler
from engine.root.state import Piece, Root
from engine.root.verbs import bars_building, sweep
from tests.engine.root.board import Play
from tests.engine.root.factions.vagabond_table import carry
from tests.engine.root.hirelings.camp import Camp, camp, card, ends, gets, set_up, why

PATROL, DYNASTY, FLAMES, VAULTS, BAND = (
    "forest-patrol",
    "last-dynasty",
    "flame-bearers",
    "vault-keepers",
    "popular-band",
)


def stoic(*factions: str, by: str, at: int) -> Camp:
    table = camp(*factions).with_hireling(STOIC, by=by)
    table.pawn(STOIC, at)
    return table


def sweeps(game: Root, by: str, clearing: int) -> Flow[None]:
    sweep(game, by, [clearing], "4.1.2")
    yield from settle(game)


# --- RULING H22 the Stoic Protector -----------------------------------------------------------------------


def full_of_gardens(by: str) -> Camp:
    """The Alliance could revolt in 5, whose slots are all taken by gardens, beside the Stoic Protector."""
    table = stoic("alliance", "lizards", by=by, at=5)
    table.token("alliance", "sympathy", at=5)
    while table.state.has_open_slot(5):
        table.building("lizards", f"garden-{table.state.suit(5)}", at=5)
    return table.turn("alliance", "birdsong.revolt")  # type: ignore[return-value]


def test_RULING_H22_no_revolt_where_the_slots_stay_full() -> None:
    table = full_of_gardens("lizards")
    refusal = bars_revolt(table.state, "alliance", 5)
    assert refusal is not None
    assert refusal.clause == "2.2.3"
    assert why(table, "alliance", Revolt(5)) == "2.2.3"


def test_RULING_H22_a_revolt_comes_where_others_hold_the_card() -> None:
    table = full_of_gardens("alliance")
    assert bars_revolt(table.state, "alliance", 5) is None
    assert after_sweep(table.state, "alliance", 5).buildings[5] == []


def test_RULING_H22_with_a_free_slot_the_base_comes_and_what_is_shielded_stays() -> None:
    table = stoic("alliance", "lizards", by="lizards", at=5)
    table.token("alliance", "sympathy", at=5).warriors("lizards", 2, at=5)
    suit = table.state.suit(5)
    table.board("alliance", supporters=["ambush-bird", "armorers"])
    for held in ("ambush-bird", "armorers"):
        table.state.deck.remove(held)
    play = table.turn("alliance", "birdsong.revolt").start().choose("revolt", clearing=5)
    assert play.pieces("alliance", f"base-{suit}") == [5]
    assert play.warriors("lizards", 5) == 2


@pytest.mark.parametrize(("by", "clause"), [("corvids", "13.2.4"), ("lizards", "")])
def test_RULING_H22_a_shielded_plot_is_not_exposed(by: str, clause: str) -> None:
    table = stoic("corvids", "lizards", by=by, at=5)
    table.state.tokens[5].append(Piece("corvids", "raid", True))
    table.warriors("lizards", 1, at=5).hand("lizards", "ambush-bird").turn("lizards", "daylight.actions")
    found = bars_exposure(table.state, "lizards", 5)
    assert (found.clause if found else "") == clause
    assert why(table, "lizards", Expose(5, "raid")) == clause


@pytest.mark.parametrize(("by", "damaged"), [("vagabond", 0), ("duchy", 3)])
def test_RULING_H22_a_shielded_vagabond_is_spared_by_a_favor(by: str, damaged: int) -> None:
    table = stoic("vagabond", "duchy", by=by, at=5)
    table.pawn("vagabond", 5)
    carry(table, "boot torch sword bag")
    play = table.play(sweeps, "duchy", 5)
    if damaged:
        assert play.asked("vagabond") == "vagabond.damage"
    else:
        assert not play.game.waiting()


def test_RULING_H22_who_starts_a_battle_there_takes_hits() -> None:
    # given the controller, who attacks beside the Protector
    table = stoic("duchy", "lizards", by="duchy", at=5)
    table.warriors("duchy", 2, at=5).warriors("lizards", 2, at=5).dice(2, 2)
    play = table.play(battle, "duchy", 5, "lizards")
    assert (play.warriors("duchy", 5), play.warriors("lizards", 5)) == (0, 0)


def test_E_2_2_who_gets_the_stoic_protector_in_the_middle_of_a_round_is_shielded_at_once() -> None:
    # given the Duchy, which gives the card to the Cult at the end of its turn
    table = stoic("duchy", "lizards", by="duchy", at=5)
    table.warriors("duchy", 3, at=5).warriors("lizards", 1, at=5)
    table.turn("duchy", "daylight.actions")
    assert why(table, "duchy", Fight(5, "lizards")) == ""
    board_of(table.state, STOIC).control = 1
    play = table.play(ends, "duchy")
    assert card(play, STOIC).controller == "lizards"
    # then nobody of the Duchy battles the Cult there any more
    table.state.cursor.active = "duchy"
    assert why(table, "duchy", Fight(5, "lizards")) == "4.3"
    # and the Prophets could not make it do so
    assert fights(table.state, "duchy", [5]) == []


# --- closed paths and the Ferry ---------------------------------------------------------------------------


def closed_ends(table: Camp) -> tuple[int, int]:
    return sorted(table.state.closed)[0]


def test_C_3_2_bearers_do_not_spread_and_vaults_do_not_reach_over_a_closed_path() -> None:
    table = camp("duchy", "lizards", map="mountain").with_hireling(FLAMES, by="duchy")
    here, beyond = closed_ends(table)
    table.put(FLAMES, 1, at=here)
    play = table.play(spread, FLAMES, "duchy")
    near = {option.clearing for option in play.options("clearing")}  # type: ignore[attr-defined]
    assert here in near
    assert beyond not in near
    table = camp("duchy", "lizards", map="mountain").with_hireling(VAULTS, by="duchy")
    table.build(VAULTS, "vault", at=here)
    assert beyond not in near_vaults(table.state, VAULTS)


def test_C_3_2_the_band_calls_nobody_over_a_closed_path() -> None:
    table = camp("duchy", "lizards", map="mountain").with_hireling(BAND, by="duchy")
    here, beyond = closed_ends(table)
    table.put(BAND, 1, at=here).warriors("lizards", 2, at=beyond)
    table.turn("duchy", "daylight.actions")
    assert [call.origin for call in calls(table.state, here, [])] == []


def test_C_2_5_E_3_7_the_dynasty_takes_the_ferry_together_and_its_controller_draws() -> None:
    table = camp("duchy", "lizards", map="lake").with_hireling(DYNASTY, by="duchy")
    ferry = stands(table.state, "ferry")
    table.put(DYNASTY, 5, at=ferry).turn("duchy", "daylight.assembly")
    to = table.state.map.rivers[ferry][0]
    assert any(march.boat and march.to == to for march in all_marches(table.state, DYNASTY))
    play = table.start().choose("direct", order="dynasty-march")
    play.choose("hireling_move_all", to=to, boat=True)
    assert play.warriors(DYNASTY, to) == 5
    assert stands(play.state, "ferry") == to
    assert len(play.hand("duchy")) == 1
    # the one ride of the turn is gone, for the controller's own warriors too
    table.state = play.state
    table.warriors("duchy", 1, at=to)
    assert why(table, "duchy", Move(to, ferry, 1, True)) == "C.2.5"


# --- pieces of the others ---------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["duchy", ""])
def test_15_2_3_E_3_6_a_relic_that_a_hireling_removes_goes_to_a_forest_without_points(by: str) -> None:
    table = camp("duchy", "keepers").with_hireling(FLAMES, by=by).put(FLAMES, 1, at=5)
    table.token("keepers", "figure-2", at=5)
    table.turn("duchy", "birdsong.gather")
    play = table.play(burn, FLAMES, "duchy", 5)
    # the controller, or the player on turn, says where
    assert play.asked("duchy")
    play.answer(play.question.options[0])
    assert play.score("duchy") == 0
    assert play.state.tokens[5] == []
    assert sum(len(row) for row in play.state.tokens_elsewhere.values()) == 1


def test_13_2_3_a_bearer_burns_a_plot_without_learning_what_it_was() -> None:
    table = camp("duchy", "corvids").with_hireling(FLAMES, by="duchy").put(FLAMES, 1, at=5)
    table.state.tokens[5] += [Piece("corvids", "raid", True)]
    table.warriors("corvids", 0, at=5).token("corvids", "snare", at=5)
    table.turn("duchy", "birdsong.start")
    play = table.play(burn, FLAMES, "duchy", 5)
    assert {option.kind for option in play.options("burn")} == {"plot", "snare"}  # type: ignore[attr-defined]


def test_10_2_4_a_garden_rules_whatever_a_hireling_adds() -> None:
    table = camp("duchy", "lizards").with_hireling(PATROL, by="duchy").put(PATROL, 6, at=5)
    assert ruler(table.state, 5) == "duchy"
    table.building("lizards", "garden-fox", at=5)
    assert ruler(table.state, 5) == "lizards"


def test_2_2_3_the_last_item_of_a_ruin_opens_the_slot_for_a_vault() -> None:
    table = camp("duchy", "lizards").with_hireling("brigand", by="duchy").with_hireling(VAULTS, by="duchy")
    table.state.ruins = {10: ["boot"]}
    while table.state.has_open_slot(10):
        table.building("lizards", "garden-fox", at=10)
    table.warriors("duchy", 1, at=10)
    assert bars_building(table.state, VAULTS, 10) is not None
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="brigand-dig")
    assert play.state.ruins.get(10) is None
    assert bars_building(play.state, VAULTS, 10) is None


def test_F_4_in_the_lost_city_spies_find_a_clearing_of_their_like_anywhere() -> None:
    table = camp("duchy", "lizards").with_hireling("corvid-spies")
    table.landmark("lost-city", at=10)
    play = table.play(set_up, "corvid-spies", "duchy").choose("clearing", clearing=10)
    assert {option.clearing for option in play.options("clearing")} == set(range(1, 13)) - {10}  # type: ignore[attr-defined]


def test_F_7_2_the_controller_says_where_a_vault_stands_and_the_tree_brings_two_points() -> None:
    # given the tree in a corner, and Vault Keepers of the Duchy
    table = camp("duchy", "lizards").with_hireling(VAULTS, by="duchy").landmark("elder-treetop", at=1)
    assert isinstance(table, Camp)
    play = table.play(gets, VAULTS, "duchy").choose("clearing", clearing=1)
    assert play.asked("duchy") == "elder-treetop.slot"
    play.choose("into_tree", tree=True)
    (vault,) = play.state.buildings[1]
    assert vault.on == "elder-treetop"
    # when an enemy removes it, then the tree brings one point more
    table.state = play.state
    table.state.over = False
    after = table.play(sweeps, "lizards", 1)
    assert after.score("lizards") == 2


# --- dominance --------------------------------------------------------------------------------------------


def test_3_3_2_who_plays_for_dominance_gives_an_item_for_a_card_and_no_point() -> None:
    table = camp("duchy", "lizards").with_hireling("exile")
    forest, near = next(iter(table.state.map.forests.items()))
    table.pawn("exile", forest)
    table.warriors("duchy", 1, at=near.clearings[0]).items("duchy", "boot")
    table.state.players["duchy"].dominance = "dominance-fox"
    play = table.turn("duchy", "daylight.assembly").start().answer(Equip("boot"))
    assert play.score("duchy") == 0
    assert len(play.hand("duchy")) == 1


def test_3_3_2_the_nobles_win_ties_for_dominance_and_bring_no_points() -> None:
    table = camp("duchy", "lizards").with_hireling("bluebird-nobles", by="duchy")
    for clearing in (1, 5, 9):
        table.warriors("duchy", 1, at=clearing).warriors("lizards", 1, at=clearing)
    table.state.players["duchy"].dominance = "dominance-fox"
    table.turn("duchy", "birdsong.start")
    assert [ruler(table.state, clearing) for clearing in (1, 5, 9)] == ["duchy"] * 3
    assert why(table, "duchy", Direct("bluebird-nobles", "nobles-score")) == "3.3.2"


# --- a new controller, and undo ---------------------------------------------------------------------------


def passed_on(side: str) -> tuple[Camp, Play]:
    """The Duchy used a hireling in its turn, and gives it to the Cult at the end."""
    table = camp("duchy", "lizards").with_hireling(side, by="duchy", control=1).put(side, 1, at=5)
    table.turn("duchy", "daylight.actions")
    board_of(table.state, side).used["daylight"] = table.state.turn
    return table, table.play(ends, "duchy")


def test_E_1_3_E_2_4_who_gets_a_used_hireling_uses_it_in_the_own_daylight() -> None:
    table, play = passed_on(PATROL)
    assert card(play, PATROL).controller == "lizards"
    assert why(table, "lizards", Direct(PATROL, "patrol-march")) == "E.2.4"  # it is not their Daylight
    table.turn("lizards", "daylight.actions").state.turn += 1
    assert why(table, "lizards", Direct(PATROL, "patrol-march")) == ""
    assert why(table, "duchy", Direct(PATROL, "patrol-march")) == "E.3.4"


def test_E_2_4_what_was_placed_is_taken_back_and_may_be_placed_again() -> None:
    table = camp("duchy", "lizards").with_hireling("street-band", by="duchy")
    play = table.turn("duchy", "daylight.assembly").start()
    play.choose("direct", order="band-street").choose("clearing", clearing=7)
    assert play.warriors("street-band", 7) == 1
    assert not play.offers("direct", order="band-street")
    play.game.undo("duchy", play.game.undoable("duchy")[0].seq)
    assert play.warriors("street-band", 7) == 0
    assert play.offers("direct", order="band-street")


# --- bots -------------------------------------------------------------------------------------------------


def test_R_11_a_bot_at_a_bandit_path_loses_a_warrior_and_is_asked_nothing() -> None:
    table = camp("marquise:clockwork", "duchy").with_hireling("highway-bandits", by="duchy")
    table.put("highway-bandits", 1, at="path-1-5").warriors("marquise", 3, at=1)
    play = table.play(take_move, "marquise", Move(1, 5, 3), "4.2")
    assert not play.game.waiting()
    assert play.warriors("marquise", 5) == 2


def test_E_2_2_a_bot_that_came_to_the_band_is_held_like_everybody() -> None:
    table = camp("marquise:clockwork", "duchy").with_hireling("street-band", by="duchy")
    table.put("street-band", 1, at=5).warriors("marquise", 3, at=1)
    table.turn("marquise", "daylight.recruit")
    play = table.play(take_move, "marquise", Move(1, 5, 3), "4.2")
    assert why(table, "marquise", Move(5, 1, 3)) == "E.2.2"
    assert play.warriors("marquise", 5) == 3


def test_E_1_3_a_hireling_is_never_given_to_a_bot() -> None:
    table = camp("duchy", "lizards", "marquise:clockwork").with_hireling(PATROL, by="duchy", control=1)
    play = table.play(ends, "duchy")
    assert card(play, PATROL).controller == "lizards"
