"""15  Keepers in Iron. Ids KI-… are the edge cases of the specification.

Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pytest

from engine.flow import Flow
from engine.root import data
from engine.root.actions.battle import Fight, battle
from engine.root.actions.craft import Craft
from engine.root.actions.move import Move, take_move
from engine.root.faction import FACTIONS
from engine.root.factions.keepers.camps import Decamp, Encamp, RecruitAt
from engine.root.factions.keepers.faction import homeland_setup, live_off_the_land, setup
from engine.root.factions.keepers.facts import RETAINER, TILES, KeeperBoard
from engine.root.factions.keepers.relics import Bury, Carry
from engine.root.factions.keepers.retinue import Delve, Gather, Recover, Shift
from engine.root.happen import settle
from engine.root.hidden import with_hidden_parts_shuffled
from engine.root.projection import project
from engine.root.rules import RULES
from engine.root.state import Piece, Root
from engine.root.verbs import sweep
from engine.rules import Refusal
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import bot
from tests.engine.root.factions.riverfolk_table import sold

KEEPERS = "keepers"
CAMP, STRIKE, BREAK = "birdsong.encamp", "birdsong.decamp", "birdsong.recruit"
MOVE, DELVE, RECOVER = "daylight.move", "daylight.delve", "daylight.recover"
FOREST = "1_2_5_10"
"""Between 1, 2, 5 and 10."""


def own(play: Play) -> KeeperBoard:
    return cast(KeeperBoard, play.state.boards[KEEPERS])


def keepers(*others: str, step: str, **more: Any) -> Table:
    """It is the Keepers' turn; there are no ruins."""
    return board(KEEPERS, *(others or ("marquise",)), **more).turn(KEEPERS, step).no_ruins()


def retinue(table: Table, **columns: tuple[str, ...]) -> Table:
    """These cards lie in the columns: move, delve, recover."""
    for column, cards in columns.items():
        for card in cards:
            if card != RETAINER:
                table.state.deck.remove(card)
            cast(KeeperBoard, table.state.boards[KEEPERS]).retinue[column].append(card)
    return table


def relic(table: Table, kind: str, at: int | str, *, hidden: bool = False) -> Table:
    """A relic lies in a clearing or in a forest."""
    piece = Piece(KEEPERS, kind, hidden)
    if isinstance(at, int):
        table.state.tokens[at].append(piece)
    else:
        table.state.tokens_elsewhere.setdefault(at, []).append(piece)
    return table


def camp(table: Table, up: str, below: str, at: int) -> Table:
    """A waystation stands in a clearing, this type up."""
    tile = next(n for n, sides in enumerate(TILES) if set(sides) == {up, below})
    cast(KeeperBoard, table.state.boards[KEEPERS]).camps[tile] = (at, up)
    return table.building(KEEPERS, f"waystation-{up}", at=at)


def lying(play: Play, at: int | str) -> list[str]:
    return [piece.kind for piece in play.state.tokens_at(at) if piece.owner == KEEPERS]


def offered(play: Play, verb: str, field: str) -> set[Any]:
    """The values of a field among the options of a verb."""
    return {getattr(option, field) for option in play.options(verb)}


def forest_counts(play: Play) -> dict[str, int]:
    return {forest: len(play.state.tokens_at(forest)) for forest in play.state.map.forests}


# --- 15.3 Setup -------------------------------------------------------------------------------------------


def test_15_3_relics_and_warriors_KI_01() -> None:
    # given the Keepers set up in corner 3 and in 6: four of the seven forests touch neither
    play = board(KEEPERS, "marquise").play(setup, KEEPERS)
    assert play.asked(KEEPERS) == "keepers.setup.corner"
    play.choose("clearing", clearing=3)
    assert offered(play, "clearing", "clearing") == {6, 7}
    play.choose("clearing", clearing=6)
    # then one relic lies in each forest, and five more are split 2-1-1-1 among those four
    counts = forest_counts(play)
    far = {f for f in counts if not {3, 6} & set(play.state.map.forests[f].clearings)}
    assert len(far) == 4
    assert sorted(counts[f] for f in far) == [2, 2, 2, 3]
    assert all(counts[f] == 1 for f in counts if f not in far)
    # and there are four warriors in each clearing, a retainer in each column, no waystation on the map
    assert [play.warriors(KEEPERS, at=c) for c in (3, 6)] == [4, 4]
    assert play.supply(KEEPERS) == 7
    assert list(own(play).retinue.values()) == [[RETAINER]] * 3
    assert own(play).camps == {}


def test_15_2_1_the_twelve_relics() -> None:
    # given the Keepers have set up
    play = board(KEEPERS, "marquise").play(setup, KEEPERS)
    play.choose("clearing", clearing=1).choose("clearing", clearing=5)
    pieces = [piece for row in play.state.tokens_elsewhere.values() for piece in row]
    # then all are hidden; each type has values 1, 2, 3, 3
    assert all(piece.hidden for piece in pieces)
    kinds = Counter(piece.kind for piece in pieces)
    for kind in ("figure", "tablet", "jewelry"):
        assert [kinds[f"{kind}-{value}"] for value in (1, 2, 3)] == [1, 1, 2]


