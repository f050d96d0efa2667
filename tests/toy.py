"""Pebbles: a toy game in about sixty lines that uses everything the platform offers.

Take one to three pebbles from the heap or dare a roll, as often as you like; then all bid a card at once, and
the highest lone card wins two points. It ends when the heap or the hands are empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.flow import Answer, Ask, Done, Flow, Option, ask, ask_all, reveal, roll, shuffle
from engine.rules import Refusal, SeatSetup, SeatView, Setup, State, View


class Take(Option, frozen=True, tag="take"):
    COUNTED = "pebbles"
    pebbles: int


class Dare(Option, frozen=True, tag="dare"):
    pass


class Bid(Option, frozen=True, tag="bid"):
    card: int


class Pebbles(State):
    order: list[str] = []
    heap: int = 30
    step: str = "deal"
    hands: dict[str, list[int]] = {}
    scores: dict[str, int] = {}


class PebblesView(View):
    heap: int
    hand: tuple[int, ...] | None


def deal(game: Pebbles) -> Flow[None]:
    deck = yield from shuffle("toy.deck", range(1, 4 * len(game.order) + 1))
    game.hands = {seat: sorted(deck[4 * n : 4 * n + 4]) for n, seat in enumerate(game.order)}
    game.step = "take"


def take(game: Pebbles) -> Flow[None]:
    seat = game.order[game.turn % len(game.order)]
    while game.heap:
        choice = yield from ask(seat, "toy.take", "1", [Take(min(3, game.heap)), Dare(), Done()])
        if isinstance(choice, Done):
            break
        if isinstance(choice, Take):
            pebbles = choice.pebbles
        else:
            pebbles = min(game.heap, (yield from roll("toy.dare", 1, 6))[0])
        game.heap -= pebbles
        game.scores[seat] += pebbles
        game.note("toy.took", "1", seat=seat, pebbles=pebbles)
    game.step = "bid"


def bid(game: Pebbles) -> Flow[None]:
    asks = [
        Ask(seat, "toy.bid", "2", tuple(Bid(card) for card in game.hands[seat]), secret=True)
        for seat in game.order
    ]
    bids = {seat: choice.card for seat, choice in (yield from ask_all(asks)).items()}
    yield from reveal("toy.bids", *game.order)
    for seat, card in bids.items():
        game.hands[seat].remove(card)
    winner = max(bids, key=lambda seat: bids[seat])
    game.scores[winner] += 2
    game.note("toy.bids", "2", **bids, winner=winner)
    game.turn += 1
    game.step = "take"
    if not game.heap or not game.hands[winner]:
        best = max(game.scores.values())
        game.over, game.end = True, "points"
        game.winners = [seat for seat in game.order if game.scores[seat] == best]


class PebblesRules:
    game = "pebbles"
    state_type = Pebbles
    version = 1
    upgrades: Mapping[int, object] = {}

    def new(self, setup: Setup) -> Pebbles:
        order = [seat.seat for seat in setup.seats]
        return Pebbles(order=order, scores=dict.fromkeys(order, 0), heap=setup.options.get("heap", 30))

    def flow(self, state: Pebbles) -> Flow[None]:
        return {"deal": deal, "take": take, "bid": bid}[state.step](state)

    def step(self, state: Pebbles) -> str:
        return state.step

    def seat_of(self, state: Pebbles, name: str) -> str:
        return name

    def name_of(self, state: Pebbles, seat: str) -> str:
        return seat

    def options(self) -> Mapping[str, type[Option]]:
        return {"take": Take, "dare": Dare, "bid": Bid, "done": Done}

    def view(self, state: Pebbles, seat: str | None) -> PebblesView:
        seats = tuple(
            SeatView(seat=s, plays=s, name=s, score=state.scores[s], cards=len(state.hands.get(s, ())))
            for s in state.order
        )
        active = state.order[state.turn % len(state.order)]
        hand = tuple(state.hands.get(seat, ())) if seat else None
        return PebblesView(
            game="pebbles", seat=seat, turn=state.turn, active=active, phase=state.step, seats=seats,
            over=state.over, winners=tuple(state.winners), end=state.end, heap=state.heap, hand=hand,
        )  # fmt: skip

    def dec_hook(self, kind: type, value: object) -> object:
        raise NotImplementedError

    def why_not(self, state: Pebbles, questions: Sequence[Ask], seat: str, wish: Option) -> Refusal:
        if isinstance(wish, Take):
            return Refusal("1", "You may take one to three pebbles that are there.")
        return Refusal("2", "You may bid a card of your hand when all bid.")


class PebblesKind:
    """The toy as the registry of games would describe it."""

    rules = PebblesRules()

    def standin(self, view: View, ask: Ask) -> Answer:
        return ask.options[0]


PEBBLES = PebblesKind()


def setup(*seats: str, heap: int = 30) -> Setup:
    return Setup(tuple(SeatSetup(seat) for seat in seats or ("ann", "bob")), {"heap": heap})
