"""What a voice may say: menus, what it hears, what it takes out of the way. Each hook with a tiny voice."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from engine.chance import seeded
from engine.flow import Done, Flow, Option, ask
from engine.game import Game, decode, encode
from engine.root.actions.battle import battle, battles
from engine.root.actions.move import Move, moves, take_move
from engine.root.check import RandomGame, random_setup
from engine.root.faction import FACTIONS
from engine.root.factions.eyrie.faction import Eyrie
from engine.root.factions.marquise.faction import Marquise
from engine.root.happen import Crafted, Drew, Placed, Reaction, Removed, Scored, TurnEnded, settle
from engine.root.menu import does
from engine.root.rule import (
    ruler,
)
from engine.root.rules import RULES
from engine.root.setup.table import BEFORE_FACTIONS, add_guest
from engine.root.state import CLEARINGS, Owner, Piece, Place, Root, path_place
from engine.root.verbs import (
    discard,
    discard_pile,
    draw,
    place_token,
    place_warriors,
    put_in_discard,
    recover_warriors,
    remove_warriors,
    score,
    sweep,
)
from engine.root.voice import GUESTS
from engine.rules import Refusal, SeatSetup, Setup
from tests.engine.root.board import Play, Table, board
from tests.engine.root.voices import (
    FOREST,
    NO,
    Hireling,
    Landmark,
    Show,
    Wave,
    notes,
    nothing,
    only_today,  # noqa: F401  a fixture
    pick,
    sits,
    sweep_one,
    two,
)

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


def test_rb_2_8_bots_are_offerednothing() -> None:
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


def test_1_2_1_a_menu_thatnothing_hidden_could_fill_is_not_asked() -> None:
    assert sits(two(), Peddler).play(pick, "eyrie").result == Done()
    assert two().hand("eyrie", "armorers").play(pick, "eyrie").result == Done()


def test_1_2_1_an_open_hand_hidesnothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyrie, "hand_is_public", lambda self, game, owner: True)
    assert sits(two(), Peddler).hand("eyrie", "sappers").play(pick, "eyrie").result == Done()


# --- happenings -------------------------------------------------------------------------------------------


class Ear(Landmark):
    """Writes down what it hears, and counts."""

    id = "test-ear"
    reactions = tuple(
        Reaction("1.1.3", f"test.{kind.__name__}", kind, lambda game, me, what: True, nothing, quiet=True)
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
    play = table.play(lambda game: sweep_one(game, "marquise", 5))
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
    table.play(lambda game: sweep_one(game, "marquise", 6))
    assert table.state.players["marquise"].score == 1
    table.state.over = False
    table.play(lambda game: sweep_one(game, "marquise", 5))
    assert table.state.players["marquise"].score == 4


def test_7_8_4_counting_the_despots_point_changesnothing() -> None:
    table = two().board("eyrie", leader="despot")
    removed = Removed("eyrie", 5, (), (Piece("marquise", "sawmill"),), True)
    before = encode(table.state)
    assert [FACTIONS["eyrie"].removal_points(table.state, "eyrie", removed) for _ in range(2)] == [2, 2]
    assert encode(table.state) == before


class Passport(Landmark):
    id = "test-passport"

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
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


# --- setup ------------------------------------------------------------------------------------------------


class Usurper(Landmark):
    id = "test-usurper"

    def bars_faction(self, game: Root, me: Owner, faction: str) -> bool:
        return faction == "eyrie"


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two sections that set something up; each leaves a guest and asks the last player."""
    done: list[str] = []

    def sets(section: str) -> Callable[[Root], Flow[None]]:
        def flow(game: Root) -> Flow[None]:
            assert not any(player.hand for player in game.players.values())
            add_guest(game, section, Usurper.id)
            yield from ask(game.order[-1], "setup.homeland", section, [Wave(), Done()])
            done.append(section)

        return flow

    GUESTS[Usurper.id] = Usurper()
    monkeypatch.setitem(BEFORE_FACTIONS, "A.6", sets("A.6"))
    monkeypatch.setitem(BEFORE_FACTIONS, "A.5", sets("A.5"))
    return done


