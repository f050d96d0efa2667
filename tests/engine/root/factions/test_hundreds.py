"""14  Lord of the Hundreds. Ids LH-… are the edge cases of the specification.

Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10. The die of the mobs: 0 fox, 1 rabbit, 2 mouse.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight, battle
from engine.root.actions.move import Move, why_no_move
from engine.root.factions.hundreds.faction import homeland_setup, oppressed, setup
from engine.root.factions.hundreds.facts import MOODS
from engine.root.factions.hundreds.hoard import (
    ChooseMood,
    HundredsBoard,
    command,
    contempt_for_trade,
    gain_item,
    prowess,
)
from engine.root.factions.hundreds.mobs import Incite
from engine.root.factions.lizards.conspiracies import Convert
from engine.root.happen import settle
from engine.root.rule import removable_warriors
from engine.root.setup.table import Clearing
from engine.root.state import Root
from engine.root.verbs import sweep
from tests.engine.root.board import Play, Table, board

HUNDREDS = "hundreds"


def own(play: Play) -> HundredsBoard:
    return cast(HundredsBoard, play.state.boards[HUNDREDS])


def warlord(table: Table, at: int) -> Table:
    """The warlord stands here."""
    table.state.add_warriors(HUNDREDS, at, 1)
    return table.board(HUNDREDS, warlord=at)


def hundreds(*others: str, step: str, **fields: Any) -> Table:
    """It is the Hundreds' turn; there are no ruins."""
    table = board(HUNDREDS, *(others or ("marquise",))).turn(HUNDREDS, step).no_ruins()
    return table.board(HUNDREDS, **{"mood": "rowdy", **fields})


def mob(table: Table, *places: int) -> Table:
    for clearing in places:
        table.token(HUNDREDS, "mob", at=clearing)
    return table


def hoard(*items: str) -> dict[str, list[str]]:
    return {
        "command": [i for i in items if i in ("boot", "bag", "coin")],
        "prowess": [i for i in items if i not in ("boot", "bag", "coin")],
    }


# --- 14.3 Setup -------------------------------------------------------------------------------------------


def test_14_3_a_corner_with_the_warlord() -> None:
    # given the Marquise started in 1, the Hundreds set up
    table = board("marquise", HUNDREDS).supply(HUNDREDS, 0)
    table.state.starts["marquise"] = [1]
    play = table.play(setup, HUNDREDS)
    # then they start opposite, in 3, Stubborn, and items lie under the ruins
    assert (own(play).warlord, own(play).mood) == (3, "stubborn")
    assert play.warriors(HUNDREDS, at=3) == 5
    assert play.pieces(HUNDREDS, "stronghold") == [3]
    assert sorted(i for items in play.state.ruins.values() for i in items) == [
        "bag",
        "boot",
        "hammer",
        "sword",
    ]


def test_14_3_2_items_that_are_there_already_stay_SETUP_T23() -> None:
    # given a Vagabond has put items under the ruins
    table = board("vagabond", HUNDREDS).supply(HUNDREDS, 0)
    table.state.ruins = {6: ["bag"], 10: ["boot"], 11: ["hammer"], 12: ["sword"]}
    table.state.starts["vagabond"] = [1]
    play = table.play(setup, HUNDREDS)
    # then nothing is added
    assert play.state.ruins == {6: ["bag"], 10: ["boot"], 11: ["hammer"], 12: ["sword"]}


def test_A_8_2_a_homeland_on_the_edge() -> None:
    # given the Hundreds set up by their setup card
    play = board(HUNDREDS, "marquise").supply(HUNDREDS, 0).play(homeland_setup, HUNDREDS)
    offered = {option.clearing for option in play.question.options}  # type: ignore[attr-defined]
    assert offered <= set(play.state.map.edge)
    play.choose("clearing", clearing=1)
    assert (own(play).warlord, play.warriors(HUNDREDS, at=1)) == (1, 5)


# --- 14.4.1 Raze ------------------------------------------------------------------------------------------


