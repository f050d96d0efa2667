"""13  What the Corvids' own events say, in the words of Rootlog."""

from __future__ import annotations

from engine.root.rootlog.changes import Change, Guessed
from engine.root.rootlog.differ import tells
from engine.rules import Event


@tells("corvids.guess")
def guess(event: Event) -> tuple[Change, ...]:
    """13.2.4  An enemy says what a face-down plot is."""
    return (Guessed(event.about["owner"], event.about["clearing"], event.about["plot"]),)
