"""C.3  The mountain map: closed paths."""

from __future__ import annotations

from engine.flow import Flow, Option, ask
from engine.root.actions.dominance import Spend
from engine.root.data import link
from engine.root.faction import DAYLIGHT
from engine.root.menu import does, refuses
from engine.root.state import Owner, Root
from engine.root.verbs import discard, score
from engine.rules import Refusal


class OpenPath(Option, frozen=True, tag="open_path"):
    """C.3.3  Open the closed path between two clearings."""

    origin: int
    to: int


NOT_CLOSED = Refusal("C.3.3", "There is no closed path between those clearings.")
ONCE = Refusal("C.3.3", "You have opened a path this turn.")
NO_PIECE = Refusal("C.3.3", "You need a piece of your own at one end of the path.")
NO_CARD = Refusal("C.3.3", "Opening a path costs one card.")
IN_DAYLIGHT = Refusal("C.3.3", "Paths are opened in your Daylight.")
USED = "open_path"


@refuses(OpenPath)
def why_no_opening(game: Root, owner: Owner, wish: OpenPath) -> Refusal | None:
    """C.3.3  Why this path cannot be opened."""
    if link(wish.origin, wish.to) not in game.closed:
        return NOT_CLOSED
    if not game.cursor.step.startswith(DAYLIGHT):
        return IN_DAYLIGHT
    if USED in game.players[owner].used:
        return ONCE
    if not game.has_piece(owner, wish.origin) and not game.has_piece(owner, wish.to):
        return NO_PIECE
    if not game.players[owner].hand:
        return NO_CARD
    return None


def path_options(game: Root, owner: Owner) -> list[OpenPath]:
    """C.3.3  The paths an owner may open now."""
    if not game.closed:
        return []
    wishes = [OpenPath(a, b) for a, b in game.closed]
    return [wish for wish in wishes if why_no_opening(game, owner, wish) is None]


@does(OpenPath)
def open_path(game: Root, owner: Owner, option: OpenPath) -> Flow[None]:
    """C.3.3  Spend a card, open the path for the rest of the game, score a point."""
    cards = [Spend(card) for card in dict.fromkeys(game.players[owner].hand)]
    hidden = len(game.players[owner].hand) > 1
    spent = yield from ask(
        owner, "path.spend", "C.3.3", cards, secret=hidden, origin=option.origin, to=option.to
    )
    game.closed.remove(link(option.origin, option.to))
    game.players[owner].used.append(USED)
    game.note("opened.path", "C.3.3", owner=owner, origin=option.origin, to=option.to)
    discard(game, owner, spent.card, "C.3.3")
    score(game, owner, 1, "C.3.3")
