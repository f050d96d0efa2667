"""What a voice may say: each hook with a tiny voice of its own, none of them a real faction, hireling or landmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from engine.flow import Done, Flow, Option, ask
from engine.game import decode, encode
from engine.root.actions.battle import Battle, Fight, Side, battle, battles
from engine.root.actions.craft import Craft, craft
from engine.root.actions.move import Move, moves, take_move, why_no_move
from engine.root.faction import FACTIONS, Army
from engine.root.factions.eyrie.faction import Eyrie
from engine.root.factions.marquise.faction import Marquise
from engine.root.happen import Crafted, Drew, Placed, Reaction, Removed, Scored, TurnEnded, settle
from engine.root.hidden import token_group, unseen_piles, with_hidden_parts_shuffled
from engine.root.menu import does
from engine.root.rule import (
    clearings,
    enemies,
    enemy_pieces,
    enemy_players,
    fits,
    is_enemy,
    near_clearings,
    near_forests,
    neighbours,
    of_suit,
    principal,
    ruled,
    ruler,
    suits,
)
from engine.root.rules import RULES
from engine.root.setup.table import add_guest
from engine.root.state import BURROW, Board, Owner, Piece, Place, Root, path_place
from engine.root.turn import menu
from engine.root.verbs import (
    Taking,
    discard,
    discard_pile,
    draw,
    flip,
    give,
    move_token,
    place_token,
    place_warriors,
    put_in_discard,
    recover_warriors,
    remove,
    remove_warriors,
    replace_building,
    replace_warrior,
    score,
    show_card,
    swap,
    sweep,
    take_back,
    take_up,
)
from engine.root.voice import GUESTS, Journey, Pile, Voice
from engine.rules import Refusal
from tests.engine.root.board import Play, Table, board

NO = Refusal("1.1.2", "Not here.")
FOREST = "1_2_5_10"


@pytest.fixture(autouse=True)
def only_today() -> Iterator[None]:
    """What a test makes known is forgotten after it."""
    known = dict(GUESTS)
    yield
    GUESTS.clear()
    GUESTS.update(known)


class NoteBoard(msgspec.Struct, Board, tag="test_notes", kw_only=True):
    """What a tiny voice remembers."""

    controller: Owner = ""
    number: int = 0
    cards: list[str] = []
    items: dict[str, int] = {}


class Landmark(Voice):
    """A voice without pieces."""

    id = "test-landmark"

    def new_board(self) -> Board:
        return NoteBoard()


class Hireling(Army):
    """A voice with pieces and no turn."""

    id = "test-hireling"
    name = "Test Hireling"

    def new_board(self) -> Board:
        return NoteBoard()

    def controller(self, game: Root, me: Owner) -> Owner:
        return notes(game, me).controller

    def adds_rule(self, game: Root, me: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """E.3.1"""
        boss = self.controller(game, me)
        if boss and me in values:
            values[boss] = values.get(boss, 0) + values.pop(me)


def notes(game: Root, me: Owner) -> NoteBoard:
    found = game.boards[me]
    assert isinstance(found, NoteBoard)
    return found


def sits(table: Table, kind: type[Voice], name: str = "guest", *, supply: int = 0, by: str = "") -> Table:
    """A guest comes to the table."""
    GUESTS[kind.id] = kind()
    add_guest(table.state, name, kind.id, supply)
    if by:
        notes(table.state, name).controller = by
    return table


def two(**options: Any) -> Table:
    return board("marquise", "eyrie", **options).no_ruins()


class Wave(Option, frozen=True, tag="test_wave"):
    """Wave to everybody."""


class Show(Option, frozen=True, tag="test_show"):
    """Show a card."""

    PRIVATE = True

    card: str


@does(Wave)
def wave(game: Root, owner: Owner, option: Wave) -> Flow[None]:
    score(game, owner, 1, "1.4.2")
    yield from ()


@does(Show)
def show(game: Root, owner: Owner, option: Show) -> Flow[None]:
    show_card(game, owner, "eyrie", option.card, "G.1.30")
    yield from ()


def pick(game: Root, owner: Owner) -> Flow[Option]:
    """A menu without options of the faction's own."""
    return (yield from menu(game, owner, "test.menu", "1.4.2", []))


# --- who speaks -------------------------------------------------------------------------------------------


def test_a_voice_without_an_answer_of_its_own_is_never_asked() -> None:
    table = sits(two(), Landmark)
    assert "guest" in [me for me, _ in table.state.cast.voices]
    assert table.state.cast["adds_suits"] == ()
    assert [me for me, _ in table.state.cast["bars_placing"]] == ["marquise"]


