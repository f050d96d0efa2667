"""What a stand-in knows of Kammi: dolls and goblin cards."""

from __future__ import annotations

from engine.harrow.standin.marks import BEFORE_ATTACKS, CARDS
from engine.harrow.standin.position import GOALS, Position, Sight


def find_doll(sight: Sight, position: Position) -> float:
    """H4.10  Figures near dolls; the one that is Kammi near the real one."""
    dolls = [one for one in sight.view.hexes if one.doll]
    if not dolls:
        return 0.0
    kammi = next(
        (
            f"figure{unit.figure}"
            for one in sight.view.hexes
            for unit in one.units
            if unit.owner == sight.me and unit.legend == sight.me
        ),
        "",
    )
    known = [one for one in dolls if one.doll_up]
    worth = 0.0
    for figure, place in position.legends.items():
        targets = known if known and figure == kammi else [one for one in dolls if not one.doll_up]
        if targets:
            near = min(sight.distance(place, one.id) for one in targets)
            most = 4.0 if known and figure == kammi else 1.3 if figure == kammi else 0.8
            worth += most * 0.62**near
    return worth


GOALS["kammi"] = find_doll
CARDS.update(
    C01=0.5, C02=-0.1, C03=0.3, C04=0.2, C05=-0.1, C06=0.4, C07=0.2, C08=-0.1, C09=-0.1, C10=-0.1, C11=0.3, C12=0.2,
)  # fmt: skip
BEFORE_ATTACKS.add("C12")
