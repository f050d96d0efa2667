"""6  Marquise de Cat. Ids MC-T… are the edge cases of the specification."""

from __future__ import annotations

import pytest

from engine.root.actions.battle import Fight, battle
from engine.root.actions.craft import Craft
from engine.root.actions.move import Move
from engine.root.actions.muster import Build, Recruit
from engine.root.factions.eyrie.faction import Eyrie
from engine.root.factions.marquise import faction as marquise
from engine.root.factions.marquise.faction import Hospital, Overwork, SpendBird, Wood
from engine.root.projection import project
from engine.root.setup.table import Clearing
from engine.root.state import Piece
from engine.root.verbs import remove_piece
from engine.rules import Refusal
from tests.engine.root.board import Play, Table, board


def daylight(*others: str) -> Table:
    return board("marquise", *others).turn("marquise", "daylight.actions")


def keep_at(clearing: int, *others: str) -> Table:
    return board("marquise", *(others or ("eyrie",))).token("marquise", "keep", at=clearing)


def actions_left(play: Play) -> int:
    return play.state.boards["marquise"].actions  # type: ignore[attr-defined,no-any-return]


# --- 6.3 Setup --------------------------------------------------------------------------------------------


def test_6_3_3_no_garrison_opposite_the_keep_MC_T31() -> None:
    # given the keep in corner 1
    play = board("marquise", "eyrie").play(marquise.setup, "marquise").choose("clearing", clearing=1)
    # then clearing 3, the opposite corner, is empty and 11 cats are on the map
    assert play.warriors("marquise", at=3) == 0
    assert [play.warriors("marquise", at=c) for c in range(1, 13)].count(1) == 11
    assert play.supply("marquise") == 14
    assert play.pieces("marquise", "keep") == [1]
    assert play.state.starts == {"marquise": [1]}


def test_6_3_4_first_buildings_need_open_slots_MC_T32() -> None:
    # given the keep in corner 1, which has one slot
    play = board("marquise", "eyrie").play(marquise.setup, "marquise").choose("clearing", clearing=1)
    assert [o.clearing for o in play.question.options] == [1, 5, 9, 10]  # type: ignore[attr-defined]
    # when the sawmill goes there
    play.choose("clearing", clearing=1)
    # then the other two go next to it; 10 has one open slot beside its ruin
    assert not play.offers("clearing", clearing=1)
    play.choose("clearing", clearing=10)
    assert [o.clearing for o in play.question.options] == [5, 9]  # type: ignore[attr-defined]
    play.choose("clearing", clearing=5)
    assert [play.pieces("marquise", kind) for kind in marquise.BUILDINGS] == [[1], [10], [5]]
    assert play.score("marquise") == 0


# --- 6.4 Birdsong -----------------------------------------------------------------------------------------


def test_6_4_two_sawmills_in_one_clearing_give_two_wood_MC_T1() -> None:
    # given two sawmills in one clearing
    table = board("marquise").building("marquise", "sawmill", at=5, count=2)
    # when Birdsong comes
    play = table.turn("marquise", "birdsong.wood").start()
    # then two wood lie there
    assert play.pieces("marquise", "wood") == [5, 5]


def test_1_5_4_short_wood_the_marquise_chooses_MC_T2() -> None:
    # given 2 wood in supply and 4 sawmills in 4 clearings
    table = board("marquise").token("marquise", "wood", at=1, count=6)
    for clearing in (1, 5, 9, 10):
        table.building("marquise", "sawmill", at=clearing)
    # when Birdsong comes, she is asked which two get wood
    play = table.turn("marquise", "birdsong.wood").start()
    assert (play.question.key, play.question.least, play.question.most) == ("marquise.wood", 2, 2)
    play.choose_many(Clearing(5), Clearing(9))
    assert play.pieces("marquise", "wood") == [1] * 6 + [5, 9]


def test_6_4_no_wood_in_supply_nothing_is_placed_MC_T3() -> None:
    # given all 8 wood on the map
    table = board("marquise").token("marquise", "wood", at=1, count=8).building("marquise", "sawmill", at=5)
    # when Birdsong comes
    play = table.turn("marquise", "birdsong.wood").start()
    # then nothing is placed and nothing is asked before Daylight
    assert play.pieces("marquise", "wood") == [1] * 8
    assert play.question.key == "marquise.daylight"