def test_a_card_speaks_from_when_it_is_crafted_until_it_leaves() -> None:
    state = two().state
    assert state.cast["waives_rule_to_move"] == ()
    table = board("marquise", "eyrie", deck="exiles").crafted("marquise", "corvid-planners")
    assert [me for me, _ in table.state.cast["waives_rule_to_move"]] == ["marquise"]


def test_the_state_with_guests_is_saved_and_read() -> None:
    table = sits(two(), Hireling, supply=3, by="eyrie")
    place_warriors(table.state, "guest", FOREST, 1, "E")
    place_token(table.state, "guest", path_place(1, 5), "camp", "E", hidden=True)
    again = decode(RULES, encode(table.state))
    assert again == table.state
    assert again.warriors_of("guest", FOREST) == 1
    assert again.guests["guest"].supply == 2
    assert RULES.view(again, None).guests[0].controller == "eyrie"


# --- menus ------------------------------------------------------------------------------------------------


class Crier(Landmark):
    id = "test-crier"

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        return [Wave()] if owner == "marquise" and moment in ("daylight", "birdsong.start", "evening") else []


def test_1_4_2_a_voice_puts_an_option_on_another_players_menu() -> None:
    play = sits(two(), Crier).turn("marquise", "daylight.actions").start()
    assert play.offers("test_wave")
    assert play.choose("test_wave").score("marquise") == 1
    assert sits(two(), Crier).play(pick, "eyrie").result == Done()


@pytest.mark.parametrize("step", ["birdsong.start", "evening.start"])
def test_1_4_1_windows_offer_what_voices_have(step: str) -> None:
    play = sits(two(), Crier).turn("marquise", step).start()
    assert play.question.key == f"window.{step}"
    assert play.choose("test_wave").score("marquise") == 1


def test_rb_2_8_bots_are_offered_nothing() -> None:
    table = board("marquise:clockwork", "eyrie").no_ruins()
    play = sits(table, Crier).turn("marquise", "birdsong.start").start()
    assert play.asked("marquise") == ""


class Peddler(Landmark):
    """Offers something to whoever holds a bird, so everybody with cards is asked."""

    id = "test-peddler"

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        cards = [card for card in game.players[owner].hand if card == "armorers"]
        return [Show(card) for card in cards] if moment == "daylight" else []

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        return moment == "daylight"


@pytest.mark.parametrize("card", ["armorers", "sappers"])
def test_1_2_1_a_menu_that_hidden_cards_could_fill_is_asked_whatever_they_are(card: str) -> None:
    play = sits(two(), Peddler).hand("eyrie", card).play(pick, "eyrie")
    assert play.question.key == "test.menu"
    assert play.question.secret
    assert play.offers("test_show") == (card == "armorers")


def test_1_2_1_a_menu_that_nothing_hidden_could_fill_is_not_asked() -> None:
    assert sits(two(), Peddler).play(pick, "eyrie").result == Done()
    assert two().hand("eyrie", "armorers").play(pick, "eyrie").result == Done()


def test_1_2_1_an_open_hand_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyrie, "hand_is_public", lambda self, game, owner: True)
    assert sits(two(), Peddler).hand("eyrie", "sappers").play(pick, "eyrie").result == Done()


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


def hired(by: str = "marquise", warriors: int = 2) -> Table:
    table = sits(two(), Hireling, supply=4, by=by)
    place_warriors(table.state, "guest", 5, warriors, "E")
    table.state.notes.clear()
    return table


def test_E_3_a_hireling_is_battled_and_its_warriors_return_to_its_supply() -> None:
    table = hired(by="").warriors("marquise", 3, at=5).dice(2, 0)
    assert Fight(5, "guest") in battles(table.state, "marquise")
    play = table.play(battle, "marquise", 5, "guest")
    assert play.warriors("guest", at=5) == 0
    assert play.state.guests["guest"].supply == 4


def test_E_3_6_a_hireling_battles_for_its_controller_who_scores_nothing() -> None:
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
        play = table.play(lambda game: _sweep(game, "marquise", 5))
        assert play.warriors("guest", at=5) == left


