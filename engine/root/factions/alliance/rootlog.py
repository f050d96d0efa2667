"""8  What the Alliance's own events say, in the words of Rootlog."""

from __future__ import annotations

from engine.root.rootlog.changes import Change, Revealed
from engine.root.rootlog.differ import tells
from engine.rules import Event


@tells("showed.hand")
def outrage(event: Event) -> tuple[Change, ...]:
    """8.2.6  Whoever has no card to give shows the hand."""
    return (Revealed(event.about["owner"], to=event.about["to"]),)