def test_14_4_1_mobs_raze_buildings_and_tokens_LH_01() -> None:
    # given mobs in 1 and 5, with three buildings and a token, and cats
    table = mob(hundreds(step="birdsong.raze"), 1, 5)
    table.building("marquise", "sawmill", at=1).token("marquise", "wood", at=1).warriors("marquise", 2, at=1)
    table.building("marquise", "workshop", at=5).building("marquise", "recruiter", at=5)
    play = table.dice(0).start()
    # when they raze, in the order they choose
    play.choose("clearing", clearing=5)
    if play.asked(HUNDREDS) == "hundreds.raze":
        play.choose("clearing", clearing=1)
    # then four points, and the cats are still there
    assert play.score(HUNDREDS) == 4
    assert play.warriors("marquise", at=1) == 2
    assert play.pieces("marquise", "sawmill") == play.pieces("marquise", "recruiter") == []


def test_14_4_1_with_five_mobs_none_is_placed_LH_02() -> None:
    # given all five mobs on the map
    play = mob(hundreds(step="birdsong.raze"), 1, 2, 3, 4, 5).start()
    # then the die is not even rolled
    assert play.pieces(HUNDREDS, "mob") == [1, 2, 3, 4, 5]
    assert not play.noted("hundreds.rolled")


def test_14_4_1_no_clearing_of_the_suit_beside_a_mob_LH_03() -> None:
    # given a mob in 5, whose neighbours are 1 (fox) and 2 (mouse)
    play = mob(hundreds(step="birdsong.raze"), 5).dice(1).start()
    # when the die shows a rabbit, then no mob is placed
    assert play.pieces(HUNDREDS, "mob") == [5]


def test_14_4_1_they_must_choose_among_several_LH_04() -> None:
    # given a mob in 12, whose neighbours are 4, 7, 9, 10 and 11
    play = mob(hundreds(step="birdsong.raze"), 12).dice(2).start()
    # when the die shows a mouse, then 7, 9 and 11 are offered, and nothing else
    assert {option.clearing for option in play.question.options} == {7, 9, 11}  # type: ignore[attr-defined]
    assert play.verbs() == {"clearing"}
    play.choose("clearing", clearing=9)
    assert play.pieces(HUNDREDS, "mob") == [9, 12]


def test_14_4_1_a_mob_loots_a_ruin_LH_05() -> None:
    # given a mob on a ruin with a hammer
    table = mob(hundreds(step="birdsong.raze"), 6)
    table.state.ruins = {6: ["hammer"]}
    play = table.dice(1).start()
    # then the item is in the Hoard, and the ruin is gone
    assert own(play).hoard["prowess"] == ["hammer"]
    assert play.state.ruins == {}
    assert play.state.has_open_slot(6)


def test_14_4_1_two_like_items_may_both_be_taken_LH_34() -> None:
    # given swords under two ruins with mobs
    table = mob(hundreds(step="birdsong.raze"), 6, 12)
    table.state.ruins = {6: ["sword", "boot"], 12: ["sword", "bag"]}
    play = table.dice(1).start().choose("clearing", clearing=6)
    play.choose("ruin_item", item="sword").choose("ruin_item", item="sword")
    # then both are in the Hoard
    assert own(play).hoard["prowess"] == ["sword", "sword"]
    assert play.state.ruins == {6: ["boot"], 12: ["bag"]}


# --- 14.2.4 The Hoard -------------------------------------------------------------------------------------


def test_14_2_4_I_a_full_track_gives_up_an_item_LH_06() -> None:
    # given four items of Command
    table = hundreds(step="daylight.craft", hoard=hoard("boot", "bag", "coin", "coin"))
    play = table.play(gain_item, HUNDREDS, "boot", "14.4.1")
    # when boots come, they choose a coin to go
    assert {option.item for option in play.question.options} == {"boot", "bag", "coin"}  # type: ignore[attr-defined]
    play.choose("hoard_item", item="coin")
    # then there are four still, and a point
    assert sorted(own(play).hoard["command"]) == ["bag", "boot", "boot", "coin"]
    assert play.score(HUNDREDS) == 1