def _sweep(game: Root, by: str, clearing: int) -> Flow[None]:
    sweep(game, by, [clearing], "4.1.2")
    yield from settle(game)


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
        reactions = (Reaction("1.1.3", "test", Removed, lambda g, o, r: bool(seen.append(r)), _nothing),)

    table = sits(mercenaries(1, 1), Listener, "ear").warriors("eyrie", 2, at=5).dice(2, 0)
    table.play(battle, "eyrie", 5, "marquise")
    (removed,) = seen
    assert (removed.side, removed.defended, removed.by) == ("marquise", True, "eyrie")
    assert removed.warriors == (("marquise", 1), ("guest", 1))


def _nothing(game: Root, owner: Owner, happening: Any) -> Flow[None]:
    yield from ()


def test_G_1_21_what_is_lent_is_no_enemy_piece_and_is_spared() -> None:
    table = mercenaries(1, 2).token("guest", "post", at=5)
    assert enemy_pieces(table.state, "marquise", 5) == 1
    play = table.play(lambda game: _sweep(game, "marquise", 5))
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
    play = table.play(lambda game: _sweep(game, "marquise", 5))
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


# --- happenings -------------------------------------------------------------------------------------------


class Ear(Landmark):
    """Writes down what it hears, and counts."""

    id = "test-ear"
    reactions = tuple(
        Reaction("1.1.3", f"test.{kind.__name__}", kind, lambda game, me, what: True, _nothing, quiet=True)
        for kind in (Scored, Drew, Placed, Crafted, TurnEnded, Removed)
    )


def heard(table: Table, flow: Callable[..., Flow[Any]], *args: Any) -> list[Any]:
    found: list[Any] = []

    def hear(game: Root, me: Owner, what: Any) -> Flow[None]:
        found.append(what)
        yield from ()

    class Listening(Ear):
        id = "test-listening"
        reactions = tuple(msgspec.structs.replace(r, run=hear) for r in Ear.reactions)

    def run(game: Root) -> Flow[None]:
        yield from flow(game, *args)
        yield from settle(game)

    sits(table, Listening, "ear").play(run)
    return found


def test_3_1_a_voice_hears_of_points() -> None:
    def three(game: Root) -> Flow[None]:
        score(game, "marquise", 3, "3.1")
        yield from ()

    assert heard(two().score("marquise", 2), three) == [Scored("marquise", 2, 5)]


def test_2_1_2_a_voice_hears_of_draws_and_placing() -> None:
    assert heard(two(), draw, "eyrie", 2) == [Drew("eyrie", 2)]

    def one(game: Root) -> Flow[None]:
        place_warriors(game, "eyrie", 5, 1, "1")
        place_token(game, "eyrie", 5, "flag", "1")
        yield from ()

    assert heard(two(), one) == [Placed("eyrie", 5, 1), Placed("eyrie", 5, 0, (Piece("eyrie", "flag"),))]


def test_1_1_3_parts_of_one_event_have_one_number() -> None:
    def twice(game: Root) -> Flow[None]:
        sweep(game, "marquise", [5, 6], "4.1.2")
        remove_warriors(game, "eyrie", 7, 1, "marquise", "1")
        yield from ()

    table = two().warriors("eyrie", 1, at=5).warriors("eyrie", 1, at=6).warriors("eyrie", 1, at=7)
    events = [what.event for what in heard(table, twice)]
    assert events[0] == events[1] != events[2]


def test_E_1_3_every_voice_hears_the_end_of_a_turn() -> None:
    ended: list[str] = []

    def hear(game: Root, me: Owner, what: TurnEnded) -> Flow[None]:
        ended.append(what.owner)
        choice = yield from ask("eyrie", "setup.homeland", "E.1.3", [Wave(), Done()])
        if isinstance(choice, Wave):
            score(game, "eyrie", 1, "E.1.3")

    class Sundown(Landmark):
        id = "test-sundown"
        reactions = (Reaction("E.1.3", "test.sundown", TurnEnded, lambda g, m, w: True, hear),)

    play = sits(two(), Sundown).turn("marquise", "evening.end").start()
    assert play.asked("eyrie") == "setup.homeland"
    play.choose("test_wave")
    assert ended == ["marquise"]
    assert play.score("eyrie") == 1
    assert play.state.active == "eyrie"


def test_1_1_3_a_reaction_that_no_longer_applies_is_not_asked_to_be_ordered() -> None:
    asked: list[str] = []

    def once(game: Root, me: Owner, what: Removed) -> bool:
        return not notes(game, me).number

    def run(game: Root, me: Owner, what: Removed) -> Flow[None]:
        asked.append(me)
        for name in ("a", "b", "c"):
            notes(game, name).number = 1
        yield from ()

    class Once(Landmark):
        id = "test-once"
        reactions = (Reaction("1.1.3", "test.once", Removed, once, run),)

    table = two().warriors("eyrie", 1, at=5)
    for name in ("a", "b", "c"):
        sits(table, Once, name)
    play = table.play(lambda game: _sweep(game, "marquise", 5))
    assert play.question.key == "order.reactions"
    play.choose("resolve", owner="b")
    assert asked == ["b"]
    assert play.state.over


