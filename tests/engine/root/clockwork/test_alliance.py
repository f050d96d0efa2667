"""RB 6  Automated Alliance."""

from __future__ import annotations

from engine.root.actions.battle import battle
from engine.root.actions.move import Move, take_move
from engine.root.factions.vagabond.items import Item
from tests.engine.root.board import Play, Table
from tests.engine.root.clockwork.bots import BIRD, FOX, MOUSE, RABBIT, at, bot, rest_of_turn, run, turn, whys

REVOLT, SPREAD, SURPRISE = "birdsong.revolt", "daylight.spread", "daylight.surprise"
ORGANIZE, RECRUIT = "evening.organize", "evening.recruit"


def alliance(*others: str, map: str = "autumn", **options: object) -> Table:
    return bot("alliance", *(others or ("marquise", "eyrie")), map=map, **options)


def sympathy(table: Table, *clearings: int) -> Table:
    for clearing in clearings:
        table.token("alliance", "sympathy", at=clearing)
    return table


def tokens(play: Play) -> list[int]:
    return play.pieces("alliance", "sympathy")


def steps(play: Play) -> list[str]:
    return [event.about["step"] for event in play.noted("bot.step")]


# --- RB 6.5.1 Spread Sympathy -----------------------------------------------------------------------------


def test_RB_6_5_1_the_first_token_goes_to_the_fewest_enemy_pieces_AA_T01() -> None:
    # given a warrior everywhere, two pieces in 1, and nothing in 4 and 7
    table = alliance().building("marquise", "sawmill", at=1)
    for clearing in (1, 2, 3, 5, 6, 8, 9, 10, 11, 12):
        table.warriors("marquise", 1, at=clearing)
    play = run(table, "alliance", FOX, SPREAD)
    # then 4, whatever the order's suit, for no points
    assert tokens(play) == [4]
    assert play.score("alliance") == 0


def test_RB_6_5_1_ordered_with_the_fewest_enemy_warriors_AA_T02() -> None:
    # given sympathy in 11 next to the foxes 6 and 12 with two and one enemy warriors, and many buildings in 12
    table = sympathy(alliance(), 11).warriors("marquise", 2, at=6).warriors("marquise", 1, at=12)
    table.building("marquise", "sawmill", at=12, count=2)
    play = run(table, "alliance", FOX, SPREAD)
    assert tokens(play) == [11, 12]
    assert whys(play) == ["fewest enemy warriors"]


def test_RB_6_5_1_I_without_an_ordered_neighbour_any_suit_by_pieces_AA_T03() -> None:
    # given sympathy in 5, next to fox 1, which is sympathetic, and mouse 2; and next to 1: 9 and 10
    table = sympathy(alliance(), 5, 1).warriors("marquise", 2, at=2).building("marquise", "sawmill", at=9)
    table.warriors("marquise", 2, at=10)
    play = run(table, "alliance", FOX, SPREAD)
    assert tokens(play) == [1, 5, 9]


def test_RB_2_3_not_where_the_keep_is_AA_T04() -> None:
    table = sympathy(alliance(), 5).token("marquise", "keep", at=1).warriors("marquise", 5, at=2)
    assert tokens(run(table, "alliance", FOX, SPREAD)) == [2, 5]


def test_RB_6_5_1_II_without_a_token_left_five_points_AA_T05() -> None:
    table = sympathy(alliance(), *range(1, 11))
    play = run(table, "alliance", FOX, SPREAD)
    assert len(tokens(play)) == 10
    assert play.score("alliance") == 5


def test_RB_6_5_1_II_without_a_clearing_five_points_AA_T29() -> None:
    # given nine tokens; the three clearings without one are closed as by a keep
    table = sympathy(alliance(), 2, 4, 5, 6, 7, 9, 10, 11, 12)
    for clearing in (1, 3, 8):
        table.token("marquise", "keep", at=clearing)
    play = run(table, "alliance", RABBIT, SPREAD)
    assert len(tokens(play)) == 9
    assert play.score("alliance") == 5