@pytest.mark.parametrize(("count", "value"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 4)])
def test_14_2_4_II_command_and_prowess_LH_07(count: int, value: int) -> None:
    # given so many items on both tracks
    table = hundreds(step="daylight.first", hoard=hoard(*["boot"] * count, *["tea"] * count))
    # then Command and Prowess are read off
    assert command(table.state, HUNDREDS) == prowess(table.state, HUNDREDS) == value


def test_14_2_3_keep_or_score_LH_16() -> None:
    # given a sword is crafted, worth two points
    play = hundreds(step="daylight.craft").play(contempt_for_trade, HUNDREDS, "sword", 2)
    # when it is kept, then it scores nothing and is in the Hoard
    play.choose("keep_item")
    assert (play.result, own(play).hoard["prowess"]) == (0, ["sword"])
    # when it is scored, then it is gone
    play = hundreds(step="daylight.craft").play(contempt_for_trade, HUNDREDS, "sword", 2)
    play.choose("score_item")
    assert (play.result, own(play).hoard["prowess"]) == (2, [])


# --- 14.4.2 - 14.4.3 Recruit and Anoint -------------------------------------------------------------------


def test_14_4_2_without_a_warlord_only_strongholds_recruit_LH_08() -> None:
    # given the warlord off the map, a stronghold in 1 and a warrior in 5
    table = (
        hundreds(step="birdsong.recruit").building(HUNDREDS, "stronghold", at=1).warriors(HUNDREDS, 1, at=5)
    )
    play = table.start()
    # then one warrior came, and they must anoint one of the two, old or new
    assert play.warriors(HUNDREDS, at=1) == 1
    assert play.asked(HUNDREDS) == "hundreds.anoint"
    assert {option.clearing for option in play.question.options} == {1, 5}  # type: ignore[attr-defined]
    play.choose("clearing", clearing=1)
    assert (own(play).warlord, play.warriors(HUNDREDS, at=1)) == (1, 1)


def test_14_4_3_with_nobody_he_comes_anywhere_LH_09() -> None:
    # given nothing of theirs on the map
    play = hundreds(step="birdsong.anoint").start()
    # then any clearing is offered
    assert len(play.question.options) == 12
    play.choose("clearing", clearing=7)
    assert (own(play).warlord, play.warriors(HUNDREDS, at=7)) == (7, 1)


def test_14_4_3_not_beside_the_keep_LH_10() -> None:
    # given their only warriors beside the keep
    table = hundreds(step="birdsong.anoint").warriors(HUNDREDS, 2, at=1).token("marquise", "keep", at=1)
    play = table.start()
    # then he comes to another clearing, and nobody is replaced
    assert {option.clearing for option in play.question.options} == set(range(2, 13))  # type: ignore[attr-defined]
    play.choose("clearing", clearing=5)
    assert (play.warriors(HUNDREDS, at=1), play.warriors(HUNDREDS, at=5)) == (2, 1)


def test_14_4_2_prowess_at_the_warlord_and_one_a_stronghold() -> None:
    # given Prowess 3 and two strongholds
    table = warlord(hundreds(step="birdsong.recruit", hoard=hoard("tea", "sword", "hammer")), 5)
    table.building(HUNDREDS, "stronghold", at=1).building(HUNDREDS, "stronghold", at=6)
    play = table.start()
    assert [play.warriors(HUNDREDS, at=c) for c in (5, 1, 6)] == [4, 1, 1]


# --- 14.4.4 Mood ------------------------------------------------------------------------------------------


def test_14_4_4_an_item_closes_its_mood_LH_11() -> None:
    # given a sword in the Hoard
    play = warlord(hundreds(step="birdsong.mood", hoard=hoard("sword")), 5).start()
    # then Wrathful is closed
    assert not play.offers("mood", mood="wrathful")
    assert play.refused(HUNDREDS, ChooseMood("wrathful")).clause == "14.4.4"


