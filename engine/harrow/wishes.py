"""What a player could mean by a wish that is not on offer: hexes, own units, jars and cards that a sentence could name.

For `/why`; whether a wish is allowed its predicate says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, get_type_hints

from engine.flow import Ask, Option
from engine.harrow.data import TABLE
from engine.harrow.faction import FACTIONS
from engine.harrow.menu import REFUSES, refusal
from engine.harrow.state import HAINT, Harrow, Owner
from engine.nearness import LAST, nearness
from engine.rules import Refusal

ORIGINS, HEXES = ("origin",), ("to", "target", "hex")


def wished_kinds(game: Harrow, owner: Owner) -> list[type[Option]]:
    """What a player may wish for: what somebody could refuse, of the own faction and of everybody."""
    home = f"engine.harrow.{owner}."
    others = tuple(f"engine.harrow.{faction}." for faction in FACTIONS if faction != owner)
    own = [kind for kind in REFUSES if kind.__module__.startswith(home)]
    shared = [kind for kind in REFUSES if not kind.__module__.startswith((home, *others))]
    return [kind for kind in (*shared, *own) if not str(kind.__struct_config__.tag).startswith("hidden_")]


def meant(game: Harrow, questions: Sequence[Ask], owner: Owner, kind: type[Option]) -> Iterator[Option]:
    """Every wish of a class that a player could put into words; numbers as small as they may be."""
    hints = get_type_hints(kind)
    asked = [option for ask in questions if ask.seat == owner for option in ask.options]
    columns: list[list[Any]] = []
    for field in kind.__struct_fields__:
        if field == kind.COUNTED:
            columns.append([max(kind.LOW, 1)])
            continue
        offered = [getattr(option, field) for option in asked if isinstance(option, kind)]
        columns.append(list(dict.fromkeys([*offered, *possible(game, owner, field, hints[field])])))
    for values in product(*columns):
        yield kind(*values)


def possible(game: Harrow, owner: Owner, field: str, hint: Any) -> Iterable[Any]:
    """What a field could hold, as far as a player would name it."""
    if hint is bool:
        return [False, True] if field == "again" else [False]
    if field in ORIGINS:
        return game.hexes_of(owner)
    if field in HEXES:
        return game.county.ids
    named: dict[str, Iterable[Any]] = {
        "figure": FACTIONS[owner].figures,
        "unit": [HAINT],
        "jar": TABLE.jars,
        "card": sorted(game.players[owner].hand),
        "tile": [tile.id for tiles in game.tiles.values() for tile in tiles],
        "legend": [game.players[owner].legend],
        "defender": [""],
        "owner": [owner],
    }
    return named.get(field, ())


def how_near(game: Harrow, owner: Owner, wish: Option, refused: Refusal) -> int:
    """How late the predicate of a wish refuses it; one that its predicate allows is refused by the moment alone."""
    predicate = REFUSES.get(type(wish))
    if predicate is None:
        return 0
    return LAST if refusal(game, owner, wish) is None else nearness(predicate, refused)
