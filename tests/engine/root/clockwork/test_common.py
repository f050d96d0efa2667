"""RB 1, RB 2, RB 3, RB 12  What all bots share."""

from __future__ import annotations

import pytest

from engine.chance import seeded
from engine.game import Game
from engine.root.actions.battle import battle
from engine.root.actions.dominance import Activate, Take
from engine.root.actions.move import Move
from engine.root.check import DOMINANCE, check
from engine.root.clockwork.eyrie.turn import defenseless
from engine.root.clockwork.vocabulary import bot_moves, enemies_in, enemy_pieces_in, has_battle, pick_clearing
from engine.root.factions.vagabond.items import Item
from engine.root.lobby import LOBBY
from engine.root.rules import RULES
from engine.root.state import Root
from engine.root.verbs import give, place_warriors, score, take_card
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import BIRD, FOX, MOUSE, battles, bot, moves, run, set_order, turn, whys


def called(change):  # type: ignore[no-untyped-def]
    """A change as a flow to be played."""

    def flow(game: Root):  # type: ignore[no-untyped-def]
        change(game)
        yield from ()

    return flow


# --- RB 2.1 - RB 2.5 choosing -----------------------------------------------------------------------------


def test_RB_2_1_the_last_tie_goes_to_the_highest_priority_CO_T01() -> None:
    # given 9 and 10 have equally many enemy pieces
    table = bot("marquise", "eyrie").warriors("marquise", 4, at=1).warriors("eyrie", 1, at=9)
    play = run(table.warriors("eyrie", 1, at=10), "marquise", FOX, "daylight.move")
    assert moves(play) == [(1, 9, 1)]
    assert whys(play) == ["lowest clearing number"]


def test_RB_2_3_an_illegal_target_is_skipped_CO_T02() -> None:
    # given the clearing with the most warriors has no open slot
    table = bot("marquise", "eyrie").warriors("marquise", 3, at=1).warriors("marquise", 2, at=9)
    play = run(table.building("marquise", "workshop", at=1), "marquise", FOX, "daylight.build")
    assert play.pieces("marquise", "sawmill") == [9]


@pytest.mark.parametrize("order", [MOUSE, BIRD])
def test_RB_12_2_2_the_pass_wins_every_tie_CO_T03(order: str) -> None:
    # given the mountain map: she rules 5, the Pass 10 and 12, all mice, with one warrior each, and Easy
    table = bot("marquise", "eyrie", map="mountain", difficulty="easy")
    for clearing in (5, 9, 10, 12):
        table.warriors("marquise", 1, at=clearing).suit(clearing, "mouse")
    play = run(table.supply("marquise", 1), "marquise", order, "daylight.recruit")
    # then highest (mouse order) and lowest priority (bird order) choose the Pass
    assert play.warriors("marquise", at=10) == 2


@pytest.mark.parametrize("lowest", [False, True])
def test_RB_12_2_2_a_player_reads_that_the_tower_decided(lowest: bool) -> None:
    # given a tie of three clearings on the mountain map, the Pass among them
    flow = called(lambda game: pick_clearing(game, "marquise", (5, 10, 12), lowest=lowest))
    play = bot("marquise", "eyrie", map="mountain").play(flow)
    assert whys(play) == ["the tower stands there"]
    # and one of two without it: players see numbers on the map, no priorities
    flow = called(lambda game: pick_clearing(game, "marquise", (5, 12), lowest=lowest))
    play = bot("marquise", "eyrie", map="mountain").play(flow)
    assert whys(play) == [f"{'highest' if lowest else 'lowest'} clearing number"]


def test_RB_12_2_2_the_pass_comes_first_when_the_supply_is_short_CO_T26() -> None:
    table = bot("marquise", "eyrie", map="mountain")
    for clearing in (5, 10):
        table.warriors("marquise", 1, at=clearing).suit(clearing, "mouse")
    play = run(table.supply("marquise", 1), "marquise", MOUSE, "daylight.recruit")
    assert (play.warriors("marquise", at=5), play.warriors("marquise", at=10)) == (1, 2)


def test_RB_2_2_tied_players_by_turn_order_CO_T04() -> None:
    # given the Alliance is before the Eyrie in turn order
    table = board("alliance", "marquise:clockwork", "eyrie").warriors("marquise", 2, at=1).dice(0, 0)
    table.warriors("alliance", 1, at=1).warriors("eyrie", 1, at=1)
    assert battles(run(table, "marquise", FOX, "daylight.battle")) == [(1, "alliance")]


