"""What a choice costs and brings, told before it is chosen: right, in words, for every verb, and nothing hidden in it."""

from __future__ import annotations

import random

import pytest

from engine.flow import Option
from engine.fuzz import random_answer
from engine.game import encode
from engine.root.actions.battle import Fight
from engine.root.actions.craft import Craft
from engine.root.actions.move import Move
from engine.root.actions.muster import Build
from engine.root.cards.exiles.menu import Emigrate, Inform, Venture
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.factions.alliance.faction import Spread
from engine.root.factions.duchy.court import Dismiss
from engine.root.factions.eyrie.faction import Fail
from engine.root.factions.riverfolk.faction import ChoosePost
from engine.root.preview import PREVIEWS
from engine.root.rules import RULES
from engine.root.state import Piece
from engine.root.words import WORDS
from engine.rules import Setup
from tests.engine.root.board import Play, board

PLAIN = {
    "done", "resolve", "clearing", "pay", "spend", "first", "faction", "keep", "give_back", "base", "show_card", "trick",
    "take_tunnel", "surface", "minister", "act_as", "present", "order", "leader", "score_item", "mood", "spend_on",
    "ruin_item", "roll_mob", "lose_warlord", "spare_warlord", "take_warlord", "loot", "loot_item", "carry", "bury", "act_with",
    "shift", "reveal_card", "outcast", "wood", "fund", "item", "find", "take_item", "exhaust", "ally", "lose_ally",
    "character", "forest", "hireling_part", "unearth", "take_discarded", "lurk", "toll", "toll_item", "no_card", "cobbler", "guess_plot",
}  # fmt: skip
"""Verbs that cost and bring nothing by themselves: parts of another choice, or told by what their values mean."""
PARTS = (
    "actions",
    "factions",
    "cards",
    "turn",
    "faction",
    "hiring",
    "hirelings",
    "landmarks",
    "setup.landmarks",
)


def foreseen(play: Play, seat: str, option: Option) -> str:
    """The preview in words, as the seat reads it."""
    return WORDS.preview(RULES.view(play.state, seat), RULES.preview(play.state, seat, option))


def test_every_verb_tells_what_it_costs_and_brings() -> None:
    known = {str(kind.__struct_config__.tag) for kind, _ in PREVIEWS}
    homes = tuple(f"engine.root.{home}" for home in PARTS)
    verbs = {verb for verb, kind in RULES.options().items() if kind.__module__.startswith(homes)}
    assert sorted(verbs - known - PLAIN) == []
    assert sorted(known & PLAIN) == []


def test_6_5_4_a_building_tells_its_wood_and_its_points() -> None:
    # given 2 wood near a clearing the Marquise rules, and one sawmill on the map
    table = board("marquise", "eyrie").no_ruins().warriors("marquise", 2, at=5).warriors("marquise", 1, at=1)
    table.building("marquise", "sawmill", at=1).token("marquise", "wood", at=1, count=2)
    play = table.turn("marquise", "daylight.actions").start()
    # then a second sawmill takes one of them and scores one point
    assert foreseen(play, "marquise", Build(5, "sawmill")).startswith("1 of 2 wood · +1 point")
    # and choosing it brings exactly that
    before = play.score("marquise")
    play.choose("build", clearing=5, kind="sawmill")
    assert play.score("marquise") == before + 1


def test_4_2_a_move_tells_who_rules_then_and_outrage() -> None:
    # given 2 cats beside a sympathetic clearing that the Eyrie rules
    table = board("marquise", "alliance", "eyrie").warriors("marquise", 2, at=1).warriors("eyrie", 1, at=5)
    table.token("alliance", "sympathy", at=5)
    play = table.turn("marquise", "daylight.actions").start()
    # then both going rule there, one is not enough (the Eyrie win ties), and Outrage follows
    both, one = foreseen(play, "marquise", Move(1, 5, 2)), foreseen(play, "marquise", Move(1, 5, 1))
    assert both.startswith("You rule 5")
    assert "Nobody rules 1" in both
    assert one.startswith("The Eyrie rules 5")
    assert "Outrage" in both
    assert "Outrage" in one


def test_4_3_a_battle_tells_forces_hits_points_and_the_ambush() -> None:
    # given 3 cats against an undefended roost; the Eyrie holds cards
    table = board("marquise", "eyrie").warriors("marquise", 3, at=5).building("eyrie", "roost", at=5)
    table.hand("eyrie", "sappers")
    play = table.turn("marquise", "daylight.actions").start()
    told = foreseen(play, "marquise", Fight(5, "eyrie"))
    assert told == "3 against 0 · Defenceless · Deal 1–4, take 0 · Up to +1 point · Ambush possible"


@pytest.mark.parametrize("gone", [False, True])
def test_4_3_1_no_ambush_is_feared_once_all_that_fit_were_seen(gone: bool) -> None:
    # given a fox clearing, and the fox and bird ambushes in the discard pile or not
    table = board("marquise", "eyrie").suit(5, "fox").warriors("marquise", 1, at=5).warriors("eyrie", 1, at=5)
    table.hand("eyrie", "sappers")
    if gone:
        table.discard("ambush-fox", "ambush-bird", "ambush-bird")
    play = table.turn("marquise", "daylight.actions").start()
    assert ("Ambush" in foreseen(play, "marquise", Fight(5, "eyrie"))) is not gone


