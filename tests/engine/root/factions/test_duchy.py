"""12  Underground Duchy: setup, the Burrow, tunnels, the Assembly, Evening. Ids UD-… are cases of the specification.

Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight
from engine.root.actions.move import Move
from engine.root.actions.muster import Recruit
from engine.root.factions.duchy.assembly import BuildWith, Dig, TakeTunnel
from engine.root.factions.duchy.faction import gather, homeland_setup, setup, take_cards_back
from engine.root.happen import settle
from engine.root.rule import neighbours, ruled
from engine.root.rules import RULES
from engine.root.state import BURROW, Root
from engine.root.verbs import bars_placing, sweep
from tests.engine.root.board import Play, board
from tests.engine.root.factions.duchy_table import DUCHY, assembly, duchy, dug, own

# --- 12.3 Setup -------------------------------------------------------------------------------------------


def test_12_3_a_corner_with_a_tunnel_and_two_around_SETUP_T2() -> None:
    # given the Marquise started in 1 and the Eyrie in 3
    table = board("marquise", "eyrie", DUCHY).supply(DUCHY, 0)
    table.state.starts |= {"marquise": [1], "eyrie": [3]}
    play = table.play(setup, DUCHY)
    # then 2 and 4 are left
    assert [option.clearing for option in play.question.options] == [2, 4]  # type: ignore[attr-defined]
    play.choose("clearing", clearing=2)
    # and a tunnel and two warriors are there, two in each neighbour, none in the Burrow
    assert play.pieces(DUCHY, "tunnel") == [2]
    near = neighbours(play.state, None, 2)
    assert [play.warriors(DUCHY, at=c) for c in (2, *near)] == [2] * (1 + len(near))
    assert play.warriors(DUCHY, at=BURROW) == 0
    # and nine ministers wait, under nine crowns
    assert own(play).swayed == []
    assert own(play).crowns == {"squire": 3, "noble": 3, "lord": 3}


def test_12_3_3_not_where_the_keep_forbids_it() -> None:
    # given the keep is next to the corner 3, in 11
    table = board("marquise", DUCHY).supply(DUCHY, 0).token("marquise", "keep", at=11)
    table.state.starts["marquise"] = [1]
    play = table.play(setup, DUCHY)
    # then no warriors are placed beside it
    assert [play.warriors(DUCHY, at=c) for c in (3, 6, 7, 11)] == [2, 2, 2, 0]


def test_A_8_2_a_homeland_with_five_around_SETUP_T22() -> None:
    # given the Duchy chooses 3, which has three neighbours
    play = board(DUCHY, "marquise").no_ruins().supply(DUCHY, 0).play(homeland_setup, DUCHY)
    play.choose("clearing", clearing=3)
    # then five warriors go 2, 2 and 1
    assert play.asked(DUCHY) == "setup.spread"
    two = [option for option in play.question.options if option.clearing in (6, 7)]  # type: ignore[attr-defined]
    play.choose_many(*two)
    assert [play.warriors(DUCHY, at=c) for c in (3, 6, 7, 11)] == [2, 2, 2, 1]
    assert play.pieces(DUCHY, "tunnel") == [3]


# --- 12.4 Birdsong ----------------------------------------------------------------------------------------


def test_12_4_the_citadels_bring_warriors_UD_01() -> None:
    # given two citadels
    play = duchy().building(DUCHY, "citadel", at=1).building(DUCHY, "citadel", at=6).play(gather, DUCHY)
    # then four warriors enter the Burrow
    assert play.warriors(DUCHY, at=BURROW) == 4


def test_12_4_as_many_as_there_are_UD_02() -> None:
    # given three citadels and one warrior in supply
    table = duchy().supply(DUCHY, 1)
    for clearing in (1, 6, 8):
        table.building(DUCHY, "citadel", at=clearing)
    assert table.play(gather, DUCHY).warriors(DUCHY, at=BURROW) == 1


# --- 12.2.2 The Burrow ------------------------------------------------------------------------------------


def test_12_2_2_the_duchy_rules_the_empty_burrow_UD_03() -> None:
    # given nobody in the Burrow
    play = duchy().play(settle)
    # then the Duchy rules it; it counts among the clearings it rules
    assert play.ruler(BURROW) == DUCHY
    assert ruled(play.state, DUCHY) == [BURROW]


def test_12_2_2_home_from_where_others_rule_UD_04() -> None:
    # given moles in a tunnel clearing ruled by cats
    table = dug(assembly(), 3).warriors(DUCHY, 2, at=3).warriors("marquise", 5, at=3)
    play = table.start().choose("move", origin=3, to=BURROW, warriors=2)
    # then they are home
    assert play.warriors(DUCHY, at=BURROW) == 2


def test_12_2_2_under_the_map_from_tunnel_to_tunnel_UD_05() -> None:
    # given tunnels in 3 and 12, cats everywhere
    table = dug(assembly(), 3, 12).warriors(DUCHY, 2, at=3)
    table.warriors("marquise", 3, at=3).warriors("marquise", 3, at=12)
    play = table.start().choose("move", origin=3, to=BURROW, warriors=2)
    play.choose("move", origin=BURROW, to=12, warriors=2)
    # then two moves take them across
    assert play.warriors(DUCHY, at=12) == 2


def test_12_2_2_no_tunnel_no_way() -> None:
    play = dug(assembly(), 3).warriors(DUCHY, 2, at=5).warriors(DUCHY, 2, at=BURROW).start()
    assert play.refused(DUCHY, Move(5, BURROW, 1)).clause == "2.2.1"
    assert play.refused(DUCHY, Move(BURROW, 5, 1)).clause == "2.2.1"


def test_12_2_2_nobody_else_enters_UD_06() -> None:
    # given cats in a tunnel clearing that they rule
    table = dug(board("marquise", DUCHY).turn("marquise", "daylight.actions"), 3)
    play = table.warriors("marquise", 3, at=3).start()
    # then the Burrow is not on offer, and nothing may be placed there
    assert not play.offers("move", to=BURROW)
    assert play.refused("marquise", Move(3, BURROW, 1)).clause == "2.2.1"
    banned = bars_placing(play.state, "marquise", BURROW)
    assert banned is not None
    assert banned.clause == "12.2.2"


def test_12_2_2_the_vagabond_never_enters_with_an_ally() -> None:
    # given a Vagabond where a tunnel is
    table = dug(board("vagabond", DUCHY).turn("vagabond", "daylight.actions"), 3)
    table.pawn("vagabond", 3).warriors(DUCHY, 2, at=3)
    play = table.board("vagabond", relations={DUCHY: "allied"}).start()
    assert not play.offers("move", to=BURROW)


def test_12_2_2_the_burrow_is_shown_beside_the_map() -> None:
    play = duchy().warriors(DUCHY, 3, at=BURROW).play(settle)
    (burrow,) = RULES.view(play.state, None).places
    assert (burrow.id, burrow.ruler, burrow.warriors) == (BURROW, DUCHY, {DUCHY: 3})


def test_13_7_2_a_snare_holds_those_in_it_UD_29() -> None:
    # given a snare face up in a tunnel clearing, moles there and in the Burrow
    table = dug(assembly("corvids"), 3).token("corvids", "snare", at=3)
    play = table.warriors(DUCHY, 2, at=3).warriors(DUCHY, 2, at=BURROW).start()
    # then nobody leaves, and anybody may come
    assert play.refused(DUCHY, Move(3, BURROW, 1)).clause == "13.7.2"
    assert play.offers("move", origin=BURROW, to=3)


def test_8_2_6_outrage_for_moles_that_come_up() -> None:
    # given sympathy at the only other tunnel
    table = dug(assembly("alliance"), 3).token("alliance", "sympathy", at=3).hand(DUCHY, "bake-sale", "sword")
    play = table.warriors(DUCHY, 3, at=BURROW).start()
    # when they come up, a matching card is owed
    play.choose("move", origin=BURROW, to=3, warriors=3)
    assert play.asked(DUCHY) == "alliance.outrage"
    play.answer(play.question.options[0])
    assert play.hand(DUCHY) == ["sword"]


def test_1_5_5_false_orders_send_moles_home_and_out_again() -> None:
    # given a tunnel in 5, three moles there, and two in the Burrow
    table = board("marquise", DUCHY, deck="exiles").turn("marquise", "birdsong.start")
    dug(table, 5).crafted("marquise", "false-orders").warriors(DUCHY, 3, at=5).warriors(DUCHY, 2, at=BURROW)
    play = table.start()
    # then either way is on offer, as their own adjacency counts
    assert play.offers("false_orders", player=DUCHY, origin=BURROW, to=5)
    play.choose("false_orders", player=DUCHY, origin=5, to=BURROW)
    assert (play.warriors(DUCHY, at=5), play.warriors(DUCHY, at=BURROW)) == (1, 4)


def test_12_2_2_royal_claim_counts_the_burrow() -> None:
    """RULING  Effects that count ruled clearings without naming a suit or the map count the Burrow."""
    table = board(DUCHY, "marquise").turn(DUCHY, "birdsong.start").crafted(DUCHY, "royal-claim")
    play = table.warriors(DUCHY, 1, at=1).start().choose("royal_claim")
    assert play.score(DUCHY) == 2


def test_13_7_4_a_raid_brings_nobody_into_the_burrow() -> None:
    # given a raid in a tunnel clearing, removed by cats
    table = dug(board("marquise", "corvids", DUCHY), 5).token("corvids", "raid", at=5)
    table.state.players["corvids"].supply = 15

    def sweeps(game: Root) -> Flow[None]:
        sweep(game, "marquise", [5], "4.1.2")
        yield from settle(game)

    play = table.play(sweeps)
    # then corvids are in the neighbours on the map only
    assert play.warriors("corvids", at=BURROW) == 0
    assert [play.warriors("corvids", at=c) for c in (1, 2)] == [1, 1]


def test_14_4_1_a_razed_clearing_is_a_failure_each() -> None:
    # given mobs beside a market in 1 and a citadel in 5, and two squires
    table = board("hundreds", DUCHY).turn("hundreds", "birdsong.raze").no_ruins()
    table.token("hundreds", "mob", at=1).token("hundreds", "mob", at=5).dice(1)
    table.building(DUCHY, "market", at=1).building(DUCHY, "citadel", at=5).board(
        DUCHY, swayed=["captain", "marshal"]
    )
    play = table.start().choose("clearing", clearing=5)
    while play.question.seat == DUCHY or play.asked("hundreds") == "hundreds.raze":
        play.answer(play.question.options[0])
    # then both are gone
    assert own(play).swayed == []
    assert play.score("hundreds") == 2


# --- 12.5.1 Assembly --------------------------------------------------------------------------------------


def test_12_5_1_two_actions_also_the_same_twice() -> None:
    # given the Assembly
    play = assembly().start().choose("recruit", clearing=BURROW)
    assert play.question.about["left"] == 1
    play.choose("recruit", clearing=BURROW)
    # then two warriors are in the Burrow, and the Assembly is over
    assert play.warriors(DUCHY, at=BURROW) == 2
    assert play.asked(DUCHY) != "duchy.assembly"


def test_12_5_1_II_only_in_the_burrow_and_from_the_supply() -> None:
    play = assembly().supply(DUCHY, 0).hand(DUCHY, "anvil").start()
    assert not play.offers("recruit")
    assert play.refused(DUCHY, Recruit(5)).clause == "12.5.1.II"
    assert play.refused(DUCHY, Recruit(BURROW)).clause == "1.5.1"


def test_12_5_1_IV_a_battle() -> None:
    table = assembly().warriors(DUCHY, 3, at=1).warriors("marquise", 1, at=1).dice(1, 0)
    play = table.start().choose("battle", clearing=1, defender="marquise")
    assert play.warriors("marquise", at=1) == 0
    assert own(play).actions == 1


def test_12_5_1_I_a_bird_builds_anywhere_and_is_gone_UD_10() -> None:
    # given moles in 1 and 2, and a bird
    table = assembly().warriors(DUCHY, 2, at=1).warriors(DUCHY, 2, at=2).hand(DUCHY, "birdy-bindle", "anvil")
    play = table.start()
    assert play.offers("build_with", clearing=2, card="birdy-bindle")
    assert not play.offers("build_with", clearing=2, card="anvil")
    play.choose("build_with", clearing=2, kind="market", card="birdy-bindle")
    assert own(play).revealed == ["birdy-bindle"]
    # when a fox is revealed too and Evening comes, the bird is discarded and the fox comes back
    play.choose("build_with", clearing=1, kind="citadel", card="anvil")
    assert (play.pieces(DUCHY, "market"), play.pieces(DUCHY, "citadel")) == ([2], [1])
    assert own(play).revealed == []
    assert play.state.discard == ["birdy-bindle"]
    assert "anvil" in play.hand(DUCHY)


@pytest.mark.parametrize(
    ("wish", "clause"),
    [
        pytest.param(BuildWith(2, "market", "anvil"), "12.5.1.I", id="another suit"),
        pytest.param(BuildWith(6, "market", "anvil"), "12.5.1.I", id="not ruled"),
        pytest.param(BuildWith(1, "sawmill", "anvil"), "12.5.1.I", id="not theirs"),
        pytest.param(BuildWith(1, "market", "sword"), "12.5.1", id="not held"),
        pytest.param(BuildWith(BURROW, "market", "anvil"), "2.2.3", id="no slot in the Burrow"),
        pytest.param(BuildWith(8, "market", "anvil"), "2.2.3", id="full"),
    ],
)
def test_12_5_1_I_why_not(wish: BuildWith, clause: str) -> None:
    table = assembly().hand(DUCHY, "anvil").warriors(DUCHY, 2, at=1).warriors(DUCHY, 2, at=2)
    table.warriors(DUCHY, 4, at=8).building("marquise", "sawmill", at=8, count=2)
    play = table.start()
    assert play.refused(DUCHY, wish).clause == clause


def test_12_5_1_I_three_of_a_kind() -> None:
    table = assembly().hand(DUCHY, "anvil").warriors(DUCHY, 2, at=1)
    for clearing in (6, 8, 12):
        table.building(DUCHY, "market", at=clearing)
    play = table.start()
    assert {option.kind for option in play.options("build_with")} == {"citadel"}  # type: ignore[attr-defined]


def test_6_2_2_nothing_beside_the_keep() -> None:
    # given the keep in 1, where the Duchy rules, and a fox card
    table = assembly().token("marquise", "keep", at=1).warriors(DUCHY, 2, at=1).hand(DUCHY, "anvil")
    play = dug(table, 5).warriors(DUCHY, 1, at=BURROW).start()
    assert play.refused(DUCHY, BuildWith(1, "market", "anvil")).clause == "6.2.2"
    assert play.refused(DUCHY, Dig(1, "anvil")).clause == "6.2.2"


# --- 12.5.1.V Dig -----------------------------------------------------------------------------------------


def test_12_5_1_V_a_tunnel_and_up_to_four() -> None:
    # given five moles in the Burrow and a fox card
    play = assembly().warriors(DUCHY, 5, at=BURROW).warriors("marquise", 4, at=8).hand(DUCHY, "anvil").start()
    play.choose("dig", clearing=8, card="anvil")
    # then from none to four may come up, whoever rules there
    assert play.asked(DUCHY) == "duchy.surface"
    play.choose("surface", warriors=4)
    assert (play.warriors(DUCHY, at=8), play.warriors(DUCHY, at=BURROW)) == (4, 1)
    assert play.pieces(DUCHY, "tunnel") == [8]
    assert play.state.discard == ["anvil"]


def test_12_5_1_V_none_need_to_come() -> None:
    play = assembly().warriors(DUCHY, 5, at=BURROW).hand(DUCHY, "anvil").start()
    play.choose("dig", clearing=8, card="anvil").choose("surface", warriors=0)
    assert play.warriors(DUCHY, at=BURROW) == 5


def test_12_5_1_V_from_an_empty_burrow_UD_08() -> None:
    play = assembly().hand(DUCHY, "anvil").start().choose("dig", clearing=8, card="anvil")
    # then the tunnel is there, and nobody is asked for warriors
    assert play.pieces(DUCHY, "tunnel") == [8]
    assert play.asked(DUCHY) == "duchy.assembly"


def test_12_2_4_a_fourth_tunnel_needs_one_taken_back_UD_07() -> None:
    # given all three tunnels on the map
    play = dug(assembly(), 3, 5, 6).hand(DUCHY, "anvil").start().choose("dig", clearing=8, card="anvil")
    # then one of them must be chosen; there is no way without
    assert play.asked(DUCHY) == "duchy.tunnel"
    assert play.question.options == (TakeTunnel(3), TakeTunnel(5), TakeTunnel(6))
    play.choose("take_tunnel", clearing=5)
    assert play.pieces(DUCHY, "tunnel") == [3, 6, 8]
    assert play.score("marquise") == 0


def test_12_5_1_V_not_where_a_tunnel_is_UD_09() -> None:
    play = dug(assembly(), 8).hand(DUCHY, "anvil").start()
    assert not play.offers("dig", clearing=8)
    assert play.refused(DUCHY, Dig(8, "anvil")).clause == "12.5.1.V"
    assert play.refused(DUCHY, Dig(5, "anvil")).clause == "12.5.1.V"
    assert play.refused(DUCHY, Dig(BURROW, "anvil")).clause == "12.5.1.V"


def test_12_5_1_V_nor_where_one_is_taken_back_UD_31() -> None:
    # given three tunnels, one in the fox clearing 1
    play = dug(assembly(), 1, 3, 5).hand(DUCHY, "anvil").start()
    # then a fox card digs to the others only
    assert {option.clearing for option in play.options("dig")} == {6, 8, 12}  # type: ignore[attr-defined]
    assert play.refused(DUCHY, Dig(1, "anvil")).clause == "12.5.1.V"
    play.choose("dig", clearing=12, card="anvil").choose("take_tunnel", clearing=1)
    assert play.pieces(DUCHY, "tunnel") == [3, 5, 12]


def test_13_7_2_no_tunnel_into_a_snare() -> None:
    play = assembly("corvids").token("corvids", "snare", at=8).hand(DUCHY, "anvil").start()
    assert play.refused(DUCHY, Dig(8, "anvil")).clause == "13.7.2"


# --- 12.6 Evening -----------------------------------------------------------------------------------------


def test_12_6_1_revealed_cards_are_not_in_hand() -> None:
    # given a revealed card
    table = duchy()
    for card in ("anvil", "birdy-bindle"):
        table.state.deck.remove(card)
    play = table.board(DUCHY, revealed=["anvil", "birdy-bindle"]).play(take_cards_back, DUCHY)
    assert play.hand(DUCHY) == ["anvil"]
    assert play.state.discard == ["birdy-bindle"]


def test_12_6_1_a_revealed_bird_of_dominance_becomes_available() -> None:
    table = duchy("marquise", "eyrie")
    table.state.deck.remove("dominance-bird")
    play = table.board(DUCHY, revealed=["dominance-bird"]).play(take_cards_back, DUCHY)
    assert play.state.available == ["dominance-bird"]


def test_12_6_2_citadels_and_markets_craft() -> None:
    # given a citadel and a market in fox clearings, and a card for two foxes
    table = duchy(step="evening.craft").building(DUCHY, "citadel", at=1).building(DUCHY, "market", at=6)
    play = table.hand(DUCHY, "foxfolk-steel").start()
    play.choose("craft", card="foxfolk-steel")
    assert play.score(DUCHY) == 2
    assert play.state.players[DUCHY].items == ["sword"]


def test_12_6_3_the_markets_bring_cards_UD_28() -> None:
    # given three markets and three cards
    table = duchy(step="evening.draw").hand(DUCHY, "anvil", "sword", "bake-sale")
    for clearing in (1, 6, 8):
        table.building(DUCHY, "market", at=clearing)
    play = table.start()
    # then four are drawn, and two must go
    assert len(play.hand(DUCHY)) == 7
    assert play.asked(DUCHY) == "evening.discard"
    assert (play.question.least, play.question.most) == (2, 2)


# --- 4.3 Battle -------------------------------------------------------------------------------------------


def test_12_2_3_a_tunnel_is_no_building_UD_27() -> None:
    # given a lone tunnel and a swayed minister
    table = dug(board("marquise", DUCHY), 8).warriors("marquise", 1, at=8).hand(DUCHY, "anvil")
    table.turn("marquise", "daylight.actions").board(DUCHY, swayed=["captain"])
    play = table.dice(0, 0).start().answer(Fight(8, DUCHY))
    if play.asked(DUCHY) == "battle.ambush":
        play.done(DUCHY)
    # then the remover has a point, and nothing else happens
    assert play.score("marquise") == 1
    assert own(play).swayed == ["captain"]
    assert play.hand(DUCHY) == ["anvil"]


def test_12_5_why_not_at_this_point() -> None:
    # given Parliament
    table = duchy(step="daylight.parliament").board(DUCHY, swayed=["captain"])
    table.warriors(DUCHY, 2, at=1).warriors("marquise", 1, at=1).hand(DUCHY, "anvil")
    play: Play = table.start()
    # then moves and battles need a minister, and everything else its own part of the turn
    assert play.refused(DUCHY, Fight(1, "marquise")).clause == "12.5.2"
    assert play.refused(DUCHY, Dig(8, "anvil")).clause == "12.5.1"
    assert play.refused(DUCHY, Recruit(BURROW)).clause == "12.5.1"
