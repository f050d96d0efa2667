"""9.2.5, 9.3, 9.4, 9.6  The Vagabond's items from setup to Evening. Ids VB-T… are cases of the specification."""

from __future__ import annotations

import pytest

from engine.chance import seeded
from engine.game import Game, decode, encode
from engine.root.actions.craft import Craft
from engine.root.data import RUIN_ITEMS
from engine.root.faction import faction_of
from engine.root.factions.vagabond.daylight import Repair
from engine.root.factions.vagabond.faction import TakeCharacter
from engine.root.factions.vagabond.facts import CHARACTERS
from engine.root.factions.vagabond.items import ThisItem
from engine.root.rules import RULES
from engine.root.state import Root
from engine.root.verbs import bars_building
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, board
from tests.engine.root.factions.vagabond_table import FOREST, carry, item, items, own, relation, wanderer


def new_play(*factions: str) -> Play:
    """A game from its first step."""
    seats = tuple(SeatSetup(f, f.rstrip("2")) for f in factions)
    return Play(Game(RULES, Setup(seats), seeded("setup")).start())


# --- 9.3 Setup --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("character", CHARACTERS)
def test_9_3_5_each_character_brings_its_own_items(character: str) -> None:
    # given a Vagabond in setup / when he takes a character and a forest
    play = new_play("vagabond", "alliance")
    play.choose("character", character=character).choose("forest", forest=FOREST)
    # then he has that character's items, all ready, and stands in the forest
    assert items(play) == " ".join(sorted(CHARACTERS[character].items))
    assert play.state.pawns["vagabond"] == FOREST
    assert own(play).character == character


def test_9_3_3_to_9_3_6_quests_ruins_and_relations() -> None:
    # given a Vagabond and the Alliance / when setup is over
    play = new_play("vagabond", "alliance").choose("character", character="thief").choose("forest")
    # then three quests are face up, one item lies under each ruin, the Alliance is Indifferent
    assert (len(play.state.quests), len(play.state.quest_deck)) == (3, 12)
    assert sorted(i for stack in play.state.ruins.values() for i in stack) == sorted(RUIN_ITEMS)
    assert {len(stack) for stack in play.state.ruins.values()} == {1}
    assert relation(play, "alliance") == "indifferent"


def test_9_3_1_two_vagabonds_take_different_characters() -> None:
    # given two Vagabonds / when the first in setup takes the Thief
    play = new_play("vagabond", "vagabond2", "alliance")
    first = play.question.seat
    play.choose("character", character="thief").choose("forest")
    # then the other cannot
    assert play.question.seat != first
    assert not play.offers("character", character="thief")
    assert play.refused(play.question.seat, TakeCharacter("thief")).clause == "9.3.1"


def test_9_7_1_random_vagabond_sets_up_first() -> None:
    # given many games with two Vagabonds / then each of them is first in some
    firsts = set()
    for seed in range(12):
        seats = tuple(SeatSetup(f, "vagabond") for f in ("vagabond", "vagabond2"))
        game = Game(RULES, Setup(seats), seeded(str(seed))).start()
        firsts.add(game.waiting()[0].seat)
    assert firsts == {"vagabond", "vagabond2"}


def test_9_7_1_two_items_under_each_ruin_and_9_7_2_three_shared_quests() -> None:
    # given two Vagabonds / when both have set up
    play = new_play("vagabond", "vagabond2", "alliance")
    for _ in range(2):
        play.choose("character").choose("forest")
    # then both sets lie under the ruins, two items each, and still three quests are shown
    assert sorted(i for stack in play.state.ruins.values() for i in stack) == sorted(RUIN_ITEMS * 2)
    assert {len(stack) for stack in play.state.ruins.values()} == {2}
    assert len(play.state.quests) == 3


def test_A_8_1_III_the_attached_character_is_played() -> None:
    # given the advanced setup with the Tinker attached to the Vagabond's card
    table = board("vagabond", "marquise", vagabond={"character": "tinker"})
    # when he sets up
    play = table.play(lambda game: faction_of(game, "vagabond").homeland_setup(game, "vagabond"))
    # then he is only asked for a forest
    assert play.question.key == "vagabond.setup.forest"
    play.choose("forest", forest=FOREST)
    assert (own(play).character, items(play)) == ("tinker", "bag boot hammer torch")


