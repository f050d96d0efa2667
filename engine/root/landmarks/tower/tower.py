"""C.3.4, F.3  The Tower: a point for ruling its clearing at the end of one's Evening."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.happen import Reaction, TurnEnded
from engine.root.landmark import Landmark, stands
from engine.root.rule import ruler
from engine.root.state import Owner, Root
from engine.root.verbs import score
from engine.root.voice import guest


def is_ruled(game: Root, me: Owner, ended: TurnEnded) -> bool:
    """C.3.4, 2.5, E.3.1  Does the player whose turn ends rule the clearing, with the hirelings it controls?"""
    return bool(stands(game, me)) and ruler(game, stands(game, me)) == ended.owner


def score_pass(game: Root, me: Owner, ended: TurnEnded) -> Flow[None]:
    """C.3.4, 3.3.1  A point that cannot be declined; whoever plays for dominance scores nothing."""
    score(game, ended.owner, 1, "C.3.4")
    yield from ()


@guest
class Tower(Landmark):
    """C.3.4, F.3, F.3.1  Its clearing is the Pass."""

    id = "tower"
    reactions = (Reaction("C.3.4", "tower", TurnEnded, is_ruled, score_pass, quiet=True),)

    def lures(self, game: Root, me: Owner, clearing: int) -> str:
        """RB 12.2.2  Bots take the Pass whenever priority decides."""
        return "the tower stands there" if clearing == stands(game, me) else ""