# --- diverted warriors and cards --------------------------------------------------------------------------


class Shrine(Landmark):
    """Takes one of the warriors removed in an event, and every discarded card."""

    id = "test-shrine"

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        own = notes(game, me)
        if removed is None or own.number == removed.event:
            return 0
        own.number = removed.event
        own.items[of] = own.items.get(of, 0) + 1
        return 1

    def gives_back(self, game: Root, me: Owner, of: Owner, warriors: int) -> int:
        own = notes(game, me)
        count = min(warriors, own.items.get(of, 0))
        own.items[of] = own.items.get(of, 0) - count
        game.stock(of).supply += count
        return count

    def kept_warriors(self, game: Root, me: Owner) -> dict[Owner, int]:
        return notes(game, me).items

    def keeps_discard(self, game: Root, me: Owner, card: str) -> bool:
        notes(game, me).cards.append(card)
        return True

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        return notes(game, me).cards


def test_6_1_one_warrior_of_each_event_goes_elsewhere() -> None:
    table = sits(two(), Shrine).warriors("eyrie", 2, at=5).warriors("eyrie", 2, at=6)
    before = table.state.players["eyrie"].supply

    def both(game: Root) -> Flow[None]:
        sweep(game, "marquise", [5, 6], "4.1.2")
        yield from settle(game)

    play = table.play(both)
    assert notes(play.state, "guest").items == {"eyrie": 1}
    assert play.supply("eyrie") == before + 3
    recover_warriors(play.state, "eyrie", 5, 4, "6.2.3")
    assert play.warriors("eyrie", at=5) == 4
    assert notes(play.state, "guest").items == {"eyrie": 0}


def test_10_2_6_discards_go_elsewhere_and_that_pile_can_be_emptied() -> None:
    table = sits(two(), Shrine).hand("marquise", "sappers")
    state = table.state
    discard(state, "marquise", "sappers", "1")
    assert (state.discard, notes(state, "guest").cards) == ([], ["sappers"])
    discard_pile(state, "marquise", notes(state, "guest").cards, "10.4.2", for_good=True)
    assert (state.discard, notes(state, "guest").cards) == (["sappers"], [])
    put_in_discard(state, "armorers")
    assert notes(state, "guest").cards == ["armorers"]


def test_RULING_D6_discards_are_ordered_where_the_order_matters() -> None:
    from engine.root.factions.eyrie.faction import purge

    class Reader(Landmark):
        id = "test-reader"
        reads_discard = True

    def decree() -> Table:
        cards = ["anvil", "sappers", "armorers"]
        table = two().board("eyrie", decree={"recruit": list(cards), "move": [], "battle": [], "build": []})
        for card in cards:
            table.state.deck.remove(card)
        return table

    assert decree().play(purge, "eyrie").state.discard == ["anvil", "sappers", "armorers"]
    play = sits(decree(), Reader).play(purge, "eyrie")
    assert play.question.key == "discard.order"
    play.choose("spend", card="armorers").done()
    assert play.state.discard == ["armorers", "anvil", "sappers"]


# --- places -----------------------------------------------------------------------------------------------


class Cellar(Landmark):
    """A clearing beside the map, next to clearing 3, that the Eyrie always rule."""

    id = "test-cellar"

    def adds_clearings(self, game: Root, me: Owner) -> Sequence[int]:
        return (BURROW,)

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        if mover != "eyrie":
            return ()
        return (3,) if place == BURROW else (BURROW,) if place == 3 else ()

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        return NO if place == BURROW and placer != "eyrie" else None


def test_12_2_2_a_clearing_beside_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyrie, "rules_outright", lambda self, game, me, c: c == BURROW)
    table = sits(two(), Cellar).warriors("eyrie", 2, at=BURROW).warriors("marquise", 5, at=3)
    state = table.state
    assert list(clearings(state)) == [*range(1, 13), BURROW]
    assert neighbours(state, None, BURROW) == ()
    assert neighbours(state, "eyrie", BURROW) == (3,)
    assert BURROW in neighbours(state, "eyrie", 3)
    assert BURROW not in neighbours(state, "marquise", 3)
    assert ruler(state, BURROW) == "eyrie"
    assert BURROW in ruled(state, "eyrie")
    assert not state.has_open_slot(BURROW)
    assert suits(state, BURROW) == ()
    assert not fits(state, "armorers", BURROW)
    # when warriors move out, then rule of the cellar is enough
    assert Move(BURROW, 3, 2) in moves(state, "eyrie")
    play = table.play(take_move, "eyrie", Move(BURROW, 3, 2))
    assert play.warriors("eyrie", at=3) == 2
    assert [place.id for place in RULES.view(play.state, None).places] == [BURROW]


