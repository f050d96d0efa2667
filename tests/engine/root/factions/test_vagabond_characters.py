"""D  The nine characters. Ids VB-T… are cases of the specification."""

from __future__ import annotations

import pytest

from engine.flow import Option
from engine.root.actions.battle import battle
from engine.root.actions.move import Move
from engine.root.actions.muster import Recruit
from engine.root.faction import Lose
from engine.root.factions.vagabond.characters import (
    DayLabor,
    Glide,
    Hideout,
    Improvise,
    Instigate,
    ScorchedEarth,
    Steal,
)
from engine.root.factions.vagabond.items import ThisItem
from engine.root.factions.vagabond.travel import Slip, Travel
from engine.root.verbs import bars_placing
from tests.engine.root.board import Play, Table
from tests.engine.root.factions.vagabond_table import (
    FOREST,
    bystander,
    carry,
    items,
    place,
    relation,
    wanderer,
)


@pytest.mark.parametrize(
    ("wish", "clause"),
    [
        (Steal("marquise"), "D.1.2"),
        (DayLabor("anvil"), "D.2.2"),
        (Hideout(), "D.3.2"),
        (Instigate("marquise", "eyrie"), "D.4.2"),
        (ScorchedEarth(), "D.6.2"),
        (Improvise("errand-fox", "tea", "boot"), "D.7.2"),
        (Glide(1), "D.9.2"),
    ],
)
def test_9_5_9_a_special_action_belongs_to_its_character(wish: Option, clause: str) -> None:
    # given the Ronin / when he wants what another can do / then it is refused
    play = wanderer("torch torch", character="ronin").start()
    assert play.refused("vagabond", wish).clause == clause


@pytest.mark.parametrize(
    ("character", "wish"),
    [
        ("thief", Steal("marquise")),
        ("ranger", Hideout()),
        ("scoundrel", ScorchedEarth()),
        ("harrier", Glide(1)),
    ],
)
def test_9_5_9_a_special_action_needs_a_ready_torch(character: str, wish: Option) -> None:
    # given an exhausted and a damaged torch / when he wants his special action / then it is refused
    table = wanderer("torch- torch! boot!", character=character).warriors("marquise", 1, at=5)
    play = table.hand("marquise", "anvil").start()
    assert play.refused("vagabond", wish).clause == "9.5.9"


# --- D.1 Thief --------------------------------------------------------------------------------------------


def test_D_1_2_steal_a_random_card() -> None:
    # given the Thief with cats in his clearing / when he steals / then a card changes hands
    table = wanderer("torch torch", "marquise", "eyrie", character="thief").warriors("marquise", 1, at=5)
    play = table.hand("marquise", "anvil").hand("eyrie", "cobbler").start()
    assert play.refused("vagabond", Steal("eyrie")).clause == "D.1.2"
    play.choose("steal", player="marquise")
    assert (play.hand("vagabond"), play.hand("marquise"), items(play)) == (["anvil"], [], "torch torch-")
    # and who has no card left cannot be robbed
    assert play.refused("vagabond", Steal("marquise")).clause == "D.1.2"


def test_RULING_V1_steal_from_another_vagabond() -> None:
    # given another Vagabond in the clearing / when the Thief steals from him / then it is allowed
    table = wanderer("torch", "vagabond2", "marquise", character="thief").pawn("vagabond2", 5)
    play = table.hand("vagabond2", "anvil").start().choose("steal", player="vagabond2")
    assert play.hand("vagabond") == ["anvil"]


# --- D.2 Tinker -------------------------------------------------------------------------------------------


def test_D_2_2_only_matching_cards_of_the_discard_pile_VB_T51() -> None:
    # given the Tinker in a fox clearing and a discard pile of a mouse and a bird
    table = wanderer("torch", at=1, character="tinker").discard("sword", "armorers")
    play = table.start()
    # then only the bird may be taken
    assert play.options("day_labor") == [DayLabor("armorers")]
    assert play.refused("vagabond", DayLabor("sword")).clause == "D.2.2"
    play.choose("day_labor")
    assert (play.hand("vagabond"), play.state.discard) == (["armorers"], ["sword"])


# --- D.3 Ranger -------------------------------------------------------------------------------------------


def test_D_3_2_hideout_ends_daylight_VB_T50() -> None:
    # given the Ranger with 2 damaged items / when he hides
    play = wanderer("torch boot! sword-! tea", at=FOREST, character="ranger").start().choose("hideout")
    # then both are repaired, their faces unchanged, and Daylight is over: in Evening he draws
    assert items(play) == "boot sword- tea torch-"
    assert play.state.active == "marquise"
    assert len(play.hand("vagabond")) == 1