def test_RB_2_2_who_has_no_score_marker_ranks_last_CO_T24() -> None:
    # given a human with 20 points who has activated a dominance card
    table = bot("marquise", "alliance", "eyrie").warriors("marquise", 2, at=1).dice(0, 0)
    table.warriors("alliance", 1, at=1).warriors("eyrie", 1, at=1).score("alliance", 20).score("eyrie", 0)
    table.change(lambda game: setattr(game.players["alliance"], "dominance", "dominance-fox"))
    assert battles(run(table, "marquise", FOX, "daylight.battle")) == [(1, "eyrie")]


# --- RB 1.1 crafting --------------------------------------------------------------------------------------


def test_RB_1_1_1_no_item_in_the_supply_no_craft_CO_T05() -> None:
    table = bot("marquise", "eyrie").change(lambda game: game.item_supply.update(sword=0))
    play = run(table, "marquise", "sword", "birdsong.craft")
    assert play.state.players["marquise"].items == []
    assert play.score("marquise") == 0


def test_RB_1_1_2_an_item_is_always_worth_one_point_CO_T06() -> None:
    play = run(bot("marquise", "eyrie"), "marquise", "protection-racket", "birdsong.craft")
    assert play.state.players["marquise"].items == ["coin"]
    assert play.state.item_supply["coin"] == 1
    assert play.score("marquise") == 1


# --- RB 2.8.1 Poor Manual Dexterity -----------------------------------------------------------------------


def test_RB_2_8_1_who_takes_a_card_from_a_bot_draws_one_CO_T08() -> None:
    play = bot("marquise", "eyrie").play(take_card, "eyrie", "marquise", "D.1.2")
    assert len(play.hand("eyrie")) == 1
    assert play.score("marquise") == 0


def test_RB_2_8_1_stand_and_deliver_on_a_bot_CO_T08() -> None:
    # the card gives its victim a point, also a bot
    table = bot("marquise", "eyrie").crafted("eyrie", "stand-and-deliver").turn("eyrie", "birdsong.start")
    table.building("eyrie", "roost", at=3).board("eyrie", leader="despot")
    play = table.start().choose("stand_and_deliver", player="marquise")
    assert play.score("marquise") == 1
    assert [event.about["cards"] for event in play.noted("drew")][:1] == [1]


def test_RB_2_8_1_a_gift_is_discarded_and_scores() -> None:
    table = bot("marquise", "eyrie").hand("eyrie", "cobbler")
    play = table.play(called(lambda game: give(game, "eyrie", "marquise", "cobbler", "9.5.4")))
    assert play.hand("marquise") == play.hand("eyrie") == []
    assert play.state.discard == ["cobbler"]
    assert play.score("marquise") == 1


def test_9_5_4_a_human_vagabond_aids_a_bot_CO_T09() -> None:
    table = board("vagabond", "marquise:clockwork").turn("vagabond", "daylight.actions").pawn("vagabond", 5)
    table.board("vagabond", items=[Item(kind="boot")], character="thief").hand("vagabond", "cobbler")
    table.warriors("marquise", 1, at=5).items("marquise", "bag")
    play = table.start().choose("aid", player="marquise").choose("take_item", item="bag")
    assert play.state.discard == ["cobbler"]
    assert play.score("marquise") == 1
    assert play.state.players["marquise"].items == []


# --- RB 1.2.1 losses --------------------------------------------------------------------------------------


def test_RB_1_2_1_tokens_before_buildings_CO_T10() -> None:
    # given a keep and a sawmill without warriors
    table = bot("marquise", "eyrie").token("marquise", "keep", at=5).building("marquise", "sawmill", at=5)
    play = table.warriors("eyrie", 1, at=5).dice(0, 0).play(battle, "eyrie", 5, "marquise")
    assert play.pieces("marquise", "keep") == []
    assert play.pieces("marquise", "sawmill") == [5]