# --- 6.5.4 Build ------------------------------------------------------------------------------------------


def test_6_5_4_build_pays_wood_and_scores_MC_T4() -> None:
    # given 3 sawmills on the map and 3 wood connected
    table = daylight().warriors("marquise", 1, at=5).token("marquise", "wood", at=5, count=3)
    for clearing in (1, 9, 10):
        table.building("marquise", "sawmill", at=clearing).warriors("marquise", 1, at=clearing)
    # when she builds a sawmill
    play = table.start().choose("build", clearing=5, kind="sawmill")
    # then 3 wood are paid, 3 points scored, four are on the map
    assert play.pieces("marquise", "wood") == []
    assert play.score("marquise") == 3
    assert len(play.pieces("marquise", "sawmill")) == 4


def wood_beyond(*, cats: int, birds: int) -> Table:
    """She rules 5 and 9, with a wood in 9; between them lies clearing 1."""
    table = daylight("eyrie").warriors("marquise", 1, at=5).warriors("marquise", 1, at=9)
    table.token("marquise", "wood", at=9).building("marquise", "sawmill", at=9)
    return table.warriors("marquise", cats, at=1).warriors("eyrie", birds, at=1)


def test_6_5_4_II_wood_behind_unruled_clearings_is_unusable_MC_T5() -> None:
    # given wood two clearings away and nobody ruling the clearing between
    play = wood_beyond(cats=0, birds=0).start()
    # when she wants to build, then it is refused
    assert play.refused("marquise", Build(5, "sawmill")).clause == "6.5.4.II"
    assert play.offers("build", clearing=9, kind="sawmill")


def test_6_5_4_II_wood_behind_a_tie_with_the_eyrie_is_unusable_MC_T6() -> None:
    # given the clearing between is tied with the Eyrie, who win ties (7.2.2)
    play = wood_beyond(cats=1, birds=1).start()
    assert play.refused("marquise", Build(5, "sawmill")).clause == "6.5.4.II"
    # but with one cat more she rules it, and the wood can be used
    play = wood_beyond(cats=2, birds=1).start().choose("build", clearing=5, kind="sawmill")
    assert play.pieces("marquise", "wood") == []


def test_6_5_4_II_she_chooses_which_wood_to_pay() -> None:
    table = daylight().warriors("marquise", 1, at=5).warriors("marquise", 1, at=1)
    table.token("marquise", "wood", at=5).token("marquise", "wood", at=1).building(
        "marquise", "sawmill", at=1
    )
    play = table.start().choose("build", clearing=5, kind="sawmill")
    assert play.question.key == "marquise.build.wood"
    play.choose_many(Wood(1))
    assert play.pieces("marquise", "wood") == [5]


def test_2_2_4_a_ruin_is_no_open_slot_MC_T7() -> None:
    # given she rules 6, where the only free slot is under a ruin
    play = daylight().building("marquise", "sawmill", at=6).start()
    # when she wants to build there, then it is refused
    assert play.refused("marquise", Build(6, "workshop")).clause == "2.2.3"


def test_6_5_4_I_the_building_site_must_be_ruled_MC_T8() -> None:
    # given wood in ruled clearing 5 next to clearing 1, which she does not rule
    table = daylight("eyrie").warriors("marquise", 1, at=5).token("marquise", "wood", at=5)
    play = table.warriors("eyrie", 1, at=1).warriors("marquise", 1, at=1).start()
    assert play.refused("marquise", Build(1, "workshop")).clause == "6.5.4.I"


def test_6_5_4_the_first_space_costs_and_scores_nothing_MC_T9() -> None:
    # given no sawmill on the map and no wood
    play = daylight().warriors("marquise", 1, at=5).start()
    # when she builds one
    play.choose("build", clearing=5, kind="sawmill")
    # then it costs nothing and scores nothing
    assert play.pieces("marquise", "sawmill") == [5]
    assert play.score("marquise") == 0