def test_RULING_S2_a_second_vagabond_adds_the_second_set() -> None:
    # given somebody has laid one set of ruin items before two Vagabonds set up
    table = board("vagabond", "vagabond2", "marquise")
    table.state.ruins = {c: [kind] for c, kind in zip(table.state.ruins, RUIN_ITEMS, strict=True)}
    # when one of them sets up
    play = table.play(lambda game: faction_of(game, "vagabond").setup(game, "vagabond"))
    play.choose("character", character="thief").choose("forest")
    # then two items lie under each ruin
    assert sorted(i for stack in play.state.ruins.values() for i in stack) == sorted(RUIN_ITEMS * 2)


# --- 9.4.1 Refresh ----------------------------------------------------------------------------------------


def test_9_4_1_two_tea_refresh_seven_items_VB_T2() -> None:
    # given 2 ready tea and 9 exhausted items
    table = wanderer("tea tea " + "boot- " * 5 + "sword- " * 4, step="birdsong.refresh")
    # when he refreshes / then he chooses 7, of which 4 are compulsory
    play = table.start()
    assert (play.question.key, play.question.least, play.question.most) == ("vagabond.refresh", 4, 7)
    play.choose_many(*[ThisItem("boot", True)] * 4, *[ThisItem("sword", True)] * 3)
    assert items(play) == "boot boot boot boot boot- sword sword sword sword- tea tea"


def test_9_2_5_I_a_fourth_tea_does_not_count_VB_T3() -> None:
    # given 4 face-up tea (the track holds 3) and 12 exhausted items
    play = wanderer("tea " * 4 + "boot- " * 6 + "sword- " * 6, step="birdsong.refresh").start()
    # when he refreshes / then 3 x 2 + 3 items
    assert (play.question.least, play.question.most) == (6, 9)


def test_9_4_1_a_damaged_item_may_be_refreshed_and_stays_damaged_VB_T4() -> None:
    # given an exhausted damaged sword among 4 exhausted items
    play = wanderer("sword-! boot- boot- boot-", step="birdsong.refresh").start()
    # when it is chosen
    play.choose_many(ThisItem("sword", True, True))
    # then it is face up in the damaged box
    assert items(play) == "boot- boot- boot- sword!"


def test_9_4_1_fewer_exhausted_items_all_are_refreshed() -> None:
    # given 3 exhausted items and no tea / when he refreshes / then nobody is asked
    play = wanderer("boot- sword- torch-! tea-", step="birdsong.refresh").start()
    assert play.question.key == "vagabond.refresh"  # four: one must be left
    play = wanderer("boot- sword- torch-!", step="birdsong.refresh").start()
    assert (play.question.key, items(play)) == ("vagabond.slip", "boot sword torch!")


# --- 9.5.7 Repair -----------------------------------------------------------------------------------------


def test_9_5_7_repair_keeps_the_face_VB_T35() -> None:
    # given an exhausted and a ready damaged tea, and two hammers
    play = wanderer("hammer hammer tea-! tea!").start()
    # when both are repaired
    play.choose("repair", item="tea", exhausted=True).choose("repair", item="tea", exhausted=False)
    # then one lies face down in the satchel, the other on the tea track
    assert items(play) == "hammer- hammer- tea tea-"
    view = play.game.view(None).players[0].own  # type: ignore[attr-defined]
    assert [i.track for i in view.items if i.item == "tea"] == [False, True]
    # and there is nothing more to repair
    assert play.refused("vagabond", Repair("tea")).clause == "9.5.7"


# --- 9.6 Evening ------------------------------------------------------------------------------------------


def test_9_6_1_rest_turns_up_only_damaged_items_VB_T36() -> None:
    # given a forest, 2 damaged exhausted items and 1 undamaged exhausted one
    play = wanderer("sword-! boot-! torch-", at=FOREST, step="evening.rest").start()
    # when he rests / then the two are ready, the other stays exhausted
    assert items(play) == "boot sword torch-"


def test_9_6_1_no_rest_in_a_clearing() -> None:
    # given the pawn in a clearing / when Evening comes / then nothing is repaired
    assert items(wanderer("sword-! boot!", at=5, step="evening.rest").start()) == "boot! sword-!"


