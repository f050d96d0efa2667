"""The letters of the notation and our ids. Every part brings its own, in a `rootlog.json` beside its facts."""

from __future__ import annotations

import re

import msgspec

from engine.root import data
from engine.root.data import CARDS, QUESTS


class Box(msgspec.Struct, frozen=True):
    """A box of a board that is set to something: `$_o->F`."""

    keys: tuple[str, ...]
    """What it sets; one letter may set several."""
    values: dict[str, str] = {}
    """What it can be set to, by letters; any number if there are none."""
    what: str = "a number"
    """What should stand there, for people."""
    anywhere: bool = False
    """May it stand without a letter in another player's line?"""
    follows: bool = False
    """Does it follow from the rules, so that some do not write it?"""


class Letters(msgspec.Struct, frozen=True):
    """What one part is called in the notation."""

    letter: str = ""
    second: str = ""
    """The letter of a second player of a faction that may be played twice."""
    pieces: dict[str, str] = {}
    cards: dict[str, str] = {}
    """Short names of cards; of leaders, characters, moods and ministers too."""
    leaving: tuple[str, ...] = ()
    """Cards that leave the game when they leave their board."""
    columns: dict[str, str] = {}
    """Columns of its board that hold cards."""
    boxes: dict[str, Box] = {}
    """What can be set on its board, by the letters behind `$_`."""
    towards: Box | None = None
    """What can be set on its board for each other player, whose letter stands behind `$_`."""
    emptied: dict[str, tuple[str, ...]] = {}
    """What empties all columns when it is set, and the cards of its own that go aside with them."""
    spends_shown: tuple[str, ...] = ()
    """Suits of cards that are discarded because they were shown."""
    gathers: bool = False
    """Do cards that are discarded lie on its board until its turn begins?"""
    faces: tuple[str, ...] = ()
    """Pieces that may lie face down."""
    piece: str = ""
    """The letter of a landmark that moves."""
    board: str = ""
    """The letter of a landmark on which things lie."""
    zones: dict[str, str] = {}
    suits: dict[str, str] = {}
    items: dict[str, str] = {}


def _of(kind: str) -> dict[str, Letters]:
    """The letters of all parts of one kind that have some."""
    found = {}
    for name in data.parts(kind):
        path = f"{kind}/{name}/rootlog.json"
        if (data.FOLDER / path).exists():
            found[name] = data.load(path, Letters)
    return found


def _roles(faction: str) -> list[data.Role]:
    return [role for role in data.ROLES.values() if role.faction == faction]


NOTHING = Letters()
COMMON = data.load("rootlog.json", Letters)
FACTIONS, HIRELINGS, LANDMARKS = _of("factions"), _of("hirelings"), _of("landmarks")
MAPS = {one.letter: name for name, one in _of("maps").items()}
DECKS = {one.letter: name for name, one in _of("decks").items()}
SUITS, ITEMS, ZONES = COMMON.suits, COMMON.items, COMMON.zones
SIDES = {
    letter: role.id
    for name, one in FACTIONS.items()
    for letter, role in zip((one.letter, one.second), _roles(name), strict=False)
    if letter
}
"""Players by their letters."""
PLAYS = {role.id: role.faction for role in data.ROLES.values()}
HIRED = {one.letter: name for name, one in HIRELINGS.items()}
"""Hireling cards by their letters."""
HIRELING_SIDES = {(side.card, side.demoted): side.id for side in data.HIRELING_SIDES.values()}
"""Who a hireling is, by its card and whether it is demoted."""
BOARDS = {one.board: name for name, one in LANDMARKS.items() if one.board}
"""Landmarks on which things lie, by their letters."""
LETTERS = {
    **{role: letter for letter, role in SIDES.items()},
    **{
        side.id: f"h_{HIRELINGS[side.card].letter}"
        for side in data.HIRELING_SIDES.values()
        if side.card in HIRELINGS
    },
    **{name: letter for letter, name in BOARDS.items()},
}
"""The letters of everybody who has a board."""
PLACED = {letter: name for name, one in LANDMARKS.items() for letter in (one.letter, one.piece) if letter}
MOVED = {one.piece: name for name, one in LANDMARKS.items() if one.piece}
"""Landmarks that move, by their letters."""

