"""7.8  What a leader means to somebody new."""

from engine.root.factions.eyrie.facts import LEADERS
from engine.root.telling import explains
from engine.root.words import listed, plain


@explains("leader")
def leader(id: str, text: str) -> str:
    """7.8  The columns of the viziers, and what the leader does."""
    columns = listed(plain(f"column.{name}") for name in LEADERS[id].columns)
    return f"Viziers in {columns}. {text or LEADERS[id].text}"