def test_1_5_1_a_seventh_recruiter_is_refused_MC_T10() -> None:
    # given all 6 recruiters on the map and wood enough
    table = daylight().warriors("marquise", 1, at=5).token("marquise", "wood", at=5, count=8)
    for clearing in (1, 2, 4, 8, 9, 10):
        table.building("marquise", "recruiter", at=clearing)
    play = table.start()
    assert play.refused("marquise", Build(5, "recruiter")).clause == "6.5.4.I"
    assert play.offers("build", clearing=5, kind="sawmill")


def test_6_5_4_III_a_rebuilt_building_scores_again_MC_T30() -> None:
    # given the second sawmill was built for a point and then destroyed
    table = daylight("eyrie").building("marquise", "sawmill", at=5, count=2).score("marquise", 1)
    table.change(lambda game: remove_piece(game, Piece("marquise", "sawmill"), 5, "eyrie", "4.3.4"))
    table.change(lambda game: game.happened.clear())
    # when it is built again
    play = table.token("marquise", "wood", at=5).start().choose("build", clearing=5, kind="sawmill")
    # then that space scores once more
    assert play.score("marquise") == 2


# --- 6.5.3 Recruit ----------------------------------------------------------------------------------------


def test_6_5_3_recruit_only_once_MC_T11() -> None:
    # given Recruit was used and a bird was spent for a fourth action
    table = daylight().building("marquise", "recruiter", at=5).hand("marquise", "armorers")
    play = table.start().choose("recruit").choose("spend_bird", card="armorers")
    # when she wants to recruit again, then it is refused
    assert play.refused("marquise", Recruit()).clause == "6.5.3"


def test_6_5_3_two_recruiters_in_one_clearing_MC_T12() -> None:
    # given two recruiters, both in clearing 5
    table = daylight().building("marquise", "recruiter", at=5, count=2).supply("marquise", 5)
    # when she recruits, then two warriors come there
    assert table.start().choose("recruit").warriors("marquise", at=5) == 2


def test_1_5_4_recruit_with_a_short_supply_MC_T13() -> None:
    # given one warrior in supply and three recruiters
    table = daylight().supply("marquise", 1)
    for clearing in (1, 5, 9):
        table.building("marquise", "recruiter", at=clearing)
    # when she recruits, she picks the place of the one warrior
    play = table.start().choose("recruit")
    assert (play.question.key, play.question.least, play.question.most) == ("marquise.recruit", 1, 1)
    play.choose_many(Clearing(9))
    assert [play.warriors("marquise", at=c) for c in (1, 5, 9)] == [0, 0, 1]


# --- 6.5 Actions ------------------------------------------------------------------------------------------


def test_6_5_a_bird_may_be_spent_before_the_first_action_MC_T14() -> None:
    # given no action taken
    play = daylight().hand("marquise", "armorers").start()
    # when a bird is spent first
    play.choose("spend_bird", card="armorers")
    # then she has four actions
    assert actions_left(play) == 4


def test_2_1_1_II_only_a_bird_gives_an_action_MC_T15() -> None:
    play = daylight().hand("marquise", "anvil").start()
    assert play.refused("marquise", SpendBird("anvil")).clause == "2.1.1.II"


def test_6_5_5_a_bird_matches_any_sawmill_MC_T16() -> None:
    # given a sawmill in mouse clearing 9, a bird and a fox card
    play = daylight().building("marquise", "sawmill", at=9).hand("marquise", "armorers", "anvil").start()
    assert play.refused("marquise", Overwork(9, "anvil")).clause == "6.5.5"
    # when the bird is used to overwork
    play.choose("overwork", clearing=9, card="armorers")
    # then a wood comes there and one action is gone, none gained
    assert play.pieces("marquise", "wood") == [9]
    assert actions_left(play) == 2


def test_6_5_a_bird_spent_in_overwork_gives_no_action_MC_T33() -> None:
    # given two actions taken
    table = (
        daylight()
        .building("marquise", "sawmill", at=5)
        .hand("marquise", "armorers")
        .warriors("marquise", 1, at=5)
    )
    play = table.board("marquise", actions=1, acted=True).start()
    # when the third is Overwork with a bird
    play.choose("overwork", clearing=5, card="armorers")
    # then no action is left
    assert play.refused("marquise", Move(5, 1, 1)).clause == "6.5"
    assert play.verbs() == {"done"}