def test_14_4_4_the_mood_changes_LH_12() -> None:
    # given a Stubborn warlord
    play = warlord(hundreds(step="birdsong.mood", mood="stubborn"), 5).start()
    # then Stubborn is not offered
    assert not play.offers("mood", mood="stubborn")
    assert play.refused(HUNDREDS, ChooseMood("stubborn")).clause == "14.4.4"


ALL_SEVEN = ("bag", "coin", "boot", "tea", "sword", "crossbow", "hammer")


def test_14_4_4_lavish_stays_if_nothing_else_is_open_LH_13() -> None:
    # given all seven items, and Lavish
    play = warlord(hundreds(step="birdsong.mood", mood="lavish", hoard=hoard(*ALL_SEVEN)), 5).start()
    # then it stays Lavish, unasked
    assert play.asked(HUNDREDS) == "hundreds.lavish"
    assert own(play).mood == "lavish"


def test_14_4_4_with_all_items_it_must_be_lavish_LH_14() -> None:
    # given all seven items, and Rowdy
    play = warlord(hundreds(step="birdsong.mood", hoard=hoard(*ALL_SEVEN)), 5).start()
    # then it becomes Lavish
    assert own(play).mood == "lavish"


def test_14_7_1_lavish_squanders_items_LH_15() -> None:
    # given Lavish with four items of Prowess
    items = hoard("tea", "sword", "hammer", "crossbow")
    play = warlord(hundreds(step="birdsong.lavish", mood="lavish", hoard=items), 5).start()
    # when two are squandered
    play.choose("squander", item="tea").choose("squander", item="sword")
    # then four warriors are at the warlord, and Prowess is 2
    assert play.warriors(HUNDREDS, at=5) == 5
    assert own(play).hoard["prowess"] == ["hammer", "crossbow"]
    assert prowess(play.state, HUNDREDS) == 2


# --- 14.2.5 Looters ---------------------------------------------------------------------------------------


def looting(mood: str = "wrathful") -> Table:
    """The warlord and two warriors attack in 1 somebody with a crafted sword."""
    table = warlord(hundreds(step="daylight.first", mood=mood), 1).warriors(HUNDREDS, 2, at=1)
    return table.items("marquise", "sword")


def test_14_2_5_looters_deal_no_rolled_hits_LH_17() -> None:
    # given a defender with two warriors
    play = looting().warriors("marquise", 2, at=1).dice(3, 1).play(battle, HUNDREDS, 1, "marquise")
    # when they loot, with 3 and 1 rolled
    play.choose("loot").choose("spare_warlord")
    # then only the extra hit of Wrathful counts, and the defender deals 1; they rule and take the sword
    assert play.warriors("marquise", at=1) == 1
    assert play.warriors(HUNDREDS, at=1) == 2
    assert own(play).hoard["prowess"] == ["sword"]
    # given a defender with two buildings only
    table = looting().building("marquise", "sawmill", at=1).token("marquise", "wood", at=1)
    play = table.dice(3, 1).play(battle, HUNDREDS, 1, "marquise").choose("loot")
    # then both fall, by Wrathful and for the defenseless
    assert play.pieces("marquise", "sawmill") == play.pieces("marquise", "wood") == []


def test_14_2_5_no_item_without_rule_LH_18() -> None:
    # given they do not rule afterwards
    table = looting("rowdy").warriors("marquise", 6, at=1)
    play = table.dice(0, 0).play(battle, HUNDREDS, 1, "marquise").choose("loot")
    # then there is no loot
    assert own(play).hoard["prowess"] == []
    assert play.state.players["marquise"].items == ["sword"]


def test_14_2_5_nothing_to_loot_LH_19() -> None:
    # given a defender without crafted items, then it is not offered
    table = warlord(hundreds(step="daylight.first"), 1).warriors("marquise", 1, at=1)
    play = table.dice(0, 0).play(battle, HUNDREDS, 1, "marquise")
    assert not play.game.waiting()
    # given the Vagabond, then neither
    table = warlord(hundreds("vagabond", step="daylight.first"), 1).pawn("vagabond", 1)
    play = table.dice(0, 0).play(battle, HUNDREDS, 1, "vagabond")
    assert not play.game.waiting()


