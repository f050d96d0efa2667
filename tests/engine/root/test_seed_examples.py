"""The worked examples of the rule books, played through: first the guide's, then those inside the Law.

Autumn: foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

from engine.root.actions.battle import battle
from engine.root.actions.craft import Craft, craft
from engine.root.actions.move import Move, why_no_move
from engine.root.actions.muster import Build
from engine.root.factions.eyrie.faction import COLUMNS, VIZIER
from engine.root.factions.vagabond.items import ThisItem
from engine.root.verbs import bars_placing
from tests.engine.root.board import Play, board
from tests.engine.root.factions.alliance_table import evening, officers, stack, supporters, sympathy
from tests.engine.root.factions.vagabond_table import (
    FOREST,
    bystander,
    carry,
    items,
    own,
    place,
    relation,
    wanderer,
)

FOX, RABBIT, MOUSE, BIRD = "anvil", "bake-sale", "sword", "armorers"


def decree(**columns: list[str]) -> dict[str, list[str]]:
    return {column: columns.get(column, []) for column in COLUMNS}


# --- the guide: moving and matching -----------------------------------------------------------------------


def test_4_2_1_guide_the_eyrie_leave_a_clearing_they_do_not_rule() -> None:
    # given Eyrie warriors in 12, which the Marquise rules, as she does 10; the Eyrie rule 9
    table = board("eyrie", "marquise").warriors("eyrie", 1, at=12).warriors("marquise", 2, at=12)
    table.warriors("marquise", 1, at=10).warriors("eyrie", 1, at=9)
    # then they cannot go to 10, but they can go to 9
    refused = why_no_move(table.state, "eyrie", Move(12, 10, 1))
    assert refused is not None
    assert refused.clause == "4.2.1"
    assert why_no_move(table.state, "eyrie", Move(12, 9, 1)) is None


def test_2_2_3_guide_full_slots_still_take_tokens() -> None:
    # given clearing 9 with both slots built on
    table = board("marquise", "alliance").building("marquise", "sawmill", at=9, count=2)
    table.warriors("marquise", 1, at=9).token("marquise", "wood", at=9)
    play = table.hand("marquise", MOUSE).turn("marquise", "daylight.actions").start()
    # then no building fits, a token does
    assert play.refused("marquise", Build(9, "workshop")).clause == "2.2.3"
    assert play.choose("overwork", clearing=9, card=MOUSE).pieces("marquise", "wood") == [9, 9]


def test_2_1_1_guide_a_fox_clearing_asks_for_a_fox_or_a_bird() -> None:
    # given a sawmill in a fox clearing and a card of each suit
    table = board("marquise", "eyrie").building("marquise", "sawmill", at=8)
    play = table.hand("marquise", FOX, RABBIT, MOUSE, BIRD).turn("marquise", "daylight.actions").start()
    assert {option.card for option in play.options("overwork")} == {FOX, BIRD}  # type: ignore[attr-defined]


# --- the guide: crafting ----------------------------------------------------------------------------------


def test_4_1_guide_the_marquise_crafts_a_knapsack() -> None:
    # given two workshops in fox clearings, two in a mouse clearing, and a knapsack that costs a mouse
    table = (
        board("marquise", "eyrie")
        .building("marquise", "workshop", at=1)
        .building("marquise", "workshop", at=8)
    )
    table.building("marquise", "workshop", at=9, count=2).hand("marquise", "gently-used-knapsack")
    play = table.turn("marquise", "daylight.actions").start().choose("craft", card="gently-used-knapsack")
    # then one workshop among the mice is activated, the bag is hers, 1 point, the card is discarded
    assert play.state.players["marquise"].activated == [9]
    assert (play.state.players["marquise"].items, play.state.item_supply["bag"]) == (["bag"], 1)
    assert (play.score("marquise"), play.state.discard) == (1, ["gently-used-knapsack"])


# --- the guide: battle and ambush -------------------------------------------------------------------------


def test_4_3_guide_two_eyrie_warriors_attack() -> None:
    # given two Eyrie warriors against a cat and a wood token / when they roll 3 and 0
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 1, at=5)
    play = table.token("marquise", "wood", at=5).dice(3, 0).play(battle, "eyrie", 5, "marquise")
    # then two warriors deal two hits: cat and token go, 1 point for the token, no losses
    assert (play.warriors("marquise", at=5), play.pieces("marquise", "wood")) == (0, [])
    assert (play.score("eyrie"), play.warriors("eyrie", at=5)) == (1, 2)


def ambushed(eyrie: int) -> Play:
    """The Eyrie attack the Marquise, who plays an ambush; they hold one too."""
    table = board("eyrie", "marquise").warriors("eyrie", eyrie, at=5).building("marquise", "sawmill", at=5)
    table.hand("marquise", "ambush-rabbit").hand("eyrie", "ambush-bird").dice(3, 0)
    return table.play(battle, "eyrie", 5, "marquise").choose("ambush", card="ambush-rabbit")


def test_4_3_1_guide_an_ambush_without_warriors_lowers_the_attackers_hits() -> None:
    # given three Eyrie warriors against a lone sawmill / when the ambush is not foiled
    table = board("eyrie", "marquise").warriors("eyrie", 3, at=5).warriors("marquise", 3, at=5)
    table.hand("marquise", "ambush-rabbit").dice(3, 0)
    play = table.play(battle, "eyrie", 5, "marquise").choose("ambush")
    # then two fall at once, and the one left deals one hit at most
    assert (play.warriors("eyrie", at=5), play.warriors("marquise", at=5)) == (1, 2)
    # and a defenseless defender may ambush as well
    assert ambushed(3).done().warriors("eyrie", at=5) == 1


def test_4_3_1_I_guide_an_ambush_cancels_an_ambush() -> None:
    play = ambushed(2).choose("ambush", card="ambush-bird")
    assert (play.warriors("eyrie", at=5), play.pieces("marquise", "sawmill")) == (2, [])
    assert sorted(play.state.discard) == ["ambush-bird", "ambush-rabbit"]


def test_4_3_1_II_guide_an_ambush_that_kills_all_ends_the_battle() -> None:
    play = ambushed(2).done()
    assert (play.warriors("eyrie", at=5), play.pieces("marquise", "sawmill")) == (0, [5])
    assert not play.noted("rolled")


# --- the guide: the decree --------------------------------------------------------------------------------


def test_7_5_2_guide_a_decree_that_ends_in_turmoil() -> None:
    # given Recruit fox and bird, Move rabbit, Battle bird, Build bird; roosts in 8 and 1, two warriors in 5
    table = board("eyrie", "marquise").building("eyrie", "roost", at=8).building("eyrie", "roost", at=1)
    table.warriors("eyrie", 2, at=5).warriors("marquise", 2, at=5).score("eyrie", 10).dice(1, 1)
    columns = decree(recruit=[FOX, "sappers"], move=[RABBIT], battle=["brutal-tactics"], build=[BIRD])
    play = table.board("eyrie", leader="builder", decree=columns).turn("eyrie", "daylight.decree").start()
    # when both Recruit cards are used in the fox clearing, the bird as a fox
    play.choose("recruit", clearing=8).choose("order", card=FOX).choose("recruit", clearing=8)
    assert play.warriors("eyrie", at=8) == 2
    # and a warrior leaves the rabbit clearing, where the only battle is fought, with one loss on both sides
    assert {option.origin for option in play.options("move")} == {5}  # type: ignore[attr-defined]
    play.choose("move", origin=5, to=1, warriors=1).choose("battle", clearing=5, defender="marquise")
    assert (play.warriors("eyrie", at=5), play.warriors("marquise", at=5)) == (0, 1)
    # then every clearing they rule has a roost: turmoil, a point lost for each of three birds
    assert (play.question.key, play.score("eyrie")) == ("eyrie.leader", 7)
    play.choose("leader", leader="despot")
    assert sorted(play.state.discard) == sorted([FOX, "sappers", RABBIT, "brutal-tactics", BIRD])


def test_7_7_guide_no_warriors_left_to_recruit() -> None:
    table = board("eyrie", "marquise").building("eyrie", "roost", at=8).supply("eyrie", 0).score("eyrie", 3)
    table.board("eyrie", leader="builder", decree=decree(recruit=[VIZIER], move=[VIZIER]))
    play = table.turn("eyrie", "daylight.decree").start()
    # the only thing left is turmoil: a point for each vizier, then a new leader
    assert play.question.key == "eyrie.leader"
    assert play.score("eyrie") == 1


def test_7_7_guide_every_ruled_clearing_has_a_roost() -> None:
    table = board("eyrie", "marquise").building("eyrie", "roost", at=8).score("eyrie", 3)
    table.board("eyrie", leader="despot", decree=decree(build=[VIZIER], move=[]))
    assert table.turn("eyrie", "daylight.decree").start().question.key == "eyrie.leader"


# --- the guide: Outrage, revolt, sympathy, operations -----------------------------------------------------


def test_8_2_6_guide_the_eyrie_outrage_a_fox_clearing_twice() -> None:
    # given sympathy in 8 and Eyrie warriors next to it, with a fox and a bird in hand
    table = sympathy(board("eyrie", "alliance"), 8).warriors("eyrie", 2, at=7).hand("eyrie", FOX, BIRD)
    table.board("eyrie", leader="despot", decree=decree(move=[VIZIER], battle=[VIZIER])).dice(1, 0)
    play = table.turn("eyrie", "daylight.decree").start()
    # when they move in / then they give the fox card
    play.choose("move", origin=7, to=8, warriors=2).choose("give_card", card=FOX)
    # when they battle and remove the token / then they owe another: the bird will do
    play.choose("battle", clearing=8, defender="alliance").choose("give_card", card=BIRD)
    assert supporters(play) == sorted([FOX, BIRD])
    assert play.pieces("alliance", "sympathy") == []
    # the token, and one more for the Despot
    assert play.score("eyrie") == 2


def test_8_2_6_guide_without_a_card_the_alliance_draws() -> None:
    table = sympathy(board("marquise", "alliance"), 8).warriors("marquise", 1, at=7).hand("marquise", RABBIT)
    play = table.deck(MOUSE).turn("marquise", "daylight.actions").start()
    play.choose("move", origin=7, to=8).choose("show_hand")
    assert (supporters(play), play.hand("marquise")) == ([MOUSE], [RABBIT])


def test_8_4_guide_a_revolt_and_then_sympathy() -> None:
    # given sympathy in three fox clearings; in 8 a roost and two cats; in rabbit clearing 4 three Eyrie warriors
    table = sympathy(board("alliance", "marquise", "eyrie"), 1, 8, 12).building("eyrie", "roost", at=8)
    table.warriors("marquise", 2, at=8).warriors("eyrie", 3, at=4)
    stack(table, FOX, BIRD, RABBIT, "cobbler", "smugglers-trail")
    play = table.turn("alliance", "birdsong.revolt").start()
    # when the Alliance revolts in 8 with a fox and a bird
    play.choose("revolt", clearing=8)
    play.choose_many(*[o for o in play.question.options if o.card in (FOX, BIRD)])  # type: ignore[attr-defined]
    # then roost and cats are gone, 1 point for the roost, a base, three warriors, one officer
    assert (play.pieces("eyrie", "roost"), play.warriors("marquise", at=8)) == ([], 0)
    assert (play.score("alliance"), play.pieces("alliance", "base-fox")) == (1, [8])
    assert (play.warriors("alliance", at=8), officers(play)) == (3, 1)
    # when sympathy spreads to 4, the fourth token / then it costs two rabbits and one for martial law, 1 point
    if play.question.key == "alliance.revolt":
        play.done()
    play.choose("spread", clearing=4)
    assert (supporters(play), play.score("alliance")) == ([], 2)
    assert 4 in play.pieces("alliance", "sympathy")


def test_8_6_1_guide_three_officers() -> None:
    # given three officers, a fox base in 8 with two warriors
    table = (
        evening("marquise", officers=3).building("alliance", "base-fox", at=8).warriors("alliance", 2, at=8)
    )
    play = table.start()
    # when the Alliance recruits, moves two to mouse clearing 7, and organizes there
    play.choose("recruit", clearing=8).choose("move", origin=8, to=7, warriors=2).choose(
        "organize", clearing=7
    )
    # then one warrior is there, sympathy stands, and the operations are over
    assert (play.warriors("alliance", at=8), play.warriors("alliance", at=7)) == (1, 1)
    assert play.pieces("alliance", "sympathy") == [7]
    assert not play.offers("recruit")


# --- the guide: the Vagabond ------------------------------------------------------------------------------


def test_9_2_9_I_guide_three_aids_two_steps_three_points() -> None:
    # given the Vagabond with Eyrie warriors in a fox clearing, three items and three cards that match
    table = wanderer("boot tea coin", "eyrie", "marquise", at=8).warriors("eyrie", 2, at=8)
    table.hand("vagabond", FOX, BIRD, "travel-gear-fox", RABBIT)
    play = table.start()
    assert not play.offers("aid", card=RABBIT)
    # when he aids the Eyrie three times
    for card, item in ((FOX, "boot"), (BIRD, "tea"), ("travel-gear-fox", "coin")):
        play.choose("aid", player="eyrie", card=card)
        if play.question.key == "vagabond.aid.item":
            play.choose("exhaust", item=item)
    # then their marker has gone two spaces, for 1 and 2 points
    assert (relation(play, "eyrie"), play.score("vagabond")) == ("friendly", 3)
    assert play.hand("eyrie") == sorted([FOX, BIRD, "travel-gear-fox"])


def test_9_2_guide_the_vagabond_betrays_the_marquise() -> None:
    # given two ready swords against three cats, friends for long
    table = wanderer("sword sword", "marquise", at=5).warriors("marquise", 3, at=5).dice(1, 1).dice(2, 0)
    table.board("vagabond", relations={"marquise": "friendly"})
    # first battle, 1 and 1: a cat falls, she is Hostile, he damages the sword he has exhausted
    play = table.start().choose("battle", defender="marquise").choose_many(ThisItem("sword", True))
    assert (relation(play, "marquise"), play.warriors("marquise", at=5)) == ("hostile", 2)
    assert (items(play), play.score("vagabond")) == ("sword sword-!", 0)
    # second battle, 2 and 0: one undamaged sword deals one hit, for one point
    play.choose("battle", defender="marquise")
    assert (play.warriors("marquise", at=5), play.score("vagabond")) == (1, 1)


def test_9_4_2_guide_a_slip_is_the_only_way_into_a_forest() -> None:
    play = wanderer("boot", at=5, step="birdsong.slip").start()
    assert play.offers("slip", to=FOREST)
    play = wanderer("boot", at=5).start()
    assert {option.to for option in play.options("travel")} == {1, 2}  # type: ignore[attr-defined]


# --- examples inside the Law ------------------------------------------------------------------------------


def test_6_2_2_pieces_move_to_the_keep_but_nobody_places_there() -> None:
    # introduction, question 4: moving and placing are two things
    table = board("eyrie", "marquise").token("marquise", "keep", at=1).building("eyrie", "roost", at=9)
    table.warriors("eyrie", 2, at=9)
    assert why_no_move(table.state, "eyrie", Move(9, 1, 2)) is None
    assert bars_placing(table.state, "eyrie", 1) is not None
    assert bars_placing(table.state, "marquise", 1) is None


def test_1_4_2_armorers_may_break_into_a_battle() -> None:
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 2, at=5)
    play = table.crafted("marquise", "armorers").dice(2, 0).play(battle, "eyrie", 5, "marquise")
    assert play.choose("use", effect="armorers").warriors("marquise", at=5) == 2


def test_1_4_2_nothing_breaks_into_eyrie_emigre() -> None:
    # given Emigre and False Orders / when Emigre is under way / then only its own questions are asked
    table = board("marquise", "eyrie", deck="exiles").crafted("marquise", "eyrie-emigre", "false-orders")
    table.warriors("marquise", 2, at=5).warriors("eyrie", 1, at=1).warriors("eyrie", 1, at=2).dice(0, 0)
    play = table.turn("marquise", "birdsong.end").start().choose("eyrie_emigre")
    assert play.verbs() == {"move"}


def test_1_5_5_eyrie_warriors_made_to_move_are_lords_of_the_forest() -> None:
    # given allied Eyrie warriors in a tie with cats in 5, cats ruling 1
    def tied(ally: str, enemy: str) -> Play:
        table = wanderer("boot", "eyrie", "marquise", "alliance", at=5).warriors(ally, 1, at=5)
        table.warriors(enemy, 1, at=5).warriors("alliance", 2, at=1)
        return table.board("vagabond", relations={ally: "allied"}).start()

    # then the Eyrie rule the tie and may be taken along; the Marquise may not
    assert tied("eyrie", "marquise").offers("travel", to=1, ally="eyrie")
    assert not tied("marquise", "alliance").offers("travel", to=1, ally="marquise")


def test_2_2_4_a_ruin_leaves_when_it_is_explored() -> None:
    table = wanderer("torch", at=6).change(lambda game: game.ruins.update({6: ["sword"]}))
    table.building("marquise", "sawmill", at=6)
    assert not table.state.has_open_slot(6)
    play = table.start().choose("explore")
    assert (items(play), play.score("vagabond")) == ("sword* torch-", 1)
    assert play.state.has_open_slot(6)


def test_7_2_3_disdain_for_trade_leaves_the_points_of_other_effects() -> None:
    # given Master Engravers / when the Eyrie craft an item worth 3 / then 1 for the item and 1 for the Engravers
    table = board("eyrie", "marquise", deck="exiles").crafted("eyrie", "master-engravers")
    table.building("eyrie", "roost", at=3).building("eyrie", "roost", at=4).hand("eyrie", RABBIT)
    play = table.turn("eyrie", "daylight.craft").play(craft, "eyrie", Craft(RABBIT))
    assert play.score("eyrie") == 2


def test_9_2_2_I_a_revolt_costs_the_vagabond_three_items() -> None:
    table = sympathy(board("alliance", "vagabond"), 5).pawn("vagabond", 5)
    carry(stack(table, RABBIT, "cobbler"), "boot sword tea coin").turn("alliance", "birdsong.revolt")
    play = table.start().choose("revolt", clearing=5)
    play.choose_many(ThisItem("boot"), ThisItem("tea"), ThisItem("coin"), seat="vagabond")
    assert (items(play), place(play)) == ("boot! coin! sword tea!", 5)


def test_9_4_2_a_slip_to_the_hostile_takes_no_boot() -> None:
    table = wanderer("sword", at=5, step="birdsong.slip").warriors("marquise", 2, at=1)
    play = table.board("vagabond", relations={"marquise": "hostile"}).start().choose("slip", to=1)
    assert (place(play), items(play)) == (1, "sword")


def test_9_7_3_two_explorations_take_both_items_of_a_ruin() -> None:
    table = wanderer("torch torch", "vagabond2", "marquise", at=6)
    table.change(lambda game: game.ruins.update({6: ["sword", "bag"]}))
    play = table.start().choose("explore").choose("find", item="bag")
    assert 6 in play.state.ruins
    play.choose("explore")
    assert (items(play), play.score("vagabond")) == ("bag* sword* torch- torch-", 2)
    assert 6 not in play.state.ruins


def test_9_2_9_III_a_infamy_adds_to_the_point_for_a_building() -> None:
    table = wanderer("sword sword", at=5).building("marquise", "sawmill", at=5).warriors("marquise", 1, at=5)
    table.board("vagabond", relations={"marquise": "hostile"}).dice(2, 0)
    play = table.start().choose("battle")
    # a warrior for 1, a building for 1 and 1
    assert play.score("vagabond") == 3


def test_D_4_2_points_for_what_both_sides_lose() -> None:
    # given Hostile cats with a sawmill against the Eyrie with a roost
    table = wanderer("torch", "marquise", "eyrie", at=5, character="vagrant").building("eyrie", "roost", at=5)
    table.building("marquise", "sawmill", at=5).warriors("marquise", 1, at=5).warriors("eyrie", 1, at=5).dice(
        2, 2
    )
    table.board("vagabond", relations={"marquise": "hostile"}).crafted("eyrie", "sappers")
    table.crafted("marquise", "brutal-tactics")
    play = table.start().choose("instigate", attacker="marquise", defender="eyrie")
    while play.game.waiting() and play.question.seat in ("marquise", "eyrie"):
        first = play.question.options[0]
        play.answer(first)
    # then a point for each building, and one for each piece of the Hostile: cat, sawmill, and the roost of the
    # Eyrie, whose warrior has just made them Hostile
    assert play.score("vagabond") == 2 + 3
    # and the defender's point of Brutal Tactics is the Eyrie's own
    assert play.score("eyrie") == 1


def test_D_6_2_the_scoundrel_stays_but_cannot_come_back() -> None:
    table = wanderer("torch boot boot", "marquise", "alliance", at=5, character="scoundrel")
    table.warriors("marquise", 2, at=5)
    play = table.start().choose("scorched_earth")
    assert (place(play), play.warriors("marquise", at=5)) == (5, 0)
    play.choose("travel", to=1)
    assert not play.offers("travel", to=5)
    # and a Favor does not clear the torch: it is no piece of an enemy
    table = bystander("boot", "marquise", at=1).board("vagabond", scorched=[5])
    table.building("marquise", "workshop", at=3).building("marquise", "workshop", at=4)
    table.building("marquise", "workshop", at=10).hand("marquise", "favor-of-the-rabbits")
    play = table.play(craft, "marquise", Craft("favor-of-the-rabbits"))
    assert own(play).scorched == [5]


def test_6_5_a_bird_inside_another_action_gives_none() -> None:
    table = board("marquise", "eyrie").building("marquise", "sawmill", at=9).hand("marquise", BIRD)
    play = table.turn("marquise", "daylight.actions").start().choose("overwork", clearing=9, card=BIRD)
    assert play.question.about["left"] == 2