def test_6_5_2_a_march_may_stop_after_one_move_MC_T25() -> None:
    play = daylight().warriors("marquise", 2, at=5).start().choose("move", origin=5, to=1, warriors=1)
    assert play.question.key == "marquise.march"
    play.done()
    assert (play.warriors("marquise", at=1), actions_left(play)) == (1, 2)


def test_6_5_2_a_march_is_two_moves_and_one_action() -> None:
    play = daylight().warriors("marquise", 2, at=5).start().choose("move", origin=5, to=1, warriors=1)
    play.choose("move", origin=1, to=9, warriors=1)
    assert (play.warriors("marquise", at=9), actions_left(play)) == (1, 2)


def test_8_2_6_outrage_comes_before_the_second_move_MC_T26() -> None:
    # given a march whose first move enters sympathy
    table = daylight("alliance").warriors("marquise", 2, at=5).token("alliance", "sympathy", at=1)
    play = table.hand("marquise", "anvil").start().choose("move", origin=5, to=1, warriors=1)
    # then Outrage is paid before she is asked for the second move
    assert play.question.key == "alliance.outrage"
    play.answer(play.question.options[0])
    assert play.question.key == "marquise.march"
    assert play.hand("marquise") == []


def test_6_5_no_crafting_after_the_first_action_MC_T27() -> None:
    table = daylight().building("marquise", "workshop", at=7).building("marquise", "recruiter", at=5)
    table.hand("marquise", "birdy-bindle")
    play = table.start()
    assert play.offers("craft", card="birdy-bindle")
    play.choose("recruit")
    assert play.refused("marquise", Craft("birdy-bindle")).clause == "6.5"


def test_6_5_1_battle_is_one_action() -> None:
    table = daylight("eyrie").warriors("marquise", 2, at=5).warriors("eyrie", 1, at=5).dice(1, 0)
    play = table.start()
    assert play.refused("marquise", Fight(1, "eyrie")).clause == "4.3"
    play.choose("battle", clearing=5, defender="eyrie")
    assert (play.warriors("eyrie", at=5), actions_left(play)) == (0, 2)


def test_1_2_1_the_menu_is_asked_even_when_only_done_is_left() -> None:
    # given no actions left and a hand that could hold a bird, but does not
    play = daylight().board("marquise", actions=0, acted=True).hand("marquise", "anvil").start()
    # then she is asked all the same
    assert play.question.key == "marquise.daylight"
    assert play.verbs() == {"done"}


# --- 6.6 Evening ------------------------------------------------------------------------------------------


def evening(recruiters: int) -> Play:
    table = board("marquise", "eyrie").turn("marquise", "evening.draw").hand("eyrie", "anvil")
    for clearing in (1, 2, 4, 5, 8)[:recruiters]:
        table.building("marquise", "recruiter", at=clearing)
    return table.start()


def test_6_6_recruiters_give_cards_MC_T28() -> None:
    assert len(evening(5).hand("marquise")) == 3
    assert len(evening(4).hand("marquise")) == 2
    assert len(evening(2).hand("marquise")) == 1


# --- 6.2.2 The keep ---------------------------------------------------------------------------------------


def test_6_2_2_anybody_may_move_to_the_keep_MC_T23() -> None:
    # given an Eyrie warrior in 5, which it rules, next to the keep in 1
    table = keep_at(1).warriors("eyrie", 1, at=5).building("eyrie", "roost", at=2)
    table.board(
        "eyrie", leader="despot", decree={"recruit": [], "move": ["bake-sale"], "battle": [], "build": []}
    )
    play = table.turn("eyrie", "daylight.decree").start()
    # when it moves in, then that is legal
    play.choose("move", origin=5, to=1)
    assert play.warriors("eyrie", at=1) == 1


def eyrie_only_at_the_keep(column: str) -> Play:
    """All the Eyrie can use is the clearing of the keep."""
    table = keep_at(1).warriors("eyrie", 3, at=1)
    if column == "recruit":
        table.building("eyrie", "roost", at=1)
    decree: dict[str, list[str]] = {"recruit": [], "move": [], "battle": [], "build": [], column: ["anvil"]}
    return table.board("eyrie", leader="despot", decree=decree).turn("eyrie", "daylight.decree").start()