def test_12_2_2_without_it_the_burrow_is_no_place_to_go() -> None:
    state = two().warriors("eyrie", 1, at=3).state
    refusal = why_no_move(state, "eyrie", Move(3, BURROW, 1))
    assert refusal and refusal.clause == "2.2.1"
    assert list(clearings(state)) == list(range(1, 13))


def test_2_4_1_every_place_has_its_neighbours() -> None:
    state = two().state
    assert set(near_clearings(state, None, FOREST)) == {1, 2, 5, 10}
    assert set(near_forests(state, FOREST)) == {"1_9_10_12", "2_6_10_11_12"}
    assert set(near_clearings(state, None, path_place(5, 1))) == {1, 5}
    assert near_clearings(state, None, 1) == neighbours(state, None, 1)
    assert FOREST in near_forests(state, 1)
    assert near_forests(state, BURROW) == ()
    assert near_clearings(state, None, "nowhere") == ()


def test_warriors_and_tokens_lie_at_any_place() -> None:
    table = sits(two(), Hireling, supply=3)
    state, path = table.state, path_place(1, 5)
    place_warriors(state, "guest", path, 1, "E")
    place_token(state, "eyrie", FOREST, "relic", "15")
    assert state.warriors_of("guest", path) == 1
    assert state.has_piece("guest", path)
    assert state.has_piece("eyrie", FOREST)
    view = RULES.view(state, None)
    assert [(place.id, place.warriors) for place in view.places] == [(path, {"guest": 1})]
    assert next(f for f in view.forests if f.id == FOREST).tokens[0].kind == "relic"
    move_token(state, Piece("eyrie", "relic"), FOREST, 5, "15")
    assert state.tokens_at(FOREST) == []
    assert state.clearings_with("eyrie", "relic") == [5]
    remove(state, [Taking(path, (("guest", 1),), (), "eyrie")], "1")
    assert state.elsewhere == {}
    assert state.guests["guest"].supply == 3


# --- suits, slots, items ----------------------------------------------------------------------------------


class City(Landmark):
    """Clearing 5 has every suit and one more slot."""

    id = "test-city"

    def adds_suits(self, game: Root, me: Owner, clearing: int) -> Sequence[str]:
        return ("fox", "rabbit", "mouse") if clearing == 5 else ()

    def adds_slots(self, game: Root, me: Owner, clearing: int) -> int:
        return int(clearing == 5)


def test_G_1_21_a_clearing_of_several_suits() -> None:
    state = sits(two(), City).state
    own = state.suit(5)
    assert set(suits(state, 5)) == {"fox", "rabbit", "mouse"}
    assert suits(state, 5)[0] == own
    assert all(5 in of_suit(state, suit) for suit in ("fox", "rabbit", "mouse"))
    assert all(
        fits(state, card, 5) for card in ("ambush-fox", "ambush-mouse", "ambush-rabbit", "ambush-bird")
    )
    assert len(RULES.view(state, None).clearings[4].more_suits) == 2


def test_2_2_3_a_slot_added_by_a_voice() -> None:
    plain, more = two().state, sits(two(), City).state
    assert more.slots(5) == plain.slots(5) + 1
    assert RULES.view(more, None).clearings[4].slots == more.slots(5)


def test_4_1_1_a_crafting_piece_there_has_one_of_the_suits() -> None:
    # given workshops in the city and in a fox clearing, and a card that costs two foxes
    table = sits(two(), City).building("marquise", "workshop", at=5).suit(5, "rabbit")
    table.suit(1, "fox").building("marquise", "workshop", at=1).hand("marquise", "foxfolk-steel", "sappers")
    play = table.turn("marquise", "daylight.actions").start()
    assert play.offers("craft", card="foxfolk-steel")
    assert play.offers("craft", card="sappers")
    # when it is crafted, then both pieces are used
    play.choose("craft", card="foxfolk-steel")
    assert sorted(play.state.players["marquise"].activated) == [1, 5]


