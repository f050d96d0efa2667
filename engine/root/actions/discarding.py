"""RULING D6  Whoever discards several cards at once chooses their order in the discard pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.dominance import Spend
from engine.root.state import Owner, Root


def in_order(game: Root, owner: Owner, cards: Sequence[str], clause: str) -> Flow[list[str]]:
    """RULING D6  These cards in the order in which their owner discards them, the first one first.

    Asked only if somebody at the table looks at the order of the pile; otherwise nobody could tell. "Done" leaves
    the rest as they lie.
    """
    left, chosen = list(cards), list[str]()
    if owner in game.bots or not any(voice.reads_discard for _, voice in game.cast.voices):
        return left
    while len(Counter(left)) > 1:
        options: list[Option] = [Spend(card) for card in dict.fromkeys(left)]
        choice = yield from ask(owner, "discard.order", clause, [*options, Done()])
        if not isinstance(choice, Spend):
            break
        left.remove(choice.card)
        chosen.append(choice.card)
    return [*chosen, *left]