def test_15_2_1_nobody_knows_the_value_of_a_hidden_relic() -> None:
    # given the Keepers have set up
    play = board(KEEPERS, "marquise").play(setup, KEEPERS)
    play.choose("clearing", clearing=1).choose("clearing", clearing=5)
    # then all seats see types and no values, the Keepers too, and another table looks the same to them
    for seat in (KEEPERS, "marquise", None):
        view = project(play.state, seat)
        shown = [token.kind for forest in view.forests for token in forest.tokens]
        assert set(shown) == {"relic-figure", "relic-tablet", "relic-jewelry"}
        twin = with_hidden_parts_shuffled(RULES, play.state, seat, random.Random(3))
        assert project(twin, seat) == view
        assert twin.tokens_elsewhere != play.state.tokens_elsewhere


@pytest.mark.parametrize(("map", "first", "rest"), [("winter", 8, 4), ("lake", 9, 3), ("mountain", 10, 2)])
def test_15_3_1_relics_on_every_map_MAP_T13_SETUP_T29(map: str, first: int, rest: int) -> None:
    # given another map, when the Keepers set up
    play = board(KEEPERS, "marquise", map=map).play(setup, KEEPERS)
    play.choose("clearing", clearing=1)
    if play.game.waiting():
        play.choose("clearing", clearing=min(offered(play, "clearing", "clearing")))
    # then a relic lies in each forest, and the rest in forests away from them, evenly
    counts = forest_counts(play)
    assert len(counts) == first
    assert min(counts.values()) == 1
    assert sum(counts.values()) == first + rest == 12
    home = {c for c in range(1, 13) if play.warriors(KEEPERS, at=c)}
    far = [n for f, n in counts.items() if not home & set(play.state.map.forests[f].clearings)]
    assert max(far) - min(far) <= 1


def test_A_8_2_two_adjacent_homelands_on_the_edge() -> None:
    # given the Marquise has her homeland in 1
    table = board(KEEPERS, "marquise").change(lambda game: game.starts.update(marquise=[1]))
    play = table.play(homeland_setup, KEEPERS)
    # then both homelands are on the edge, two clearings away
    assert offered(play, "clearing", "clearing") == {3, 6, 7, 8}
    play.choose("clearing", clearing=3)
    assert offered(play, "clearing", "clearing") == {6, 7}
    play.choose("clearing", clearing=7)
    assert play.state.starts[KEEPERS] == [3, 7]
    assert [play.warriors(KEEPERS, at=c) for c in (3, 7)] == [4, 4]
    assert sum(forest_counts(play).values()) == 12


# --- 15.4.1 Encamp ----------------------------------------------------------------------------------------


def test_15_4_1_start_anew_on_the_edge_KI_02() -> None:
    # given neither a Keeper warrior nor a waystation on the map, but a relic
    play = relic(keepers(step=CAMP), "figure-1", 5).start()
    # then they must start anew on the edge, with any waystation either way up
    assert play.asked(KEEPERS) == "keepers.anew"
    assert play.verbs() == {"encamp"}
    assert offered(play, "encamp", "clearing") == set(range(1, 10))
    assert play.refused(KEEPERS, Encamp(10, "waystation-figure", "tablet")).clause == "15.4.1"
    play.choose("encamp", clearing=9, kind="waystation-tablet", below="figure")
    assert (play.warriors(KEEPERS, at=9), play.pieces(KEEPERS, "waystation-tablet")) == (1, [9])


def test_15_4_1_on_the_edge_through_closed_paths_MAP_T27() -> None:
    # given the mountain map, where 9 is on the edge by a closed path
    play = keepers(step=CAMP, map="mountain").start()
    play.choose("encamp", clearing=9, kind="waystation-figure", below="tablet")
    assert play.warriors(KEEPERS, at=9) == 1


def test_15_4_1_no_slot_on_the_edge() -> None:
    # given every slot on the edge is taken
    table = keepers(step=CAMP)
    for clearing in range(1, 10):
        table.building("marquise", "sawmill", at=clearing, count=table.state.map.slots[clearing])
    play = table.start()
    # then the warrior comes alone (1.5.4)
    assert play.asked(KEEPERS) == "keepers.anew.warrior"
    play.choose("clearing", clearing=7)
    assert play.warriors(KEEPERS, at=7) == 1
    assert own(play).camps == {}


def test_15_4_1_a_waystation_is_enough_KI_03() -> None:
    # given a waystation on the map but no warrior
    play = camp(keepers(step=CAMP), "figure", "tablet", 5).start()
    # then there is no new start
    assert play.asked(KEEPERS) != "keepers.anew"
    assert play.refused(KEEPERS, Encamp(1, "waystation-jewelry", "figure")).clause == "15.4.1"


def test_15_4_1_no_free_slot_KI_04() -> None:
    # given warriors in the only slot's clearing 1, which has a sawmill, and in 5
    table = keepers(step=CAMP).warriors(KEEPERS, 2, at=1).warriors(KEEPERS, 2, at=5)
    play = table.building("marquise", "sawmill", at=1).start()
    assert offered(play, "encamp", "clearing") == {5}
    assert play.refused(KEEPERS, Encamp(1, "waystation-figure", "tablet")).clause == "2.2.3"