def test_D_3_2_hideout_repairs_three_of_his_choice() -> None:
    # given 4 damaged items / when he hides / then he chooses 3
    play = wanderer("torch boot! sword! tea! coin!", character="ranger").start().choose("hideout")
    assert (play.question.key, play.question.least, play.question.most) == ("vagabond.hideout", 3, 3)
    play.choose_many(*(ThisItem(kind, damaged=True) for kind in ("boot", "coin", "sword")))
    assert items(play) == "boot coin sword tea! torch-"


# --- D.4 Vagrant ------------------------------------------------------------------------------------------


def vagrant(*others: str) -> Table:
    table = wanderer("torch coin", *(others or ("marquise", "eyrie")), character="vagrant")
    return table.warriors("marquise", 1, at=5).warriors("eyrie", 1, at=5)


def test_D_4_2_instigate_cats_against_birds_VB_T54() -> None:
    # given cats and Eyrie in his clearing, both Indifferent, and a roost
    table = vagrant().building("eyrie", "roost", at=5).warriors("marquise", 1, at=5).dice(2, 1)
    # when he instigates and 1 cat, 1 Eyrie warrior and 1 roost fall
    play = table.start().choose("instigate", attacker="marquise", defender="eyrie")
    # then both are Hostile, he scores 1 + 1 for the roost, the two players nothing
    assert (play.warriors("marquise", at=5), play.warriors("eyrie", at=5)) == (1, 0)
    assert play.pieces("eyrie", "roost") == []
    assert (relation(play, "marquise"), relation(play, "eyrie")) == ("hostile", "hostile")
    assert (play.score("vagabond"), play.score("marquise"), play.score("eyrie")) == (2, 0, 0)


def test_D_4_2_the_vagrant_chooses_the_losses_of_both() -> None:
    # given a defender who must lose one of two pieces
    table = vagrant("marquise", "eyrie").building("marquise", "sawmill", at=5).token("marquise", "wood", at=5)
    play = table.warriors("eyrie", 2, at=5).dice(2, 0).start()
    # when he instigates / then he is asked, not the owner
    play.choose("instigate", attacker="eyrie", defender="marquise")
    assert (play.question.seat, play.question.key) == ("vagabond", "battle.losses")
    play.choose_many(Lose("wood"))
    assert play.pieces("marquise", "sawmill") == [5]


def test_D_4_2_the_ambush_stays_with_the_named_side() -> None:
    # given the defender holds an ambush / when he instigates / then the defender is asked
    play = (
        vagrant()
        .hand("eyrie", "ambush-rabbit")
        .start()
        .choose("instigate", attacker="marquise", defender="eyrie")
    )
    assert play.asked("eyrie") == "battle.ambush"
    play.choose("ambush")
    # and the cat that falls was removed by him: Hostile
    assert (play.warriors("marquise", at=5), relation(play, "marquise")) == (0, "hostile")


def test_D_4_2_who_can_be_named() -> None:
    # given cats, Eyrie and only sympathy of the Alliance
    table = vagrant("marquise", "eyrie", "alliance").token("alliance", "sympathy", at=5)
    play = table.start()
    pairs = {(o.attacker, o.defender) for o in play.options("instigate")}  # type: ignore[attr-defined]
    # then he may name himself, and the Alliance only as defender
    fighters = {"marquise", "eyrie", "vagabond"}
    assert pairs == {(a, d) for a in fighters for d in fighters | {"alliance"} if a != d}
    assert play.refused("vagabond", Instigate("alliance", "eyrie")).clause == "D.4.2"


# --- D.5 Arbiter ------------------------------------------------------------------------------------------


def judged(carried: str = "sword sword-") -> Table:
    table = bystander(carried, "marquise", "eyrie", at=5, character="arbiter")
    return table.warriors("marquise", 4, at=5).warriors("eyrie", 1, at=5).dice(3, 2)