# --- 14.7 Moods in battle ---------------------------------------------------------------------------------


def test_14_7_7_stubborn_ignores_the_first_hit_of_an_ambush_LH_20() -> None:
    # given Stubborn attackers who are ambushed
    table = warlord(hundreds(step="daylight.first", mood="stubborn"), 1).warriors(HUNDREDS, 4, at=1)
    table.warriors("marquise", 3, at=1).hand("marquise", "ambush-fox")
    play = table.dice(1, 1).play(battle, HUNDREDS, 1, "marquise")
    play.choose("ambush", seat="marquise", card="ambush-fox")
    play.choose("spare_warlord")
    # then one hit of the ambush counts
    assert play.warriors(HUNDREDS, at=1) == 4
    # and a later hit counts in full
    play.choose("spare_warlord")
    assert play.warriors(HUNDREDS, at=1) == 3


def test_14_7_7_stubborn_when_others_attack_LH_21() -> None:
    # given the Marquise attacks the warlord's clearing in her turn
    table = board("marquise", HUNDREDS).turn("marquise", "daylight.actions").no_ruins()
    warlord(table.board(HUNDREDS, mood="stubborn"), 1).warriors("marquise", 3, at=1)
    play = table.dice(1, 0).play(battle, "marquise", 1, HUNDREDS)
    # then the first hit is ignored
    assert play.warriors(HUNDREDS, at=1) == 1
    assert own(play).warlord == 1


def test_14_7_8_bitter_mobs_join_before_the_roll_LH_22() -> None:
    # given a Bitter warlord alone, with mobs in 5 and 9, next to 1
    table = board("marquise", HUNDREDS).turn("marquise", "daylight.actions").no_ruins()
    mob(warlord(table.board(HUNDREDS, mood="bitter"), 1).warriors("marquise", 3, at=1), 5, 9)
    play = table.dice(3, 3).play(battle, "marquise", 1, HUNDREDS)
    # when both join, the defenders can deal three
    play.choose_many(Clearing(5), Clearing(9), seat=HUNDREDS)
    assert play.pieces(HUNDREDS, "mob") == []
    (rolled,) = play.noted("rolled")
    assert rolled.about["defender_hits"] == 3


def test_14_2_2_they_choose_whether_he_falls_LH_23() -> None:
    # given the warlord and two warriors take two hits
    def fight() -> Play:
        table = board("marquise", HUNDREDS).turn("marquise", "daylight.actions").no_ruins()
        warlord(table.board(HUNDREDS, mood="rowdy"), 1).warriors(HUNDREDS, 2, at=1).warriors(
            "marquise", 3, at=1
        )
        return table.dice(2, 0).play(battle, "marquise", 1, HUNDREDS)

    # then two warriors may fall
    play = fight().choose("spare_warlord", seat=HUNDREDS)
    assert (own(play).warlord, play.warriors(HUNDREDS, at=1), play.supply(HUNDREDS)) == (1, 1, 20)
    # or the warlord and one
    play = fight().choose("lose_warlord", seat=HUNDREDS)
    assert (own(play).warlord, play.warriors(HUNDREDS, at=1), play.supply(HUNDREDS)) == (0, 1, 19)


# --- 14.5.3 Advance ---------------------------------------------------------------------------------------


def test_14_5_3_no_advance_without_a_warlord_LH_24() -> None:
    # given Prowess 2, and a warlord who falls in the first advance
    table = warlord(hundreds(step="daylight.second", hoard=hoard("tea")), 1).warriors("marquise", 3, at=1)
    play = table.dice(3, 1).start().choose("battle", clearing=1)
    # then there are no more advances
    assert own(play).warlord == 0
    assert play.state.cursor.step != "daylight.second" or not play.offers("move")