def test_15_4_1_once_per_clearing_KI_05() -> None:
    # given three warriors in 5 and one in 2
    play = keepers(step=CAMP).warriors(KEEPERS, 3, at=5).warriors(KEEPERS, 1, at=2).start()
    play.choose("encamp", clearing=5, kind="waystation-figure", below="tablet")
    # then a second waystation cannot come to 5
    assert offered(play, "encamp", "clearing") == {2}
    assert play.refused(KEEPERS, Encamp(5, "waystation-jewelry", "figure")).clause == "15.4.1"
    # and the tile is used, either way up
    assert play.refused(KEEPERS, Encamp(2, "waystation-tablet", "figure")).clause == "15.4.1"
    assert play.offers("encamp", clearing=2, kind="waystation-figure", below="jewelry")
    assert (play.warriors(KEEPERS, at=5), play.supply(KEEPERS)) == (2, 12)


def test_15_4_2_encamp_and_decamp_KI_06() -> None:
    # given two warriors in 5, when they encamp and decamp there
    play = keepers(step=CAMP).warriors(KEEPERS, 2, at=5).start()
    play.choose("encamp", clearing=5, kind="waystation-figure", below="tablet")
    assert play.asked(KEEPERS) == "keepers.decamp"
    play.choose("decamp", clearing=5)
    # then both warriors are there again, and the tile is on the board
    assert play.warriors(KEEPERS, at=5) == 2
    assert own(play).camps == {}
    assert play.pieces(KEEPERS, "waystation-figure") == []


def test_15_4_2_needs_a_warrior_in_supply_and_once_per_clearing() -> None:
    # given two waystations in 5, all others in the field but one
    table = camp(camp(keepers(step=STRIKE), "figure", "tablet", 5), "jewelry", "figure", 5)
    play = table.supply(KEEPERS, 2).hand(KEEPERS, "anvil").start()
    play.choose("decamp", clearing=5, kind="waystation-jewelry")
    assert play.refused(KEEPERS, Decamp(5, "waystation-figure")).clause == "15.4.2"
    # and without a warrior it is refused
    poor = camp(camp(keepers(step=STRIKE), "figure", "tablet", 5), "jewelry", "figure", 2)
    none = poor.supply(KEEPERS, 0).hand(KEEPERS, "anvil").start()
    assert none.refused(KEEPERS, Decamp(5, "waystation-figure")).clause == "1.5.1"


def test_15_4_no_camp_beside_the_keep() -> None:
    # given warriors beside the keep, and elsewhere
    table = keepers(step=CAMP).warriors(KEEPERS, 2, at=5).warriors(KEEPERS, 2, at=2)
    play = table.token("marquise", "keep", at=5).start()
    assert play.refused(KEEPERS, Encamp(5, "waystation-figure", "tablet")).clause == "6.2.2"


# --- 15.4.3 Recruit ---------------------------------------------------------------------------------------


def test_15_4_3_the_last_warrior_KI_07() -> None:
    # given one warrior in supply, a waystation in the rabbit clearing 5 and a rabbit card
    table = camp(keepers(step=BREAK), "figure", "tablet", 5).supply(KEEPERS, 1)
    play = table.hand(KEEPERS, "bake-sale", "anvil").start()
    assert play.question.secret
    assert play.options("recruit_at") == [RecruitAt("bake-sale", 5)]
    assert play.refused(KEEPERS, RecruitAt("anvil", 5)).clause == "15.4.3"
    assert play.refused(KEEPERS, RecruitAt("bake-sale", 4)).clause == "15.4.3"
    # when they recruit, one warrior comes and the card is spent
    play.choose("recruit_at", card="bake-sale", clearing=5)
    assert play.warriors(KEEPERS, at=5) == 1
    assert play.state.discard == ["bake-sale"]


# --- 15.5.2 The retinue -----------------------------------------------------------------------------------


def test_15_5_2_I_the_card_matches_where_the_move_starts_KI_08() -> None:
    # given a fox card in the first column, warriors in fox 1 and mouse 2
    table = retinue(keepers(step=MOVE), move=("anvil",)).warriors(KEEPERS, 1, at=1).warriors(KEEPERS, 1, at=2)
    play = table.start()
    assert offered(play, "move", "origin") == {1}
    assert play.refused(KEEPERS, Move(2, 5, 1)).clause == "15.5.2"
    # but a Faithful Retainer moves from anywhere
    table = retinue(keepers(step=MOVE), move=(RETAINER,)).warriors(KEEPERS, 1, at=1)
    play = table.warriors(KEEPERS, 1, at=2).start()
    assert offered(play, "move", "origin") == {1, 2}


def test_15_5_2_each_card_once_and_never_back_KI_09() -> None:
    # given a retainer in columns I and II, two relics to dig up
    table = retinue(keepers(step=MOVE), move=(RETAINER, RETAINER), delve=(RETAINER, RETAINER))
    table = table.warriors(KEEPERS, 2, at=5).warriors(KEEPERS, 1, at=1)
    play = relic(relic(table, "figure-1", FOREST), "tablet-1", FOREST).start()
    play.choose("move", origin=1, to=9, warriors=1)
    assert play.asked(KEEPERS) == "keepers.move"
    # when they go on and act in column II, then column I is over, though a card there has not acted
    play.done().choose("delve", relic="figure-1")
    assert play.asked(KEEPERS) == "keepers.delve"
    assert play.refused(KEEPERS, Move(5, 1, 1)).clause == "15.5.2"


