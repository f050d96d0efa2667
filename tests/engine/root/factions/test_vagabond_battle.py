"""9.2.4, 9.2.6, 9.2.7, 9.2.9  The Vagabond in battle. Ids VB-T… are cases of the specification."""

from __future__ import annotations

from engine.root.actions.battle import battle
from engine.root.factions.vagabond.fights import LoseAlly
from engine.root.factions.vagabond.items import ThisItem
from tests.engine.root.board import Play, Table
from tests.engine.root.factions.vagabond_table import bystander, carry, items, relation, wanderer

SWORD = ThisItem("sword")


def attack(table: Table, defender: str = "marquise") -> Play:
    return table.start().choose("battle", defender=defender)


# --- 9.2.4, 9.2.6, 9.2.7 ----------------------------------------------------------------------------------


def test_9_2_6_swords_cap_the_roll_VB_T11() -> None:
    # given 1 undamaged sword, exhausted for the attack, against 3 cats / when he rolls 3-0
    table = wanderer("sword sword! sword-!", at=5).warriors("marquise", 3, at=5).dice(3, 0)
    # then 1 hit
    assert attack(table).warriors("marquise", at=5) == 2


def test_9_2_4_defenseless_without_an_undamaged_sword_VB_T12() -> None:
    # given no undamaged sword / when a cat attacks him and rolls 0-0 / then 1 extra hit
    table = bystander("boot sword!", "marquise").warriors("marquise", 1, at=5).dice(0, 0)
    assert items(attack(table, "vagabond")) == "boot! sword!"
    # given an exhausted undamaged one / then none
    table = bystander("boot sword-", "marquise").warriors("marquise", 1, at=5).dice(0, 0)
    assert items(attack(table, "vagabond")) == "boot sword-"


def test_9_2_7_hits_beyond_his_items_are_ignored_VB_T13() -> None:
    # given 2 undamaged items and 5 cats / when he is hit 3 times and once more as defenseless
    table = bystander("boot tea- torch!", "marquise").warriors("marquise", 5, at=5).dice(3, 0)
    # then both are damaged and nobody is asked
    play = attack(table, "vagabond")
    assert items(play) == "boot! tea-! torch!"
    assert play.asked("vagabond") == ""


def test_9_2_7_he_chooses_exhausted_items_too() -> None:
    # given a ready and an exhausted item / when he takes a hit / then he may choose the exhausted one
    table = bystander("boot sword-", "marquise").warriors("marquise", 2, at=5).dice(1, 0)
    play = attack(table, "vagabond")
    assert (play.question.seat, play.question.key, play.question.least) == ("vagabond", "vagabond.losses", 1)
    play.choose_many(ThisItem("sword", True))
    assert items(play) == "boot sword-!"


def test_4_3_1_an_ambush_does_not_end_his_attack_VB_T14() -> None:
    # given he attacks with 2 swords and the defender has an ambush
    table = wanderer("sword sword boot", at=5).warriors("marquise", 3, at=5).hand("marquise", "ambush-rabbit")
    play = attack(table.dice(3, 0)).choose("ambush")
    # when it damages a sword and the boot
    play.choose_many(SWORD, ThisItem("boot"))
    # then the battle goes on with one sword: 1 hit
    assert items(play) == "boot! sword! sword-"
    assert play.warriors("marquise", at=5) == 2


# --- 9.2.9.III Hostile and Infamy -------------------------------------------------------------------------


def test_9_2_9_III_a_infamy_from_the_second_piece_on_VB_T15() -> None:
    # given 2 cats and a sawmill, not Hostile / when he deals 3 hits
    table = wanderer("sword sword sword", at=5).warriors("marquise", 2, at=5)
    play = attack(table.building("marquise", "sawmill", at=5).dice(3, 0))
    # then Hostile, and 0 + 1 + (1 + 1) points
    assert (relation(play, "marquise"), play.score("vagabond")) == ("hostile", 3)