def test_6_2_2_the_eyrie_cannot_recruit_at_the_keep_MC_T24() -> None:
    play = eyrie_only_at_the_keep("recruit")
    assert play.noted("turmoil")
    assert play.warriors("eyrie", at=1) == 3


def test_6_2_2_the_eyrie_cannot_build_at_the_keep_MC_T24() -> None:
    play = eyrie_only_at_the_keep("build")
    assert play.noted("turmoil")
    assert play.pieces("eyrie", "roost") == []


def test_3_2_1_wood_tokens_are_worth_a_point_each_MC_T29() -> None:
    # given two wood alone in a clearing
    table = board("eyrie", "marquise").token("marquise", "wood", at=5, count=2).warriors("eyrie", 2, at=5)
    # when both are removed in battle: one rolled hit and one for the defenseless
    play = table.dice(1, 0).play(battle, "eyrie", 5, "marquise")
    # then the opponent scores 2
    assert (play.score("eyrie"), play.pieces("marquise", "wood")) == (2, [])


# --- 6.2.3 Field Hospitals --------------------------------------------------------------------------------


def test_6_2_3_one_card_saves_all_of_one_removal_MC_T17() -> None:
    # given 3 cats in fox clearing 8, the keep in 1, and a bird in hand
    table = keep_at(1).warriors("marquise", 3, at=8).warriors("eyrie", 4, at=8).hand("marquise", "armorers")
    # when all three are lost
    play = table.dice(3, 0).play(battle, "eyrie", 8, "marquise").done("marquise")
    assert play.question.key == "marquise.hospital"
    play.choose("hospital", card="armorers")
    # then the bird is spent and 3 cats stand at the keep
    assert play.warriors("marquise", at=1) == 3
    assert play.supply("marquise") == 22
    assert play.state.discard == ["armorers"]


def test_6_2_3_the_card_must_match_the_clearing_of_the_loss() -> None:
    # given a rabbit card, the suit of the keep, but a loss in fox clearing 8
    table = keep_at(4).warriors("marquise", 1, at=8).warriors("eyrie", 2, at=8).hand("marquise", "bake-sale")
    play = table.dice(1, 0).play(battle, "eyrie", 8, "marquise").done("marquise")
    # then she is asked (1.2.1) but has nothing to spend
    assert play.question.key == "marquise.hospital"
    play.refused("marquise", Hospital("bake-sale"))
    play.done()
    assert play.supply("marquise") == 25


def test_6_2_3_no_hospital_without_the_keep_MC_T18() -> None:
    # given no keep on the map
    table = board("marquise", "eyrie").warriors("marquise", 3, at=8).warriors("eyrie", 4, at=8)
    play = table.hand("marquise", "armorers").dice(3, 0).play(battle, "eyrie", 8, "marquise").done("marquise")
    # then nothing is asked after the loss
    assert play.state.over
    assert play.hand("marquise") == ["armorers"]


def test_1_1_3_the_keep_falls_with_its_garrison_MC_T19() -> None:
    # given 2 cats and the keep attacked by the Eyrie
    table = keep_at(3).warriors("marquise", 2, at=3).warriors("eyrie", 3, at=3).hand("marquise", "bake-sale")
    # when 3 hits are dealt
    play = table.dice(3, 0).play(battle, "eyrie", 3, "marquise").done("marquise")
    # then cats and keep leave together, without a hospital, and the Eyrie score 1
    assert play.state.over
    assert play.pieces("marquise", "keep") == []
    assert (play.supply("marquise"), play.score("eyrie")) == (25, 1)


def ambushed(at: int) -> Play:
    """Two cats attack two Eyrie warriors and are ambushed; the keep is in fox clearing 1."""
    table = keep_at(1).warriors("marquise", 2, at=at).warriors("eyrie", 2, at=at)
    table.hand("eyrie", "ambush-bird").hand("marquise", "armorers").dice(2, 0)
    play = table.play(battle, "marquise", at, "eyrie").choose("ambush", card="ambush-bird")
    return play.done("marquise").choose("hospital", card="armorers")


