"""The Vault Keepers, and their demoted side, the Badger Bodyguards."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.hiring.hireling import Direct, hirelings
from engine.root.menu import refusal
from engine.root.rule import ruler
from engine.root.state import Root
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp

KEEPERS, BODYGUARDS = "vault-keepers", "badger-bodyguards"


def vaults(by: str = "duchy") -> Camp:
    return camp("duchy", "lizards").with_hireling(KEEPERS, by=by)


def tend(table: Camp) -> Play:
    return table.turn("duchy", "daylight.assembly").start().choose("direct", order="vaults-tend")


def there(play: Play) -> list[int]:
    return play.pieces(KEEPERS, "vault")


# --- E.3 with their buildings -----------------------------------------------------------------------------


def test_HIRE_T15_who_removes_a_vault_in_defence_scores() -> None:
    # given the Keepers with one warrior, attacking
    table = vaults().put(KEEPERS, 1, at=5).build(KEEPERS, "vault", 5).warriors("lizards", 3, at=5)
    # when they lose the warrior and a vault
    play = table.dice(2, 2).play(battle, KEEPERS, 5, "lizards")
    assert there(play) == []
    assert play.score("lizards") == 1
    assert play.score("duchy") == 0


def test_HIRE_T16_a_vault_alone_is_defenseless_and_worth_a_point() -> None:
    table = vaults("").build(KEEPERS, "vault", 5).build(KEEPERS, "vault", 5).warriors("duchy", 3, at=5)
    play = table.dice(1, 0).play(battle, "duchy", 5, KEEPERS)
    assert play.noted("defenseless")
    assert there(play) == []
    assert play.score("duchy") == 2


def test_E_3_1_a_vault_counts_for_rule() -> None:
    table = vaults("").build(KEEPERS, "vault", 5)
    assert ruler(table.state, 5) == KEEPERS
    table.with_hireling(BODYGUARDS)
    table.state.boards[KEEPERS].controller = "duchy"  # type: ignore[attr-defined]
    assert ruler(table.state, 5) == "duchy"


# --- Vault Keepers ----------------------------------------------------------------------------------------


def test_E_2_4_a_vault_in_or_next_to_a_vault() -> None:
    table = vaults().build(KEEPERS, "vault", 5).put(KEEPERS, 1, at=5)
    play = tend(table)
    assert play.question.key == "vaults.place"
    near = {5, *play.state.map.neighbours(5, play.state.closed)}
    offered = {option.clearing for option in play.options("clearing")}  # type: ignore[attr-defined]
    assert offered == {c for c in near if play.state.has_open_slot(c)}
    to = min(offered - {5})
    play.choose("clearing", clearing=to)
    assert sorted(there(play)) == sorted([5, to])
    assert play.warriors(KEEPERS, to) == 0
    # then a warrior at each vault
    play.choose("hireling_part", order="vaults-guard")
    assert (play.warriors(KEEPERS, 5), play.warriors(KEEPERS, to)) == (2, 1)
    assert not play.offers("direct", order="vaults-tend")


def test_HIRE_T52_without_a_slot_near_a_vault_one_anywhere_with_a_warrior() -> None:
    table = vaults().build(KEEPERS, "vault", 5)
    state = table.state
    for clearing in (5, *state.map.neighbours(5, state.closed)):
        while state.has_open_slot(clearing):
            table.building("duchy", "market", clearing)
    play = tend(table)
    offered = {option.clearing for option in play.options("clearing")}  # type: ignore[attr-defined]
    assert offered == {c for c in range(1, 13) if state.has_open_slot(c)}
    to = min(offered)
    play.choose("clearing", clearing=to)
    assert sorted(there(play)) == sorted([5, to])
    assert play.warriors(KEEPERS, to) == 1


def test_E_2_4_they_may_battle_once_at_each_vault() -> None:
    table = vaults().build(KEEPERS, "vault", 5).build(KEEPERS, "vault", 8)
    table.put(KEEPERS, 2, at=5).put(KEEPERS, 2, at=8).warriors("lizards", 3, at=5)
    table.warriors("lizards", 1, at=8).dice(1, 0).dice(1, 0)
    play = tend(table).done().choose("hireling_part", order="vaults-battle")
    play.choose("hireling_battle", clearing=5)
    assert play.warriors("lizards", 5) == 2
    # then only at the other one, and it is free
    assert play.options("hireling_battle", clearing=5) == []
    play.choose("hireling_battle", clearing=8)
    assert play.warriors("lizards", 8) == 0


def test_1_5_4_with_too_few_warriors_the_controller_says_where() -> None:
    table = vaults().put(KEEPERS, 5, at=1)
    for clearing in (5, 8):
        table.build(KEEPERS, "vault", clearing)
    play = tend(table).done().choose("hireling_part", order="vaults-guard")
    play.choose("clearing", clearing=8)
    assert (play.warriors(KEEPERS, 5), play.warriors(KEEPERS, 8)) == (0, 1)


def test_E_2_4_without_vaults_and_warriors_nothing_can_be_done() -> None:
    table = vaults().put(KEEPERS, 6, at=1)
    for clearing in (2, 3, 4, 5, 6, 7):
        table.build(KEEPERS, "vault", clearing)
    table.turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", Direct(KEEPERS, "vaults-tend")).clause == "E.2.4"  # type: ignore[union-attr]


def test_A_6_3_two_warriors_and_a_vault_where_a_slot_is_open() -> None:
    def lay(game: Root) -> Flow[None]:
        yield from hirelings(game)[KEEPERS].setup(game, KEEPERS, "lizards")

    table = vaults("")
    while table.state.has_open_slot(5):
        table.building("duchy", "market", 5)
    play = table.play(lay)
    assert not play.offers("clearing", clearing=5)
    play.choose("clearing", clearing=8)
    assert there(play) == [8]
    assert play.warriors(KEEPERS, 8) == 2


def hired(table: Camp) -> Play:
    def hire(game: Root) -> Flow[None]:
        yield from hirelings(game)[KEEPERS].when_hired(game, KEEPERS, "duchy")

    return table.play(hire)


def test_E_2_1_they_come_if_no_piece_of_theirs_is_on_the_map() -> None:
    play = hired(vaults()).choose("clearing", clearing=9)
    assert (there(play), play.warriors(KEEPERS, 9)) == ([9], 2)


def test_E_2_1_a_vault_alone_is_a_piece() -> None:
    assert there(hired(vaults().build(KEEPERS, "vault", 5))) == [5]


# --- Badger Bodyguards ------------------------------------------------------------------------------------


def guarded(by: str) -> Camp:
    table = camp("duchy", "lizards").with_hireling(BODYGUARDS, by=by)
    table.warriors("duchy", 4, at=5).warriors("lizards", 4, at=5)
    return table


def test_HIRE_T46_the_first_hit_of_an_ambush_is_the_one_ignored() -> None:
    # given an ambush against the controller
    table = guarded("duchy").suit(5, "fox").hand("lizards", "ambush-fox")
    play = table.dice(2, 1).play(battle, "duchy", 5, "lizards").choose("ambush")
    # then one of two hits, and the rolled one counts
    assert play.warriors("duchy", 5) == 4 - 1 - 1


def test_E_2_2_the_first_rolled_hit_is_ignored() -> None:
    play = guarded("lizards").dice(3, 1).play(battle, "duchy", 5, "lizards")
    # the Lizards, defending, take the higher roll of the attacker, less one
    assert play.warriors("lizards", 5) == 4 - (3 - 1)
    assert play.warriors("duchy", 5) == 3
    assert play.noted("ignored.hit")


def test_E_2_2_while_uncontrolled_they_guard_nobody() -> None:
    play = guarded("").dice(1, 1).play(battle, "duchy", 5, "lizards")
    assert (play.warriors("duchy", 5), play.warriors("lizards", 5)) == (3, 3)


def test_14_7_7_two_such_effects_ignore_one_hit() -> None:
    table = camp("hundreds", "duchy").with_hireling(BODYGUARDS, by="hundreds")
    table.warriors("hundreds", 4, at=5).board("hundreds", warlord=5, mood="stubborn")
    table.warriors("duchy", 4, at=5)
    play = table.dice(2, 2).play(battle, "hundreds", 5, "duchy")
    while play.game.waiting():
        play.answer(play.question.options[-1])
    assert play.warriors("hundreds", 5) == 3