@pytest.mark.parametrize(("drawn", "left"), [(0, "workshop"), (1, "sawmill")])
def test_RB_1_2_1_a_random_type_of_building_goes_CO_T11(drawn: int, left: str) -> None:
    table = (
        bot("marquise", "eyrie").building("marquise", "sawmill", at=5).building("marquise", "workshop", at=5)
    )
    play = table.warriors("eyrie", 1, at=5).dice(0, 0).dice(drawn).play(battle, "eyrie", 5, "marquise")
    assert [piece.kind for piece in play.state.buildings[5]] == [left]


# --- RB 2.7 orders, RB 3.4 deck ---------------------------------------------------------------------------


def test_RB_2_7_an_empty_deck_is_shuffled_anew_CO_T15() -> None:
    table = bot("alliance", "eyrie").discard("cobbler").deck()
    play = table.turn("alliance", "birdsong.order").play(_reveal)
    assert play.noted("reshuffled")
    assert play.state.boards["alliance"].order == "cobbler"  # type: ignore[attr-defined]


def _reveal(game: Root):  # type: ignore[no-untyped-def]
    from engine.root.clockwork.board import reveal_order

    yield from reveal_order(game, "alliance")


@pytest.mark.parametrize("name", ["marquise", "eyrie", "alliance", "vagabond"])
def test_RB_2_7_without_any_card_to_reveal_the_turn_still_ends(name: str) -> None:
    others = [other for other in ("marquise", "alliance") if other != name]
    table = bot(name, *others).deck()
    if name == "vagabond":
        table.pawn("vagabond", 5)
    assert turn(table, name).noted("turn")[-1].about["owner"] == others[0]


def dominance_cards(humans: int, bots: int, **options: str) -> int:
    names = ["marquise", "eyrie", "alliance", "vagabond"][: humans + bots]
    seats = [SeatSetup(n, n, "" if i < humans else "clockwork") for i, n in enumerate(names)]
    state = Game(RULES, Setup(tuple(seats), options), seeded("x")).start().state
    cards = [*state.deck, *(c for p in state.players.values() for c in p.hand)]
    cards += [c for own in state.boards.values() for c in getattr(own, "supporters", ())]
    return sum(card in DOMINANCE for card in cards)


def test_RB_3_4_dominance_cards_need_three_humans_CO_T12() -> None:
    assert dominance_cards(2, 2) == 0
    assert dominance_cards(3, 1) == 4