def test_D_5_2_the_defender_may_enlist_the_arbiter_VB_T52() -> None:
    # given the Arbiter with 2 undamaged swords, a defender with 1 warrior / when enlisted and 3-2 is rolled
    play = judged().play(battle, "marquise", 5, "eyrie")
    assert (play.question.seat, play.question.key) == ("eyrie", "battle.enlist")
    play.choose("enlist", protector="vagabond")
    # then the defender deals 2, the Arbiter scores 1 and loses nothing
    assert (play.warriors("marquise", at=5), play.score("vagabond")) == (2, 1)
    assert items(play) == "sword sword-"
    # not enlisted: 1
    play = judged().play(battle, "marquise", 5, "eyrie").done()
    assert (play.warriors("marquise", at=5), play.score("vagabond")) == (3, 0)


def test_D_5_2_a_defender_without_warriors_is_still_defenseless() -> None:
    # given a roost alone / when the Arbiter is enlisted and 0-0 is rolled / then the extra hit still falls
    table = bystander("sword", "marquise", "eyrie", at=5, character="arbiter").dice(0, 0)
    table.warriors("marquise", 1, at=5).building("eyrie", "roost", at=5)
    play = table.play(battle, "marquise", 5, "eyrie").choose("enlist")
    assert play.pieces("eyrie", "roost") == []


def test_RULING_V9_the_arbiter_does_not_enlist_himself_VB_T56() -> None:
    # given the Arbiter is attacked / then nobody is offered his help
    table = bystander("sword", "marquise", "eyrie", at=5, character="arbiter").warriors("marquise", 1, at=5)
    play = table.dice(0, 0).play(battle, "marquise", 5, "vagabond")
    assert play.game.waiting() == ()
    assert play.score("vagabond") == 0


def test_D_5_2_not_against_the_arbiter_himself_VB_T57() -> None:
    # given the Arbiter attacks / then the defender cannot enlist him
    table = wanderer("sword", character="arbiter").warriors("marquise", 1, at=5).dice(0, 0)
    play = table.start().choose("battle")
    assert (play.asked("marquise"), play.asked("vagabond")) == ("", "vagabond.daylight")


def test_D_5_2_only_in_his_clearing() -> None:
    # given the Arbiter in a forest / then he is not offered
    play = judged().pawn("vagabond", FOREST).play(battle, "marquise", 5, "eyrie")
    assert play.game.waiting() == ()


# --- D.6 Scoundrel ----------------------------------------------------------------------------------------


def scorched() -> Play:
    table = wanderer("torch boot boot", "marquise", "eyrie", at=5, character="scoundrel")
    table.warriors("marquise", 2, at=5).building("marquise", "sawmill", at=5).warriors("eyrie", 1, at=5)
    table.warriors("marquise", 2, at=1).building("marquise", "recruiter", at=1)
    return table.start().choose("scorched_earth")


def test_D_6_2_scorched_earth_removes_all_enemies() -> None:
    # given enemies in his clearing / when he burns it / then they are gone and he scores the building
    play = scorched()
    assert [play.warriors(o, at=5) for o in ("marquise", "eyrie")] == [0, 0]
    assert (play.score("vagabond"), relation(play, "eyrie")) == (1, "hostile")
    # and the torch is off his board for good, lying in the clearing; the pawn stays
    assert items(play) == "boot boot"
    assert "torch" in play.game.view(None).clearings[4].marks  # type: ignore[attr-defined]
    assert place(play) == 5


def test_D_6_2_nobody_enters_a_scorched_clearing_VB_T55() -> None:
    play = scorched()
    # given a scorched clearing / then nobody places there
    refusal = bars_placing(play.state, "marquise", 5)
    assert refusal is not None
    assert refusal.clause == "D.6.2"
    # when the pawn leaves / then it cannot return, neither by boot nor by Slip
    play.choose("travel", to=1)
    assert play.refused("vagabond", Travel(5)).clause == "D.6.2"
    play.done()
    assert play.state.active == "marquise"
    while play.question.key != "marquise.daylight":
        play.done()
    # and the cats next to it cannot move in
    assert play.refused("marquise", Move(1, 5, 1)).clause == "D.6.2"


def test_D_6_2_pieces_inside_may_leave_and_recruits_stay_away_VB_T55() -> None:
    # given a cat and a recruiter in a clearing scorched by the Vagabond
    table = bystander("boot", "marquise", at=1, character="scoundrel").board("vagabond", scorched=[5])
    table.warriors("marquise", 2, at=5).building("marquise", "recruiter", at=5)
    play = table.start()
    # then she cannot recruit there, and her cats may leave
    assert play.refused("marquise", Recruit()).clause == "6.5.3"
    assert play.offers("move", origin=5, to=1)
    # nor does he slip back
    table = wanderer("boot", at=1, step="birdsong.slip").board("vagabond", scorched=[5])
    assert table.start().refused("vagabond", Slip(5)).clause == "D.6.2"


