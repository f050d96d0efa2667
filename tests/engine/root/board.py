"""Set a table as an example in a rule book would, play on it, and look at it.

table = board("marquise", "eyrie").warriors("marquise", 1, at=5).warriors("eyrie", 4, at=5).dice(3, 0)
play = table.play(battle, "marquise", 5, "eyrie")
assert play.warriors("eyrie", at=5) == 3
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.chance import scripted, seeded
from engine.flow import Ask, Done, Flow, Option
from engine.game import Game
from engine.root import data
from engine.root.cast import recast
from engine.root.data import CARDS, DECKS
from engine.root.faction import faction_of
from engine.root.landmark import put, stands
from engine.root.rule import ruler
from engine.root.rules import RULES, RootRules
from engine.root.setup.table import add_guest, lay_map, muster
from engine.root.state import Piece, Root
from engine.root.turn import begin_turn, go_to
from engine.rules import Event, Refusal, Refused, SeatSetup, Setup


class Direct(RootRules):
    """Rules that run one given flow and stop."""

    def __init__(self, flow: Callable[..., Flow[Any]], *args: Any) -> None:
        self._flow = flow
        self._args = args

    def flow(self, game: Root) -> Flow[None]:
        def once() -> Flow[None]:
            result = yield from self._flow(game, *self._args)
            game.options["result"] = result
            game.over = True

        return _guard(game, once())


def _guard(game: Root, flow: Flow[None]) -> Flow[None]:
    from engine.root.verbs import Won

    try:
        yield from flow
    except Won:
        game.happened.clear()


class Play:
    """A game under test. Seats answer by verb and fields; everything can be looked up."""

    def __init__(self, game: Game[Root]) -> None:
        self.game = game
        self.events: list[Event] = game.take_events()

    @property
    def state(self) -> Root:
        return self.game.state

    # questions

    @property
    def question(self) -> Ask:
        """The one pending question."""
        (question,) = self.game.waiting()
        return question

    def asked(self, seat: str) -> str:
        """The key of the question a seat must answer, or ""."""
        question = self.game.pending(seat)
        return question.key if question else ""

    def options(self, verb: str, **fields: Any) -> list[Option]:
        """The offered options of a verb whose fields have these values, for whoever is asked."""
        return [
            option
            for question in self.game.waiting()
            for option in question.options
            if option.verb == verb and all(getattr(option, k) == v for k, v in fields.items())
        ]

    def offers(self, verb: str, **fields: Any) -> bool:
        return bool(self.options(verb, **fields))

    def verbs(self) -> set[str]:
        return {option.verb for question in self.game.waiting() for option in question.options}

    # answers

    def answer(self, answer: Option | tuple[Option, ...], seat: str | None = None) -> Play:
        self.events = self.game.answer(seat or self.question.seat, answer)
        return self

    def choose(self, verb: str, *, seat: str | None = None, **fields: Any) -> Play:
        """Choose the one offered option with these fields; a counted field may be smaller than offered."""
        question = self.game.pending(seat) if seat else self.question
        assert question is not None, f"{seat} is not asked"
        for option in question.options:
            if option.verb != verb:
                continue
            counted = option.COUNTED
            if counted in fields and fields[counted] in option.numbers():
                option = option.with_number(fields[counted])
            if all(getattr(option, k) == v for k, v in fields.items()):
                return self.answer(option, question.seat)
        raise AssertionError(f"{verb} {fields} is not among {question.options}")

    def choose_many(self, *options: Option, seat: str | None = None) -> Play:
        return self.answer(tuple(options), seat)

    def done(self, seat: str | None = None) -> Play:
        return self.answer(Done(), seat)

    def refused(self, seat: str, wish: Option) -> Refusal:
        """Try a wish that must be refused; nothing may change. Returns the refusal."""
        before = msgspec.json.encode(self.state)
        try:
            self.game.answer(seat, wish)
        except Refused as refused:
            assert msgspec.json.encode(self.state) == before
            return refused.refusal
        raise AssertionError(f"{wish} was not refused")

    # the table

    def warriors(self, owner: str, at: int) -> int:
        return self.state.warriors_of(owner, at)

    def supply(self, owner: str) -> int:
        return self.state.players[owner].supply

    def pieces(self, owner: str, kind: str) -> list[int]:
        return self.state.clearings_with(owner, kind)

    def stands(self, landmark: str) -> int:
        return stands(self.state, landmark)

    def score(self, owner: str) -> int:
        return self.state.players[owner].score

    def hand(self, owner: str) -> list[str]:
        return sorted(self.state.players[owner].hand)

    def ruler(self, clearing: int) -> str | None:
        return ruler(self.state, clearing)

    def noted(self, key: str) -> list[Event]:
        """Events with this key since the last answer."""
        return [event for event in self.events if event.key == key]

    @property
    def result(self) -> Any:
        """What a directly played flow returned."""
        return self.state.options.get("result")


class Table:
    """A table being laid. Nothing is on it but what is put there."""

    def __init__(self, factions: tuple[str, ...], **options: Any) -> None:
        seats = []
        for faction in factions:
            plays, _, kind = faction.partition(":")
            seats.append(
                SeatSetup(plays, "vagabond" if plays == "vagabond2" else plays, kind, options.pop(plays, {}))
            )
        self.setup = Setup(tuple(seats), options)
        self.state = RULES.new(self.setup)
        self._dice: list[tuple[int, ...]] = []
        self._set: dict[str, set[str]] = {}
        for _ in _settle_chance(lay_map(self.state)):
            pass
        for owner in self.state.order:
            printed = data.FACTIONS.get("vagabond" if owner == "vagabond2" else owner)
            muster(self.state, owner, printed.warriors if printed else 0)
        self.state.deck = [card for card, n in DECKS[self.state.deck_id].items() for _ in range(n)]

    def warriors(self, owner: str, count: int, at: int) -> Table:
        self.state.warriors[owner][at] += count
        self.state.players[owner].supply -= count
        assert self.state.players[owner].supply >= 0, f"{owner} has not that many warriors"
        return self

    def building(self, owner: str, kind: str, at: int, count: int = 1) -> Table:
        self.state.buildings[at] += [Piece(owner, kind)] * count
        return self

    def token(self, owner: str, kind: str, at: int, count: int = 1) -> Table:
        self.state.tokens[at] += [Piece(owner, kind)] * count
        return self

    def landmark(self, name: str, at: int) -> Table:
        """A landmark stands in a clearing; what its card says to do there is done."""
        if name not in self.state.guests:
            add_guest(self.state, name, name)
        recast(self.state)
        for _ in _settle_chance(put(self.state, name, at, "A.5.3")):
            pass
        self.state.notes.clear()
        return self

    def pawn(self, owner: str, at: int | str) -> Table:
        self.state.pawns[owner] = at
        return self

    def no_ruins(self) -> Table:
        self.state.ruins = {}
        return self

    def supply(self, owner: str, count: int) -> Table:
        self.state.players[owner].supply = count
        return self

    def hand(self, owner: str, *cards: str) -> Table:
        """Give cards, taken out of the deck."""
        for card in cards:
            self.state.deck.remove(card)
            self.state.players[owner].hand.append(card)
        return self

    def crafted(self, owner: str, *cards: str) -> Table:
        for card in cards:
            assert CARDS[card].kind == "persistent", card
            self.state.deck.remove(card)
            self.state.players[owner].crafted.append(card)
        return self

    def deck(self, *cards: str) -> Table:
        """The deck is exactly these cards; the first is drawn first."""
        self.state.deck = list(reversed(cards))
        return self

    def discard(self, *cards: str) -> Table:
        for card in cards:
            self.state.deck.remove(card)
            self.state.discard.append(card)
        return self

    def score(self, owner: str, points: int) -> Table:
        self.state.players[owner].score = points
        return self

    def items(self, owner: str, *items: str) -> Table:
        self.state.players[owner].items += items
        return self

    def suit(self, clearing: int, suit: str) -> Table:
        self.state.suits[clearing] = suit
        return self

    def dice(self, *dice: int) -> Table:
        """The next battle roll: two dice. Call again for further rolls."""
        self._dice.append(dice)
        return self

    def board(self, owner: str, **fields: Any) -> Table:
        """Set fields of a faction board."""
        for name, value in fields.items():
            setattr(self.state.boards[owner], name, value)
        self._set.setdefault(owner, set()).update(fields)
        return self

    def change(self, change: Callable[[Root], Any]) -> Table:
        change(self.state)
        return self

    def turn(self, owner: str, step: str) -> Table:
        """It is this owner's turn, at this step."""
        board = self.state.boards[owner]
        begin_turn(self.state, owner)
        fresh = self.state.boards[owner]
        if fresh is not board:  # keep what a test has set before
            default = faction_of(self.state, owner).new_board()
            for name in board.__struct_fields__:  # type: ignore[attr-defined]
                if name in self._set.get(owner, ()) or getattr(board, name) != getattr(default, name):
                    setattr(fresh, name, getattr(board, name))
        go_to(self.state, step)
        self.state.notes.clear()
        return self

    def start(self) -> Play:
        """Run on from the cursor to the first question."""
        return self._play(RULES)

    def play(self, flow: Callable[..., Flow[Any]], *args: Any) -> Play:
        """Run one flow of the rules: `play(battle, "marquise", 5, "eyrie")`."""
        if not self.state.active:
            self.state.cursor.active = self.state.order[0]
            self.state.cursor.step = "daylight.actions"
        return self._play(Direct(flow, *args))

    def _play(self, rules: RootRules) -> Play:
        game: Game[Root] = Game(rules, self.setup, scripted(self._dice, seeded("test")))
        recast(self.state)
        game.state = self.state
        return Play(game.start())


def _settle_chance(flow: Flow[None]) -> Flow[None]:
    """Run a flow that only shuffles, with the order as it stands."""
    try:
        request = next(flow)
        while True:
            request = flow.send(tuple(range(request.size)))  # type: ignore[union-attr]
    except StopIteration:
        return
    yield


def board(*factions: str, **options: Any) -> Table:
    """A table for these factions, in order of play. "marquise:clockwork" is a bot."""
    return Table(factions, **options)