class Forge(Landmark):
    id = "test-forge"

    def item_pile(self, game: Root, me: Owner, crafter: Owner, item: str) -> dict[str, int] | Refusal | None:
        if item not in notes(game, me).items:
            return None
        return notes(game, me).items if game.has_piece(crafter, 7) else NO

    def item_points(self, game: Root, me: Owner, crafter: Owner, item: str, source: Owner) -> int:
        return int(source == me)

    def kept_items(self, game: Root, me: Owner) -> Sequence[str]:
        return [item for item, count in notes(game, me).items.items() for _ in range(count)]


def forge(at: int) -> Play:
    table = sits(two(), Forge).hand("marquise", "root-tea-fox").suit(1, "mouse")
    table.building("marquise", "workshop", at=1).warriors("marquise", 1, at=at)
    table.state.item_supply["tea"] = 0
    notes(table.state, "guest").items["tea"] = 1
    return table.turn("marquise", "daylight.actions").start()


def test_3_5_items_of_another_pile_need_what_it_asks_for() -> None:
    play = forge(at=2)
    assert play.refused("marquise", Craft("root-tea-fox")) == NO
    play = forge(at=7).choose("craft", card="root-tea-fox")
    assert play.state.players["marquise"].items == ["tea"]
    assert notes(play.state, "guest").items == {"tea": 0}
    assert play.score("marquise") == 3  # two printed, one more from the forge


class Archive(Landmark):
    id = "test-archive"

    def keeps_crafted(self, game: Root, me: Owner, crafter: Owner, card: str) -> Flow[bool]:
        choice = yield from ask(crafter, "setup.homeland", "4.1.2", [Wave(), Done()])
        if isinstance(choice, Wave):
            notes(game, me).cards.append(card)
        return isinstance(choice, Wave)


def test_4_1_2_a_crafted_card_may_go_elsewhere() -> None:
    table = sits(two(), Archive).hand("marquise", "root-tea-fox").suit(1, "mouse")
    table.building("marquise", "workshop", at=1)
    play = table.turn("marquise", "daylight.actions").play(craft, "marquise", Craft("root-tea-fox"))
    play.choose("test_wave")
    assert notes(play.state, "guest").cards == ["root-tea-fox"]
    assert play.state.discard == []


def test_4_1_1_crafting_may_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Marquise, "most_tools", lambda self, game, owner: 1)
    table = two().suit(1, "fox").suit(2, "fox").hand("marquise", "foxfolk-steel")
    table.building("marquise", "workshop", at=1).building("marquise", "workshop", at=2)
    play = table.turn("marquise", "daylight.actions").start()
    assert play.refused("marquise", Craft("foxfolk-steel")).clause == "4.1.1"


# --- on the way -------------------------------------------------------------------------------------------


class Toll(Landmark):
    """Takes one warrior of who walks the path 1 - 5."""

    id = "test-toll"

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        if journey.path and {journey.origin, journey.to} == {1, 5} and journey.warriors.get("marquise"):
            journey.warriors["marquise"] -= 1
            remove_warriors(game, "marquise", journey.origin, 1, me, "H8")
        yield from ()


def test_H8_a_toll_is_paid_before_arrival() -> None:
    play = sits(two(), Toll).warriors("marquise", 3, at=1).play(take_move, "marquise", Move(1, 5, 3))
    assert (play.warriors("marquise", at=1), play.warriors("marquise", at=5)) == (0, 2)
    play = sits(two(), Toll).warriors("marquise", 1, at=1).play(take_move, "marquise", Move(1, 5, 1))
    assert play.warriors("marquise", at=5) == 0
    assert play.noted("moved.warriors") == []


class Porter(Landmark):
    """Whoever moves carries the tokens along, one for each warrior."""

    id = "test-porter"

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        tokens = game.tokens_of(journey.mover, journey.origin)
        journey.carried += tokens[: journey.warriors.get(journey.mover, 0)]
        yield from ()


def test_15_2_4_tokens_are_carried_along() -> None:
    table = sits(two(), Porter).warriors("eyrie", 2, at=1).token("eyrie", "relic", at=1, count=3)
    play = table.play(take_move, "eyrie", Move(1, 5, 2))
    assert play.pieces("eyrie", "relic") == [1, 5, 5]


def test_14_2_2_some_warriors_stay_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Eyrie, "movable_warriors", lambda self, game, me, origin, to: game.warriors_of(me, origin) - 1
    )
    table = two().warriors("eyrie", 3, at=1)
    assert {move.warriors for move in moves(table.state, "eyrie")} == {2}
    table = two().warriors("eyrie", 1, at=1)
    assert moves(table.state, "eyrie") == []
    refusal = why_no_move(table.state, "eyrie", Move(1, 5, 1))
    assert refusal and refusal.clause == "4.2"


