"""F.7  The Elder Treetop: one more building slot, and a point more for clearing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.flow import Flow, Option, ask
from engine.root.data import LANDMARKS
from engine.root.faction import army_of
from engine.root.happen import Placed, Reaction, Removed
from engine.root.landmark import Landmark, stands
from engine.root.preview import previews
from engine.root.rule import is_enemy
from engine.root.standin.instinct import marks
from engine.root.state import Owner, Piece, Root
from engine.root.verbs import stand_on
from engine.root.view import BoardView
from engine.root.voice import guest
from engine.rules import Preview


class IntoTree(Option, frozen=True, tag="into_tree"):
    """F.7.2  The building stands in the tree, or on a slot of the clearing."""

    tree: bool


marks("into_tree")(lambda sight, option: -0.1 * option.tree)  # up there it is worth more to who removes it


@previews(IntoTree)
def climbed(game: Root, owner: Owner, option: IntoTree) -> Iterator[Preview]:
    """F.7  Up there it is worth more to an enemy."""
    if option.tree:
        yield Preview("tree.points", {"points": LANDMARKS[ElderTreetop.id].points})


def tenant(game: Root, me: Owner) -> Piece | None:
    """F.7  The building in the tree."""
    here = stands(game, me)
    return next((piece for piece in game.buildings[here] if piece.on == me), None) if here else None


def built_here(game: Root, me: Owner, placed: Placed) -> bool:
    """F.7.2  Was a building placed in this clearing, in no slot that is known, while the tree is free?"""
    here = game.buildings_at(placed.place)
    return (
        placed.place == stands(game, me)
        and any(piece in here and not piece.on for piece in placed.pieces)
        and tenant(game, me) is None
    )


def choose_slot(game: Root, me: Owner, placed: Placed) -> Flow[None]:
    """F.7.2, R-12  Into the tree, or on another open slot; bots climb only where nothing else is free."""
    clearing = stands(game, me)
    (piece,) = [piece for piece in placed.pieces if not piece.on]
    owner = army_of(game, piece.owner).chooser(game, piece.owner)
    later = sum(
        len(other.pieces)
        for other in game.happened
        if isinstance(other, Placed) and built_here(game, me, other)
    )
    beside = game.slots_taken(clearing) - later <= game.slots(clearing) - 1
    choices = [IntoTree(False), IntoTree(True)] if beside else [IntoTree(True)]
    if owner in game.bots:
        choices = choices[:1]
    choice = yield from ask(owner, "elder-treetop.slot", "F.7.2", choices, kind=piece.kind, clearing=clearing)
    if choice.tree:
        stand_on(game, piece, clearing, me, "F.7.2")


@guest
class ElderTreetop(Landmark):
    """F.7, F.7.1"""

    id = "elder-treetop"
    reactions = (
        Reaction("F.7.2", "elder-treetop", Placed, built_here, choose_slot, quiet=True, in_setup=True),
    )

    def adds_slots(self, game: Root, me: Owner, clearing: int) -> int:
        """F.7"""
        return self.printed.slots if clearing == stands(game, me) else 0

    def bonus_points(self, game: Root, me: Owner, removed: Removed) -> int:
        """F.7, E.3.6  A point more for a player who removes an enemy building from the tree."""
        found = sum(piece.on == me and is_enemy(game, removed.by, piece.owner) for piece in removed.pieces)
        return self.printed.points * found

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        piece = tenant(game, me)
        return BoardView(texts={"in the tree": f"{piece.owner} {piece.kind}" if piece else "nothing"})