@pytest.mark.parametrize("kind", ["raid", "bomb"])
def test_1_2_1_a_face_down_plot_is_the_same_to_who_attacks_it(kind: str) -> None:
    # given a face-down plot without warriors
    table = board("marquise", "corvids").warriors("marquise", 2, at=5)
    table.change(lambda game: game.tokens[5].append(Piece("corvids", kind, True)))
    play = table.turn("marquise", "daylight.actions").start()
    # then the preview does not tell which one it is
    told = foreseen(play, "marquise", Fight(5, "corvids"))
    assert told == "2 against 0 · Defenceless · Deal 1–3, take 1 · Up to +1 point"


def test_4_1_crafting_tells_points_item_and_pieces() -> None:
    table = board("marquise", "eyrie").suit(5, "mouse").building("marquise", "workshop", at=5, count=2)
    table.hand("marquise", "birdy-bindle", "codebreakers")
    play = table.turn("marquise", "daylight.actions").start()
    assert (
        foreseen(play, "marquise", Craft("birdy-bindle"))
        == "+1 point · A bag · Uses 1 crafting piece, 1 more"
    )
    assert "Stays: " in foreseen(play, "marquise", Craft("codebreakers"))


def test_7_2_3_the_eyrie_score_one_point_for_an_item() -> None:
    table = board("eyrie", "marquise").suit(5, "rabbit").building("eyrie", "roost", at=5, count=1)
    table.hand("eyrie", "a-visit-to-friends").board("eyrie", leader="despot")
    play = table.turn("eyrie", "daylight.craft").start()
    assert foreseen(play, "eyrie", Craft("a-visit-to-friends")).startswith("+1 point")


def test_8_4_2_sympathy_tells_its_price_with_martial_law() -> None:
    table = board("alliance", "marquise").suit(5, "fox").warriors("marquise", 3, at=5)
    table.board("alliance", supporters=["foxfolk-steel", "anvil", "sappers"])
    play = table.turn("alliance", "birdsong.spread").start()
    told = foreseen(play, "alliance", Spread(5))
    assert told == "2 of 3 matching supporters · One more under martial law"


def test_7_7_turmoil_tells_what_is_lost() -> None:
    decree = {"recruit": ["loyal-vizier"], "move": ["loyal-vizier", "sappers"], "battle": [], "build": []}
    table = board("eyrie", "marquise").score("eyrie", 9).board("eyrie", leader="charismatic", decree=decree)
    play = table.hand("eyrie", "anvil").turn("eyrie", "birdsong.decree").start()
    told = foreseen(play, "eyrie", Fail("loyal-vizier"))
    assert told == "−3 points · The decree is discarded, a new leader, Daylight ends"


def test_4_1_3_cards_that_are_used_tell_what_they_take() -> None:
    # given a Marquise with all recruiters but three on the map, who has crafted an item and three cards
    table = board("marquise", "eyrie", deck="exiles").discard("ambush-fox")
    table.crafted("marquise", "informants", "league-of-adventurous-mice", "eyrie-emigre").items(
        "marquise", "bag"
    )
    play = table.turn("marquise", "daylight.actions").start()
    assert foreseen(play, "marquise", Inform("ambush-fox")) == "Instead of drawing 1 card"
    assert foreseen(play, "marquise", Venture("bag")) == "0 crafted items left face up"
    assert foreseen(play, "marquise", Emigrate()) == "The card is discarded unless you move and battle"


def test_12_2_3_a_minister_who_leaves_takes_the_crown() -> None:
    table = board("duchy", "eyrie").board("duchy", swayed=["foremole", "baron-of-dirt"])
    play = table.turn("duchy", "daylight.assembly").start()
    assert foreseen(play, "duchy", Dismiss("baron-of-dirt")) == "The crown of a lord is lost; 1 minister left"


def test_11_5_6_the_choice_of_a_trade_post_tells_its_points() -> None:
    play = board("riverfolk", "eyrie").turn("riverfolk", "daylight.actions").start()
    assert foreseen(play, "riverfolk", ChoosePost("fox")) == "+2 points"


@pytest.mark.parametrize(
    "mix", random.Random("previews").sample([m for n in (3, 4) for m in mixes(n)], 8), ids="-".join
)
def test_previews_of_random_games_have_words_and_change_nothing(mix: tuple[str, ...]) -> None:
    dice = random.Random(f"previews {mix}")
    setup = random_setup(dice, mix, 0.2)
    guests = {"hirelings": ["3"], "landmarks": ["2"]}
    game = RandomGame(Setup(setup.seats, setup.options | guests), f"previews {mix}", watch=False).game.start()
    told = 0
    for _ in range(250):
        if game.over:
            break
        question = dice.choice(game.waiting())
        view, before = game.view(question.seat), encode(game.state)
        for option in question.options[:40]:
            line = WORDS.preview(view, RULES.preview(game.state, question.seat, option))
            told += bool(line)
            assert "{" not in line
            assert "  " not in line
        assert encode(game.state) == before
        game.answer(question.seat, random_answer(question, dice))
    assert told
