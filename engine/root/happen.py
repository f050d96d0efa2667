"""What happened on the map, and who reacts. Verbs record happenings; `settle` resolves the reactions.

Reactions come after all pieces of the event are gone (1.1.3). Quiet ones (nothing to choose) go first, in turn
order; the rest in the order the right player chooses: the active player, or in battle the side that lost the
pieces (4.3.4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from engine.flow import Flow, Option, ask
from engine.root.state import Owner, Piece, Place, Root


class Removed(msgspec.Struct, frozen=True):
    """Pieces left one place as part of one event. `by` removed them, or made their owner remove them."""

    by: Owner
    place: Place
    warriors: tuple[tuple[Owner, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    in_battle: bool = False
    orders: Owner = ""
    """Who orders the reactions; "" for the active player."""
    clause: str = ""
    """The rule that removed them."""
    side: Owner = ""
    """In battle, the side that lost them; warriors that others lent it fell for it (11.2.7.III.b)."""
    defended: bool = False
    """That side was the defender."""
    event: int = 0
    """The number of the event; parts of one event have the same (1.1.3)."""

    @property
    def clearing(self) -> int:
        """The clearing they were in; 0 for another place."""
        return self.place if isinstance(self.place, int) else 0

    def warriors_of(self, owner: Owner) -> int:
        return sum(n for o, n in self.warriors if o == owner)

    def has(self, owner: Owner, kind: str) -> bool:
        """Was a building or token of this kind among them?"""
        return any(piece.kind == kind and piece.owner == owner for piece in self.pieces)


class Moved(msgspec.Struct, frozen=True):
    """Warriors or a pawn of one owner went from one place to another."""

    mover: Owner
    origin: Place
    to: Place
    warriors: int = 0
    pawn: bool = False
    carried: tuple[Piece, ...] = ()
    """Tokens that went along."""
    path: bool = False
    """Along a path; not by river, by boat or underground."""

    @property
    def clearing(self) -> int:
        """Where the reactions are; 0 for a forest or a path."""
        return self.to if isinstance(self.to, int) else 0


class Placed(msgspec.Struct, frozen=True):
    """G.1.31  Pieces were placed."""

    owner: Owner
    place: Place
    warriors: int = 0
    pieces: tuple[Piece, ...] = ()

    @property
    def clearing(self) -> int:
        return self.place if isinstance(self.place, int) else 0


class Carried(msgspec.Struct, frozen=True):
    """C.2.5  A move took `by` along. Several movers go in one move only if one takes the others with it."""

    by: Owner
    movers: tuple[Owner, ...]
    clearing: int


class Swept(msgspec.Struct, frozen=True):
    """An effect removed all enemy pieces of `by` from a clearing."""

    by: Owner
    clearing: int


class Crafted(msgspec.Struct, frozen=True):
    """4.1  A card was crafted; `source` is whose pile its item came from, "" for the supply."""

    owner: Owner
    card: str
    source: Owner = ""


class Drew(msgspec.Struct, frozen=True):
    """2.1.2  A player drew cards."""

    owner: Owner
    cards: int


class Scored(msgspec.Struct, frozen=True):
    """3.1  A player's score marker went up."""

    owner: Owner
    before: int
    after: int


class TurnEnded(msgspec.Struct, frozen=True):
    """1.4.1, E.1.3  A player's turn is over, after everything else in Evening."""

    owner: Owner


Happening: TypeAlias = Removed | Moved | Placed | Carried | Swept | Crafted | Drew | Scored | TurnEnded


class Reaction(msgspec.Struct, frozen=True):
    """How a voice reacts to a kind of happening. `owner` is the voice's own name (`me`)."""

    clause: str
    key: str
    to: type
    applies: Callable[[Root, Owner, Any], bool]
    run: Callable[[Root, Owner, Any], Flow[None]]
    quiet: bool = False
    in_setup: bool = False
    """5.1  Does it react to what is laid out before the game, too?"""


def record(game: Root, happening: Happening) -> None:
    """1.1.3  Something happened; kept until `settle` if anybody at the table reacts to such things."""
    if game.cast.listeners(type(happening)):
        game.happened.append(happening)


class Resolve(Option, frozen=True, tag="resolve"):
    """Resolve this reaction next."""

    effect: str
    owner: Owner
    clearing: int


class _Due(msgspec.Struct, frozen=True):
    owner: Owner
    reaction: Reaction
    happening: Any

    @property
    def choice(self) -> Resolve:
        return Resolve(self.reaction.key, self.owner, getattr(self.happening, "clearing", 0))

    def chooser(self, game: Root) -> Owner:
        return getattr(self.happening, "orders", "") or game.active

    def applies(self, game: Root) -> bool:
        return self.reaction.applies(game, self.owner, self.happening)


def laid_out(game: Root) -> Flow[None]:
    """5.1  Nobody reacts to what is laid out, but for what asks where it goes."""
    while game.happened:
        happening = game.happened.pop(0)
        for item in [d for d in _collect(game, [happening]) if d.reaction.in_setup]:
            yield from item.reaction.run(game, item.owner, item.happening)


def settle(game: Root) -> Flow[None]:
    """1.1.3, 4.3.4  Resolve every reaction to what has happened, and to what those reactions cause."""
    while game.happened:
        happened, game.happened = game.happened, []
        due = _collect(game, happened)
        for item in [d for d in due if d.reaction.quiet]:
            yield from item.reaction.run(game, item.owner, item.happening)
        due = [d for d in due if not d.reaction.quiet and d.applies(game)]
        while due:
            item = yield from _pick(game, due)
            due.remove(item)
            yield from item.reaction.run(game, item.owner, item.happening)
            due = [d for d in due if d.applies(game)]


def _collect(game: Root, happened: list[Any]) -> list[_Due]:
    return [
        _Due(owner, reaction, happening)
        for happening in happened
        for owner, reaction in game.cast.listeners(type(happening))
        if reaction.applies(game, owner, happening)
    ]


def _pick(game: Root, due: list[_Due]) -> Flow[_Due]:
    """1.1.3, 4.3.4  Each side of a battle orders what its own losses trigger; between the sides the active player."""
    choosers = {d.chooser(game) for d in due}
    if len(choosers) == 1:
        return (yield from _next(game, choosers.pop(), due))
    item = yield from _next(game, game.active, due)
    chooser = item.chooser(game)
    if chooser == game.active:
        return item
    return (yield from _next(game, chooser, [d for d in due if d.chooser(game) == chooser]))


def _next(game: Root, chooser: Owner, due: list[_Due]) -> Flow[_Due]:
    """1.1.3  The right player picks what is resolved next. Bots keep the order of play."""
    choices = list(dict.fromkeys(d.choice for d in due))
    if len(choices) == 1 or chooser in game.bots or chooser not in game.order:
        return due[0]
    choice = yield from ask(chooser, "order.reactions", "1.1.3", choices)
    return next(d for d in due if d.choice == choice)
