"""15.3  Where the relics of a recorded game lay."""

from __future__ import annotations

from engine.root.factions.keepers.facts import PRINTED
from engine.root.rootlog.changes import Moved
from engine.root.rootlog.oracle import Moment, Outcomes, arranged, tells


def placed(moment: Moment) -> list[tuple[str, str]]:
    """The relics that come to forests in the setup from here on, and the forests, in their order."""
    found = []
    for change in moment.ahead[: moment.line]:
        if isinstance(change, Moved) and change.piece in PRINTED.tokens and change.origin == "supply":
            found += [(change.piece, change.to.partition(":")[2])] * change.count
    return found


@tells("keepers.relics")
def relics(moment: Moment) -> Outcomes:
    """15.3.1, 15.3.3  The first of each forest are taken from the end; the rest from the front, forest by forest."""
    everything = [kind for kind, count in PRINTED.tokens.items() for _ in range(count)]
    first: dict[str, str] = {}
    more: dict[str, list[str]] = {}
    for kind, forest in placed(moment):
        if forest in first:
            more.setdefault(forest, []).append(kind)
        else:
            first[forest] = kind
    rounds = range(max(map(len, more.values()), default=0))
    rest = [kinds[n] for n in rounds for kinds in more.values() if n < len(kinds)]
    ends = [first[forest] for forest in moment.state.map.forests if forest in first]
    return [arranged(everything, [*rest, *reversed(ends)])]


@tells("keepers.forests")
def forests(moment: Moment) -> Outcomes:
    """15.3.3  The forests that touch no Keepers, in the order in which the rest is laid out."""
    state = moment.state
    owner = next(owner for owner, plays in state.plays.items() if plays == PRINTED.id)
    known = state.map.forests
    far = [f for f in known if not any(state.warriors_of(owner, c) for c in known[f].clearings)] or list(
        known
    )
    return [arranged(far, list(dict.fromkeys(forest for _, forest in placed(moment))))]