def test_6_2_3_saved_cats_fight_on_at_the_keep_MC_T20() -> None:
    # given an ambush at the keep kills both attackers and the hospital brings them back
    play = ambushed(at=1)
    # then the battle goes on with two cats
    assert play.noted("rolled")[0].about["attacker_hits"] == 2
    assert (play.warriors("marquise", at=1), play.warriors("eyrie", at=1)) == (2, 0)


def test_6_2_3_saved_cats_are_out_of_a_battle_elsewhere_MC_T21() -> None:
    # given the same away from the keep
    play = ambushed(at=8)
    # then the battle is over and the cats are at the keep
    assert not play.noted("rolled")
    assert (play.warriors("marquise", at=1), play.warriors("eyrie", at=8)) == (2, 2)


def test_6_2_3_one_card_per_clearing_MC_T22() -> None:
    # given Favor of the Mice hits cats in mouse clearings 7 and 11, and she holds one mouse card
    table = keep_at(1, "eyrie").warriors("marquise", 1, at=7).warriors("marquise", 2, at=11)
    for clearing in (2, 7, 9):
        table.building("eyrie", "roost", at=clearing)
    table.board("eyrie", leader="despot").hand("eyrie", "favor-of-the-mice").hand(
        "marquise", "mouse-in-a-sack"
    )
    play = table.turn("eyrie", "daylight.craft").start().choose("craft", card="favor-of-the-mice")
    play.choose("resolve", clearing=7)
    # when she lets the first clearing go
    assert (play.question.key, play.question.about["clearing"]) == ("marquise.hospital", 7)
    play.done()
    # then she may still save the other, and only that
    assert (play.question.key, play.question.about["clearing"]) == ("marquise.hospital", 11)
    play.choose("hospital", card="mouse-in-a-sack")
    assert (play.warriors("marquise", at=1), play.supply("marquise")) == (2, 23)


def test_6_2_3_also_for_her_own_removals_RULING_MC1() -> None:
    # given Tax Collector removes a cat from fox clearing 8
    table = (
        keep_at(1)
        .crafted("marquise", "tax-collector")
        .warriors("marquise", 1, at=8)
        .hand("marquise", "anvil")
    )
    play = table.turn("marquise", "daylight.actions").start().choose("tax_collector", clearing=8)
    play.choose("hospital", card="anvil")
    assert play.warriors("marquise", at=1) == 1


def test_1_1_2_no_hospital_where_she_cannot_place(monkeypatch: pytest.MonkeyPatch) -> None:
    # given somebody's rule forbids placing at the keep
    ban = Refusal("1.1.2", "Nobody places here.")
    monkeypatch.setattr(Eyrie, "bars_placing", lambda _, game, owner, placer, clearing: ban)
    table = keep_at(1).warriors("marquise", 3, at=8).warriors("eyrie", 4, at=8).hand("marquise", "armorers")
    play = table.dice(3, 0).play(battle, "eyrie", 8, "marquise").done("marquise")
    # then the warriors cannot be saved
    assert play.state.over
    assert play.supply("marquise") == 25


# --- what others see --------------------------------------------------------------------------------------


def test_her_board_shows_tracks_wood_and_actions() -> None:
    play = (
        daylight("eyrie")
        .building("marquise", "sawmill", at=5)
        .token("marquise", "wood", at=5, count=3)
        .start()
    )
    own = project(play.state, "eyrie").players[0].own
    assert [(track.kind, track.total, track.left) for track in own.tracks] == [
        ("sawmill", 6, 5),
        ("workshop", 6, 6),
        ("recruiter", 6, 6),
    ]
    assert own.counts == {"wood": 5, "actions": 3}


def test_1_5_2_other_factions_actions_are_refused_kindly() -> None:
    # given the Eyrie's turn
    table = board("marquise", "eyrie").board("eyrie", leader="despot").hand("eyrie", "anvil")
    play = table.building("eyrie", "roost", at=1).turn("eyrie", "birdsong.decree").start()
    # when they wish to overwork, then they are told, and nothing breaks
    assert play.refused("eyrie", Overwork(1, "anvil")).clause == "1.5.2"
