"""9.5, 9.2.8, 9.2.9  What the Vagabond does in Daylight. Ids VB-T… are cases of the specification."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.actions.battle import Fight
from engine.root.actions.dominance import Activate
from engine.root.factions.vagabond.daylight import Aid, DoQuest, Explore, Strike
from engine.root.factions.vagabond.items import ThisItem
from engine.root.factions.vagabond.relations import Coalition
from engine.root.happen import settle
from engine.root.state import Root
from engine.root.verbs import score, sweep
from tests.engine.root.board import Play, Table, board
from tests.engine.root.factions.vagabond_table import bystander, carry, items, own, relation, wanderer

BIRDS = ("armorers", "armorers", "sappers", "sappers", "brutal-tactics", "brutal-tactics", "royal-claim")


def aider(*others: str) -> Table:
    """Seven ready torches, seven bird cards, and a cat in the clearing."""
    table = wanderer("torch " * 7, *others, at=5).warriors("marquise", 1, at=5)
    return table.hand("vagabond", *BIRDS)


def aid(play: Play, times: int, player: str = "marquise") -> Play:
    for _ in range(times):
        play.choose("aid", player=player)
    return play


# --- 9.5.4 Aid, 9.2.9.I-II --------------------------------------------------------------------------------


def test_9_2_9_I_one_aid_then_two_more_VB_T21() -> None:
    # given an Indifferent faction / when he aids once / then Amiable, 1 point
    play = aid(aider().start(), 1)
    assert (relation(play, "marquise"), play.score("vagabond")) == ("amiable", 1)
    # when he aids twice more in the turn / then Friendly, 2 points more
    aid(play, 1)
    assert relation(play, "marquise") == "amiable"
    aid(play, 1)
    assert (relation(play, "marquise"), play.score("vagabond")) == ("friendly", 3)
    assert len(play.hand("marquise")) == 3


def test_9_2_9_I_a_unused_aids_lapse_VB_T22() -> None:
    # given Amiable and one aid this turn
    table = aider().board("vagabond", relations={"marquise": "amiable"})
    aid(table.start(), 1)
    # when he aids once in his next turn / then still Amiable
    play = aid(table.turn("vagabond", "daylight.actions").start(), 1)
    assert (relation(play, "marquise"), play.score("vagabond")) == ("amiable", 0)


def test_9_2_9_II_a_six_aids_make_an_ally_VB_T23() -> None:
    # given an Indifferent faction / when he aids six times in a turn / then Allied, 1 + 2 + 2 points
    play = aid(aider().start(), 6)
    assert (relation(play, "marquise"), play.score("vagabond")) == ("allied", 5)
    # when he aids once more / then 2 points
    assert aid(play, 1).score("vagabond") == 7


def test_9_2_9_III_c_aid_of_the_hostile_VB_T24() -> None:
    # given a Hostile faction with a boot in its Crafted Items box
    table = aider().board("vagabond", relations={"marquise": "hostile"}).items("marquise", "boot")
    # when he aids it / then he may take the boot, the marker stays, no points
    play = aid(table.start(), 1).choose("take_item", item="boot")
    assert "boot" in items(play).split()
    assert play.state.players["marquise"].items == []
    assert (relation(play, "marquise"), play.score("vagabond")) == ("hostile", 0)


def test_9_5_4_the_card_must_match_VB_T25() -> None:
    # given a fox clearing and only a mouse card / when he aids / then it is refused
    table = wanderer("boot", at=1).warriors("marquise", 1, at=1).hand("vagabond", "sword", "armorers")
    play = table.start()
    assert play.refused("vagabond", Aid("marquise", "sword")).clause == "9.5.4"
    # when he gives a bird / then it is allowed
    play.choose("aid", player="marquise", card="armorers")
    assert play.hand("marquise") == ["armorers"]


def test_9_5_4_the_player_must_be_there_VB_T26() -> None:
    # given no cat in the clearing / when he aids the Marquise / then it is refused
    play = wanderer("boot", at=5).warriors("marquise", 1, at=1).hand("vagabond", "armorers").start()
    assert play.refused("vagabond", Aid("marquise", "armorers")).clause == "9.5.4"
    # nor does he give without an item
    play = wanderer("boot-", at=5).warriors("marquise", 1, at=5).hand("vagabond", "armorers").start()
    assert play.refused("vagabond", Aid("marquise", "armorers")).clause == "9.5.4"


def test_9_5_4_he_chooses_the_item_he_exhausts_and_may_decline_the_gift() -> None:
    # given a boot and a sword, and the Marquise with a ready and an exhausted item
    table = wanderer("boot sword", at=5).warriors("marquise", 1, at=5).hand("vagabond", "armorers", "cobbler")
    table.items("marquise", "bag").state.players["marquise"].exhausted = ["coin"]
    play = table.start().choose("aid", card="armorers")
    assert play.question.key == "vagabond.aid.item"
    play.choose("exhaust", item="sword")
    # then nobody but him may be asked about what he takes
    assert (play.question.seat, play.question.key) == ("vagabond", "vagabond.aid.take")
    play.choose("take_item", item="coin", exhausted=True)
    assert items(play) == "boot coin sword-"
    play.choose("aid", card="cobbler").choose("exhaust", item="boot").done()
    assert items(play) == "boot- coin sword-"


def test_9_5_4_aid_of_another_vagabond_moves_no_marker() -> None:
    # given another Vagabond in the clearing / when he is aided / then he has the card and nothing else changes
    table = wanderer("boot", "vagabond2", "marquise", at=5).pawn("vagabond2", 5).hand("vagabond", "armorers")
    play = table.start().choose("aid", player="vagabond2")
    assert (play.hand("vagabond2"), play.score("vagabond"), own(play).relations) == (["armorers"], 0, {})


# --- 9.5.5 Quest ------------------------------------------------------------------------------------------


def quester(carried: str, quest: str, *done: str, at: int = 7) -> Table:
    table = wanderer(carried, at=at).board("vagabond", quests=list(done))
    table.state.quests, table.state.quest_deck = [quest], ["errand-fox", "fundraising-fox"]
    return table


def test_9_5_5_the_third_mouse_quest_VB_T33() -> None:
    # given two mouse quests done
    def table() -> Table:
        return quester("boot boot", "escort-mouse", "guard-duty-mouse", "expel-bandits-mouse")

    # when he completes a third for points / then 3 points, and new quests are shown
    play = table().start().choose("quest", quest="escort-mouse").choose("quest_points")
    assert (play.score("vagabond"), items(play)) == (3, "boot- boot-")
    assert play.state.quests == ["fundraising-fox", "errand-fox"]
    assert own(play).quests[-1] == "escort-mouse"
    # when for cards / then 2 cards
    play = table().start().choose("quest", quest="escort-mouse").choose("draw")
    assert (play.score("vagabond"), len(play.hand("vagabond"))) == (0, 2)


def test_9_5_5_a_quest_for_two_swords_needs_two_VB_T34() -> None:
    # given one ready sword / when he wants the quest for two / then it is refused
    play = quester("sword sword- sword! torch", "expel-bandits-mouse").start()
    assert play.refused("vagabond", DoQuest("expel-bandits-mouse")).clause == "9.5.5"


def test_9_5_5_only_in_a_clearing_of_the_suit() -> None:
    # given a mouse quest and a fox clearing / then it is refused
    play = quester("boot boot", "escort-mouse", at=1).start()
    assert play.refused("vagabond", DoQuest("escort-mouse")).clause == "9.5.5"
    assert play.refused("vagabond", DoQuest("errand-rabbit")).clause == "9.5.5"


# --- 9.5.6 Strike -----------------------------------------------------------------------------------------


def test_9_5_6_strike_VB_T19() -> None:
    # given a cat in the clearing / when he strikes it / then Hostile, no points
    play = wanderer("crossbow", at=5).warriors("marquise", 2, at=5).start().choose("strike", kind="warrior")
    assert (relation(play, "marquise"), play.score("vagabond")) == ("hostile", 0)
    assert play.warriors("marquise", at=5) == 1
    # given only a building / when he strikes it / then 1 point and no Hostile
    play = wanderer("crossbow", at=5).building("marquise", "sawmill", at=5).start()
    play.choose("strike", kind="sawmill")
    assert (relation(play, "marquise"), play.score("vagabond")) == ("indifferent", 1)
    assert items(play) == "crossbow-"


def test_9_5_6_no_infamy_for_a_strike() -> None:
    # given Hostile cats / when he strikes one / then no points
    table = wanderer("crossbow", at=5).warriors("marquise", 2, at=5)
    play = table.board("vagabond", relations={"marquise": "hostile"}).start().choose("strike")
    assert play.score("vagabond") == 0


def test_9_5_6_warriors_before_buildings_VB_T20() -> None:
    # given a warrior and a building / when he strikes the building / then it is refused
    table = wanderer("crossbow", at=5).warriors("marquise", 1, at=5).building("marquise", "sawmill", at=5)
    play = table.start()
    assert play.refused("vagabond", Strike("marquise", "sawmill")).clause == "9.5.6"
    assert [o.kind for o in play.options("strike")] == ["warrior"]  # type: ignore[attr-defined]


def test_9_5_6_another_vagabond_is_no_target() -> None:
    # given another Vagabond in the clearing / then there is nothing to strike
    play = wanderer("crossbow", "vagabond2", "marquise", at=5).pawn("vagabond2", 5).start()
    assert not play.offers("strike")
    assert play.refused("vagabond", Strike("vagabond2", "warrior")).clause == "9.5.6"


def test_9_5_2_a_battle_costs_a_sword() -> None:
    # given one ready sword and a cat / when he battles / then it is exhausted and he cannot battle again
    table = wanderer("sword boot", at=5).warriors("marquise", 3, at=5).dice(0, 0)
    play = table.start().choose("battle", defender="marquise")
    assert items(play) == "boot sword-"
    assert play.refused("vagabond", Fight(5, "marquise")).clause == "9.5.2"


# --- 9.2.2.I ----------------------------------------------------------------------------------------------


def test_9_2_2_I_a_revolt_damages_three_items_VB_T31() -> None:
    # given the Alliance with sympathy and supporters in the pawn's clearing
    table = board("alliance", "vagabond").turn("alliance", "birdsong.revolt").no_ruins()
    carry(table, "boot sword torch tea").pawn("vagabond", 5).token("alliance", "sympathy", at=5)
    for card in ("cobbler", "bake-sale"):
        table.state.deck.remove(card)
    table.board("alliance", supporters=["cobbler", "bake-sale"])
    # when they revolt there
    play = table.start().choose("revolt", clearing=5)
    # then he chooses three items to damage, and the pawn stays
    assert (play.question.seat, play.question.key) == ("vagabond", "vagabond.damage")
    play.choose_many(ThisItem("boot"), ThisItem("sword"), ThisItem("torch"), seat="vagabond")
    assert items(play) == "boot! sword! tea torch!"
    assert play.state.pawns["vagabond"] == 5


def favor(by: str, *others: str) -> Table:
    return board(by, *others, "vagabond").turn(by, "daylight.actions").no_ruins().pawn("vagabond", 5)


def test_9_2_2_I_a_favor_and_one_item_VB_T32() -> None:
    # given 1 undamaged item / when a Favor hits his clearing / then 1 item is damaged
    table = carry(favor("marquise"), "boot sword!").hand("marquise", "favor-of-the-rabbits")
    table.building("marquise", "workshop", at=3).building("marquise", "workshop", at=4)
    table.building("marquise", "workshop", at=10)
    play = table.start().choose("craft", card="favor-of-the-rabbits")
    assert items(play) == "boot! sword!"


def test_9_2_9_III_his_own_favor_makes_hostile_without_infamy() -> None:
    # given cats and a roost in his clearing / when he removes all enemy pieces there by a card
    table = wanderer("hammer hammer hammer", "marquise", "eyrie", at=5).hand(
        "vagabond", "favor-of-the-rabbits"
    )
    table.warriors("marquise", 2, at=5).building("eyrie", "roost", at=3)
    play = table.start().choose("craft", card="favor-of-the-rabbits")
    # then only who lost warriors turns Hostile, and only the roost scores
    assert (relation(play, "marquise"), relation(play, "eyrie")) == ("hostile", "indifferent")
    assert play.score("vagabond") == 1
    assert "!" not in items(play)


# --- 9.5.3 Explore, 9.7.3 ---------------------------------------------------------------------------------


def explorer(carried: str, *hidden: str) -> Play:
    table = wanderer(carried, "vagabond2", "marquise", at=6)
    table.state.ruins = {6: list(hidden)}
    return table.start()


def test_9_7_3_not_a_second_ruin_item_of_a_kind_VB_T47() -> None:
    # given a ruin with boot and sword, and a boot he has from a ruin
    play = explorer("torch boot*", "boot", "sword").choose("explore")
    # when he explores / then only the sword is offered
    assert (play.question.key, play.verbs()) == ("vagabond.explore", {"find"})
    assert not play.offers("find", item="boot")
    play.choose("find", item="sword")
    assert (items(play), play.score("vagabond"), play.state.ruins) == (
        "boot* sword* torch-",
        1,
        {6: ["boot"]},
    )


def test_9_7_3_nothing_he_may_take_VB_T48() -> None:
    # given a ruin with only a boot, and a boot he has from a ruin / when he explores
    play = explorer("torch boot*", "boot").choose("explore")
    # then he takes nothing, scores nothing, the torch is exhausted and the ruin stays
    assert (items(play), play.score("vagabond"), play.state.ruins) == ("boot* torch-", 0, {6: ["boot"]})
    # and a boot from elsewhere does not matter
    assert items(explorer("torch boot", "boot").choose("explore")) == "boot boot* torch-"


def test_9_7_3_he_looks_at_both_and_takes_one() -> None:
    # given a ruin with two items / when he explores with two torches / then both are his, one by one
    play = explorer("torch torch", "boot", "sword").choose("explore")
    looked = play.noted("looked")[0]
    assert (looked.only, looked.about["items"]) == (("vagabond",), ("boot", "sword"))
    play.choose("find", item="sword").choose("explore")
    assert (items(play), play.score("vagabond")) == ("boot* sword* torch- torch-", 2)
    assert play.state.ruins == {}


def test_9_5_3_without_ruin_or_torch() -> None:
    # given no ruin here, or no torch / when he explores / then it is refused
    assert wanderer("torch", at=6).start().refused("vagabond", Explore()).clause == "9.5.3"
    assert explorer("torch-", "boot").refused("vagabond", Explore()).clause == "9.5.3"


# --- 9.2.8 Coalition --------------------------------------------------------------------------------------

FOUR = ("marquise", "eyrie", "alliance")


def leader(*others: str, points: int = 10) -> Table:
    table = wanderer("sword", *others, at=5).score("vagabond", points).hand("vagabond", "dominance-fox")
    for place, other in enumerate(others):
        table.score(other, 5 + place)
    return table


def test_9_2_8_a_coalition_needs_four_players_VB_T42() -> None:
    # given 3 players / when he wants a coalition / then it is refused, as is dominance itself
    play = leader("marquise", "eyrie").start()
    assert play.refused("vagabond", Coalition("dominance-fox", "marquise")).clause == "9.2.8"
    assert play.refused("vagabond", Activate("dominance-fox")).clause == "9.2.8"
    # given 4 players and 9 points / then it is refused
    play = leader(*FOUR, points=9).start()
    assert play.refused("vagabond", Coalition("dominance-fox", "marquise")).clause == "3.3.1"
    # given 10 points / then with the lowest only
    play = leader(*FOUR).start()
    assert play.refused("vagabond", Coalition("dominance-fox", "eyrie")).clause == "9.2.8"
    play.choose("coalition", partner="marquise")
    vagabond = play.state.players["vagabond"]
    assert (vagabond.coalition, vagabond.dominance, vagabond.hand) == ("marquise", "dominance-fox", [])


def test_9_2_8_two_lowest_he_chooses_VB_T43() -> None:
    # given two players tied for the fewest points / then both are offered
    play = leader(*FOUR).score("eyrie", 5).start()
    assert {o.partner for o in play.options("coalition")} == {"marquise", "eyrie"}  # type: ignore[attr-defined]


def test_9_2_9_III_d_a_hostile_partner_forgives_VB_T44() -> None:
    # given the partner is Hostile / when the coalition is formed / then Indifferent
    play = leader(*FOUR).board("vagabond", relations={"marquise": "hostile"}).start()
    assert relation(play.choose("coalition"), "marquise") == "indifferent"


def gains(game: Root, owner: str, points: int) -> Flow[None]:
    score(game, owner, points, "3.1")
    yield from ()


def sweeps(game: Root, by: str, clearing: int) -> Flow[None]:
    sweep(game, by, [clearing], "4.1.2")
    yield from settle(game)


def test_9_2_8_he_scores_no_more_and_both_win_VB_T45() -> None:
    # given a coalition / when he removes a token / then he scores nothing
    table = leader(*FOUR).token("alliance", "sympathy", at=5).dice(1, 0)
    play = table.start().choose("coalition").choose("battle", defender="alliance")
    assert play.pieces("alliance", "sympathy") == []
    assert play.score("vagabond") == 10
    # when the partner reaches 30 / then both win
    play = table.play(gains, "marquise", 25)
    assert (play.state.winners, play.state.end) == (["marquise", "vagabond"], "coalition")


def test_9_2_8_partners_are_not_enemies_VB_T46() -> None:
    # given a coalition with the Marquise, both in one clearing
    def table() -> Table:
        found = bystander("boot sword torch tea", *FOUR, at=5).warriors("marquise", 1, at=5)
        found.state.players["vagabond"].coalition = "marquise"
        return found

    # then she cannot battle him
    assert table().start().refused("marquise", Fight(5, "vagabond")).clause == "G.1.27"
    # when she removes all enemy pieces there / then no item is damaged
    assert items(table().play(sweeps, "marquise", 5)) == "boot sword tea torch"
    # when an enemy does / then three
    assert table().play(sweeps, "eyrie", 5).asked("vagabond") == "vagabond.damage"


def test_9_2_8_a_player_with_dominance_is_no_partner_VB_T60() -> None:
    # given the lowest of the others has an activated dominance card
    table = leader(*FOUR)
    table.state.players["marquise"].dominance = "dominance-mouse"
    # then the partner is the lower of the other two
    play = table.start()
    assert [o.partner for o in play.options("coalition")] == ["eyrie"]  # type: ignore[attr-defined]


def test_RULING_V6_the_lowest_is_taken() -> None:
    # given the lowest player is in a coalition with the other Vagabond
    table = leader("marquise", "eyrie", "vagabond2")
    table.state.players["vagabond2"].coalition = "marquise"
    table.state.players["vagabond2"].dominance = "dominance-mouse"
    # then there is no partner
    play = table.start()
    assert play.refused("vagabond", Coalition("dominance-fox", "marquise")).clause == "9.2.8"
    assert not play.offers("coalition")
