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
from engine.root.cards import effects_of
from engine.root.faction import factions
from engine.root.state import Owner, Piece, Root


class Removed(msgspec.Struct, frozen=True):
    """Pieces left one clearing as part of one event. `by` removed them, or made their owner remove them."""

    by: Owner
    clearing: int
    warriors: tuple[tuple[Owner, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    in_battle: bool = False
    orders: Owner = ""
    """Who orders the reactions; "" for the active player."""
    clause: str = ""
    """The rule that removed them."""

    def warriors_of(self, owner: Owner) -> int:
        return sum(n for o, n in self.warriors if o == owner)


class Moved(msgspec.Struct, frozen=True):
    """Warriors or a pawn of one owner went from one place to another."""

    mover: Owner
    origin: int | str
    to: int | str
    warriors: int = 0
    pawn: bool = False

    @property
    def clearing(self) -> int:
        """Where the reactions are; 0 for a forest."""
        return self.to if isinstance(self.to, int) else 0


class Ferried(msgspec.Struct, frozen=True):
    """C.2.5  A move took the Ferry along. Several movers go in one move only if one takes the others with it."""

    movers: tuple[Owner, ...]
    clearing: int


class Swept(msgspec.Struct, frozen=True):
    """An effect removed all enemy pieces of `by` from a clearing."""

    by: Owner
    clearing: int


class Crafted(msgspec.Struct, frozen=True):
    """A card was crafted."""

    owner: Owner
    card: str


Happening: TypeAlias = Removed | Moved | Ferried | Swept | Crafted


class Reaction(msgspec.Struct, frozen=True):
    """How an owner's faction or card reacts to a kind of happening."""

    clause: str
    key: str
    to: type
    applies: Callable[[Root, Owner, Any], bool]
    run: Callable[[Root, Owner, Any], Flow[None]]
    quiet: bool = False


SHARED: list[Reaction] = []
"""What every player reacts with, whatever the faction."""


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


def settle(game: Root) -> Flow[None]:
    """1.1.3, 4.3.4  Resolve every reaction to what has happened, and to what those reactions cause."""
    while game.happened:
        happened, game.happened = game.happened, []
        due = _collect(game, happened)
        for item in [d for d in due if d.reaction.quiet]:
            yield from item.reaction.run(game, item.owner, item.happening)
        due = [d for d in due if not d.reaction.quiet]
        while due:
            item = yield from _pick(game, due)
            due.remove(item)
            if item.reaction.applies(game, item.owner, item.happening):
                yield from item.reaction.run(game, item.owner, item.happening)


def _collect(game: Root, happened: list[Any]) -> list[_Due]:
    due = []
    for happening in happened:
        kind = type(happening)
        for owner, faction in factions(game):
            reactions = (*SHARED, *faction.reactions)
            if game.players[owner].crafted:
                reactions += tuple(r for effect in effects_of(game, owner) for r in effect.reactions)
            for reaction in reactions:
                if reaction.to is kind and reaction.applies(game, owner, happening):
                    due.append(_Due(owner, reaction, happening))
    return due


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
