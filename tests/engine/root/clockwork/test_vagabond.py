"""RB 7  Vagabot."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.root.actions.battle import battle
from engine.root.clockwork.vagabond.items import damage, gain
from engine.root.faction import Lose
from engine.root.factions.vagabond.items import Item
from engine.root.state import Root
from tests.engine.root.board import Play, Table
from tests.engine.root.clockwork.bots import (
    BIRD,
    FOX,
    MOUSE,
    RABBIT,
    battles,
    bot,
    own,
    ready,
    run,
    satchel,
    set_up,
    track,
    turn,
    vagabot,
    words,
)

SLIP, PLAN, ACTIONS, ADVENTURE = "birdsong.slip", "daylight.plan", "daylight.actions", "daylight.adventure"
CRAFT, REFRESH, REPAIR = "birdsong.craft", "evening.refresh", "evening.repair"
FOREST = "1_2_5_10"


def at_once(change: Callable[[Root], None]) -> Callable[[Root], object]:
    """A change as a flow to be played."""

    def flow(game: Root):  # type: ignore[no-untyped-def]
        change(game)
        yield from ()

    return flow


def act(table: Table, *actions: str, order: str = FOX) -> Play:
    """Only these actions of Daylight."""
    table.board("vagabond", actions=list(actions))
    return run(table, "vagabond", order, ACTIONS)


def ruins(table: Table, **hidden: str) -> Table:
    table.state.ruins = {int(clearing[1:]): [item] for clearing, item in hidden.items()}
    return table


def place(play: Play) -> int | str:
    return play.state.pawns["vagabond"]


def all_of(play: Play) -> str:
    return words([*own(play).satchel, *own(play).track])


# --- RB 7.3 Setup -----------------------------------------------------------------------------------------


def test_RB_7_3_pawn_quest_ruins_and_four_items() -> None:
    table = vagabot("", "marquise", character="ranger").board("vagabond", satchel=[])
    table.state.ruins = {6: [], 10: [], 11: [], 12: []}
    table.state.quest_deck = []
    play = table.play(set_up, "vagabond")
    assert place(play) == "2_6_10_11_12"
    assert own(play).quest != ""
    assert sorted(item for items in play.state.ruins.values() for item in items) == [
        "bag",
        "boot",
        "hammer",
        "sword",
    ]
    assert ready(play) == 4


def test_RB_7_3_5_the_tinker_starts_with_three() -> None:
    play = vagabot("", character="tinker").play(set_up, "vagabond")
    assert ready(play) == 3


def test_9_7_1_with_a_human_vagabond_two_items_under_each_ruin() -> None:
    table = vagabot("", "vagabond2")
    table.state.ruins = {6: [], 10: [], 11: [], 12: []}
    play = table.play(set_up, "vagabond")
    assert [len(items) for items in play.state.ruins.values()] == [2, 2, 2, 2]


# --- RB 7.2.4 Battle Track --------------------------------------------------------------------------------


def test_RB_7_2_4_the_sixth_item_goes_to_the_track_VT_T01() -> None:
    play = run(vagabot("a b c d e"), "vagabond", "root-tea-fox", CRAFT)
    assert track(play) == "tea"
    # then the most rolled hits are two
    table = vagabot("a b c d e", track="tea").warriors("marquise", 3, at=5).dice(3, 0)
    assert table.play(battle, "vagabond", 5, "marquise").warriors("marquise", at=5) == 1


def test_RB_7_2_4_an_exhausted_item_goes_to_the_track_first_VT_T02() -> None:
    # given eight undamaged items, one on the track, two exhausted
    table = vagabot("a b c d e f- g-", track="h")
    play = table.play(at_once(lambda game: gain(game, "vagabond", ["new"])))
    assert track(play) in ("f- h", "g- h")


def test_RB_7_2_4_below_six_the_item_comes_back_VT_T03() -> None:
    table = vagabot("a b c d e", track="f")
    play = table.play(at_once(lambda game: damage(game, "vagabond", 1, "RB 7.2.5")))
    assert track(play) == ""
    assert "f" in satchel(play).split()
    assert all_of(play).count("!") == 1


def test_RB_7_2_5_the_only_exhausted_item_on_the_track_is_damaged_VT_T32() -> None:
    table = vagabot("a b c d e", track="f-")
    play = table.play(at_once(lambda game: damage(game, "vagabond", 1, "RB 7.2.5")))
    assert track(play) == ""
    assert satchel(play) == "a b c d e f-!"


def test_RB_7_2_4_a_damaged_item_is_replaced_on_the_track() -> None:
    # given seven undamaged items, the exhausted one on the track is hit: six are left
    table = vagabot("a b c d e f", track="g-")
    play = table.play(at_once(lambda game: damage(game, "vagabond", 1, "RB 7.2.5")))
    assert track(play) == "f"


def test_questing_damaged_items_count_and_nothing_leaves_the_track_VT_T30() -> None:
    table = vagabot("a b c d! e! f", track="g", traits=["questing"])
    play = table.play(at_once(lambda game: damage(game, "vagabond", 1, "RB 7.2.5")))
    assert track(play) == "g"


def test_questing_a_damaged_item_stays_on_the_track() -> None:
    table = vagabot("a b c d e", track="f-", traits=["questing"])
    play = table.play(at_once(lambda game: damage(game, "vagabond", 1, "RB 7.2.5")))
    assert track(play) == "f-!"


def test_RB_7_2_4_twelve_items_deal_an_extra_hit_as_attacker_only_VT_T20() -> None:
    twelve = "a b c d e f g h i"
    table = vagabot(twelve, track="x y z").warriors("marquise", 5, at=5).dice(0, 0)
    assert table.play(battle, "vagabond", 5, "marquise").warriors("marquise", at=5) == 4
    table = vagabot(twelve, track="x y z").warriors("marquise", 5, at=5).dice(0, 0)
    assert table.play(battle, "marquise", 5, "vagabond").warriors("marquise", at=5) == 5


# --- RB 7.2.1 Lone Wanderer -------------------------------------------------------------------------------


def test_RB_7_2_1_I_a_revolt_damages_three_items_VT_T28() -> None:
    table = vagabot("a b- c d", "alliance:clockwork", at=6).token("alliance", "sympathy", at=6)
    play = run(table, "alliance", FOX, "birdsong.revolt")
    assert place(play) == 6
    # the exhausted one first
    assert satchel(play) == "a! b-! c! d"
    assert play.pieces("alliance", "base-fox") == [6]


def test_as_defender_it_is_always_defenseless_R_VT_2() -> None:
    table = vagabot("a b c").warriors("marquise", 1, at=5).dice(0, 0)
    play = table.play(battle, "marquise", 5, "vagabond")
    assert play.noted("defenseless")
    assert satchel(play) == "a! b c"


# --- RB 7.4.3 Slip ----------------------------------------------------------------------------------------


def test_RB_7_4_3_two_undamaged_items_slip_VT_T04() -> None:
    play = turn(vagabot("a- b- c! d! e! f! g!"), "vagabond", FOX)
    assert "slip" in [event.about["step"] for event in play.noted("bot.step")]
    assert "explore" not in [event.about["step"] for event in play.noted("bot.step")]
    assert place(play) in play.state.map.forests


def test_RB_7_4_3_into_another_forest_R_VT_14() -> None:
    # given it is in the first forest of the map, and chance picks the first
    table = vagabot("a b", at=FOREST).dice(0)
    assert next(iter(table.state.map.forests)) == FOREST
    assert place(run(table, "vagabond", FOX, SLIP)) != FOREST


def test_RB_7_4_3_not_with_three_VT_T05() -> None:
    play = run(vagabot("a- b c- d!"), "vagabond", FOX, SLIP)
    assert place(play) == 5


def test_RB_7_6_after_a_slip_refresh_four_then_repair_all_VT_T06() -> None:
    # given two undamaged exhausted items and three damaged ones, one of them exhausted
    play = turn(vagabot("a- b- c! d! e-!"), "vagabond", FOX)
    # then the undamaged are refreshed before all are repaired, so e stays exhausted
    assert satchel(play) == "a b c d e-"


# --- RB 7.5.1 Explore -------------------------------------------------------------------------------------


def test_RB_7_5_1_a_ruin_where_it_stands_VT_T07() -> None:
    play = act(ruins(vagabot("a b", at=12), c12="sword"), "explore")
    assert place(play) == 12
    assert satchel(play) == "a- b sword"
    # no points, and the ruin is gone
    assert play.score("vagabond") == 0
    assert play.state.ruins == {}


def test_RB_7_5_two_ruins_equally_near_by_priority_VT_T08() -> None:
    # given ruins in 10 and 12, both next to its forest
    table = ruins(vagabot("a b c", at="1_9_10_12"), c10="sword", c12="boot")
    assert place(act(table, "explore")) == 10


def test_RB_7_5_the_move_is_made_even_if_nothing_is_left_to_explore_VT_T09() -> None:
    play = act(ruins(vagabot("a b-", at=9), c12="sword"), "explore")
    assert place(play) == 12
    assert satchel(play) == "a- b-"
    assert 12 in play.state.ruins


def test_RB_7_5_1_without_ruins_no_move_VT_T11() -> None:
    play = act(vagabot("a b", at=9), "explore")
    assert place(play) == 9
    assert satchel(play) == "a b"


def test_RB_7_5_it_goes_as_far_as_its_items_last_R_VT_4() -> None:
    # given the only ruin three moves away and two items
    play = act(ruins(vagabot("a b", at=5), c11="sword"), "explore")
    assert place(play) == 6
    assert satchel(play) == "a- b-"


# --- RB 7.5.2 Quest ---------------------------------------------------------------------------------------


def test_RB_7_5_2_two_items_are_needed_VT_T10() -> None:
    play = act(vagabot("a b-", at=5).board("vagabond", quest="errand-rabbit"), "quest")
    assert satchel(play) == "a b-"
    assert own(play).quest == "errand-rabbit"


def test_RB_7_5_2_a_point_and_a_new_quest() -> None:
    play = act(vagabot("a b c", at=5).board("vagabond", quest="errand-rabbit"), "quest")
    assert satchel(play) == "a- b- c"
    assert play.score("vagabond") == 1
    assert own(play).quest not in ("", "errand-rabbit")


def test_with_an_empty_quest_deck_past_quests_are_shuffled_R_VT_12() -> None:
    table = vagabot("a b c", at=5).board("vagabond", quest="errand-rabbit")
    table.state.quest_deck = []
    assert own(act(table, "quest")).quest == "errand-rabbit"


def test_RB_7_3_3_a_human_vagabond_cannot_complete_its_quest() -> None:
    table = vagabot("a", "vagabond2").board("vagabond", quest="errand-rabbit")
    assert "errand-rabbit" not in table.state.quests


# --- RB 7.5.3 Aid -----------------------------------------------------------------------------------------


def test_RB_7_5_3_the_fewest_points_are_aided_as_often_as_items_last_VT_T12() -> None:
    # given A with 5 points and an item, B with 3 points and two items, and one usable item
    table = vagabot("a b-", "marquise", "eyrie").warriors("marquise", 1, at=5).warriors("eyrie", 1, at=5)
    table.items("marquise", "bag").score("marquise", 5).items("eyrie", "tea", "coin").score("eyrie", 3)
    play = act(table, "aid")
    assert satchel(play) == "a- b- tea"
    assert play.state.players["eyrie"].items == ["coin"]
    assert play.score("vagabond") == 1
    assert len(play.hand("eyrie")) == 1


def test_RB_7_5_3_an_aided_bot_scores_VT_T13() -> None:
    table = (
        vagabot("a b c", "marquise:clockwork").warriors("marquise", 1, at=5).items("marquise", "bag", "tea")
    )
    play = act(table, "aid")
    assert play.score("vagabond") == 2
    assert play.score("marquise") == 2
    assert ready(play) == 3


def test_RB_7_5_3_not_in_a_forest_VT_T14() -> None:
    table = vagabot("a b c", at=FOREST).warriors("marquise", 1, at=5).items("marquise", "bag")
    play = act(table, "aid")
    assert satchel(play) == "a b c"


def test_helper_one_more_point_twice_the_cards() -> None:
    table = vagabot("a b", traits=["helper"]).warriors("marquise", 1, at=5).items("marquise", "bag", "tea")
    play = act(table, "aid")
    assert play.score("vagabond") == 3
    assert len(play.hand("marquise")) == 4


def test_questing_goes_to_aid_but_only_once() -> None:
    table = (
        vagabot("a b c d", traits=["questing"]).warriors("marquise", 1, at=1).items("marquise", "bag", "tea")
    )
    play = act(table, "aid")
    assert place(play) == 1
    assert play.score("vagabond") == 1
    assert play.state.players["marquise"].items == ["tea"]


# --- RB 7.5.4 Battle --------------------------------------------------------------------------------------


def test_RB_7_5_4_II_fewer_warriors_decide_VT_T15() -> None:
    # given the leader in 4 (a building, two warriors) and 9 (a building, one warrior), both next to 12
    table = vagabot("a b", "eyrie", at=12).score("eyrie", 5).dice(0, 0)
    table.building("eyrie", "roost", at=4).warriors("eyrie", 2, at=4)
    table.building("eyrie", "roost", at=9).warriors("eyrie", 1, at=9)
    assert place(act(table, "battle")) == 9


def test_RB_7_5_4_I_more_buildings_and_tokens_come_first() -> None:
    table = vagabot("a b", "eyrie", at=12).dice(0, 0)
    table.building("eyrie", "roost", at=7).warriors("eyrie", 2, at=7).warriors("eyrie", 1, at=4)
    assert place(act(table, "battle")) == 7


def test_RB_7_5_4_a_leader_without_pieces_is_no_target_VT_T16() -> None:
    table = (
        vagabot("a", "eyrie", "marquise").score("eyrie", 9).score("marquise", 2).warriors("marquise", 1, at=5)
    )
    table.dice(0, 0)
    assert battles(act(table, "battle")) == [(5, "marquise")]


def test_RB_7_2_4_its_hits_are_capped_by_the_track_VT_T17() -> None:
    table = vagabot("a b c d e", track="f").warriors("marquise", 3, at=5).dice(3, 3)
    play = table.play(battle, "vagabond", 5, "marquise")
    assert play.warriors("marquise", at=5) == 1
    assert all_of(play).count("!") == 3


def test_RB_7_5_4_another_battle_costs_two_VT_T18() -> None:
    # given four items: one for the first battle, two for the second, and one is not enough for a third
    table = vagabot("a b c d").warriors("marquise", 4, at=5).dice(0, 0).dice(0, 0)
    play = act(table, "battle")
    assert battles(play) == [(5, "marquise")] * 2
    assert ready(play) == 1


def test_RB_7_5_4_a_point_for_each_warrior_as_attacker() -> None:
    table = vagabot("a b c d e", track="f").warriors("marquise", 2, at=5).dice(2, 0)
    assert table.play(battle, "vagabond", 5, "marquise").score("vagabond") == 2


def test_RB_7_5_4_no_points_for_warriors_as_defender_VT_T19() -> None:
    table = vagabot("a b c d e", track="f").warriors("marquise", 3, at=5).dice(2, 2)
    play = table.play(battle, "marquise", 5, "vagabond")
    assert play.warriors("marquise", at=5) == 1
    assert play.score("vagabond") == 0


def test_marksman_hits_before_the_dice() -> None:
    # given a lone warrior, then the battle is over before the dice
    table = vagabot("a b", traits=["marksman"]).warriors("marquise", 1, at=5)
    play = table.play(battle, "vagabond", 5, "marquise")
    assert not play.noted("rolled")
    assert play.score("vagabond") == 1


def test_berserker_goes_where_the_most_enemies_are() -> None:
    # given the leader next door, and five pieces of another two moves away
    table = vagabot("a b c", "eyrie", "marquise", traits=["berserker"], at=5).score("eyrie", 9).dice(0, 0)
    table.warriors("eyrie", 1, at=1).warriors("marquise", 5, at=6)
    assert battles(act(table, "battle")) == [(6, "marquise")]


def test_adventurer_battles_once_then_quests() -> None:
    table = vagabot("a b c d e f", traits=["adventurer"]).warriors("marquise", 9, at=5).dice(0, 0)
    table.board("vagabond", quest="errand-rabbit", actions=["battle"])
    table.state.quest_deck = ["give-a-speech-rabbit", "guard-duty-rabbit"]
    play = run(table, "vagabond", RABBIT, ACTIONS, ADVENTURE)
    assert len(battles(play)) == 1
    # five items were left: two quests
    assert play.score("vagabond") == 2
    assert ready(play) == 1


def test_questing_has_its_own_lists_and_quest_points() -> None:
    table = vagabot("a b c", traits=["questing"]).board("vagabond", quest="errand-rabbit")
    assert act(table, "quest").score("vagabond") == 2
    play = run(vagabot("", traits=["questing"]), "vagabond", RABBIT, PLAN)
    assert own(play).actions == ["special", "aid", "battle"]


@pytest.mark.parametrize(
    ("order", "actions"),
    [
        (BIRD, ["explore", "quest", "aid", "battle"]),
        (FOX, ["explore", "battle", "special"]),
        (RABBIT, ["battle", "repair", "special"]),
        (MOUSE, ["quest", "aid", "battle", "repair"]),
    ],
)
def test_RB_7_5_the_order_names_the_actions(order: str, actions: list[str]) -> None:
    assert own(run(vagabot(""), "vagabond", order, PLAN)).actions == actions


# --- RB 7.5.5 Repair, RB 7.6 Evening ----------------------------------------------------------------------


def test_RB_7_5_5_nothing_damaged_no_cost_VT_T21() -> None:
    assert satchel(act(vagabot("a b"), "repair")) == "a b"


def test_RB_7_5_5_the_face_up_one_is_repaired_first_VT_T22() -> None:
    assert satchel(act(vagabot("a b-! c!"), "repair")) == "a- b-! c"


def test_RB_3_3_1_easy_refreshes_three_VT_T29() -> None:
    play = run(vagabot("a- b- c- d- e!", difficulty="easy"), "vagabond", FOX, REFRESH)
    assert ready(play) == 3


def test_RB_7_6_1_six_without_damage() -> None:
    assert ready(run(vagabot("a- b- c- d- e-"), "vagabond", FOX, REFRESH)) == 5


def test_RB_7_6_2_one_repair_outside_a_forest_two_for_a_berserker() -> None:
    assert all_of(run(vagabot("a! b! c!"), "vagabond", FOX, REPAIR)).count("!") == 2
    assert all_of(run(vagabot("a! b! c!", traits=["berserker"]), "vagabond", FOX, REPAIR)).count("!") == 1


def test_RB_3_3_1_nightmare_scores_one_more() -> None:
    assert turn(vagabot("", difficulty="nightmare"), "vagabond", FOX).score("vagabond") == 1


# --- RB 7.7 Characters ------------------------------------------------------------------------------------


def test_RB_7_7_1_the_thief_robs_the_next_if_the_leader_has_no_cards_VT_T23() -> None:
    table = vagabot("a", "marquise", "eyrie", character="thief").score("marquise", 9)
    table.warriors("marquise", 2, at=5).warriors("eyrie", 1, at=5).hand("eyrie", "cobbler")
    play = act(table, "special")
    # then the card is discarded and the Vagabot scores (RB 2.8.1)
    assert play.hand("eyrie") == []
    assert play.state.discard == ["cobbler"]
    assert play.score("vagabond") == 1
    assert satchel(play) == "a-"


def test_RB_2_8_1_the_thief_robs_a_bot_of_nothing_and_scores() -> None:
    table = vagabot("a", "marquise:clockwork", character="thief").warriors("marquise", 1, at=5)
    deck = len(table.state.deck)
    play = act(table, "special")
    assert play.score("vagabond") == 1
    assert len(play.state.deck) == deck - 1  # only its order has left the deck


def test_RB_7_7_2_the_tinker_crafts_from_the_discard_pile() -> None:
    table = vagabot("a", character="tinker").discard("root-tea-fox", "cobbler", "sword", "armorers")
    table.change(lambda game: game.item_supply.update(sword=0))
    play = act(table, "special")
    assert satchel(play) == "a- tea"
    assert play.score("vagabond") == 1
    assert play.state.discard == ["cobbler", "sword", "armorers", "root-tea-fox"]


def test_RB_7_7_2_nothing_to_craft_nothing_exhausted() -> None:
    assert satchel(act(vagabot("a", character="tinker").discard("cobbler"), "special")) == "a"


def test_RB_7_7_3_the_ranger_needs_three_damaged_items_VT_T24() -> None:
    play = act(vagabot("a b! c!", character="ranger"), "special")
    assert satchel(play) == "a b! c!"
    play = act(vagabot("a b! c! d!", character="ranger"), "special")
    assert satchel(play) == "a- b! c! d!"
    assert place(play) in play.state.map.forests_at[5]


def brawl(character: str = "vagrant", **crowd: int) -> Table:
    table = vagabot("a b", *crowd, character=character)
    for owner, warriors in crowd.items():
        table.warriors(owner, warriors, at=5)
    return table


def test_RB_7_7_4_I_the_most_attack_the_second_most_VT_T25() -> None:
    play = act(brawl(marquise=5, eyrie=3, alliance=1).dice(2, 1), "special")
    (fought,) = play.noted("battle")
    assert (fought.about["attacker"], fought.about["defender"]) == ("marquise", "eyrie")
    assert (play.warriors("marquise", at=5), play.warriors("eyrie", at=5)) == (4, 1)
    # nobody scores for warriors
    assert [play.score(o) for o in ("vagabond", "marquise", "eyrie")] == [0, 0, 0]


def test_RB_7_7_4_it_removes_buildings_before_tokens_and_scores_R_VT_10() -> None:
    # given an undefended sawmill and a keep, and the dice deal one extra hit
    table = brawl(eyrie=3, marquise=0).building("marquise", "sawmill", at=5).token("marquise", "keep", at=5)
    play = act(table.dice(0, 0), "special")
    assert play.pieces("marquise", "sawmill") == []
    assert play.pieces("marquise", "keep") == [5]
    assert play.score("vagabond") == 1
    assert play.score("eyrie") == 0


def test_RB_7_7_4_buildings_before_tokens_of_a_bot_too() -> None:
    table = vagabot("a b", "eyrie", "marquise:clockwork", character="vagrant").warriors("eyrie", 3, at=5)
    table.building("marquise", "sawmill", at=5).token("marquise", "keep", at=5).dice(0, 0)
    play = act(table, "special")
    assert play.pieces("marquise", "sawmill") == []
    assert play.pieces("marquise", "keep") == [5]


def test_RB_7_7_4_attacking_itself_it_does_not_choose_for_the_defender() -> None:
    table = brawl(marquise=0).building("marquise", "sawmill", at=5).token("marquise", "keep", at=5)
    assert act(table.dice(0, 0), "special").asked("marquise") == "battle.losses"


def test_RB_7_7_4_I_who_cannot_attack_defends() -> None:
    table = brawl(eyrie=1, marquise=0).building("marquise", "sawmill", at=5, count=2).dice(0, 0)
    (fought,) = act(table, "special").noted("battle")
    assert (fought.about["attacker"], fought.about["defender"]) == ("eyrie", "marquise")


def test_RB_7_7_4_alone_with_one_it_attacks_itself_VT_T31() -> None:
    play = act(brawl(marquise=2).dice(1, 0), "special")
    (fought,) = play.noted("battle")
    assert (fought.about["attacker"], fought.about["defender"]) == ("vagabond", "marquise")
    assert play.score("vagabond") == 1


def test_RB_7_7_5_the_scoundrel_needs_a_building_or_token_VT_T26() -> None:
    assert satchel(act(brawl("scoundrel", marquise=3), "special")) == "a b"


def test_RB_7_7_5_all_enemies_go_and_an_item_covers_a_slot() -> None:
    table = brawl("scoundrel", marquise=2, eyrie=1).building("marquise", "sawmill", at=5)
    play = act(table, "special")
    assert play.state.warriors_of("marquise", 5) + play.state.warriors_of("eyrie", 5) == 0
    assert play.score("vagabond") == 2
    assert satchel(play) == "b"
    # one of the two slots is covered for good
    assert play.state.slots_taken(5) == 1
    seen = play.game.view(None).clearings[4]  # type: ignore[attr-defined]
    assert (seen.slots, seen.covered) == (1, 1)


def test_without_an_open_slot_the_scoundrel_keeps_its_item_R_VT_13() -> None:
    # given 4 has one slot, and it is covered already
    table = (
        vagabot("a b", character="scoundrel", at=4)
        .warriors("marquise", 2, at=4)
        .token("marquise", "keep", at=4)
    )
    play = act(table.change(lambda game: game.covered.append(4)), "special")
    assert satchel(play) == "a- b"
    assert play.state.covered == [4]
    assert play.score("vagabond") == 2


def arbiter(*defender: str, points: int = 12, attackers: int = 4) -> Table:
    """An Arbiter with two items on the track at 5; one warrior defends there against the Eyrie."""
    table = vagabot("a b c d e f g", *defender, "eyrie", track="x y").score("vagabond", 10)
    name = defender[0].partition(":")[0]
    return table.warriors(name, 1, at=5).warriors("eyrie", attackers, at=5).score(name, points).dice(3, 3)


def test_RB_7_7_6_a_weak_bot_enlists_the_arbiter_VT_T27() -> None:
    play = arbiter("marquise:clockwork").play(battle, "eyrie", 5, "marquise")
    assert play.score("vagabond") == 11
    # three hits with one warrior
    assert play.warriors("eyrie", at=5) == 1


def test_RB_7_7_6_I_a_bot_with_three_warriors_does_not() -> None:
    table = arbiter("marquise:clockwork", attackers=5).warriors("marquise", 2, at=5)
    assert table.play(battle, "eyrie", 5, "marquise").score("vagabond") == 10


@pytest.mark.parametrize(("points", "attackers"), [(10, 4), (12, 1)])
def test_RB_7_7_6_II_a_bot_does_not_when_behind_or_not_outnumbered(points: int, attackers: int) -> None:
    table = arbiter("marquise:clockwork", points=points, attackers=attackers)
    assert table.play(battle, "eyrie", 5, "marquise").score("vagabond") == 10


def test_RB_7_7_6_a_human_defender_is_asked_before_the_roll() -> None:
    play = arbiter("marquise").play(battle, "eyrie", 5, "marquise")
    assert play.asked("marquise") == "battle.enlist"
    assert not play.noted("rolled")
    play.choose("enlist", protector="vagabond")
    assert play.score("vagabond") == 11
    assert play.warriors("eyrie", at=5) == 1


def test_RB_7_7_6_a_bot_enlists_a_human_arbiter_too() -> None:
    # given a human Arbiter with two swords at 5
    table = (
        bot("marquise", "eyrie", "vagabond").pawn("vagabond", 5).score("marquise", 12).score("vagabond", 10)
    )
    table.board("vagabond", character="arbiter", items=[Item(kind="sword"), Item(kind="sword")])
    table.warriors("marquise", 1, at=5).warriors("eyrie", 4, at=5).dice(3, 3)
    play = table.play(battle, "eyrie", 5, "marquise")
    assert play.score("vagabond") == 11
    assert play.warriors("eyrie", at=5) == 1


def test_RB_7_7_6_nobody_is_asked_for_an_empty_track_R_VT_15() -> None:
    table = arbiter("marquise").board("vagabond", track=[])
    assert table.play(battle, "eyrie", 5, "marquise").asked("marquise") == ""


def test_D_4_2_a_human_vagrant_chooses_for_a_bot() -> None:
    # given an undefended keep and sawmill of a bot, attacked by the Eyrie at the Vagrant's wish
    table = (
        bot("marquise", "eyrie", "vagabond")
        .token("marquise", "keep", at=5)
        .building("marquise", "sawmill", at=5)
    )
    table.warriors("eyrie", 2, at=5).pawn("vagabond", 5).board("vagabond", character="vagrant").dice(0, 0)
    play = table.play(battle, "eyrie", 5, "marquise", "vagabond")
    assert play.asked("vagabond") == "battle.losses"
    play.choose_many(Lose("sawmill"), seat="vagabond")
    assert play.pieces("marquise", "keep") == [5]
    assert play.score("vagabond") == 1


def test_RB_7_7_6_not_against_itself() -> None:
    table = arbiter("marquise:clockwork")
    play = table.play(battle, "vagabond", 5, "marquise")
    assert not play.noted("enlisted")


# --- maps -------------------------------------------------------------------------------------------------


def test_RB_12_1_1_the_ferry_counts_as_a_path_and_scores() -> None:
    # given the Ferry in 1, where it stands, and the only ruin in 11, on the other shore
    play = act(ruins(vagabot("a b", at=1, map="lake"), c11="sword"), "explore")
    assert place(play) == 11
    assert satchel(play) == "a- b- sword"
    assert play.stands("ferry") == 11
    assert play.score("vagabond") == 1


def test_RB_12_2_1_closed_paths_are_paths() -> None:
    play = act(ruins(vagabot("a b", at=7, map="mountain"), c3="sword"), "explore")
    assert place(play) == 3


# --- the worked example -----------------------------------------------------------------------------------


def test_a_turn_of_the_vagabot_EX_VB_1() -> None:
    # given five items in 4, a ruin in 12, a mouse quest; the Marquise leads and has a bag
    table = ruins(vagabot("A B C D E", "marquise", "eyrie", at=4), c12="sword").board(
        "vagabond", quest="escort-mouse"
    )
    table.state.quest_deck = ["errand-fox"]
    table.warriors("marquise", 4, at=7).warriors("eyrie", 1, at=7).items("marquise", "bag").score(
        "marquise", 3
    )
    # when the order is a bird with an available item and the dice show 3 and 3
    play = turn(table.dice(3, 3), "vagabond", "birdy-bindle")
    # then it crafts the sixth item, explores 12, does the quest in 7
    assert [event.about["to"] for event in play.noted("moved.pawn")] == [12, 7]
    assert own(play).quest == "errand-fox"
    # aids the Marquise, who draws a card
    assert play.state.players["marquise"].items == []
    assert len(play.hand("marquise")) == 1
    # battles once: two warriors fall, three items are damaged
    assert battles(play) == [(7, "marquise")]
    assert play.warriors("marquise", at=7) == 2
    # in Evening four are refreshed and one is repaired, which goes to the track, exhausted
    assert ready(play) == 5
    assert all_of(play).count("!") == 2
    assert len(own(play).track) == 1
    assert own(play).track[0].exhausted
    # five points in all
    assert play.score("vagabond") == 5
    assert play.state.discard == ["birdy-bindle"]