def test_RB_6_2_5_martial_law_AA_T13() -> None:
    # given the second token is worth one and three Marquise warriors stand there
    table = sympathy(alliance(), 5).token("marquise", "keep", at=1).warriors("marquise", 3, at=2)
    play = run(table, "alliance", MOUSE, SPREAD)
    assert tokens(play) == [2, 5]
    assert play.score("alliance") == 0


def test_RB_6_2_5_two_and_two_are_no_martial_law_AA_T14() -> None:
    table = sympathy(alliance(), 5).token("marquise", "keep", at=1)
    table.warriors("marquise", 2, at=2).warriors("eyrie", 2, at=2)
    assert run(table, "alliance", MOUSE, SPREAD).score("alliance") == 1


def test_RB_6_2_5_martial_law_takes_nothing_from_a_worthless_token() -> None:
    # given the first token, which is worth nothing, and only 5 to place it
    table = alliance().warriors("marquise", 3, at=5).score("alliance", 2)
    for clearing in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12):
        table.token("marquise", "keep", at=clearing)
    play = run(table, "alliance", FOX, SPREAD)
    assert tokens(play) == [5]
    assert play.score("alliance") == 2


def test_RB_12_2_1_closed_paths_count_for_spreading() -> None:
    # given the mountain map: 7 and 3 are joined by a closed path
    table = sympathy(alliance(map="mountain"), 7).suit(3, "fox").suit(12, "rabbit")
    assert tokens(run(table, "alliance", FOX, SPREAD)) == [3, 7]


def test_the_ferry_does_not_join_clearings_for_spreading_R_15() -> None:
    # given the lake map, the Ferry in 1; 1 is next to 5 and 9 by paths
    table = sympathy(alliance(map="lake"), 1)
    for clearing, suit in {5: "fox", 9: "fox", 10: "mouse", 11: "mouse", 12: "mouse"}.items():
        table.suit(clearing, suit)
    assert tokens(run(table, "alliance", MOUSE, SPREAD)) == [1, 5]


# --- RB 6.4.3 Revolt, RB 6.4.4 Public Pity ----------------------------------------------------------------


def test_RB_6_4_4_twice_with_four_tokens_once_with_five_AA_T06() -> None:
    play = run(sympathy(alliance(), 1, 5, 9, 10), "alliance", BIRD, REVOLT)
    assert len(tokens(play)) == 6
    play = run(sympathy(alliance(), 1, 5, 9, 10, 12), "alliance", BIRD, REVOLT)
    assert len(tokens(play)) == 6


def test_RB_6_4_3_revolt_where_the_most_enemy_pieces_are_AA_T07() -> None:
    table = sympathy(alliance(), 2, 7).warriors("marquise", 3, at=2).warriors("marquise", 5, at=7)
    play = run(table, "alliance", MOUSE, REVOLT)
    assert play.pieces("alliance", "base-mouse") == [7]
    assert tokens(play) == [2, 7]
    assert at(play, "marquise") == {2: 3}


def test_RB_6_4_3_buildings_and_tokens_score_AA_T08() -> None:
    # given two buildings, a token and four warriors in mouse 11
    table = sympathy(alliance(), 11).warriors("marquise", 4, at=11).building("marquise", "sawmill", at=11)
    table.building("eyrie", "roost", at=11).token("marquise", "wood", at=11)
    play = run(table, "alliance", MOUSE, REVOLT)
    assert play.score("alliance") == 3
    assert play.pieces("alliance", "base-mouse") == [11]


def test_RB_6_4_3_with_the_base_on_the_map_public_pity_AA_T09() -> None:
    table = sympathy(alliance(), 2, 7).building("alliance", "base-mouse", at=2).warriors("marquise", 3, at=7)
    play = run(table, "alliance", MOUSE, REVOLT)
    assert "public pity" in steps(play)
    assert play.warriors("marquise", at=7) == 3
    assert len(tokens(play)) == 4


def test_RB_6_4_4_after_a_revolt_no_pity_but_daylight_spreads_once_AA_T10() -> None:
    play = turn(sympathy(alliance(), 2), "alliance", MOUSE)
    assert play.pieces("alliance", "base-mouse") == [2]
    assert "public pity" not in steps(play)
    assert len(tokens(play)) == 2