def test_RB_3_4_bots_draw_no_cards() -> None:
    seats = (SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie", "clockwork"))
    state = Game(RULES, Setup(seats), seeded("x")).start().state
    assert state.players["eyrie"].hand == []
    assert check(state) == []


# --- RB 1.3.1 dominance for bots --------------------------------------------------------------------------


def variant(*others: str, **more: str) -> Table:
    """The Mechanical Marquise rules two fox clearings; fox dominance lies beside the map."""
    table = board(
        "marquise:clockwork", *(others or ("eyrie", "alliance")), bot_dominance="on", **more
    ).no_ruins()
    table.warriors("marquise", 1, at=1).warriors("marquise", 1, at=6)
    table.state.deck.remove("dominance-fox")
    table.state.available.append("dominance-fox")
    return table


def test_RB_1_3_1_a_bot_wins_at_once_in_the_middle_of_any_turn_CO_T13() -> None:
    # given a human's turn
    table = variant().turn("eyrie", "daylight.actions")
    # when the bot comes to rule a third fox clearing
    play = table.play(called(lambda game: place_warriors(game, "marquise", 8, 1, "test")))
    assert play.state.winners == ["marquise"]
    assert play.state.end == "dominance"


def test_RB_1_3_1_it_wins_by_a_battle_that_takes_the_rule_from_others_CO_T13() -> None:
    # given two against two in 8, where the human Eyrie rules by the tie
    table = variant().warriors("marquise", 2, at=8).warriors("eyrie", 2, at=8)
    play = table.turn("alliance", "daylight.actions").play(called(lambda game: None))
    assert play.state.winners == []
    # when the battle takes one of them
    table = variant().warriors("marquise", 2, at=8).warriors("eyrie", 2, at=8).dice(1, 0)
    assert run(table, "marquise", FOX, "daylight.battle").state.winners == ["marquise"]


def test_RB_1_3_1_whatever_changed_is_seen_after_the_step() -> None:
    # given three ruled fox clearings that no verb has told of
    table = variant().warriors("marquise", 1, at=8).turn("alliance", "birdsong.start")
    assert table.start().state.winners == ["marquise"]


def test_RB_1_3_1_without_the_variant_nobody_wins_so() -> None:
    table = variant()
    table.state.options["bot_dominance"] = "off"
    play = table.turn("eyrie", "daylight.actions").play(
        called(lambda game: place_warriors(game, "marquise", 8, 1, "test"))
    )
    assert play.state.winners == []


def test_RB_1_3_1_a_discarded_card_is_checked_as_it_is_laid_down() -> None:
    # given she rules opposite corners; the order of the Alliance, also a bot, is the bird dominance card
    table = board("alliance:clockwork", "marquise:clockwork", "eyrie", bot_dominance="on").no_ruins()
    table.warriors("marquise", 1, at=2).warriors("marquise", 1, at=4)
    play = turn(table, "alliance", "dominance-bird")
    assert play.state.winners == ["marquise"]


def test_RB_1_3_1_people_neither_activate_nor_take_the_cards() -> None:
    table = (
        variant().turn("alliance", "daylight.actions").hand("alliance", "dominance-mouse", "tax-collector")
    )
    play = table.score("alliance", 15).start()
    assert play.refused("alliance", Activate("dominance-mouse")).clause == "RB 1.3.1"
    assert play.refused("alliance", Take("dominance-fox")).clause == "RB 1.3.1"
    assert not {"dominance", "take_dominance"} & play.verbs()


def test_RB_1_3_bots_never_activate_dominance() -> None:
    # given a dominance card as order: it becomes available
    play = turn(bot("alliance", "marquise", "eyrie").score("alliance", 12), "alliance", "dominance-bird")
    assert play.state.available == ["dominance-bird"]
    assert play.state.players["alliance"].dominance == ""


# --- RB 3 people together against the bots ----------------------------------------------------------------


def together(*factions: str) -> Table:
    return board(*factions, cooperative="on").no_ruins()


def test_RB_3_bots_do_not_count_each_other_CO_T16() -> None:
    table = together("marquise:clockwork", "eyrie:clockwork", "alliance").warriors("marquise", 1, at=5)
    state = table.warriors("eyrie", 3, at=5).state
    assert enemy_pieces_in(state, "marquise", 5) == 0
    assert enemies_in(state, "marquise", 5) == []
    assert not has_battle(state, "marquise", 5)
    table.warriors("alliance", 1, at=5)
    assert enemies_in(state, "marquise", 5) == ["alliance"]


def test_RB_3_the_eyrie_does_not_count_undefended_buildings_of_a_bot_CO_T16() -> None:
    # given two clearings to battle in: one with an undefended building of a bot, the other of a person
    table = together("eyrie:clockwork", "marquise:clockwork", "alliance")
    table.warriors("eyrie", 2, at=6).warriors("eyrie", 2, at=8)
    table.building("marquise", "sawmill", at=8, count=2).token("alliance", "sympathy", at=6)
    table.token("alliance", "sympathy", at=8)
    assert defenseless(table.state, "eyrie", 8) == 0
    table.building("alliance", "base-fox", at=6)
    assert defenseless(table.state, "eyrie", 6) == 1


def test_RB_3_relentless_spares_the_pieces_of_other_bots_CO_T16() -> None:
    table = board(
        "eyrie:clockwork",
        "marquise:clockwork",
        "alliance",
        cooperative="on",
        eyrie={"traits": ["relentless"]},
    )
    table.warriors("eyrie", 1, at=6).building("marquise", "sawmill", at=6).token("alliance", "sympathy", at=6)
    play = run(table, "eyrie", FOX, "daylight.relentless")
    assert play.pieces("marquise", "sawmill") == [6]
    assert play.pieces("alliance", "sympathy") == []


def test_RB_3_people_win_when_all_of_them_are_there() -> None:
    table = together("marquise", "eyrie", "alliance:clockwork").score("eyrie", 29)
    # given one of two has 30 points: the game goes on
    play = table.play(called(lambda game: score(game, "marquise", 31, "test")))
    assert play.state.winners == []
    assert check(play.state) == []
    # when the other comes there too
    table = together("marquise", "eyrie", "alliance:clockwork").score("marquise", 31).score("eyrie", 29)
    play = table.play(called(lambda game: score(game, "eyrie", 1, "test")))
    assert sorted(play.state.winners) == ["eyrie", "marquise"]
    assert play.state.end == "together"


def test_RB_3_the_first_bot_beats_all_people() -> None:
    table = together("marquise", "eyrie", "alliance:clockwork").score("marquise", 31).score("eyrie", 29)
    play = table.play(called(lambda game: score(game, "alliance", 30, "test")))
    assert play.state.winners == ["alliance"]


def test_RB_3_together_there_are_no_dominance_cards() -> None:
    assert dominance_cards(3, 1, cooperative="on") == 0


def test_RB_3_together_needs_bots_and_people() -> None:
    people = (SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie"))
    assert LOBBY.problems(Setup(people, {"cooperative": "on", "map": "autumn", "deck": "base"})) != []
    mixed = (SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie", "clockwork"))
    assert LOBBY.problems(Setup(mixed, {"cooperative": "on", "map": "autumn", "deck": "base"})) == []


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"difficulty": "brutal"}, "difficulty"),
        ({"traits": ["lazy"]}, "traits"),
        ({"character": "ronin"}, "character"),
    ],
)
def test_RB_3_3_unknown_options_of_a_bot_are_named(options: dict[str, object], name: str) -> None:
    seats = (SeatSetup("marquise", "marquise"), SeatSetup("vagabond", "vagabond", "clockwork", options))
    (problem,) = [p for p in LOBBY.problems(Setup(seats, {"map": "autumn"})) if "Vagabot" in p]
    assert f"no {name} called" in problem


