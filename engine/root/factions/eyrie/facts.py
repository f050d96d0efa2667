"""7  What is printed for the Eyrie alone."""

from __future__ import annotations

from engine.root import data


class Leader(data.Named, frozen=True):
    """7.8  A leader and the columns its viziers go to."""

    columns: tuple[str, ...] = ()


class EyrieFacts(data.Faction, frozen=True, kw_only=True):
    """7.2.2, 7.8  The columns of the decree and the leaders."""

    columns: tuple[str, ...]
    leaders: tuple[Leader, ...]


PRINTED = data.facts("factions", "eyrie", EyrieFacts)
LEADERS = {leader.id: leader for leader in PRINTED.leaders}