def test_14_7_4_grandiose_advances_first_LH_25() -> None:
    # given Grandiose, the warlord in 1 and others in 5
    table = warlord(hundreds(step="daylight.first", mood="grandiose"), 1).warriors(HUNDREDS, 2, at=5)
    play = table.start()
    # then the advance comes first
    assert play.asked(HUNDREDS) == "hundreds.advance"
    assert not play.offers("move", origin=5)
    play.done()
    assert play.asked(HUNDREDS) == "hundreds.command"


def test_14_7_2_relentless_needs_a_move_and_a_battle_LH_26() -> None:
    # given Relentless, and an advance with only a battle
    table = warlord(hundreds(step="daylight.second", mood="relentless"), 1).warriors("marquise", 1, at=1)
    play = table.warriors(HUNDREDS, 3, at=1).dice(0, 0).start().choose("battle", clearing=1)
    # then there is nothing more
    assert play.asked(HUNDREDS) != "hundreds.relentless"
    # with a move and a battle there is
    table = warlord(hundreds(step="daylight.second", mood="relentless"), 1).warriors("marquise", 1, at=5)
    play = table.warriors(HUNDREDS, 3, at=1).dice(0, 0).start().choose("move", origin=1, to=5, warriors=4)
    assert play.asked(HUNDREDS) == "hundreds.advance.battle"
    play.choose("battle", clearing=5)
    assert play.asked(HUNDREDS) == "hundreds.relentless"
    assert own(play).warlord == 5


def test_14_5_3_the_warlord_leads_every_advance() -> None:
    # given the warlord and three warriors in 1
    table = warlord(hundreds(step="daylight.second"), 1).warriors(HUNDREDS, 3, at=1)
    # when one warrior moves in an advance, it is the warlord
    play = table.start().choose("move", origin=1, to=5, warriors=1)
    assert own(play).warlord == 5


def test_14_5_2_I_in_a_command_he_goes_along_or_not() -> None:
    # given the warlord and three warriors in 1
    table = warlord(hundreds(step="daylight.first"), 1).warriors(HUNDREDS, 3, at=1)
    play = table.start().choose("move", origin=1, to=5, warriors=2)
    # then they are asked whether he goes along
    assert play.asked(HUNDREDS) == "hundreds.goes"
    play.done()
    assert own(play).warlord == 1


# --- 14.6 Evening -----------------------------------------------------------------------------------------


def test_14_6_2_a_pawn_is_an_enemy_piece_LH_27() -> None:
    # given three warriors beside a Vagabond
    table = hundreds("vagabond", step="evening.oppress").warriors(HUNDREDS, 3, at=1).pawn("vagabond", 1)
    # then the clearing is not oppressed
    assert oppressed(table.state, HUNDREDS) == []


def test_14_6_2_nothing_oppressed_scores_nothing_LH_32() -> None:
    # given no clearing of theirs
    play = hundreds(step="evening.oppress").start()
    assert play.score(HUNDREDS) == 0


@pytest.mark.parametrize(("count", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 4), (8, 4)])
def test_14_6_2_points_for_oppressed_clearings(count: int, points: int) -> None:
    # given so many clearings with a warrior of theirs alone
    table = hundreds(step="evening.oppress")
    for clearing in range(1, count + 1):
        table.warriors(HUNDREDS, 1, at=clearing)
    assert table.start().score(HUNDREDS) == points


def test_14_7_5_a_roll_without_a_place_is_used_up_LH_30() -> None:
    # given Jubilant, and the warlord in 5, next to 1 (fox) and 2 (mouse)
    table = warlord(hundreds(step="evening.incite", mood="jubilant"), 5).hand(HUNDREDS, "bake-sale", "anvil")
    play = table.dice(0).dice(1).start().choose("incite", clearing=5).choose("spend_on", card="bake-sale")
    # when the first roll places a mob in 1 and the second, a rabbit, finds only 10
    play.choose("roll_mob")
    assert play.pieces(HUNDREDS, "mob") == [1, 5]
    play.choose("roll_mob")
    if play.asked(HUNDREDS) == "hundreds.mob":
        play.choose("clearing", clearing=10)
    # then two more rolls are left
    assert play.question.about["left"] == 2


