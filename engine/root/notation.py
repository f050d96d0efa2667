"""The notation in which people write games of Root down: Rootlog. The platform reaches it through the registry."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Entry
from engine.root.rootlog import write as writing
from engine.rules import Setup


class Rootlog:
    """Rootlog 2.8: see docs/rootlog.md."""

    def write(self, setup: Setup, entries: Sequence[Entry], *, whole: bool) -> str:
        return writing.write(setup, entries, whole=whole)


NOTATION = Rootlog()