def test_9_2_9_III_a_token_alone_makes_nobody_hostile_VB_T16() -> None:
    # given only a wood token / when he removes it / then Indifferent, 1 point
    table = wanderer("sword", at=5).token("marquise", "wood", at=5).dice(0, 0)
    play = attack(table)
    assert (relation(play, "marquise"), play.score("vagabond")) == ("indifferent", 1)


def test_9_2_9_III_a_two_warriors_of_the_hostile_VB_T17() -> None:
    # given Hostile cats / when he removes 2 in battle on his turn / then 2 points
    table = wanderer("sword sword", at=5).warriors("marquise", 3, at=5).dice(2, 0)
    play = attack(table.board("vagabond", relations={"marquise": "hostile"}))
    assert play.score("vagabond") == 2


def test_9_2_9_III_defending_makes_hostile_without_infamy_VB_T18() -> None:
    # given an Indifferent faction attacks him / when he kills 2 of its warriors / then Hostile, 0 points
    table = bystander("sword sword", "marquise").warriors("marquise", 3, at=5).dice(2, 2)
    play = attack(table, "vagabond")
    assert (relation(play, "marquise"), play.score("vagabond")) == ("hostile", 0)
    assert items(play) == "sword! sword!"


def test_9_2_9_III_his_own_ambush_makes_hostile() -> None:
    # given he is attacked and ambushes / then the attacker is Hostile
    table = bystander("boot", "marquise").warriors("marquise", 2, at=5).hand("vagabond", "ambush-rabbit")
    play = attack(table, "vagabond").choose("ambush")
    assert (relation(play, "marquise"), play.score("vagabond")) == ("hostile", 0)


def test_9_2_9_III_hostile_is_set_before_the_hospital() -> None:
    # given a keep and a card for Field Hospitals / when he kills a cat
    table = wanderer("sword", at=5).warriors("marquise", 2, at=5).token("marquise", "keep", at=1)
    play = attack(table.hand("marquise", "cobbler").dice(1, 0)).done()
    # then the Marquise is asked when she is Hostile already
    assert play.asked("marquise") == "marquise.hospital"
    assert relation(play, "marquise") == "hostile"


def test_the_worked_example_two_swords_against_three_cats() -> None:
    # given 2 ready swords against 3 cats / when he battles twice, rolling 1-1 and 2-0
    table = wanderer("sword sword boot", at=5).warriors("marquise", 3, at=5).dice(1, 1).dice(2, 0)
    play = attack(table).choose_many(ThisItem("sword", True))
    # then the first cat gives no point, the exhausted sword is damaged
    assert (relation(play, "marquise"), play.score("vagabond")) == ("hostile", 0)
    # and the second battle removes one cat for one point
    play.choose("battle")
    assert (play.warriors("marquise", at=5), play.score("vagabond")) == (1, 1)
    assert items(play) == "boot sword- sword-!"


def test_9_7_vagabond_against_vagabond() -> None:
    # given two Vagabonds in one clearing / when one attacks the other, rolling 1-1
    table = wanderer("sword boot", "vagabond2", "marquise", at=5).pawn("vagabond2", 5).dice(1, 1)
    carry(table, "sword tea", "vagabond2")
    play = attack(table, "vagabond2")
    # then both choose an item, unseen by each other, and no relationship changes
    assert {q.seat for q in play.game.waiting()} == {"vagabond", "vagabond2"}
    play.choose_many(ThisItem("boot"), seat="vagabond").choose_many(ThisItem("tea"), seat="vagabond2")
    assert (items(play), items(play, "vagabond2")) == ("boot! sword-", "sword tea!")
    assert play.score("vagabond") == 0


# --- 9.2.9.II Allies --------------------------------------------------------------------------------------