def test_15_5_2_II_a_battle_comes_first_KI_10() -> None:
    # given wood where the Keepers could delve
    table = retinue(keepers(step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 2, at=5)
    play = relic(table, "figure-1", FOREST).token("marquise", "wood", at=5).dice(1, 0).start()
    # then they must battle
    assert play.verbs() == {"battle", "done"}
    refusal = play.refused(KEEPERS, Delve(5, FOREST, "figure-1"))
    assert refusal.clause == "15.5.2.II"
    assert "must battle" in refusal.sentence
    play.choose("battle", clearing=5)
    # and may delve after it
    assert play.asked(KEEPERS) == "keepers.dig"
    assert play.score(KEEPERS) == 1
    play.choose("delve", relic="figure-1")
    assert lying(play, 5) == ["figure-1"]


def test_15_5_2_II_rule_is_lost_in_the_battle_KI_11() -> None:
    # given one Keeper and a waystation against three cats, and cards in column II
    table = retinue(keepers(step=DELVE), delve=(RETAINER, "bake-sale")).warriors(KEEPERS, 1, at=5)
    table = relic(table, "figure-1", FOREST).warriors("marquise", 3, at=5).dice(1, 1)
    play = table.start().choose("battle", clearing=5).choose("act_with", card="bake-sale")
    # then there is no delve, and the card stays
    assert play.asked(KEEPERS) != "keepers.dig"
    assert own(play).retinue["delve"] == [RETAINER, "bake-sale"]


def test_15_5_2_II_a_waystation_does_not_dig_KI_12() -> None:
    # given a waystation that rules 5, and a warrior in 2
    table = retinue(camp(keepers(step=DELVE), "figure", "tablet", 5), delve=(RETAINER,))
    play = relic(table, "figure-1", FOREST).warriors(KEEPERS, 1, at=2).start()
    assert offered(play, "delve", "clearing") == {2}
    assert play.refused(KEEPERS, Delve(5, FOREST, "figure-1")).clause == "15.5.2.II"


def digging(value: int, *ruled: int, cards: tuple[str, ...] = ("bake-sale",)) -> Play:
    """A relic of this value in the forest, and a warrior in each of these clearings."""
    table = retinue(keepers(step=DELVE), delve=cards)
    for clearing in ruled:
        table.warriors(KEEPERS, 1, at=clearing)
    return relic(table, f"figure-{value}", FOREST, hidden=True).start()


def test_15_5_2_II_b_too_little_rule_costs_the_card_KI_13() -> None:
    # given a relic worth 3 and two ruled clearings around its forest
    play = digging(3, 5, 2).choose("delve", clearing=5)
    # then it lies in 5, value up, and the card is discarded
    assert play.state.tokens[5] == [Piece(KEEPERS, "figure-3")]
    assert play.state.discard == ["bake-sale"]
    assert own(play).retinue["delve"] == []
    assert play.noted("flipped")[0].about["kind"] == "figure-3"


def test_15_5_2_II_b_enough_rule_keeps_the_card_KI_14_KI_16() -> None:
    # given a relic worth 2, and two ruled clearings around its forest, one of them where they dig
    play = digging(2, 5, 2).choose("delve", clearing=5)
    assert own(play).retinue["delve"] == ["bake-sale"]
    # but with only that one, the card is lost
    assert own(digging(2, 5).choose("delve", clearing=5)).retinue["delve"] == []
    # and for a relic worth 1, the digging clearing alone is enough
    assert own(digging(1, 5).choose("delve", clearing=5)).retinue["delve"] == ["bake-sale"]


def test_15_5_2_II_a_the_keepers_choose_the_relic_KI_15() -> None:
    # given a hidden figure and a hidden tablet in the forest
    table = retinue(keepers(step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 1, at=5)
    relic(relic(table, "figure-3", FOREST, hidden=True), "tablet-1", FOREST, hidden=True)
    play = table.start()
    # then they choose by type, not by value
    assert play.options("delve") == [Delve(5, FOREST, "relic-figure"), Delve(5, FOREST, "relic-tablet")]
    play.choose("delve", relic="relic-tablet")
    assert lying(play, 5) == ["tablet-1"]
    assert lying(play, FOREST) == ["figure-3"]


def test_15_5_2_II_the_others_still_act_KI_36() -> None:
    # given two cards in column II, a relic worth 3 and one worth 1, and rule in 5 alone
    table = retinue(keepers(step=DELVE), delve=("bake-sale", RETAINER)).warriors(KEEPERS, 1, at=5)
    play = relic(relic(table, "figure-3", FOREST), "tablet-1", FOREST).start()
    play.choose("delve", relic="figure-3").choose("act_with", card="bake-sale")
    # then the other card still acts
    assert play.asked(KEEPERS) == "keepers.delve"
    play.choose("delve", relic="tablet-1")
    assert lying(play, 5) == ["figure-3", "tablet-1"]
    assert own(play).retinue["delve"] == [RETAINER]


def test_15_5_2_II_who_cannot_be_battled_forces_no_battle_KI_37(monkeypatch: pytest.MonkeyPatch) -> None:
    # given the only enemy piece there is a pawn that nobody can battle
    def never(voice: Any, game: Root, me: str, attacker: str, defender: str, clearing: int) -> Refusal | None:
        return Refusal("4.3", "It cannot be battled.") if defender == me else None

    monkeypatch.setattr(type(FACTIONS["vagabond"]), "bars_battle", never)
    table = retinue(keepers("vagabond", step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 1, at=5)
    play = relic(table, "figure-1", FOREST).pawn("vagabond", 5).start()
    # then they delve as usual
    assert play.verbs() == {"delve", "done"}
    assert lying(play.choose("delve"), 5) == ["figure-1"]


def test_15_5_2_II_a_vagabond_must_be_battled() -> None:
    # given a Vagabond where they could delve
    table = retinue(keepers("vagabond", step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 1, at=5)
    play = relic(table, "figure-1", FOREST).pawn("vagabond", 5).start()
    assert play.verbs() == {"battle", "done"}


def test_15_5_2_II_not_a_partner_in_coalition() -> None:
    # given the Vagabond is in coalition with the Keepers
    table = retinue(keepers("vagabond", step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 1, at=5)
    table.state.players["vagabond"].coalition = KEEPERS
    play = relic(table, "figure-1", FOREST).pawn("vagabond", 5).start()
    assert play.verbs() == {"delve", "done"}


def test_15_5_2_II_a_garden_takes_the_rule() -> None:
    # given Keepers beside a garden after a battle
    table = retinue(keepers("lizards", step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 3, at=5)
    table = relic(table, "figure-1", FOREST).building("lizards", "garden-rabbit", at=5, count=2).dice(0, 0)
    play = table.start().choose("battle", clearing=5)
    if play.asked("lizards"):
        play.choose("lose", seat="lizards")
    # then a garden is left, and they do not rule
    assert play.asked(KEEPERS) != "keepers.dig"


def test_15_5_2_II_mercenaries_are_no_enemies_and_help_to_rule() -> None:
    # given the Keepers have hired mercenaries: two of them and one Keeper where they could delve
    table = retinue(keepers("riverfolk", "marquise", step=DELVE), delve=("bake-sale",))
    table = sold(table.warriors(KEEPERS, 1, at=5).warriors("riverfolk", 2, at=5), "mercenaries")
    relic(table.warriors("riverfolk", 1, at=2), "figure-2", FOREST)
    play = table.start()
    # then they need not battle, and the clearing of the mercenaries beside the forest counts as ruled
    assert play.verbs() == {"delve", "done"}
    play.choose("delve", clearing=5)
    assert own(play).retinue["delve"] == ["bake-sale"]


def test_15_5_2_II_a_trade_post_is_an_enemy_piece() -> None:
    # given a trade post beside the mercenaries
    table = retinue(keepers("riverfolk", "marquise", step=DELVE), delve=(RETAINER,))
    table = sold(table.warriors(KEEPERS, 1, at=5).warriors("riverfolk", 2, at=5), "mercenaries")
    play = relic(table.token("riverfolk", "tradepost-rabbit", at=5), "figure-1", FOREST).start()
    # then they must battle the Riverfolk
    assert play.options("battle") == [Fight(5, "riverfolk")]
    assert not play.offers("delve")


# --- 15.5.2.III Recover -----------------------------------------------------------------------------------


def recovering(*relics: str, up: str = "tablet", cards: tuple[str, ...] = ("bake-sale",)) -> Table:
    """Relics at a waystation in the rabbit clearing 5."""
    below = "jewelry" if up == "tablet" else "tablet"
    table = camp(retinue(keepers(step=RECOVER), recover=cards), up, below, 5)
    for kind in relics:
        relic(table, kind, 5)
    return table


def test_15_5_2_III_the_types_must_agree_KI_17() -> None:
    # given a tablet at a waystation that shows jewelry, with a tablet below
    table = relic(retinue(keepers(step=RECOVER), recover=(RETAINER,)), "tablet-1", 5)
    play = camp(table, "jewelry", "tablet", 5).warriors(KEEPERS, 1, at=5).start()
    assert not play.offers("recover")
    assert play.refused(KEEPERS, Recover(5, "tablet-1")).clause == "15.5.2.III.a"


def test_15_5_2_III_one_after_another_KI_18() -> None:
    # given tablets worth 1 and 3 and two ruled rabbit clearings
    play = recovering("tablet-1", "tablet-3").warriors(KEEPERS, 1, at=4).start()
    play.choose("recover", relic="tablet-1")
    assert play.asked(KEEPERS) == "keepers.again"
    play.choose("recover", relic="tablet-3")
    # then 4 points, the card is discarded and the column is over
    assert play.score(KEEPERS) == 4
    assert play.state.discard == ["bake-sale"]
    assert own(play).recovered["tablet"] == [1, 3]
    assert play.state.cursor.step != RECOVER


def test_15_5_2_III_c_too_much_ends_the_column_KI_19_KI_35() -> None:
    # given the same with another card in the column
    table = recovering("tablet-1", "tablet-3", cards=("bake-sale", RETAINER)).warriors(KEEPERS, 1, at=4)
    table.score("marquise", 0).crafted(KEEPERS, "armorers").hand(KEEPERS, "anvil")
    play = table.start()
    # when the one worth 3 is recovered first
    play.choose("recover", relic="tablet-3").choose("act_with", card="bake-sale")
    # then 3 points, the card is gone, the other relic stays, and the other card does not act
    assert play.score(KEEPERS) == 3
    assert play.state.discard == ["bake-sale"]
    assert lying(play, 5) == ["tablet-1"]
    assert own(play).retinue["recover"] == [RETAINER]
    assert play.asked(KEEPERS) == "keepers.recover"
    assert play.verbs() == {"done"}
    assert play.refused(KEEPERS, Move(4, 9, 1)).clause == "15.5.2.III.c"
    assert play.refused(KEEPERS, Recover(5, "tablet-1")).clause == "15.5.2"


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param({"figure": [1], "tablet": [1], "jewelry": []}, 3, id="KI-20"),
        pytest.param({"figure": [1, 2], "tablet": [1, 2], "jewelry": [3]}, 3, id="KI-21"),
        pytest.param({"figure": [1, 2], "tablet": [1], "jewelry": [3]}, 1, id="no set"),
    ],
)
def test_15_5_2_III_b_a_full_set_KI_20_KI_21(rows: dict[str, list[int]], points: int) -> None:
    # given these rows, when a piece of jewelry worth 1 is recovered
    table = recovering("jewelry-1", up="jewelry").board(KEEPERS, recovered=rows)
    play = table.start().choose("recover", relic="jewelry-1")
    # then it scores its value, and 2 more if it fills a column
    assert play.score(KEEPERS) == points


def test_15_5_2_III_without_rule_or_warrior_KI_22() -> None:
    # given a waystation and a relic among cats, and no Keeper
    play = recovering("tablet-1").warriors("marquise", 3, at=5).start()
    assert play.ruler(5) == "marquise"
    play.choose("recover", relic="tablet-1")
    # then it is recovered; no rabbit clearing is ruled, so the card is gone
    assert play.score(KEEPERS) == 1
    assert play.state.discard == ["bake-sale"]


def test_15_5_2_III_a_discarded_retainer_leaves_the_game_KI_32() -> None:
    # given a Faithful Retainer recovers a relic worth too much, with the Cult at the table
    table = retinue(keepers("lizards", step=RECOVER), recover=(RETAINER,))
    play = relic(camp(table, "tablet", "jewelry", 5), "tablet-3", 5).start()
    play.choose("recover", relic="tablet-3")
    # then it is nowhere, nor among the Lost Souls
    assert own(play).retinue["recover"] == []
    assert play.state.discard == []
    assert play.state.boards["lizards"].lost_souls == []  # type: ignore[attr-defined]
    assert play.noted("keepers.retainer")


def test_15_5_2_III_recover_not_both_KI_34() -> None:
    # given one card in column III, and a relic to recover
    play = recovering("tablet-1").warriors(KEEPERS, 2, at=5).start()
    play.choose("move", origin=5, to=1, warriors=1).choose_many()
    # then the card has acted
    assert lying(play, 5) == ["tablet-1"]
    assert play.state.cursor.step != RECOVER


# --- 15.2.4 Devout Knights --------------------------------------------------------------------------------


def test_15_2_4_an_ambush_hit_is_ignored_KI_23() -> None:
    # given one Keeper with a relic, ambushed
    table = relic(board(KEEPERS, "marquise").warriors(KEEPERS, 1, at=1), "figure-1", 1)
    table = table.warriors("marquise", 2, at=1).hand("marquise", "ambush-fox")
    play = table.play(battle, KEEPERS, 1, "marquise").choose("ambush", seat="marquise", card="ambush-fox")
    # then one hit is ignored, the other removes the warrior, and the battle is over
    assert play.warriors(KEEPERS, at=1) == 0
    assert lying(play, 1) == ["figure-1"]
    assert not play.noted("rolled")


def test_15_2_4_only_once_in_a_battle_KI_24() -> None:
    # given three Keepers with a relic, ambushed, and then a roll of 1 and 1
    table = relic(board(KEEPERS, "marquise").warriors(KEEPERS, 3, at=1), "figure-1", 1)
    table = table.warriors("marquise", 2, at=1).hand("marquise", "ambush-fox").dice(1, 1)
    play = table.play(battle, KEEPERS, 1, "marquise").choose("ambush", seat="marquise", card="ambush-fox")
    # then only the first hit of the ambush was ignored
    assert play.warriors(KEEPERS, at=1) == 1
    # and without an ambush the rolled hit is
    table = relic(board(KEEPERS, "marquise").warriors(KEEPERS, 3, at=1), "figure-1", 1)
    play = table.warriors("marquise", 2, at=1).dice(1, 1).play(battle, KEEPERS, 1, "marquise")
    assert play.warriors(KEEPERS, at=1) == 3


def test_15_2_4_a_relic_alone_ignores_nothing_KI_25_KI_26() -> None:
    # given a relic without a Keeper, attacked
    table = relic(board("marquise", KEEPERS).warriors("marquise", 2, at=1), "figure-3", 1).dice(0, 0)
    play = table.play(battle, "marquise", 1, KEEPERS)
    # then the hit removes it: 2 points, and the attacker chooses a forest
    assert play.score("marquise") == 2
    assert play.asked("marquise") == "keepers.trophy"
    assert offered(play, "bury", "forest") == set(play.state.map.forests)
    play.choose("bury", forest="4_9_12")
    assert play.state.tokens_elsewhere["4_9_12"] == [Piece(KEEPERS, "figure-3")]
    assert lying(play, 1) == []


def test_15_2_5_a_favor_takes_several_relics() -> None:
    # given a waystation and two relics in a fox clearing
    table = camp(board("marquise", KEEPERS), "tablet", "jewelry", 12)
    relic(relic(table, "figure-1", 12), "tablet-2", 12)

    def favor(game: Root) -> Flow[None]:
        sweep(game, "marquise", [1, 6, 8, 12], "4.1.2")
        yield from settle(game)

    play = table.play(favor).choose("bury", forest=FOREST).choose("bury", forest="4_9_12")
    # then 5 points, each relic in the forest chosen for it, and the tile on the board
    assert play.score("marquise") == 5
    assert (lying(play, FOREST), lying(play, "4_9_12")) == (["figure-1"], ["tablet-2"])
    assert own(play).camps == {}


def test_15_2_5_a_bot_puts_it_in_a_random_forest_R_08() -> None:
    # given a bot removes a relic
    table = relic(bot("marquise", KEEPERS).warriors("marquise", 2, at=1), "figure-3", 1).dice(0, 0)
    play = table.play(battle, "marquise", 1, KEEPERS)
    # then nobody is asked, and it has 2 points
    assert play.score("marquise") == 2
    assert sum(forest_counts(play).values()) == 1


def test_15_5_2_II_a_a_relic_delved_again_KI_27() -> None:
    # given a relic worth 3 that lies value up in the forest, and rule in 5 alone
    table = retinue(keepers(step=DELVE), delve=("bake-sale",)).warriors(KEEPERS, 1, at=5)
    play = relic(table, "figure-3", FOREST).start().choose("delve", relic="figure-3")
    # then nothing is flipped, and the card is lost all the same
    assert not play.noted("flipped")
    assert play.state.tokens[5] == [Piece(KEEPERS, "figure-3")]
    assert play.state.discard == ["bake-sale"]


def test_15_2_4_a_relic_for_each_warrior_KI_28() -> None:
    # given three warriors and four relics in 5
    table = retinue(keepers(step=MOVE), move=(RETAINER,)).warriors(KEEPERS, 3, at=5)
    for kind in ("figure-1", "figure-2", "tablet-1", "jewelry-3"):
        relic(table, kind, 5)
    play = table.start().choose("move", origin=5, to=1, warriors=3)
    # then at most three travel
    assert play.asked(KEEPERS) == "keepers.carry"
    assert (play.question.least, play.question.most) == (0, 3)
    play.choose_many(Carry("figure-1"), Carry("tablet-1"), Carry("jewelry-3"))
    assert lying(play, 1) == ["figure-1", "tablet-1", "jewelry-3"]
    assert lying(play, 5) == ["figure-2"]


def test_15_2_4_also_when_others_make_them_move() -> None:
    # given another effect moves Keepers in the Marquise's turn
    table = relic(board("marquise", KEEPERS).warriors(KEEPERS, 2, at=5), "figure-1", 5)
    play = table.play(take_move, KEEPERS, Move(5, 1, 2))
    # then the Keepers decide what is carried
    assert play.asked(KEEPERS) == "keepers.carry"
    play.choose_many(Carry("figure-1"))
    assert lying(play, 1) == ["figure-1"]


def test_15_2_4_a_snare_holds_warriors_and_relics() -> None:
    # given a face-up snare where Keepers and a relic are
    table = retinue(keepers("corvids", step=MOVE), move=(RETAINER,)).warriors(KEEPERS, 2, at=5)
    play = relic(table, "figure-1", 5).warriors(KEEPERS, 1, at=9).token("corvids", "snare", at=5).start()
    assert offered(play, "move", "origin") == {9}
    assert play.refused(KEEPERS, Move(5, 1, 1)).clause == "13.7.2"


def test_15_5_2_II_a_a_relic_may_come_beside_the_keep() -> None:
    # given the keep where Keepers rule after the battle
    table = retinue(keepers(step=DELVE), delve=(RETAINER,)).warriors(KEEPERS, 3, at=5)
    table = relic(table, "figure-1", FOREST).token("marquise", "keep", at=5).token("marquise", "wood", at=5)
    play = table.dice(0, 0).start().choose("battle", clearing=5)
    play.choose_many(play.options("lose", kind="wood")[0], seat="marquise")
    # then a relic is moved there, for that is no placing
    play.choose("delve", relic="figure-1")
    assert lying(play, 5) == ["figure-1"]


# --- 15.6 Evening -----------------------------------------------------------------------------------------


def test_15_6_1_live_off_the_land_KI_29() -> None:
    # given four warriors in 1, nine in 5 and two in 2
    table = board(KEEPERS, "marquise").warriors(KEEPERS, 4, at=1).warriors(KEEPERS, 9, at=5)
    play = table.warriors(KEEPERS, 2, at=2).play(live_off_the_land, KEEPERS)
    assert [play.warriors(KEEPERS, at=c) for c in (1, 5, 2)] == [3, 8, 2]


def evening(*cards: str, size: int = 3) -> Table:
    """Evening, with these cards in hand and a retinue of this size."""
    table = keepers(step="evening.gather").hand(KEEPERS, *cards)
    return retinue(table, move=(RETAINER,) * size)


def test_15_6_2_ten_at_most_KI_30() -> None:
    # given nine cards in the retinue and two in hand
    play = evening("anvil", "sword", size=9).start()
    assert play.question.secret
    play.choose("gather", card="anvil", column="delve")
    # then there is no room for the second
    assert own(play).retinue["delve"] == ["anvil"]
    assert play.asked(KEEPERS) != "keepers.gather"
    # and with ten nothing is added, only shifted
    full = evening("anvil", "sword", size=10).start()
    assert full.verbs() == {"shift", "done"}
    refusal = full.refused(KEEPERS, Gather("sword", "move"))
    assert (refusal.clause, refusal.about) == ("15.6.2", {"limit": 10})


def test_15_6_2_add_or_shift_KI_31() -> None:
    # given one card was added
    play = evening("anvil", "sword").start()
    assert play.offers("shift", card=RETAINER, leaves="move", column="recover")
    play.choose("gather", card="anvil", column="move")
    # then nothing can be shifted, but more can be added
    assert not play.offers("shift")
    assert play.refused(KEEPERS, Shift(RETAINER, "move", "recover")).clause == "15.6.2"
    assert play.offers("gather", card="sword")
    # and after a shift nothing can be added
    play = evening("anvil", "sword", "bake-sale", "birdy-bindle", "foxfolk-steel").start()
    play.choose("shift", card=RETAINER, column="recover")
    assert play.asked(KEEPERS) == "evening.discard"
    assert own(play).retinue["recover"] == [RETAINER]
    assert play.refused(KEEPERS, Gather("anvil", "move")).clause == "15.6.2"


def test_15_6_3_a_card_for_each_waystation_KI_33() -> None:
    # given two waystations on the map, when they draw
    table = camp(camp(keepers(step="evening.draw"), "figure", "tablet", 5), "jewelry", "figure", 2)
    play = table.start()
    assert play.noted("drew")[0].about == {"owner": KEEPERS, "cards": 3}


# --- pieces, craft and the board --------------------------------------------------------------------------


def test_15_2_3_crafting_with_waystations() -> None:
    # given a waystation in a fox clearing
    table = camp(keepers(step="daylight.craft"), "figure", "tablet", 12).hand(
        KEEPERS, "anvil", "foxfolk-steel"
    )
    play = table.crafted(KEEPERS, "armorers").start().choose("craft", card="anvil")
    # then one fox is crafted with it, once
    assert play.score(KEEPERS) == 2
    assert play.refused(KEEPERS, Craft("foxfolk-steel")).clause == "4.1.1"


def test_15_2_2_a_lost_waystation_is_on_the_board_again() -> None:
    # given both tiles with figures, one of them in 1
    table = camp(camp(board("marquise", KEEPERS), "figure", "tablet", 1), "figure", "jewelry", 5)
    play = table.warriors("marquise", 1, at=1).dice(0, 0).play(battle, "marquise", 1, KEEPERS)
    # then the tile of 1 is free, and one point is scored
    assert list(own(play).camps.values()) == [(5, "figure")]
    assert play.score("marquise") == 1


def test_15_5_2_everybody_sees_the_board() -> None:
    # given a board in the middle of the game
    table = retinue(keepers(step=MOVE), move=(RETAINER,), delve=("anvil",))
    table.board(KEEPERS, recovered={"figure": [3, 1], "tablet": [], "jewelry": [2]})
    play = camp(table, "figure", "tablet", 5).warriors(KEEPERS, 1, at=1).start()
    shown = next(player for player in project(play.state, "marquise").players if player.owner == KEEPERS).own
    assert [(group.title, group.cards) for group in shown.cards][1] == ("delve", ("anvil",))
    assert [(t.kind, t.left, t.points) for t in shown.tracks][:2] == [
        ("waystation", 2, ()),
        ("relic-figure", 2, (3, 1)),
    ]


def test_15_2_4_outrage_comes_once_for_a_move() -> None:
    # given a move with a relic into sympathy
    table = retinue(keepers("alliance", step=MOVE), move=(RETAINER,)).warriors(KEEPERS, 2, at=5)
    table = relic(table, "figure-1", 5).token("alliance", "sympathy", at=1).hand(KEEPERS, "anvil", "sword")
    play = table.start().choose("move", origin=5, to=1, warriors=2).choose_many(Carry("figure-1"))
    # then one card is paid
    play.choose(play.question.options[0].verb, seat=KEEPERS)
    assert not play.asked(KEEPERS).startswith("alliance")
    assert len(play.hand(KEEPERS)) == 1
    assert lying(play, 1) == ["figure-1"]


def test_15_5_2_why_not_now() -> None:
    # given Birdsong with a warrior to encamp
    play = retinue(keepers(step=CAMP), move=(RETAINER,)).warriors(KEEPERS, 2, at=5).start()
    assert play.refused(KEEPERS, Move(5, 1, 1)).clause == "15.5.2"
    assert play.refused(KEEPERS, Shift(RETAINER, "move", "recover")).clause == "15.6.2"
    assert play.refused(KEEPERS, Fight(5, "marquise")).clause == "4.3"
    assert play.refused(KEEPERS, Recover(5, "tablet-1")).clause == "15.5.2.III.a"
    assert play.refused("marquise", Bury(FOREST)).clause


def test_the_printed_relics_are_twelve_and_the_waystations_three() -> None:
    printed = data.FACTIONS[KEEPERS]
    assert sum(printed.tokens.values()) == 12
    assert len(TILES) == 3
    assert Counter(kind for tile in TILES for kind in tile) == {"figure": 2, "tablet": 2, "jewelry": 2}