SHORT: dict[str, str] = {
    short: name
    for one in (COMMON, *FACTIONS.values(), *_of("decks").values())
    for short, name in one.cards.items()
}


def plain(name: str) -> str:
    """A printed name as the notation writes it: small letters, nothing else."""
    return re.sub(r"[^a-z]", "", name.lower())


SUIT_OF: dict[str, str] = {
    **{id: str(card.suit) for id, card in CARDS.items()},
    **{id: str(quest.suit) for id, quest in QUESTS.items()},
}
NAMES: dict[str, str] = {
    **{id: card.name for id, card in CARDS.items()},
    **{id: quest.name for id, quest in QUESTS.items()},
}
FULL: dict[str, tuple[str, ...]] = {}
for _id, _name in NAMES.items():
    FULL[plain(_name)] = (*FULL.get(plain(_name), ()), _id)


def cards_called(name: str, suit: str = "") -> list[str]:
    """The cards and quests a short or full name may mean, of one suit if it is known. Others have their own ids."""
    wanted = SHORT.get(name, "")
    exact = [id for id in SUIT_OF if id == wanted] or list(FULL.get(name, ()))
    found = exact or [id for id in SUIT_OF if wanted and (id.startswith(wanted) or id.endswith(wanted))]
    return [id for id in found if not suit or SUIT_OF[id] == suit] or (
        [wanted] if wanted and not found else []
    )


def called(name: str, suit: str = "") -> str:
    """A card by our own name for it, as far as the name and the suit tell."""
    found = cards_called(name, suit)
    return found[0] if len(found) == 1 else SHORT.get(name, name)


def _spelling(id: str) -> str:
    """How a card or quest is written: the shortest name that, with its suit, means it alone."""
    names = [short for short in SHORT if cards_called(short, SUIT_OF[id]) == [id]]
    return min(names, key=lambda name: (len(name), name), default=plain(NAMES[id]))


SPELLED: dict[str, str] = {id: _spelling(id) for id in SUIT_OF}
"""How every card and quest is written, behind its suit."""
ALONE: dict[str, str] = {
    id: min(
        (short for short in SHORT if cards_called(short) == [id]),
        key=lambda name: (len(name), name),
        default=plain(NAMES[id]),
    )
    for id in CARDS
}
"""How a card is written without its suit."""
OWN: dict[str, str] = {name: short for one in FACTIONS.values() for short, name in one.cards.items()}
"""How leaders, characters, moods and ministers are written."""
LEAVING = frozenset(name for one in FACTIONS.values() for name in one.leaving)
"""Cards that leave the game when they leave their board."""
IDS: dict[tuple[str, str], str] = {(SUIT_OF[id], called(short)): id for id, short in SPELLED.items()}
"""Cards and quests by their suit and the name that `grammar.py` reads."""


def noted(id: str) -> tuple[str, str]:
    """A card as a change names it: its suit and its name."""
    return (SUIT_OF[id], called(SPELLED[id])) if id in SUIT_OF else ("", id)


def card_id(suit: str, name: str) -> str:
    """Our id of a card that a change names; what has no suit has its own."""
    return IDS.get((suit, name), name)


def piece_kind(owner: str, letters: str) -> str:
    """The kind of piece that letters mean with an owner; "" if it has none such."""
    if letters in ("w", "p"):
        return {"w": "warrior", "p": "pawn"}[letters]
    return of(owner).pieces.get(letters, "")


def follows(owner: str, key: str) -> bool:
    """Does what is set there follow from the rules?"""
    board = of(owner)
    boxes = [*board.boxes.values(), *([board.towards] if board.towards else [])]
    return any(box.follows and key.split(":")[0] in box.keys for box in boxes)


def of(owner: str) -> Letters:
    """The letters of what a player plays, or of a hireling; nothing for others."""
    if owner in data.HIRELING_SIDES:
        return HIRELINGS.get(data.HIRELING_SIDES[owner].card, NOTHING)
    return FACTIONS.get(PLAYS.get(owner, ""), NOTHING)