def with_birds(birds: int = 3, carried: str = "sword boot") -> Table:
    """An attack on four cats beside allied Eyrie warriors."""
    table = wanderer(carried, "marquise", "eyrie", at=5).board("vagabond", relations={"eyrie": "allied"})
    return table.warriors("marquise", 6, at=5).warriors("eyrie", birds, at=5)


def test_9_2_9_II_c_allies_raise_the_cap_VB_T27() -> None:
    # given 3 allied warriors and 1 sword, then the cap is 4: a 3 is dealt in full
    play = attack(with_birds().dice(3, 0))
    assert (play.question.key, play.verbs()) == ("vagabond.ally", {"ally", "done"})
    assert play.choose("ally", ally="eyrie").warriors("marquise", at=5) == 3
    # without their help 1
    assert attack(with_birds().dice(3, 0)).done().warriors("marquise", at=5) == 5
    # with 2 swords and 1 of them 3, with 1 sword and 1 of them 2
    assert attack(with_birds(1).dice(3, 0)).choose("ally").warriors("marquise", at=5) == 4


def test_9_2_9_II_d_more_warriors_than_items_lost_VB_T28() -> None:
    # given that battle takes 2 hits / when both fall on Eyrie warriors / then the Eyrie are Hostile
    play = attack(with_birds().dice(2, 2)).choose("ally")
    assert play.question.key == "vagabond.losses"
    play.choose_many(LoseAlly("eyrie"), LoseAlly("eyrie"))
    assert (relation(play, "eyrie"), play.warriors("eyrie", at=5)) == ("hostile", 1)
    assert items(play) == "boot sword-"
    # when one each / then still Allied
    play = attack(with_birds().dice(2, 2)).choose("ally").choose_many(LoseAlly("eyrie"), ThisItem("boot"))
    assert (relation(play, "eyrie"), play.warriors("eyrie", at=5)) == ("allied", 2)
    assert (items(play), relation(play, "marquise")) == ("boot! sword-", "hostile")


def test_9_2_9_II_d_ambush_hits_count_too() -> None:
    # given an ambush that costs 2 birds, then 1 hit on the boot / then 2 to 1: Hostile at the end
    table = with_birds().hand("marquise", "ambush-bird").dice(1, 1)
    play = attack(table).choose("ally").choose("ambush")
    play.choose_many(LoseAlly("eyrie"), LoseAlly("eyrie"))
    assert relation(play, "eyrie") == "allied"
    play.choose_many(ThisItem("boot"))
    assert relation(play, "eyrie") == "hostile"


def test_9_2_9_II_c_the_defender_is_no_help_VB_T29() -> None:
    # given the only ally is the defender / when he attacks it / then its help is not offered
    play = attack(with_birds().dice(1, 0), "eyrie")
    assert play.asked("vagabond") == "vagabond.daylight"
    # and killing its warrior makes it Hostile
    assert (relation(play, "eyrie"), play.score("vagabond")) == ("hostile", 0)


def test_9_2_9_II_c_no_help_when_he_is_attacked_VB_T61() -> None:
    # given allied warriors in his clearing / when a third player attacks him and rolls 3-3
    table = bystander("sword boot tea", "marquise", "eyrie").board("vagabond", relations={"eyrie": "allied"})
    play = attack(table.warriors("marquise", 5, at=5).warriors("eyrie", 3, at=5).dice(3, 3), "vagabond")
    # then he deals 1 hit and loses items only
    assert play.warriors("marquise", at=5) == 4
    assert (items(play), play.warriors("eyrie", at=5)) == ("boot! sword! tea!", 3)


def test_9_2_9_II_c_only_the_one_who_starts_the_battle_calls_allies() -> None:
    # given somebody else makes him attack beside his allies / then he is not asked for their help
    table = with_birds().dice(1, 0)
    play = table.play(battle, "vagabond", 5, "marquise", "eyrie")
    assert play.asked("vagabond") == ""
    assert play.warriors("marquise", at=5) == 5