def test_RB_6_4_3_a_revolt_against_nobody_AA_T28() -> None:
    play = run(sympathy(alliance(), 6), "alliance", FOX, REVOLT)
    assert play.pieces("alliance", "base-fox") == [6]
    assert play.score("alliance") == 0
    assert "public pity" not in steps(play)


def test_RB_6_4_3_a_vagabond_is_not_removed_AA_T27() -> None:
    # given a Vagabond with four items in the clearing of the revolt
    table = sympathy(alliance("vagabond"), 6).pawn("vagabond", 6)
    table.board(
        "vagabond", items=[Item(kind="boot"), Item(kind="sword"), Item(kind="torch"), Item(kind="tea")]
    )
    play = run(table, "alliance", FOX, REVOLT)
    # when he chooses three items
    play.choose_many(*play.question.options[:3])
    # then they are damaged and he is still there
    items = play.state.boards["vagabond"].items  # type: ignore[attr-defined]
    assert sum(item.damaged for item in items) == 3
    assert play.state.pawns["vagabond"] == 6
    assert play.pieces("alliance", "base-fox") == [6]


# --- RB 6.5.2 Surprise Revolt -----------------------------------------------------------------------------


def test_RB_6_5_2_a_bird_order_pity_spread_and_a_surprise_revolt_AA_T11() -> None:
    play = turn(alliance(), "alliance", BIRD)
    assert steps(play)[:4] == ["revolt", "public pity", "spread sympathy", "surprise revolt"]
    assert len(tokens(play)) == 3
    assert len(play.noted("alliance.revolt")) == 1


def test_RB_6_5_2_none_with_all_bases_on_the_map_AA_T12() -> None:
    table = sympathy(alliance(), 2, 5, 6)
    for suit, clearing in {"mouse": 2, "rabbit": 5, "fox": 6}.items():
        table.building("alliance", f"base-{suit}", at=clearing)
    play = run(table, "alliance", BIRD, SURPRISE)
    assert not play.noted("alliance.revolt")


# --- RB 6.6 Evening ---------------------------------------------------------------------------------------


def test_RB_6_6_1_three_warriors_organize_AA_T19() -> None:
    # given a base with three warriors
    table = sympathy(alliance(), 6).building("alliance", "base-fox", at=6).warriors("alliance", 3, at=6)
    play = run(table, "alliance", FOX, ORGANIZE, RECRUIT)
    assert len(tokens(play)) == 2
    assert at(play, "alliance") == {6: 1}


def test_RB_3_3_1_easy_needs_four_AA_T20() -> None:
    table = sympathy(alliance(difficulty="easy"), 6).building("alliance", "base-fox", at=6)
    play = run(table.warriors("alliance", 3, at=6), "alliance", FOX, ORGANIZE)
    assert at(play, "alliance") == {6: 3}


def test_RB_3_3_1_challenging_needs_two() -> None:
    table = sympathy(alliance(difficulty="challenging"), 6).building("alliance", "base-fox", at=6)
    play = run(table.warriors("alliance", 2, at=6), "alliance", FOX, ORGANIZE)
    assert at(play, "alliance") == {}


def test_RB_2_4_two_bases_organize_in_order_AA_T26() -> None:
    # given bases with three warriors in 5 and 12, sympathy only in 5, and enemies all around but next to 12
    table = sympathy(alliance(), 5).building("alliance", "base-rabbit", at=5).warriors("alliance", 3, at=5)
    table.building("alliance", "base-fox", at=12).warriors("alliance", 3, at=12).warriors("marquise", 1, at=1)
    play = run(table, "alliance", BIRD, ORGANIZE)
    # then the first token goes to 2, next to 5, and the second next to either of them
    placed = [event.about["clearing"] for event in play.noted("placed.token")]
    assert placed == [2, 6]


# --- RB 6.2.3 Automated Outrage ---------------------------------------------------------------------------


def march(*hand: str) -> Table:
    """A human Marquise is about to move three warriors into the sympathetic fox clearing 6."""
    table = sympathy(alliance("marquise"), 6).warriors("marquise", 3, at=2).hand("marquise", *hand)
    table.state.cursor.active = "marquise"
    return table