@pytest.mark.parametrize("kind", ["standard", "advanced"])
def test_A_5_A_6_guests_are_set_up_before_the_factions_and_any_hand(kind: str, stage: list[str]) -> None:
    names = ("marquise", "alliance") if kind == "standard" else ("", "")
    seats = tuple(SeatSetup(name or f"seat{n}", name) for n, name in enumerate(names))
    play = Play(Game(RULES, Setup(seats, {"setup": kind}), seeded("guests")).start())
    for _ in range(2):
        assert play.question.key == "setup.homeland"
        play.done()
    assert stage == ["A.5", "A.6"]
    assert list(play.state.guests) == ["A.5", "A.6"]


def test_A_6_5_a_faction_that_a_guest_replaces_is_not_dealt(stage: list[str]) -> None:
    for seed in range(8):
        seats = tuple(SeatSetup(f"seat{n}") for n in range(3))
        play = Play(Game(RULES, Setup(seats, {"setup": "advanced"}), seeded(str(seed))).start())
        play.done().done()
        assert "eyrie" not in {card.faction for card in play.state.setup_cards}


# --- whole games ------------------------------------------------------------------------------------------


class Patrol(Hireling):
    """Stands everywhere; its controller may move or battle with it once a turn."""

    id = "test-patrol"

    def controller(self, game: Root, me: Owner) -> Owner:
        people = [owner for owner in game.order if owner not in game.bots]
        return people[game.turn % (len(people) + 1)] if game.turn % (len(people) + 1) < len(people) else ""

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        ready = (
            moment == "daylight"
            and self.controller(game, me) == owner
            and notes(game, me).number != game.turn
        )
        if not ready:
            return ()
        return [Order(m.origin, m.to, "") for m in moves(game, me)] + [
            Order(f.clearing, 0, f.defender) for f in battles(game, me)
        ]


class Order(Option, frozen=True, tag="test_order"):
    origin: int
    to: int
    defender: Owner


@does(Order)
def carry_out(game: Root, owner: Owner, option: Order) -> Flow[None]:
    notes(game, "patrol").number = game.turn
    if option.defender:
        yield from battle(game, "patrol", option.origin, option.defender)
    else:
        yield from take_move(game, "patrol", Move(option.origin, option.to, 1))


class Wonder(Landmark):
    """Clearing 6 has every suit and one more slot."""

    id = "test-wonder"

    def adds_suits(self, game: Root, me: Owner, clearing: int) -> Sequence[str]:
        return ("fox", "rabbit", "mouse") if clearing == 6 else ()

    def adds_slots(self, game: Root, me: Owner, clearing: int) -> int:
        return int(clearing == 6)


def visit(game: Root) -> Flow[None]:
    """A hireling in every clearing, with a camp in two, and a landmark."""
    add_guest(game, "patrol", Patrol.id, 12)
    add_guest(game, "wonder", Wonder.id)
    for clearing in CLEARINGS:
        place_warriors(game, "patrol", clearing, 1, "A.6")
    for clearing in (2, 6):
        place_token(game, "patrol", clearing, "camp", "A.6", hidden=clearing == 2)
    yield from settle(game)


@pytest.mark.parametrize("number", range(10))
def test_random_games_with_guests_at_the_table(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Patrol, Wonder):
        GUESTS[kind.id] = kind()
    monkeypatch.setitem(BEFORE_FACTIONS, "A.6", visit)
    known = {**RULES.options(), "test_order": Order}  # so that a reload can read what the guest was told
    monkeypatch.setattr(type(RULES), "options", lambda rules: known)
    seed = f"guests {number}"
    setup = random_setup(random.Random(seed), bots=0.3 * (number % 3))
    played = RandomGame(setup, seed, keep=True).play(400, trials=3)
    assert played.faults == []
    state = played.game.state
    held = sum(player.held.get("patrol", 0) for player in state.players.values())
    assert state.guests["patrol"].supply + sum(state.warriors["patrol"]) + held == 12