def test_RULING_V8_no_scorched_earth_at_the_keep() -> None:
    # given the keep in his clearing / when he wants to burn it / then the keep forbids placing the torch
    table = wanderer("torch", character="scoundrel").token("marquise", "keep", at=5)
    assert table.start().refused("vagabond", ScorchedEarth()).clause == "6.2.2"


def test_9_2_2_I_scorched_earth_hits_another_vagabond() -> None:
    # given another Vagabond in the clearing / when it burns / then he damages three items
    table = wanderer("torch", "vagabond2", "marquise", character="scoundrel").pawn("vagabond2", 5)
    play = carry(table, "boot sword tea", "vagabond2").start().choose("scorched_earth")
    assert items(play, "vagabond2") == "boot! sword! tea!"


# --- D.7 Adventurer ---------------------------------------------------------------------------------------


def adventurer(carried: str) -> Play:
    table = wanderer(carried, at=1, character="adventurer")
    table.state.quests = ["repair-a-shed-fox", "errand-fox"]
    return table.start()


def test_D_7_2_improvise_VB_T53() -> None:
    # given boot and hammer, a quest for torch and hammer / when the boot stands for the torch
    play = adventurer("boot hammer").choose(
        "improvise", quest="repair-a-shed-fox", missing="torch", item="boot"
    )
    # then the hammer is exhausted, the boot exhausted and damaged, and the quest done
    assert items(play) == "boot-! hammer-"
    assert play.choose("quest_points").score("vagabond") == 1


def test_D_7_2_once_per_turn_and_the_other_item_is_needed() -> None:
    # given items for two improvised quests / when he has improvised once / then not again this turn
    play = adventurer("boot hammer boot sword")
    assert play.refused("vagabond", Improvise("repair-a-shed-fox", "hammer", "boot")).clause == "D.7.2"
    play.choose("improvise", missing="torch", item="sword").choose("quest_points")
    assert play.refused("vagabond", Improvise("errand-fox", "tea", "boot")).clause == "D.7.2"
    assert not play.offers("improvise")


# --- D.8 Ronin --------------------------------------------------------------------------------------------


def test_D_8_2_swift_strike_once_per_battle_VB_T58() -> None:
    # given the Ronin defends with two ready swords, the roll is 1-0
    table = bystander("sword sword", "marquise", at=5, character="ronin").warriors("marquise", 3, at=5)
    play = table.dice(1, 0).play(battle, "marquise", 5, "vagabond")
    assert (play.question.seat, play.question.key) == ("vagabond", "battle.effects")
    # when he strikes / then a sword is exhausted for 1 hit, and he is not asked again
    play.choose("use", effect="swift-strike")
    assert play.question.key == "vagabond.losses"
    play.choose_many(ThisItem("sword", True))
    assert play.warriors("marquise", at=5) == 2
    assert items(play) == "sword sword-!"


def test_D_8_2_no_swift_strike_without_a_ready_sword() -> None:
    # given the Ronin attacks with his only sword / then it is exhausted and he cannot strike
    table = wanderer("sword", character="ronin").warriors("marquise", 3, at=5).dice(0, 0)
    assert table.start().choose("battle").asked("vagabond") == "vagabond.daylight"


# --- D.9 Harrier ------------------------------------------------------------------------------------------


def test_D_9_2_glide_from_a_forest_to_the_hostile_VB_T59() -> None:
    # given the Harrier in a forest and Hostile warriors far away
    table = wanderer("torch boot", at=FOREST, character="harrier").warriors("marquise", 2, at=8)
    play = table.board("vagabond", relations={"marquise": "hostile"}).start()
    # when he glides there / then it costs one torch, no boot
    play.choose("glide", to=8)
    assert (place(play), items(play)) == (8, "boot torch-")


def test_D_9_2_glide_goes_alone_and_not_into_scorched_clearings() -> None:
    # given allies with him and a scorched clearing
    table = wanderer("torch torch", "marquise", "vagabond2", character="harrier").warriors(
        "marquise", 2, at=5
    )
    table.board("vagabond", relations={"marquise": "allied"}).board("vagabond2", scorched=[8])
    play = table.start()
    assert play.refused("vagabond", Glide(8)).clause == "D.6.2"
    play.choose("glide", to=12)
    assert play.warriors("marquise", at=5) == 2