def test_RB_6_2_3_a_bird_is_discarded_if_nothing_else_matches_AA_T15() -> None:
    play = march("ambush-bird", "cobbler").play(take_move, "marquise", Move(2, 6, 3))
    assert play.verbs() == {"spend"}
    play.choose("spend", card="ambush-bird")
    assert play.hand("marquise") == ["cobbler"]
    assert play.state.discard == ["ambush-bird"]
    assert play.score("alliance") == 0


def test_RB_6_2_3_no_matching_card_a_point_AA_T16() -> None:
    play = march("cobbler").play(take_move, "marquise", Move(2, 6, 3))
    # being asked betrays nothing about the hand
    play.choose("no_card", seat="marquise")
    assert play.score("alliance") == 1
    # and without any card nobody is asked
    assert march().play(take_move, "marquise", Move(2, 6, 3)).score("alliance") == 1


def test_RB_6_2_3_bots_cause_no_outrage_AA_T17() -> None:
    table = sympathy(alliance("marquise:clockwork"), 6).warriors("marquise", 3, at=2)
    play = table.play(take_move, "marquise", Move(2, 6, 3))
    assert play.score("alliance") == 0
    assert not play.noted("alliance.outrage")


def test_RB_6_2_3_the_pawn_is_no_warrior() -> None:
    table = sympathy(alliance("vagabond"), 6).pawn("vagabond", 2).turn("vagabond", "daylight.actions")
    table.board("vagabond", items=[Item(kind="boot")], character="thief")
    play = table.start().choose("travel", to=6)
    assert play.score("alliance") == 0


def test_3_1_a_bot_wins_on_another_turn_CO_T23() -> None:
    # given the Alliance at 29 points and a human without a card
    play = march().score("alliance", 29).play(take_move, "marquise", Move(2, 6, 3))
    assert play.state.winners == ["alliance"]


# --- RB 6.2.4 Crackdown -----------------------------------------------------------------------------------


def test_RB_6_2_4_a_lost_base_takes_all_sympathy_of_its_suit_AA_T18() -> None:
    # given the fox base in 6, sympathy in 6, 8, 12 and in 5
    table = sympathy(alliance("marquise"), 6, 8, 12, 5).building("alliance", "base-fox", at=6)
    table.warriors("marquise", 3, at=6).dice(1, 0).turn("marquise", "daylight.actions")
    play = table.play(battle, "marquise", 6, "alliance")
    # when the two hits take the token and the base
    # then all sympathy of foxes is gone; the Marquise scored for the base and three tokens
    assert tokens(play) == [5]
    assert play.pieces("alliance", "base-fox") == []
    assert play.score("marquise") == 4
    # and Outrage came once, for the token lost in battle (R-AA-1)
    assert play.game.over
    assert len(play.noted("alliance.outrage")) == 1
    assert play.score("alliance") == 1


# --- RB 6.2.2 Automated Ambush and traits -----------------------------------------------------------------


def raid(warriors: int, *dice: int, tokens: int = 0, **options: object) -> Play:
    """A human Marquise with four warriors attacks in 6."""
    table = alliance("marquise", **options).warriors("marquise", 4, at=6)
    if warriors:
        table.warriors("alliance", warriors, at=6)
    if tokens:
        table = sympathy(table, 6)
    return table.dice(*dice).play(battle, "marquise", 6, "alliance")


def test_RB_6_2_2_a_defending_warrior_deals_one_more_AA_T21() -> None:
    assert raid(1, 2, 0).warriors("marquise", at=6) == 3


def test_RB_6_2_2_an_attacking_warrior_deals_no_more() -> None:
    # given the Alliance is made to attack (D.4.2)
    table = alliance("marquise", "vagabond").warriors("alliance", 1, at=6).warriors("marquise", 3, at=6)
    play = table.pawn("vagabond", 6).dice(0, 0).play(battle, "alliance", 6, "marquise", "vagabond")
    assert play.warriors("marquise", at=6) == 3


def test_RB_6_2_2_lone_sympathy_deals_nothing_without_informants_AA_T22() -> None:
    assert raid(0, 0, 0, tokens=1).warriors("marquise", at=6) == 4
    assert raid(0, 0, 0, tokens=1, traits=["informants"]).warriors("marquise", at=6) == 3