def test_9_6_4_items_beyond_the_limit_are_lost_VB_T37() -> None:
    # given 1 bag on its track and 9 items in satchel and damaged box
    table = wanderer("bag " + "boot " * 6 + "sword! " * 3, step="evening.capacity")
    # when Evening ends / then one must go: the limit is 8
    play = table.start()
    assert (play.question.key, play.question.least, play.question.most) == ("vagabond.capacity", 1, 1)
    play.choose_many(ThisItem("sword", damaged=True))
    assert items(play) == "bag " + "boot " * 6 + "sword! sword!"


def test_9_6_4_items_on_tracks_do_not_count_VB_T38() -> None:
    # given 3 tea on the track and 6 items in the satchel / when Evening ends / then nothing is lost
    play = wanderer("tea tea tea " + "boot " * 6, step="evening.capacity").start()
    assert len(own(play).items) == 9
    assert play.state.active == "marquise"


def test_9_6_2_coins_on_the_track_draw_cards_VB_T39() -> None:
    # given 2 coins on the track, one exhausted, one damaged
    play = wanderer("coin coin coin- coin!", step="evening.draw").start()
    # when Evening comes / then he draws 3
    assert len(play.hand("vagabond")) == 3


def test_9_6_3_discard_to_five() -> None:
    # given 6 cards after drawing / when Evening goes on / then he must discard one
    table = wanderer("boot", step="evening.draw")
    table.hand("vagabond", "anvil", "foxfolk-steel", "armorers", "sappers", "cobbler")
    play = table.start()
    assert (play.question.key, play.question.least) == ("evening.discard", 1)


# --- 9.2.1 Crafting ---------------------------------------------------------------------------------------


def test_9_2_1_all_hammers_have_the_suit_of_the_clearing_VB_T40() -> None:
    # given three hammers in a rabbit clearing
    table = wanderer("hammer hammer hammer", at=5).hand("vagabond", "tax-collector", "cobbler")
    # when he looks at his hand / then fox-rabbit-mouse is impossible, rabbit-rabbit possible
    play = table.start()
    assert not play.offers("craft", card="tax-collector")
    play.choose("craft", card="cobbler")
    assert items(play) == "hammer hammer- hammer-"
    assert play.state.players["vagabond"].crafted == ["cobbler"]


def test_9_5_8_a_crafted_item_is_his_at_once() -> None:
    # given a hammer in a fox clearing and the Anvil
    play = wanderer("hammer", at=1).hand("vagabond", "anvil").start()
    # when he crafts it / then he has a ready hammer and two points, and the supply one less
    play.choose("craft", card="anvil")
    assert items(play) == "hammer hammer-"
    assert (play.score("vagabond"), play.state.item_supply["hammer"]) == (2, 0)
    assert play.state.players["vagabond"].items == []


def test_RULING_V10_no_crafting_in_a_forest() -> None:
    # given ready hammers in a forest / when he wants to craft / then it is refused
    play = wanderer("hammer hammer", at=FOREST).hand("vagabond", "anvil").start()
    assert play.refused("vagabond", Craft("anvil")).clause == "9.2.1"


# --- 9.2.2 ------------------------------------------------------------------------------------------------


def test_9_2_2_the_pawn_neither_rules_nor_stops_rule_VB_T1() -> None:
    # given the pawn alone, and the pawn beside one cat
    table = wanderer("sword sword", at=5)
    assert table.start().ruler(5) is None
    assert wanderer("sword", at=5).warriors("marquise", 1, at=5).start().ruler(5) == "marquise"


def test_9_5_3_the_slot_opens_with_the_last_item_VB_T49() -> None:
    # given a ruin with one item in his clearing
    table = wanderer("torch", at=6)
    table.building("marquise", "sawmill", at=6).state.ruins = {6: ["bag"]}
    assert bars_building(table.state, "marquise", 6) is not None
    # when he explores / then the item is his, he scores, the ruin leaves and its slot is open
    play = table.start().choose("explore")
    assert (items(play), play.score("vagabond")) == ("bag* torch-", 1)
    assert play.state.ruins == {}
    assert bars_building(play.state, "marquise", 6) is None


def test_the_board_survives_saving() -> None:
    # given a board with everything on it
    table = carry(wanderer("boot"), "boot*- sword! tea")
    table.board("vagabond", relations={"marquise": "hostile"}, aids={"marquise": 1}, scorched=[3])
    # when the state goes through its bytes / then it is the same
    state: Root = decode(RULES, encode(table.state))
    assert state.boards["vagabond"] == table.state.boards["vagabond"]
    assert own(Play(table.start().game)).items[0] == item("boot*-")
