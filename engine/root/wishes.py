"""What a player could mean by a wish that is not on offer: verbs of the own faction and of what is on the table, with the
places, players, cards and things that a sentence could name. For `/why`; whether a wish is allowed its predicate says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, get_type_hints

from engine.flow import Ask, Option
from engine.nearness import LAST, nearness
from engine.root.actions.paths import OpenPath
from engine.root.cards import EFFECTS
from engine.root.cards.timed import Timed
from engine.root.data import CARDS, FACTIONS, HIRELING_SIDES, TABLE, named
from engine.root.faction import faction_of
from engine.root.menu import ANYBODY, REFUSES, refusal
from engine.root.rule import armies, clearings
from engine.root.setup.advanced import TakeFaction
from engine.root.setup.table import Clearing
from engine.root.state import Owner, Root
from engine.root.words import CARD, FILE, NAMES, PLACES, PLAYERS
from engine.rules import Refusal

PARTS = "engine.root."
SETUP = (Clearing, TakeFaction)


def wished_kinds(game: Root, owner: Owner) -> list[type[Option]]:
    """What a player may wish for: what somebody could refuse, of parts that are on the table; cards in play as they are."""
    mine = game.plays.get(owner, "")
    known = [kind for kind, plays in REFUSES if plays in (ANYBODY, mine) and kind not in SETUP]
    cards = {type(wish) for wish in card_wishes(game, owner)}
    return [
        kind
        for kind in dict.fromkeys(known)
        if not kind.PART and (kind in cards or is_here(game, owner, kind))
    ]


def is_here(game: Root, owner: Owner, kind: type[Option]) -> bool:
    """Does the part that an option belongs to sit at the table? The core's options are everybody's."""
    home, _, rest = kind.__module__.removeprefix(PARTS).partition(".")
    part = rest.partition(".")[0].replace("_", "-")
    in_setup = game.cursor.step.startswith("setup")
    if home == "cards" or getattr(kind, "IN_SETUP", in_setup) is not in_setup:
        return False
    if game.plays[owner] and faction_of(game, owner).never(game, owner, kind):
        return False
    if kind is OpenPath:
        return bool(game.map.closed)  # C.3
    if home == "hiring":
        return any(guest.plays in HIRELING_SIDES for guest in game.guests.values())
    if home in ("hirelings", "landmarks"):
        return any(guest.plays.startswith(part) for guest in game.guests.values())
    if home == "factions" and (kind, ANYBODY) in REFUSES:
        return any(plays.removeprefix("clockwork-") == part for plays in game.plays.values())
    return True


def card_wishes(game: Root, owner: Owner) -> Iterator[Option]:
    """4.1.3  What the cards in a player's play area could be used for."""
    for card in game.players[owner].crafted:
        effect = EFFECTS.get(CARDS[card].effect or "")
        if isinstance(effect, Timed):
            yield from effect.wishes(game, owner)


def meant(game: Root, questions: Sequence[Ask], owner: Owner, kind: type[Option]) -> Iterator[Option]:
    """Every wish of a class that a player could put into words; numbers as small as they may be."""
    yield from (wish for wish in card_wishes(game, owner) if isinstance(wish, kind))
    if kind.__module__.startswith(f"{PARTS}cards"):
        return
    hints = get_type_hints(kind)
    asked = [option for ask in questions if ask.seat == owner for option in ask.options]
    offered = [option for option in asked if isinstance(option, kind)]
    unsaid = unsaid_of(kind)
    columns: list[list[Any]] = []
    for field in kind.__struct_fields__:
        if field == kind.COUNTED:
            columns.append([unsaid.get(field, max(kind.LOW, 1))])
            continue
        values = [getattr(option, field) for option in offered]
        alone = field in PLAYERS and field in unsaid  # nobody goes along unless it is said
        values += [unsaid[field]] if alone else possible(game, owner, kind, field, hints[field])
        columns.append(list(dict.fromkeys(values)))
    for chosen in product(*columns):
        yield kind(*chosen)


def unsaid_of(kind: type[Option]) -> dict[str, Any]:
    """The fields that may stay unsaid, with what they mean then."""
    defaults = kind.__struct_defaults__
    return dict(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}


def possible(game: Root, owner: Owner, kind: type[Option], field: str, hint: Any) -> Iterable[Any]:
    """What a field could hold, as far as a player would name it."""
    if hint is bool:
        return [False]
    if field in PLACES and hint is not str:
        return [*clearings(game), *(game.map.forests if hint is not int else ())]
    if field in PLACES and field not in PLAYERS:
        return list(game.map.forests)
    if field in PLAYERS:
        return [other for other in armies(game) if other != owner]
    if field in CARD:
        return [*game.players[owner].hand, *game.available, *game.quests] or [""]
    if hint is int:
        return range(1, 5)
    named = faction_of(game, owner).could_name(game, owner, field)
    return named or things(game, owner, kind).get(field) or spoken(game, owner, field)


def things(game: Root, owner: Owner, kind: type[Option]) -> Mapping[str, Sequence[str]]:
    """Pieces, suits and items by the name of their field: one's own, or those of whoever the wish is about."""
    about_others = any(field in PLAYERS for field in kind.__struct_fields__)
    whose = [other for other in game.order if other != owner] if about_others else [owner]
    printed = [
        FACTIONS[plays]
        for other in whose
        if (plays := game.plays[other].removeprefix("clockwork-")) in FACTIONS
    ]
    pieces = [
        piece
        for faction in printed
        for piece in (*faction.buildings, *(faction.tokens if about_others else ()))
    ]
    return {
        "kind": list(dict.fromkeys(pieces)),
        "suit": [*TABLE.suit_markers, "bird"],
        "item": list(game.item_supply),
    }


def spoken(game: Root, owner: Owner, field: str) -> list[str]:
    """Values that only a faction has, as its words and facts name them: columns, moods, plots, ministers."""
    prefix = f"{field}."
    told = [name.removeprefix(prefix) for name in (*FILE.explained, *NAMES) if name.startswith(prefix)]
    plays = game.plays[owner]
    return list(dict.fromkeys(told)) or (list(named("factions", plays)) if plays in FACTIONS else [])


def how_near(game: Root, owner: Owner, wish: Option, refused: Refusal) -> int:
    """How late the predicate of a wish refuses it; one that its predicate allows is refused by the moment alone."""
    kind = type(wish)
    predicate = REFUSES.get((kind, game.plays.get(owner, ""))) or REFUSES.get((kind, ANYBODY))
    if predicate is None:
        return 0
    return LAST if refusal(game, owner, wish) is None else nearness(predicate, refused)