def test_popularity_no_points_for_sympathy_but_outrage_AA_T23() -> None:
    play = raid(0, 0, 0, tokens=1, traits=["popularity"])
    assert tokens(play) == []
    assert play.score("marquise") == 0
    assert play.score("alliance") == 1


def test_veterans_the_defender_takes_the_higher_die() -> None:
    # given dice 3 and 0 and three defenders: three hits and the extra one
    play = raid(3, 3, 0, traits=["veterans"])
    assert play.warriors("marquise", at=6) == 0
    assert play.warriors("alliance", at=6) == 3


def test_steadfast_no_pity_before_a_surprise_revolt_AA_T24() -> None:
    table = sympathy(alliance(traits=["steadfast"]), 2)
    play = turn(table, "alliance", BIRD)
    assert "public pity" not in steps(play)
    assert play.pieces("alliance", "base-mouse") + play.pieces("alliance", "base-rabbit") != []
    assert len(tokens(play)) == 2


def test_steadfast_pity_if_there_can_be_no_surprise_revolt() -> None:
    assert "public pity" in steps(turn(alliance(traits=["steadfast"]), "alliance", BIRD))


def test_steadfast_no_surprise_revolt_after_public_pity_R_AA_5() -> None:
    # given no sympathy on the map: there is no target for a Surprise Revolt, so Public Pity is taken
    play = turn(alliance(traits=["steadfast"]), "alliance", BIRD)
    # then the tokens it has spread make a target, but there is no revolt this turn
    assert tokens(play) != []
    assert "surprise revolt" not in steps(play)
    assert all(play.pieces("alliance", f"base-{suit}") == [] for suit in ("fox", "rabbit", "mouse"))


def test_not_steadfast_both_public_pity_and_a_surprise_revolt() -> None:
    assert {"public pity", "surprise revolt"} <= set(steps(turn(alliance(), "alliance", BIRD)))


def test_steadfast_ignores_martial_law() -> None:
    table = sympathy(alliance(traits=["steadfast"]), 5).token("marquise", "keep", at=1)
    play = run(table.warriors("marquise", 3, at=2), "alliance", MOUSE, SPREAD)
    assert play.score("alliance") == 1


def test_wildfire_one_more_token_for_nothing_AA_T25() -> None:
    # given sympathy in 2 and a mouse order, at the end of Evening
    table = sympathy(alliance(traits=["wildfire"]), 5).token("marquise", "keep", at=1)
    table.turn("alliance", "evening.discard").board("alliance", order=MOUSE, suit="mouse")
    play = table.play(rest_of_turn, "alliance")
    # then the order still counts (R-AA-7) and nothing is scored
    assert tokens(play) == [2, 5]
    assert play.score("alliance") == 0


# --- the worked example -----------------------------------------------------------------------------------


def test_first_turn_of_the_automated_alliance_EX_AA_1() -> None:
    # given the Fall map: Marquise nearly everywhere with the keep in 1, Eyrie in 3
    table = alliance().token("marquise", "keep", at=1)
    for clearing in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12):
        table.warriors("marquise", 1, at=clearing)
    table.building("marquise", "sawmill", at=1).building("marquise", "workshop", at=5)
    table.building("marquise", "recruiter", at=10).building("eyrie", "roost", at=3).warriors("eyrie", 6, at=3)
    # when the order is Birdy Bindle
    play = turn(table, "alliance", "birdy-bindle")
    # then it crafts, spreads to 2 and 5, then to 6
    assert play.state.players["alliance"].items == ["bag"]
    assert [event.about["clearing"] for event in play.noted("placed.token")] == [2, 5, 6]
    # the Surprise Revolt comes in 5: a warrior and a workshop go, the rabbit base comes
    assert play.pieces("alliance", "base-rabbit") == [5]
    assert play.warriors("marquise", at=5) == 0
    assert play.pieces("marquise", "workshop") == []
    assert tokens(play) == [2, 5, 6]
    # a warrior in 5, four points in all, the order is discarded
    assert at(play, "alliance") == {5: 1}
    assert play.score("alliance") == 4
    assert play.state.discard == ["birdy-bindle"]