def test_14_2_2_some_warriors_are_only_removed_in_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Eyrie,
        "removable_warriors",
        lambda self, game, me, clearing, by, in_battle: game.warriors_of(me, clearing) - (not in_battle),
    )
    table = two().warriors("eyrie", 2, at=5).warriors("marquise", 3, at=5)
    assert table.play(lambda game: _sweep(game, "marquise", 5)).warriors("eyrie", at=5) == 1
    table = two().warriors("eyrie", 2, at=5).warriors("marquise", 3, at=5).dice(2, 0)
    assert table.play(battle, "marquise", 5, "eyrie").warriors("eyrie", at=5) == 0


# --- verbs ------------------------------------------------------------------------------------------------


def hidden_pair() -> Table:
    table = two()
    place_token(table.state, "eyrie", 5, "bomb", "13", hidden=True)
    place_token(table.state, "eyrie", 6, "snare", "13", hidden=True)
    return table


def test_1_2_1_a_face_down_token_is_seen_by_its_owner_alone() -> None:
    table = hidden_pair()
    seen = {
        seat: RULES.view(table.state, seat).clearings[4].tokens[0] for seat in ("eyrie", "marquise", None)
    }
    assert (seen["eyrie"].kind, seen["eyrie"].hidden) == ("bomb", True)
    assert (seen["marquise"].kind, seen[None].kind) == ("face-down", "face-down")
    public = [event for event in table.state.notes if not event.only]
    assert [event.about["kind"] for event in public] == ["face-down", "face-down"]
    own = [event for event in table.state.notes if event.only]
    assert [event.about["kind"] for event in own] == ["bomb", "snare"]


def test_13_4_2_flip_and_swap() -> None:
    state = hidden_pair().state
    swap(state, Piece("eyrie", "bomb", True), 5, Piece("eyrie", "snare", True), 6, "G.1.32")
    assert state.tokens_at(5) == [Piece("eyrie", "snare", True)]
    turned = flip(state, Piece("eyrie", "snare", True), 5, "13.4.2")
    assert turned == Piece("eyrie", "snare")
    assert state.learned
    assert RULES.view(state, None).clearings[4].tokens[0].kind == "snare"
    assert state.on_map("eyrie", "bomb") == 0
    assert state.on_map("eyrie", "bomb", hidden=True) == 1


def test_13_a_removed_face_down_token_stays_hidden() -> None:
    table = hidden_pair().warriors("marquise", 1, at=5).dice(0, 0)
    play = table.play(battle, "marquise", 5, "eyrie")
    assert play.noted("removed")[0].about["pieces"] == [("eyrie", "face-down")]
    assert play.score("marquise") == 1


def test_12_2_4_take_back_scores_nothing() -> None:
    state = two().token("eyrie", "tunnel", at=5).state
    take_back(state, Piece("eyrie", "tunnel"), 5, "12.2.4")
    assert state.clearings_with("eyrie", "tunnel") == []
    assert state.happened == []


def test_G_1_13_replace() -> None:
    table = two().warriors("eyrie", 1, at=5).building("eyrie", "roost", at=5)
    replace_warrior(table.state, "eyrie", 5, "marquise", "G.1.13")
    assert table.state.warriors_of("marquise", 5) == 1
    replace_building(table.state, Piece("eyrie", "roost"), 5, "marquise", "sawmill", "G.1.13")
    assert table.state.buildings_at(5) == [Piece("marquise", "sawmill")]
    assert table.state.players["marquise"].score == 1


def test_cards_are_shown_to_one_and_taken_up_again() -> None:
    state = two().hand("marquise", "sappers").state
    show_card(state, "marquise", "eyrie", "sappers", "G.1.30")
    assert [event.only for event in state.notes] == [(), ("marquise", "eyrie")]
    pile: list[str] = []
    state.players["marquise"].hand.remove("sappers")
    pile.append("sappers")
    take_up(state, "marquise", ["sappers"], pile, "revealed", "10.6.1")
    assert (state.players["marquise"].hand, pile) == (["sappers"], [])


