"""The rules of Pebbles.

1. Take one to three pebbles from the heap or dare a roll, as often as you like.
2. Then all bid a card at once, and the highest lone card wins two points.
3. It ends when the heap or the hands are empty. Alone, a crow takes a pebble after every bid and keeps no score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.flow import Ask, Done, Flow, Option, ask, ask_all, reveal, roll, shuffle
from engine.rules import NOT_YOURS, OVER, TURN_END, Place, Preview, Refusal, SeatView, Setup, State, View


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
    plays: dict[str, str] = {}
    dares: bool = True
    crow: int | None = None
    """The crow's pebbles; None where no crow comes."""


class PebblesView(View):
    heap: int
    hand: tuple[int, ...] | None
    crow: int = 0

    def held(self) -> tuple[int, ...] | None:
        return self.hand

    def closeups(self) -> tuple[Place, ...]:
        return ("heap", *range(1, len(self.seats) + 1))

    def boards(self) -> tuple[str, ...]:
        return (*super().boards(), "heap")


def deal(game: Pebbles) -> Flow[None]:
    deck = yield from shuffle("toy.deck", range(1, 4 * len(game.order) + 1))
    game.hands = {seat: sorted(deck[4 * n : 4 * n + 4]) for n, seat in enumerate(game.order)}
    game.step = "take"
    begin_turn(game)


def begin_turn(game: Pebbles) -> None:
    game.turn += 1
    game.note("turn", turn=game.turn, owner=active(game))


def active(game: Pebbles) -> str:
    return game.order[(game.turn - 1) % len(game.order)]


def take(game: Pebbles) -> Flow[None]:
    seat = active(game)
    while game.heap:
        dare = [Dare()] if game.dares else []
        choice = yield from ask(seat, "toy.take", "1", [Take(min(3, game.heap)), *dare, Done()])
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
    if game.crow is not None and game.heap:
        game.heap, game.crow = game.heap - 1, game.crow + 1
    game.step = "take"
    if not game.heap or not game.hands[winner]:
        best = max(game.scores.values())
        game.over, game.end = True, "points"
        game.winners = [seat for seat in game.order if game.scores[seat] == best]
    else:
        begin_turn(game)


class PebblesRules:
    game = "pebbles"
    state_type = Pebbles
    view_type = PebblesView
    version = 1
    upgrades: Mapping[int, object] = {}
    clauses: Mapping[str, str] = {NOT_YOURS: "2", OVER: "3"}

    def new(self, setup: Setup) -> Pebbles:
        order = [seat.seat for seat in setup.seats]
        return Pebbles(
            order=order,
            scores=dict.fromkeys(order, 0),
            plays={seat.seat: seat.plays or seat.seat for seat in setup.seats},
            heap=int(setup.options.get("heap", 30)),
            dares="safe" not in setup.options.get("extras", ()),
            crow=0 if setup.options.get("mode") == "alone" else None,
        )

    def flow(self, state: Pebbles) -> Flow[None]:
        return {"deal": deal, "take": take, "bid": bid}[state.step](state)

    def step(self, state: Pebbles) -> str:
        return state.step

    def last_call(self, state: Pebbles) -> Ask | None:
        return Ask(active(state), TURN_END, "1", (Done(),)) if state.step == "bid" else None

    def seat_of(self, state: Pebbles, name: str) -> str:
        return name

    def name_of(self, state: Pebbles, seat: str) -> str:
        return seat

    def options(self) -> Mapping[str, type[Option]]:
        return {"take": Take, "dare": Dare, "bid": Bid, "done": Done}

    def view(self, state: Pebbles, seat: str | None) -> PebblesView:
        seats = tuple(
            SeatView(
                seat=s, plays=state.plays[s], name=s, score=state.scores[s], cards=len(state.hands.get(s, ()))
            )
            for s in state.order
        )
        if state.crow is not None:
            seats += (SeatView(seat="crow", plays="crow", name="crow", board="automatic", score=None),)
        hand = tuple(state.hands.get(seat, ())) if seat else None
        return PebblesView(
            game="pebbles", seat=seat, turn=state.turn, active=active(state), phase=state.step, seats=seats,
            over=state.over, winners=tuple(state.winners), end=state.end, heap=state.heap, hand=hand,
            crow=state.crow or 0,
        )  # fmt: skip

    def opened(self, state: Pebbles, seat: str, public: PebblesView) -> PebblesView:
        return self.view(state, seat)

    def dec_hook(self, kind: type, value: object) -> object:
        raise NotImplementedError

    def why_not(self, state: Pebbles, questions: Sequence[Ask], seat: str, wish: Option) -> Refusal:
        if isinstance(wish, Take):
            return Refusal("1", "You may take one to three pebbles that are there.")
        return Refusal("2", "You may bid a card of your hand when all bid.")

    def wishes(self, state: Pebbles, seat: str) -> Sequence[str]:
        return ("take", "bid")

    def meant(self, state: Pebbles, questions: Sequence[Ask], seat: str, verb: str) -> Sequence[Option]:
        return [Take(1)] if verb == "take" else [Bid(card) for card in state.hands.get(seat, ())]

    def nearness(self, state: Pebbles, seat: str, wish: Option, refusal: Refusal) -> int:
        return 0

    def preview(self, state: Pebbles, seat: str, option: Option) -> Sequence[Preview]:
        if isinstance(option, Take):
            return (Preview("toy.points", {"points": option.pebbles}),)
        return (Preview("toy.dare"),) if isinstance(option, Dare) else ()


RULES = PebblesRules()
