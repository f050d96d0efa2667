"""The notation in which people write games of Root down: Rootlog. The platform reaches it through the registry."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Entry
from engine.root.rootlog import write as writing
from engine.root.rootlog.corrections import read_corrections
from engine.root.rootlog.imported import imported
from engine.rules import Setup, Unreadable


class Rootlog:
    """Rootlog 2.8: see docs/rootlog.md."""

    def write(self, setup: Setup, entries: Sequence[Entry], *, whole: bool) -> str:
        return writing.write(setup, entries, whole=whole)

    def read(self, record: str, corrections: bytes = b"") -> tuple[Setup, Sequence[Entry]]:
        try:
            known = read_corrections(corrections) if corrections else ()
        except ValueError as error:
            raise Unreadable(str(error)) from error
        played = imported(record, known)
        return played.setup, played.entries


NOTATION = Rootlog()