# --- RB 12 maps -------------------------------------------------------------------------------------------


def test_C_3_4_a_bot_that_rules_the_pass_scores_CO_T20() -> None:
    table = bot("alliance", "eyrie", map="mountain").warriors("alliance", 1, at=10)
    play = turn(table, "alliance", FOX)
    assert [event.clause for event in play.noted("scored") if event.clause == "C.3.4"] == ["C.3.4"]


def test_RB_12_1_1_the_ferry_is_a_path_and_scores_CO_T21() -> None:
    # given the Ferry in 10 of the lake map and four warriors there
    table = bot("marquise", "eyrie", map="lake").warriors("marquise", 4, at=10).suit(10, "fox")
    table.landmark("ferry", at=10).warriors("eyrie", 2, at=11)
    assert {1, 11, 12} <= set(bot_moves(table.state, "marquise", 10))
    play = run(table, "marquise", FOX, "daylight.move")
    # then one goes to 11, where the enemies are: a point, and the Ferry is there
    assert moves(play) == [(10, 11, 1)]
    assert play.stands("ferry") == 11
    assert [(event.clause, event.about["points"]) for event in play.noted("scored")] == [("RB 12.1.1", 1)]
    # and there is no second ride this turn
    assert all(not move.boat for move in bot_moves(play.state, "marquise", 11).values())


def test_RB_4_2_1_nobody_else_places_at_the_keep_CO_T22() -> None:
    # given the keep in the otherwise best clearing
    table = bot("eyrie", "marquise", traits=["swoop"]).token("marquise", "keep", at=1)
    assert run(table, "eyrie", FOX, "daylight.swoop").warriors("eyrie", at=2) == 2


def test_RB_12_2_1_bots_use_closed_paths() -> None:
    table = bot("marquise", "eyrie", map="mountain").warriors("marquise", 4, at=7)
    assert Move(7, 3, 4) in bot_moves(table.state, "marquise", 7).values()


# --- the account of a turn --------------------------------------------------------------------------------


def test_the_account_names_order_steps_choices_and_why() -> None:
    table = bot("marquise", "eyrie").warriors("marquise", 2, at=6).warriors("marquise", 1, at=1)
    play: Play = turn(table, "marquise", "root-tea-fox")
    told = [event.key for event in play.events if event.key.startswith("bot.")]
    assert told[0] == "bot.order"
    assert "bot.step" in told
    chosen = next(event for event in play.noted("bot.chose"))
    assert chosen.about == {"owner": "marquise", "clearing": 6, "why": "most of its warriors"}


def test_an_order_is_seen_by_all() -> None:
    table = set_order(bot("marquise", "eyrie"), "marquise", FOX)
    view = RULES.view(table.state, None)
    assert view.players[0].own.cards[0].cards == (FOX,)
