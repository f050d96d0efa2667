"""What a voice may say about owners, enemies and battle. Each hook with a tiny voice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Battle, Fight, Side, battle, battles
from engine.root.actions.move import Move, moves, take_move
from engine.root.faction import faction_of
from engine.root.factions.vagabond.items import gain
from engine.root.happen import Reaction, Removed
from engine.root.rule import (
    enemies,
    enemy_pieces,
    enemy_players,
    is_enemy,
    principal,
    ruler,
)
from engine.root.state import Owner, Root
from engine.root.verbs import (
    place_warriors,
)
from engine.rules import Refusal
from tests.engine.root.board import Table, board
from tests.engine.root.voices import (
    NO,
    Hireling,
    Landmark,
    hired,
    notes,
    nothing,
    only_today,  # noqa: F401  a fixture
    sits,
    sweep_one,
    two,
)

# --- owners and enemies -----------------------------------------------------------------------------------


def test_E_3_2_a_hireling_is_an_enemy_of_all_but_its_controller() -> None:
    state = sits(two(), Hireling, supply=2).state
    assert enemies(state, "marquise") == ["eyrie", "guest"]
    assert enemies(state, "guest") == ["marquise", "eyrie"]
    notes(state, "guest").controller = "eyrie"
    assert not is_enemy(state, "eyrie", "guest")
    assert is_enemy(state, "marquise", "guest")
    assert enemy_players(state, "marquise") == ["eyrie"]
    assert principal(state, "guest") == "eyrie"
    assert state.owners == ["marquise", "eyrie", "guest"]


def test_G_1_27_a_landmark_is_nobodys_enemy() -> None:
    assert enemies(sits(two(), Landmark).state, "marquise") == ["eyrie"]


def test_E_3_1_rule_counts_for_the_controller_or_stands_alone() -> None:
    table = sits(two(), Hireling, supply=2).warriors("marquise", 1, at=5)
    place_warriors(table.state, "guest", 5, 2, "E")
    assert ruler(table.state, 5) == "guest"
    notes(table.state, "guest").controller = "eyrie"
    assert ruler(table.state, 5) == "eyrie"
    notes(table.state, "guest").controller = "marquise"
    assert ruler(table.state, 5) == "marquise"


def test_H5_ties_need_a_piece_of_their_own() -> None:
    table = sits(two(), Hireling, supply=1, by="eyrie").warriors("marquise", 1, at=5)
    place_warriors(table.state, "guest", 5, 1, "E")
    assert ruler(table.state, 5) is None
    table.warriors("eyrie", 1, at=5).warriors("marquise", 1, at=5)
    assert ruler(table.state, 5) == "eyrie"


def test_E_3_a_hireling_is_battled_and_its_warriors_return_to_its_supply() -> None:
    table = hired(by="").warriors("marquise", 3, at=5).dice(2, 0)
    assert Fight(5, "guest") in battles(table.state, "marquise")
    play = table.play(battle, "marquise", 5, "guest")
    assert play.warriors("guest", at=5) == 0
    assert play.state.guests["guest"].supply == 4


def test_E_3_6_a_hireling_battles_for_its_controller_who_scoresnothing() -> None:
    table = hired().building("eyrie", "roost", at=5).dice(2, 0)
    play = table.play(battle, "guest", 5, "eyrie")
    assert play.pieces("eyrie", "roost") == []
    assert play.score("marquise") == 0


def test_E_3_5_a_player_may_ambush_a_hireling_and_nobody_foils() -> None:
    table = hired().warriors("eyrie", 1, at=5).hand("eyrie", "ambush-bird").hand("marquise", "ambush-bird")
    play = table.play(battle, "guest", 5, "eyrie")
    assert play.asked("eyrie") == "battle.ambush"
    play.choose("ambush", card="ambush-bird")
    assert play.warriors("guest", at=5) == 0
    assert [event.about["card"] for event in play.noted("discarded")] == ["ambush-bird"]
    # and a hireling that defends has none
    table = hired(by="eyrie").warriors("marquise", 1, at=5).hand("eyrie", "ambush-bird").dice(0, 0)
    assert table.play(battle, "marquise", 5, "guest").asked("eyrie") == ""


@pytest.mark.parametrize(("by", "chooser"), [("eyrie", "eyrie"), ("", "marquise")])
def test_H7_who_chooses_the_losses_of_a_hireling(by: str, chooser: str) -> None:
    # given two different tokens, a hireling that its controller or the active player answers for
    table = hired(by=by, warriors=1).token("guest", "camp", at=5).token("guest", "vault", at=5)
    table.warriors("marquise", 3, at=5).dice(2, 0)
    play = table.play(battle, "marquise", 5, "guest")
    assert play.asked(chooser) == "battle.losses"
    assert {option.kind for option in play.options("lose")} == {"camp", "vault"}  # type: ignore[attr-defined]
    play.choose_many(play.options("lose", kind="camp")[0], seat=chooser)
    assert play.score("marquise") == 1


def test_E_3_7_a_hireling_moves_with_its_controllers_rule() -> None:
    table = hired().warriors("marquise", 1, at=1)
    found = moves(table.state, "guest")
    assert Move(5, 1, 2) in found
    play = table.play(take_move, "guest", Move(5, 1, 2))
    assert play.warriors("guest", at=1) == 2


def test_G_1_10_a_favor_spares_ones_own_hirelings() -> None:
    for by, left in (("marquise", 2), ("", 0), ("eyrie", 0)):
        table = hired(by=by)
        play = table.play(lambda game: sweep_one(game, "marquise", 5))
        assert play.warriors("guest", at=5) == left


# --- lent warriors, shields, bans -------------------------------------------------------------------------


class Lender(Hireling):
    """Its warriors serve the Marquise against everybody else."""

    id = "test-lender"

    def lends_warriors(self, game: Root, me: Owner, owner: Owner, clearing: int, enemy: Owner) -> bool:
        return owner == "marquise" and enemy != me


def mercenaries(own: int, lent: int) -> Table:
    table = sits(two(), Lender, supply=9)
    place_warriors(table.state, "guest", 5, lent, "E")
    return table.warriors("marquise", own, at=5)


def test_11_2_7_III_lent_warriors_start_battles_and_raise_the_hits() -> None:
    table = mercenaries(0, 3).warriors("eyrie", 4, at=5).dice(3, 0)
    assert Fight(5, "eyrie") in battles(table.state, "marquise")
    assert Fight(5, "guest") not in battles(table.state, "marquise")
    play = table.play(battle, "marquise", 5, "eyrie")
    assert play.warriors("eyrie", at=5) == 1


@pytest.mark.parametrize(
    ("own", "lent", "hits", "left"),
    [(2, 3, 3, (0, 2)), (0, 2, 2, (0, 0)), (2, 2, 2, (1, 1)), (1, 3, 3, (0, 1))],
)
def test_11_2_7_III_a_losses_are_split_own_first(
    own: int, lent: int, hits: int, left: tuple[int, int]
) -> None:
    table = mercenaries(own, lent).warriors("eyrie", 6, at=5).dice(hits, hits)
    play = table.play(battle, "marquise", 5, "eyrie")
    assert (play.warriors("marquise", at=5), play.warriors("guest", at=5)) == left


def test_11_2_7_III_b_removed_warriors_carry_the_side_they_fell_for() -> None:
    seen: list[Removed] = []

    class Listener(Landmark):
        id = "test-listener"
        reactions = (Reaction("1.1.3", "test", Removed, lambda g, o, r: bool(seen.append(r)), nothing),)

    table = sits(mercenaries(1, 1), Listener, "ear").warriors("eyrie", 2, at=5).dice(2, 0)
    table.play(battle, "eyrie", 5, "marquise")
    (removed,) = seen
    assert (removed.side, removed.defended, removed.by) == ("marquise", True, "eyrie")
    assert removed.warriors == (("marquise", 1), ("guest", 1))


def test_G_1_21_what_is_lent_is_no_enemy_piece_and_is_spared() -> None:
    table = mercenaries(1, 2).token("guest", "post", at=5)
    assert enemy_pieces(table.state, "marquise", 5) == 1
    play = table.play(lambda game: sweep_one(game, "marquise", 5))
    assert play.warriors("guest", at=5) == 2
    assert play.pieces("guest", "post") == []


class Guardian(Landmark):
    id = "test-guardian"

    def shields(self, game: Root, me: Owner, owner: Owner, clearing: int, by: Owner) -> bool:
        return owner == "eyrie" and clearing == 5 and by != "eyrie"

    def bars_battle(
        self, game: Root, me: Owner, attacker: Owner, defender: Owner, clearing: int
    ) -> Refusal | None:
        return NO if clearing == 6 else None


def test_shielded_pieces_are_neither_battled_nor_removed() -> None:
    table = sits(two(), Guardian).warriors("marquise", 2, at=5).warriors("eyrie", 2, at=5)
    table.building("eyrie", "roost", at=5)
    assert battles(table.state, "marquise") == []
    play = table.turn("marquise", "daylight.actions").board("marquise", actions=3).start()
    assert play.refused("marquise", Fight(5, "eyrie")).clause == "4.3"
    play = table.play(lambda game: sweep_one(game, "marquise", 5))
    assert play.warriors("eyrie", at=5) == 2
    assert play.pieces("eyrie", "roost") == [5]


def test_4_3_a_ban_on_a_battle() -> None:
    table = sits(two(), Guardian).warriors("marquise", 2, at=6).warriors("eyrie", 2, at=6)
    play = table.turn("marquise", "daylight.actions").board("marquise", actions=3).start()
    assert not play.offers("battle")
    assert play.refused("marquise", Fight(6, "eyrie")) == NO


# --- in battle --------------------------------------------------------------------------------------------


class Drummer(Landmark):
    """Everything a voice may say in a battle, for the Marquise."""

    id = "test-drummer"

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        return int(side.owner == "marquise")

    def ignores_first_hit(self, game: Root, me: Owner, side: Side) -> bool:
        return side.owner == "marquise"

    def takes_higher_roll(self, game: Root, me: Owner, battle: Battle) -> bool:
        return notes(game, me).number == 1

    def usable_in_battle(self, game: Root, me: Owner, side: Side) -> Sequence[str]:
        return ["drum"] if side.owner == "marquise" and notes(game, me).number == 2 else []

    def use_in_battle(self, game: Root, me: Owner, side: Side, effect: str) -> Flow[None]:
        side.add_hits(2, effect)
        yield from ()


def drums(number: int = 0) -> Table:
    table = sits(two(), Drummer).warriors("marquise", 5, at=5).warriors("eyrie", 5, at=5)
    notes(table.state, "guest").number = number
    return table


def test_4_3_3_I_a_voice_gives_a_side_extra_hits_and_its_first_hit_is_ignored() -> None:
    play = drums().dice(1, 1).play(battle, "marquise", 5, "eyrie")
    assert play.warriors("eyrie", at=5) == 3
    assert play.warriors("marquise", at=5) == 5


def test_14_7_7_only_the_first_hit_of_a_battle_is_ignored_also_of_an_ambush() -> None:
    table = drums().hand("eyrie", "ambush-bird").dice(2, 2)
    play = table.play(battle, "marquise", 5, "eyrie").choose("ambush", card="ambush-bird")
    assert play.warriors("marquise", at=5) == 2


def test_two_voices_that_ignore_the_first_hit_ignore_one() -> None:
    table = sits(drums(), Drummer, "second").dice(0, 3)
    play = table.play(battle, "eyrie", 5, "marquise")
    assert play.warriors("marquise", at=5) == 3


def test_4_3_2_a_voice_lets_the_defender_deal_the_higher_roll() -> None:
    play = drums(1).dice(3, 0).play(battle, "eyrie", 5, "marquise")
    assert play.warriors("eyrie", at=5) == 1  # three rolled, one extra
    assert play.warriors("marquise", at=5) == 5


def test_4_3_3_a_voice_lends_a_side_an_effect() -> None:
    play = drums(2).dice(0, 0).play(battle, "marquise", 5, "eyrie")
    assert play.choose("use", effect="drum").warriors("eyrie", at=5) == 2


def test_E_3_6_a_hireling_scores_nothing() -> None:
    table = hired(by="eyrie").warriors("marquise", 2, at=5).crafted("marquise", "brutal-tactics").dice(0, 0)
    play = table.play(battle, "marquise", 5, "guest").choose("use", effect="brutal-tactics")
    assert play.warriors("guest", at=5) == 1
    assert play.score("eyrie") == 0


def test_9_2_2_I_a_hireling_that_sweeps_a_clearing_hurts_the_wanderer() -> None:
    table = sits(board("marquise", "vagabond"), Hireling, by="marquise").pawn("vagabond", 5)
    for kind in ("boot", "torch", "sword"):
        gain(table.state, "vagabond", kind)
    play = table.play(lambda game: sweep_one(game, "guest", 5))
    assert all(item.damaged for item in play.state.boards["vagabond"].items)  # type: ignore[attr-defined]


def test_11_2_6_III_who_has_no_warriors_pays_with_items() -> None:
    table = board("marquise", "vagabond")
    for kind in ("boot", "torch", "sword"):
        gain(table.state, "vagabond", kind)
    faction = faction_of(table.state, "vagabond")
    assert faction.purse(table.state, "vagabond") == 3
    play = table.play(lambda game: faction.pays(game, "vagabond", 3, "11.2.6.III"))
    assert play.result == 0
    assert faction.purse(play.state, "vagabond") == 0
    # and others with warriors from their supply
    faction = faction_of(table.state, "marquise")
    before = faction.purse(table.state, "marquise")
    play = board("marquise", "eyrie").play(lambda game: faction.pays(game, "marquise", 2, "11.2.6.I"))
    assert (play.result, play.supply("marquise")) == (2, before - 2)
