"""12.5.2  What a minister means to somebody new."""

from engine.root.factions.duchy.facts import MINISTERS, RANKS
from engine.root.telling import explains
from engine.root.words import plain, several
from engine.sentences import capital


@explains("minister")
def minister(id: str, text: str) -> str:
    """12.5.2, 12.5.3  The rank with its price and points, and the action."""
    one = MINISTERS[id]
    rank = RANKS[one.rank]
    price = f"{several('card', rank.reveal)}, {several('point', rank.points)}"
    return f"{capital(plain(one.rank))} ({price}). {text or one.text}"
