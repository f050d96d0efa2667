"""Where two rules meet: the odd combinations, clause by clause.

Autumn: foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

import random
import typing
from collections.abc import Sequence
from itertools import product

import pytest

from engine.flow import Ask, Option
from engine.root import data
from engine.root.actions.battle import battle
from engine.root.actions.craft import Craft, craft
from engine.root.actions.move import Move, take_move
from engine.root.check import RandomGame, items_of, random_setup
from engine.root.faction import Lose, faction_of
from engine.root.factions.vagabond.fights import LoseAlly
from engine.root.factions.vagabond.items import ThisItem
from engine.root.factions.vagabond.relations import Coalition
from engine.root.factions.vagabond.travel import Slip
from engine.root.menu import REFUSES, refusal
from engine.root.rules import RULES
from engine.root.state import CLEARINGS, Root
from engine.root.turn import discard_step, draw_step
from engine.root.verbs import score_together
from engine.rules import Refusal
from tests.engine.root.board import Play, Table, board
from tests.engine.root.factions.alliance_table import stack, supporters, sympathy
from tests.engine.root.factions.vagabond_table import bystander, carry, items, own, relation, wanderer

# --- 1.1.2, 1.5.2 Wishes ----------------------------------------------------------------------------------

SAMPLES = {int: (0, 1, 13, 99), str: ("", "anvil", "marquise", "nobody"), bool: (False, True)}


def wild_wishes(kind: type[Option]) -> list[Option]:
    """Options of a class with fields that make little sense."""
    hints = typing.get_type_hints(kind)
    return [kind(*(_sample(hints[field], number) for field in kind.__struct_fields__)) for number in range(4)]


def _sample(kind: type, number: int) -> object:
    samples = SAMPLES.get(kind, SAMPLES[str])
    return samples[number % len(samples)]


@pytest.mark.parametrize("step", ["birdsong.start", "daylight.actions", "evening.draw"])
@pytest.mark.parametrize("owner", ["marquise", "eyrie", "alliance", "vagabond"])
def test_1_5_2_any_wish_gets_an_answer(owner: str, step: str) -> None:
    # given a table of four, in the turn of one of them
    table = board("marquise", "eyrie", "alliance", "vagabond").turn(owner, step)
    carry(table, "boot").pawn("vagabond", 5)
    # when anybody wishes anything / then there is a refusal or none, never a crash
    for kind in RULES.options().values():
        for wish in wild_wishes(kind):
            for seat in table.state.order:
                assert isinstance(refusal(table.state, seat, wish), Refusal | None), (seat, wish)


def test_1_5_2_what_only_the_vagabond_does_is_refused_to_others() -> None:
    play = board("marquise", "vagabond").pawn("vagabond", 5).turn("marquise", "daylight.actions").start()
    for verb in ("explore", "hideout", "scorched_earth"):
        wish = RULES.options()[verb]()
        assert play.refused("marquise", wish).clause == "1.5.2"


# --- the introduction, question 1: what no rule forbids may be done ---------------------------------------

MENUS = (
    "marquise.daylight",
    "alliance.daylight",
    "alliance.operations",
    "vagabond.daylight",
    "vagabond.slip",
)
ONE_FORM = ("open_path", "recruit")
"""Verbs with several ways to say the same; one of them is offered."""


def values(game: Root, name: str, kind: type[Option]) -> Sequence[object]:
    """Everything that might stand in a field of an option."""
    cards = {card for player in game.players.values() for card in (*player.hand, *player.crafted)}
    forests = [*game.map.forests] if kind is Slip else []
    pieces = {piece.kind for row in (*game.buildings, *game.tokens) for piece in row}
    known: dict[str, Sequence[object]] = {
        "to": [*CLEARINGS, *forests],
        "card": sorted({*cards, *game.discard, *game.available}),
        "kind": ["warrior", "sawmill", "workshop", "recruiter", *sorted(pieces)],
        "quest": game.quests,
        "ally": ["", *game.order],
        "warriors": [0, 1],
    }
    known |= dict.fromkeys(("clearing", "origin"), CLEARINGS)
    known |= dict.fromkeys(("defender", "player", "attacker", "partner"), game.order)
    known |= dict.fromkeys(("item", "missing"), tuple(data.ITEM_SUPPLY))
    known |= dict.fromkeys(("exhausted", "boat"), (False, True))
    return known.get(name, ())


def withheld(game: Root, question: Ask) -> list[Option]:
    """Wishes that every rule allows now, but that the question does not offer."""
    faction = faction_of(game, question.seat)
    found = []
    for verb, kind in RULES.options().items():
        if verb in ONE_FORM or not any((kind, plays) in REFUSES for plays in ("", faction.id)):
            continue
        fields = [values(game, name, kind) for name in kind.__struct_fields__]
        for wish in (kind(*combination) for combination in product(*fields)):
            allowed = refusal(game, question.seat, wish) is None
            if allowed and faction.why_not(game, question.seat, wish) is None:
                found += [] if any(option.covers(wish) for option in question.options) else [wish]
    return found


@pytest.mark.parametrize("seed", range(6))
def test_question_1_whatever_no_rule_forbids_is_offered(seed: int) -> None:
    # given random games / when a menu is open / then it offers every wish that no rule refuses
    dice = random.Random(f"offers{seed}")
    game = RandomGame(random_setup(dice), f"offers{seed}", watch=False)
    game.game.start()
    for _ in range(250):
        if game.over:
            break
        for question in game.game.waiting():
            if question.key in MENUS and dice.random() < 0.15:
                assert withheld(game.game.state, question) == [], question.key
        game.step()


# --- 1.4.1 The start and the end of Birdsong --------------------------------------------------------------


def test_1_4_1_what_must_happen_at_the_start_comes_before_the_rest_of_birdsong() -> None:
    # given Better Burrow Bank, which is not optional, and Royal Claim
    table = board("marquise", "eyrie", "alliance").crafted("marquise", "better-burrow-bank", "royal-claim")
    play = table.warriors("marquise", 1, at=5).turn("marquise", "birdsong.start").start()
    # then the Bank comes first
    assert play.verbs() == {"better_burrow_bank"}
    # and then Royal Claim
    assert play.choose("better_burrow_bank", player="eyrie").verbs() == {"royal_claim", "done"}


def test_1_4_1_after_another_effect_the_start_is_over() -> None:
    # given Saboteurs "at the start of Birdsong" and Swap Meet "in Birdsong"
    table = board("marquise", "eyrie", deck="exiles").crafted("marquise", "saboteurs", "swap-meet")
    table.crafted("eyrie", "tunnels").hand("eyrie", "anvil").turn("marquise", "birdsong.start")
    play = table.start()
    assert play.verbs() == {"saboteurs", "swap_meet", "done"}
    # when the swap is made first / then it is too late for Saboteurs
    play.choose("swap_meet").choose("give_back")
    assert "saboteurs" not in play.verbs()
    # but after Saboteurs the swap is still there
    table = board("marquise", "eyrie", deck="exiles").crafted("marquise", "saboteurs", "swap-meet")
    table.crafted("eyrie", "tunnels").hand("eyrie", "anvil").turn("marquise", "birdsong.start")
    assert table.start().choose("saboteurs").verbs() == {"swap_meet", "done"}


def test_1_4_1_what_happens_at_the_end_comes_after_the_rest_of_birdsong() -> None:
    # given Eyrie Emigre "at the end of Birdsong" and Swap Meet "in Birdsong"
    table = board("marquise", "eyrie", deck="exiles").crafted("marquise", "eyrie-emigre", "swap-meet")
    table.warriors("marquise", 1, at=5).hand("eyrie", "anvil").turn("marquise", "birdsong.end")
    play = table.start()
    # then Emigre cannot be passed over, the swap may come first
    assert play.verbs() == {"eyrie_emigre", "swap_meet"}
    # when Emigre is resolved / then Birdsong is over
    play.choose("eyrie_emigre").choose("move", to=1)
    assert play.state.cursor.step == "daylight.actions"


def test_3_3_1_another_effect_at_the_start_of_birdsong_may_make_the_dominance_win() -> None:
    # given fox dominance, two foxes ruled; in the third one warrior against sympathy that counts as two
    table = board("marquise", "alliance", "eyrie", deck="exiles").crafted("alliance", "soup-kitchens")
    table.crafted("marquise", "saboteurs")
    for clearing in (1, 6, 8):
        table.warriors("marquise", 1, at=clearing)
    sympathy(table, 8).change(lambda game: setattr(game.players["marquise"], "dominance", "dominance-fox"))
    play = table.turn("marquise", "birdsong.start").start()
    assert not play.state.over
    # when Saboteurs end the Soup Kitchens, still at the start of Birdsong / then the Marquise wins (1.1.3)
    play.choose("saboteurs", card="soup-kitchens")
    assert (play.state.winners, play.state.end) == (["marquise"], "dominance")


# --- 2.1.2, 2.1.3 Cards on their way ----------------------------------------------------------------------


def test_4_1_2_a_favor_is_discarded_after_its_effect() -> None:
    # given an empty deck and an empty discard pile, sympathy among the mice, a hand without mice or birds
    table = board("marquise", "alliance").building("marquise", "workshop", at=7, count=2)
    table.building("marquise", "workshop", at=9).hand("marquise", "favor-of-the-mice", "anvil")
    sympathy(table, 2).deck().turn("marquise", "daylight.actions")
    # when the Favor is crafted and the Alliance must draw for Outrage
    play = table.play(craft, "marquise", Craft("favor-of-the-mice")).choose("show_hand")
    # then the Favor is no card of the pile yet: nothing can be drawn
    assert supporters(play) == []
    assert play.state.discard == ["favor-of-the-mice"]


def test_4_3_1_II_an_ambush_card_is_discarded_after_its_hits() -> None:
    # given no cards but an ambush, and the Alliance attacking with one warrior where its sympathy is
    table = board("alliance", "marquise").warriors("alliance", 1, at=5).warriors("marquise", 3, at=5)
    sympathy(table, 5).hand("marquise", "ambush-rabbit", "anvil").deck()
    play = table.turn("alliance", "evening.operations").play(battle, "alliance", 5, "marquise")
    # when the ambush takes warrior and sympathy, and the Marquise shows her hand
    play.choose("ambush").choose("show_hand")
    # then the ambush was neither given nor drawn
    assert (play.hand("marquise"), supporters(play)) == (["anvil"], [])
    assert play.state.discard == ["ambush-rabbit"]
    assert play.score("marquise") == 1


def test_RULING_2_outrage_with_nothing_to_draw() -> None:
    table = sympathy(board("marquise", "alliance"), 5).warriors("marquise", 1, at=1).deck()
    play = table.play(take_move, "marquise", Move(1, 5, 1))
    assert supporters(play) == []


def test_2_1_2_a_big_draw_goes_on_after_the_shuffle() -> None:
    # given one card in the deck, one in the pile, and a player who draws four
    table = board("alliance", "marquise").discard("anvil").deck("sword")
    for suit, at in (("fox", 1), ("rabbit", 3), ("mouse", 2)):
        table.building("alliance", f"base-{suit}", at=at)
    play = table.turn("alliance", "evening.draw").play(draw_step, "alliance")
    # then both are drawn, and no more
    assert play.hand("alliance") == ["anvil", "sword"]
    assert (play.state.deck, play.state.discard) == ([], [])


def test_6_6_the_hand_limit_is_looked_at_in_evening_only() -> None:
    # given seven cards
    cards = ("anvil", "sword", "bake-sale", "investments", "armorers", "sappers", "cobbler")
    table = board("marquise", "eyrie").hand("marquise", *cards).turn("marquise", "daylight.actions")
    assert len(table.start().hand("marquise")) == 7
    # when Evening's discard comes / then exactly two go, of her choice
    play = board("marquise", "eyrie").hand("marquise", *cards).turn("marquise", "evening.discard")
    question = play.play(discard_step, "marquise").question
    assert (question.least, question.most, len(question.options)) == (2, 2, 7)


# --- 3.1 Thirty points ------------------------------------------------------------------------------------


def test_3_1_the_player_on_turn_wins_though_another_has_more() -> None:
    table = (
        board("eyrie", "marquise").score("marquise", 29).score("eyrie", 29).turn("eyrie", "daylight.decree")
    )

    def both(game):  # type: ignore[no-untyped-def]
        score_together(game, {"marquise": 5, "eyrie": 1}, "3.2.1")
        yield from ()

    assert table.play(both).state.winners == ["eyrie"]


def test_9_2_8_a_partner_who_wins_by_dominance_takes_the_vagabond_along() -> None:
    # given a Vagabond in coalition with the Marquise, who rules three foxes with fox dominance
    table = board("marquise", "eyrie", "alliance", "vagabond").pawn("vagabond", 5)
    for clearing in (1, 6, 8):
        table.warriors("marquise", 1, at=clearing)
    table.change(lambda game: setattr(game.players["marquise"], "dominance", "dominance-fox"))
    table.change(lambda game: setattr(game.players["vagabond"], "coalition", "marquise"))
    play = table.turn("marquise", "birdsong.start").start()
    assert (play.state.winners, play.state.end) == (["marquise", "vagabond"], "coalition")


def test_RB_1_3_1_no_coalition_where_dominance_serves_the_bots() -> None:
    table = board("vagabond", "alliance", "marquise:clockwork", "eyrie:clockwork", bot_dominance="on")
    table.hand("vagabond", "dominance-fox").score("vagabond", 12).pawn("vagabond", 5)
    play = table.turn("vagabond", "daylight.actions").start()
    assert not play.offers("coalition")
    assert play.refused("vagabond", Coalition("dominance-fox", "alliance")).clause == "RB 1.3.1"


# --- 1.1.3 One event, many triggers -----------------------------------------------------------------------


def test_1_1_3_a_favor_against_three_factions_at_once() -> None:
    # given cats, a roost, sympathy and the pawn among the mice, and a keep
    table = board("eyrie", "marquise", "alliance", "vagabond").token("marquise", "keep", at=1)
    table.warriors("marquise", 2, at=2).hand("marquise", "sword")
    table.building("marquise", "sawmill", at=7)
    sympathy(table, 9).token("marquise", "wood", at=9)
    carry(table, "boot sword tea bag").pawn("vagabond", 11)
    for clearing in (7, 9, 2):
        table.building("eyrie", "roost", at=clearing)
    table.hand("eyrie", "favor-of-the-mice", "investments").turn("eyrie", "daylight.craft")
    # when the Eyrie craft Favor of the Mice
    play = table.play(craft, "eyrie", Craft("favor-of-the-mice"))
    # then all pieces are gone and scored before the first trigger
    assert play.score("eyrie") == 3
    assert (play.warriors("marquise", at=2), play.pieces("alliance", "sympathy")) == (0, [])
    # and the Eyrie, on turn, order the triggers: hospital, outrage, three items
    assert (play.question.seat, play.question.key) == ("eyrie", "order.reactions")
    assert {option.effect for option in play.question.options} == {  # type: ignore[attr-defined]
        "marquise.hospital",
        "alliance.outrage",
        "vagabond.sweep",
    }
    play.choose("resolve", effect="vagabond.sweep")
    assert play.question.seat == "vagabond"
    play.choose_many(ThisItem("boot"), ThisItem("tea"), ThisItem("bag"))
    play.choose("resolve", effect="alliance.outrage").choose("give_card")
    play.choose("hospital", card="sword")
    assert (play.warriors("marquise", at=1), items(play)) == (2, "bag! boot! sword tea!")
    assert supporters(play) == ["investments"]


def test_1_1_3_between_the_sides_of_a_battle_the_player_on_turn_chooses() -> None:
    # given cats and sympathy that fall in one battle, the keep, and one card for both hospital and Outrage
    def fight() -> Play:
        table = board("marquise", "alliance").token("marquise", "keep", at=1).warriors("marquise", 2, at=9)
        sympathy(table, 9).warriors("alliance", 1, at=9).hand("marquise", "sword").dice(2, 2)
        return table.turn("marquise", "daylight.actions").play(battle, "marquise", 9, "alliance")

    # then the Marquise, on turn, says which side's trigger comes first
    play = fight()
    assert (play.question.seat, play.question.key) == ("marquise", "order.reactions")
    # when the hospital comes first, the card is spent and she has none to give
    play.choose("resolve", effect="marquise.hospital").choose("hospital", card="sword")
    assert play.warriors("marquise", at=1) == 1
    assert len(supporters(play)) == 1
    # when Outrage comes first, the card goes to the Alliance
    play = fight().choose("resolve", effect="alliance.outrage").choose("give_card", card="sword")
    assert (supporters(play), play.warriors("marquise", at=1)) == (["sword"], 0)


def test_C_2_5_the_ferrys_card_before_or_after_outrage() -> None:
    # given the Ferry in clearing 1 and sympathy in 12 on the lake, no card in hand
    def table() -> Table:
        lake = sympathy(board("marquise", "alliance", map="lake"), 12).warriors("marquise", 2, at=1)
        lake.suit(12, "fox").deck("anvil", "bake-sale")
        return lake.turn("marquise", "daylight.actions")

    def cross() -> Play:
        return table().play(take_move, "marquise", Move(1, 12, 2, True))

    # when cats cross / then the Marquise orders what the move triggers (1.1.3)
    play = cross()
    assert (play.question.seat, play.question.key) == ("marquise", "order.reactions")
    # and if Outrage comes first, she has no card to give and the Alliance draws
    play.choose("resolve", effect="alliance.outrage")
    assert (supporters(play), play.hand("marquise")) == (["anvil"], ["bake-sale"])
    # but if she draws first, she must give what she has drawn
    play = cross().choose("resolve", effect="ferry").choose("give_card")
    assert (supporters(play), play.hand("marquise")) == (["anvil"], [])


# --- 4.3 Battle: keep, ambush, hospitals, allies ----------------------------------------------------------


def test_6_2_3_allied_cats_at_the_keep_come_back_into_the_battle() -> None:
    # given the Vagabond with one sword and two allied cats at the keep, three Eyrie warriors with an ambush
    table = wanderer("sword boot", "marquise", "eyrie", at=1).token("marquise", "keep", at=1)
    table.warriors("marquise", 2, at=1).warriors("eyrie", 3, at=1)
    table.board("vagabond", relations={"marquise": "allied"})
    table.hand("eyrie", "ambush-fox").hand("marquise", "anvil").dice(3, 0)
    play = table.start().choose("battle", defender="eyrie").choose("ally", ally="marquise")
    # when the ambush hits both cats, and the Marquise sends them to the keep, which is here
    play.choose("ambush").choose_many(LoseAlly("marquise"), LoseAlly("marquise")).choose("hospital")
    # then they are in the battle again: one sword and two cats deal three hits
    assert (play.warriors("eyrie", at=1), play.warriors("marquise", at=1)) == (0, 2)
    # and the Marquise turns Hostile at the end: two of hers fell, no item was damaged
    assert relation(play, "marquise") == "hostile"


def test_9_2_9_II_d_allied_warriors_may_take_hits_but_never_must() -> None:
    # given one whole item left, three allied cats, and three hits
    def fight() -> Play:
        table = wanderer("sword boot!", "marquise", "eyrie", at=5).warriors("marquise", 3, at=5)
        table.warriors("eyrie", 3, at=5).board("vagabond", relations={"marquise": "allied"}).dice(3, 3)
        return table.start().choose("battle", defender="eyrie").choose("ally", ally="marquise")

    # when he takes the one hit he must, the rest are ignored (9.2.7) / then the cats stay, and stay allied
    play = fight()
    assert (play.question.least, play.question.most) == (1, 3)
    play.choose_many(ThisItem("sword", True))
    assert (play.warriors("marquise", at=5), relation(play, "marquise")) == (3, "allied")
    # when cats take all three / then his item is spared, and they are Hostile
    play = fight().choose_many(*[LoseAlly("marquise")] * 3)
    assert (items(play), play.warriors("marquise", at=5)) == ("boot! sword-", 0)
    assert relation(play, "marquise") == "hostile"
    # when one cat takes a hit / then the next hit is on the item; both lost one, so they stay allied
    play = fight().choose_many(LoseAlly("marquise"))
    assert (items(play), play.warriors("marquise", at=5)) == ("boot! sword-!", 2)
    assert relation(play, "marquise") == "allied"


def test_D_4_2_allies_in_a_battle_he_instigates_for_himself() -> None:
    # given the Vagrant who names himself as attacker, with an allied cat, against two Eyrie warriors
    table = wanderer("torch boot sword", "marquise", "eyrie", at=5, character="vagrant")
    table.warriors("marquise", 2, at=5).warriors("eyrie", 3, at=5).dice(2, 2)
    table.board("vagabond", relations={"marquise": "allied", "eyrie": "hostile"})
    play = table.start().choose("instigate", attacker="vagabond", defender="eyrie")
    play.choose("ally", ally="marquise").choose_many(LoseAlly("marquise"), ThisItem("boot"))
    # then 9.2.9.II.d goes before 9.2.9.III: one cat for one item, still allied, and no point for the cat
    assert relation(play, "marquise") == "allied"
    assert play.score("vagabond") == 2


def test_D_4_2_outrage_is_paid_by_the_vagrant() -> None:
    # given the Vagrant sets cats on sympathy
    table = wanderer("torch", "marquise", "alliance", at=5, character="vagrant").warriors("marquise", 2, at=5)
    sympathy(table, 5).hand("vagabond", "bake-sale").dice(1, 0)
    play = table.start().choose("instigate", attacker="marquise", defender="alliance")
    # then he scores, and he gives the card
    assert (play.question.seat, play.question.key) == ("vagabond", "alliance.outrage")
    play.choose("give_card")
    assert (play.score("vagabond"), play.score("marquise"), supporters(play)) == (1, 0, ["bake-sale"])


def test_D_4_2_the_vagrant_sets_bots_on_each_other() -> None:
    # given two bots with buildings and tokens
    table = wanderer("torch", "marquise:clockwork", "eyrie:clockwork", at=5, character="vagrant")
    table.warriors("eyrie", 2, at=5).building("marquise", "sawmill", at=5).token("marquise", "wood", at=5)
    table.hand("vagabond", "ambush-rabbit").dice(0, 0)
    play = table.start().choose("instigate", attacker="eyrie", defender="marquise")
    # then nobody is asked for an ambush, and he chooses what the defenseless bot loses
    assert play.question.key == "battle.losses"
    play.choose_many(play.question.options[0])
    assert play.score("vagabond") == 1


def test_7_8_4_the_despot_scores_once_for_ambush_and_roll_together() -> None:
    # given one cat at the keep with wood and a sawmill, attacking the Despot, who ambushes
    table = board("marquise", "eyrie").token("marquise", "keep", at=1).token("marquise", "wood", at=1)
    table.building("marquise", "sawmill", at=1).warriors("marquise", 1, at=1).warriors("eyrie", 3, at=1)
    table.board("eyrie", leader="despot").hand("eyrie", "ambush-fox").hand("marquise", "anvil").dice(2, 2)
    play = table.turn("marquise", "daylight.actions").play(battle, "marquise", 1, "eyrie").choose("ambush")
    # when the ambush takes cat and wood, the hospital brings the cat back, and the dice take cat and sawmill
    play.done().choose_many(Lose("wood")).choose("hospital").choose_many(Lose("sawmill"))
    # then the Eyrie score a point for each of the two, and one more
    assert (play.score("eyrie"), play.pieces("marquise", "keep")) == (3, [1])


# --- 9.2.9.I Aids -----------------------------------------------------------------------------------------


def test_9_2_9_I_a_aids_count_anew_when_the_marker_moves() -> None:
    # given an Amiable faction aided once this turn that turns Hostile, and a coalition with it
    table = wanderer("crossbow torch boot tea", "marquise", "eyrie", "alliance", at=5).warriors(
        "marquise", 2, at=5
    )
    table.board("vagabond", relations={"marquise": "amiable"}).score("vagabond", 10)
    table.score("eyrie", 5).score("alliance", 5)
    table.hand("vagabond", "bake-sale", "cobbler", "dominance-fox")
    play = table.start().choose("aid", card="bake-sale").choose("exhaust", item="tea")
    play.choose("strike", kind="warrior")
    play.choose("coalition", partner="marquise")
    assert relation(play, "marquise") == "indifferent"
    # when he aids once more / then one aid is enough for Amiable
    play.choose("aid", card="cobbler").choose("exhaust", item="torch")
    assert relation(play, "marquise") == "amiable"
    assert own(play).aids == {}


# --- 6.5 Crafting comes first -----------------------------------------------------------------------------


def test_6_5_a_bird_spent_for_an_action_ends_the_crafting() -> None:
    table = board("marquise", "eyrie").building("marquise", "workshop", at=9)
    table.hand("marquise", "birdy-bindle", "armorers").turn("marquise", "daylight.actions")
    play = table.start()
    assert play.offers("craft", card="birdy-bindle")
    play.choose("spend_bird", card="armorers")
    assert play.refused("marquise", Craft("birdy-bindle")).clause == "6.5"


# --- D.6.2 Scorched Earth ---------------------------------------------------------------------------------


def test_D_6_2_nothing_grows_in_a_scorched_clearing() -> None:
    # given a scorched clearing where the partner's sawmill and recruiter still stand
    table = bystander("boot", "marquise", "eyrie", "alliance", at=5)
    table.building("marquise", "sawmill", at=5).building("marquise", "sawmill", at=9)
    table.board("vagabond", scorched=[5])
    play = table.turn("marquise", "birdsong.wood").start()
    # then wood comes only elsewhere
    assert play.pieces("marquise", "wood") == [9]
    # and no boot, no slip, no ally leads back
    table = wanderer("boot", "marquise", at=1, step="birdsong.slip").board("vagabond", scorched=[5])
    assert not table.start().offers("slip", to=5)


def test_G_1_23_the_torch_of_scorched_earth_leaves_the_items() -> None:
    table = wanderer("torch boot", "marquise", at=5, character="scoundrel")
    before = items_of(table.state)
    play = table.start().choose("scorched_earth")
    assert before - items_of(play.state) == {"torch": 1}


# --- 8 Alliance and 7 Eyrie -------------------------------------------------------------------------------


def test_8_2_4_both_fall_and_the_alliance_orders_its_triggers() -> None:
    table = board("marquise", "alliance").building("alliance", "base-mouse", at=9)
    sympathy(table, 9).warriors("marquise", 3, at=9).hand("marquise", "investments").dice(1, 1)
    stack(table, "sword", "anvil", "root-tea-fox", "travel-gear-fox")
    play = table.turn("marquise", "daylight.actions").play(battle, "marquise", 9, "alliance")
    # 4.3.4  the side that lost the pieces orders what they trigger
    assert (play.question.seat, play.question.key) == ("alliance", "order.reactions")
    # when Outrage comes first / then the mouse just given goes with the base
    play.choose("resolve", effect="alliance.outrage").choose("give_card", card="investments")
    assert supporters(play) == ["anvil", "root-tea-fox", "travel-gear-fox"]
    assert play.score("marquise") == 2


def test_7_5_2_the_decree_between_two_effects_of_daylight() -> None:
    # given two Recruit cards and Tax Collector / when one card is done / then the tax may be collected (1.4.2)
    table = board("eyrie", "marquise").crafted("eyrie", "tax-collector").building("eyrie", "roost", at=1)
    table.warriors("eyrie", 1, at=1)
    table.board(
        "eyrie",
        leader="builder",
        decree={"recruit": ["anvil", "loyal-vizier"], "move": [], "battle": [], "build": []},
    )
    play = table.turn("eyrie", "daylight.decree").start()
    play.choose("recruit", clearing=1)
    if play.question.key == "eyrie.decree.card":
        play.choose("order", card="anvil")
    assert play.offers("tax_collector", clearing=1)
    assert play.choose("tax_collector", clearing=1).warriors("eyrie", at=1) == 1