def test_14_6_1_a_bird_incites_anywhere_LH_31() -> None:
    # given a bird card, warriors in 1 and 5, and a mob in 1
    table = mob(hundreds(step="evening.incite").warriors(HUNDREDS, 1, at=1).warriors(HUNDREDS, 1, at=5), 1)
    play = table.hand(HUNDREDS, "birdy-bindle").start()
    # then 5 can be incited, 1 has a mob, and elsewhere nobody stands
    assert play.options("incite") == [Incite(5)]
    assert play.refused(HUNDREDS, Incite(1)).clause == "14.6.1"
    assert play.refused(HUNDREDS, Incite(7)).clause == "14.6.1"


def test_14_7_3_rowdy_draws_more() -> None:
    # given Rowdy, with three enemy pieces at the warlord
    table = (
        warlord(hundreds(step="evening.draw"), 1)
        .warriors("marquise", 2, at=1)
        .building("marquise", "sawmill", at=1)
    )
    assert len(table.start().hand(HUNDREDS)) == 3
    # with fewer, one more
    assert (
        len(warlord(hundreds(step="evening.draw"), 1).warriors("marquise", 1, at=1).start().hand(HUNDREDS))
        == 2
    )


# --- 14.2.2 The warlord -----------------------------------------------------------------------------------


def test_14_2_2_only_battle_removes_him_LH_29() -> None:
    # given the warlord and two warriors in a fox clearing
    table = warlord(hundreds(step="daylight.first"), 1).warriors(HUNDREDS, 2, at=1)
    mob(table.building(HUNDREDS, "stronghold", at=1), 1)

    # when a Favor card removes everything
    def favor(game: Root) -> Flow[None]:
        sweep(game, "marquise", [1, 6, 8, 12], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    # then he alone is left
    assert (own(play).warlord, play.warriors(HUNDREDS, at=1)) == (1, 1)
    assert play.pieces(HUNDREDS, "stronghold") == play.pieces(HUNDREDS, "mob") == []


def test_14_2_2_he_cannot_be_converted_LC_10() -> None:
    # given the warlord alone in an Outcast clearing
    table = board("lizards", HUNDREDS).turn("lizards", "birdsong.conspiracies").no_ruins()
    table.board("lizards", outcast="fox", acolytes=2).warriors("lizards", 1, at=1)
    play = warlord(table, 1).start()
    # then he is no target
    assert not play.offers("convert")
    assert play.refused("lizards", Convert(1, HUNDREDS)).clause == "10.4.3.II"


def test_14_2_2_false_orders_do_not_move_him_DECK_T12() -> None:
    # given it is the turn of another, and the warlord stands in 1 with one warrior
    table = board("marquise", HUNDREDS, deck="exiles").turn("marquise", "daylight.actions").no_ruins()
    warlord(table, 1).warriors(HUNDREDS, 1, at=1)
    # then one of the two can be moved, not both
    assert why_no_move(table.state, HUNDREDS, Move(1, 5, 1)) is None
    refusal = why_no_move(table.state, HUNDREDS, Move(1, 5, 2))
    assert refusal is not None
    assert removable_warriors(table.state, HUNDREDS, 1, "marquise") == 1


def test_14_5_each_action_has_its_part_of_the_turn() -> None:
    # given Birdsong
    table = warlord(hundreds(step="birdsong.mood"), 1).warriors("marquise", 1, at=1).hand(HUNDREDS, "anvil")
    play = table.start()
    assert play.refused(HUNDREDS, Fight(1, "marquise")).clause == "14.5"
    assert play.refused(HUNDREDS, Incite(1)).clause == "14.6.1"
    assert set(MOODS) == {option.mood for option in play.options("mood")} | {"rowdy"}  # type: ignore[attr-defined]