def test_11_2_3_what_an_open_hand_gets_or_gives_everybody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyrie, "hand_is_public", lambda self, game, owner: True)
    play = two().deck("sappers").play(draw, "eyrie", 1)
    assert [event.about["cards"] for event in play.noted("drew.openly")] == [("sappers",)]
    give(play.state, "eyrie", "marquise", "sappers", "1.3.2")
    assert play.state.notes[-1].about["card"] == "sappers"
    assert play.state.notes[-1].only == ()
    assert RULES.view(play.state, "marquise").players[1].hand == ()


# --- hidden piles -----------------------------------------------------------------------------------------


class Chest(Landmark):
    """Cards nobody may look at, and tokens in supply that only the Eyrie may."""

    id = "test-chest"

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        own = notes(game, me)
        tokens = list(own.items)
        return (Pile(things=own.cards), Pile(things=tokens, group="other", seen_by=("eyrie",)))


def test_1_2_1_hidden_piles_have_groups_and_lookers() -> None:
    table = sits(two(), Chest)
    own = notes(table.state, "guest")
    own.cards, own.items = ["sappers", "armorers"], {"bomb": 1}
    assert any(pile is own.cards for pile in unseen_piles(table.state, "eyrie"))
    assert any(pile is own.cards for pile in unseen_piles(table.state, None))
    assert unseen_piles(table.state, "eyrie", "other") == []
    assert unseen_piles(table.state, "marquise", "other") == [["bomb"]]


def test_1_2_1_a_twin_has_other_tokens_face_down_for_those_who_may_not_look() -> None:
    import random

    table = hidden_pair()
    place_token(table.state, "eyrie", 7, "raid", "13", hidden=True)
    twins = [with_hidden_parts_shuffled(RULES, table.state, "marquise", random.Random(n)) for n in range(20)]
    kinds = {tuple(twin.tokens_at(c)[0].kind for c in (5, 6, 7)) for twin in twins}
    assert len(kinds) > 1
    assert all(sorted(three) == ["bomb", "raid", "snare"] for three in kinds)
    assert all(RULES.view(t, "marquise") == RULES.view(table.state, "marquise") for t in twins)
    same = with_hidden_parts_shuffled(RULES, table.state, "eyrie", random.Random(1))
    assert [same.tokens_at(c) for c in (5, 6, 7)] == [table.state.tokens_at(c) for c in (5, 6, 7)]
    assert token_group("eyrie", "face-down") == "eyrie:face-down"


# --- rule and points --------------------------------------------------------------------------------------


def test_10_2_4_a_faction_may_rule_outright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Marquise, "rules_outright", lambda self, game, me, c: game.on_map(me, "garden") > 0)
    table = two().warriors("eyrie", 6, at=5)
    assert ruler(table.state, 5) == "eyrie"
    table.building("marquise", "garden", at=5)
    assert ruler(table.state, 5) == "marquise"


class Prize(Landmark):
    id = "test-prize"

    def bonus_points(self, game: Root, me: Owner, removed: Removed) -> int:
        return 2 if removed.clearing == 5 and removed.pieces else 0


def test_3_2_1_a_voice_adds_points_for_a_removal() -> None:
    table = sits(two(), Prize).building("eyrie", "roost", at=5).building("eyrie", "roost", at=6)
    table.play(lambda game: _sweep(game, "marquise", 6))
    assert table.state.players["marquise"].score == 1
    table.state.over = False
    table.play(lambda game: _sweep(game, "marquise", 5))
    assert table.state.players["marquise"].score == 4


def test_7_8_4_counting_the_despots_point_changes_nothing() -> None:
    table = two().board("eyrie", leader="despot")
    removed = Removed("eyrie", 5, (), (Piece("marquise", "sawmill"),), True)
    before = encode(table.state)
    assert [FACTIONS["eyrie"].removal_points(table.state, "eyrie", removed) for _ in range(2)] == [2, 2]
    assert encode(table.state) == before


class Passport(Landmark):
    id = "test-passport"

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, ferry: bool
    ) -> bool:
        return mover == "eyrie"

    def bars_leaving(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Refusal | None:
        return NO if origin == 6 else None

    def bars_moving(self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place) -> Refusal | None:
        return NO if to == 9 else None


def test_4_2_1_a_voice_waives_rule_for_one_player_and_bars_moves_of_all() -> None:
    table = sits(two(), Passport).warriors("eyrie", 1, at=1).warriors("marquise", 5, at=1)
    for clearing in (5, 9, 10):
        table.warriors("marquise", 2, at=clearing)
    assert {move.to for move in moves(table.state, "eyrie")} == {5, 10}
    table.warriors("eyrie", 1, at=6)
    assert all(move.origin != 6 for move in moves(table.state, "eyrie"))
