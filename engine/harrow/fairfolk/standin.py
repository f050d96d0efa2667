"""What a stand-in knows of the Fair Folk: where to look, which nest helps; and of offers, for everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from engine.harrow.data import Hex
from engine.harrow.fairfolk.board import FACTS, FOLK
from engine.harrow.fairfolk.quests import meeting
from engine.harrow.standin.marks import MARKS, UNKNOWN, fixed
from engine.harrow.standin.position import Sight
from engine.harrow.view import FairFolkView

OFFER_WORTH = {
    "OF1": -0.1, "OF2": 0.3, "OF3": 0.1, "OF4": 0.2, "OF5": 0.35, "OF6": 0.6, "OF7": 0.25, "OF8": 0.4, "OF9": 0.3,
    "OF10": 0.5, "OF11": -0.05,
}  # fmt: skip
"""What an offer is worth to who uses it."""
FEW = 4
"""With so few hexes left a guess is better than an arrow."""


def folk_of(sight: Sight) -> FairFolkView:
    """The board of the Fair Folk, which everybody may look at."""
    found = sight.factions[FOLK].fairfolk
    assert found is not None
    return found


def unforeseen(sight: Sight, *about: Any) -> float:
    """A number between 0 and 1 that nobody can foresee who does not see what this seat sees."""
    seen = (sight.mine.hand, sight.view.turn, sight.view.tiles, *about)
    return crc32(repr(seen).encode()) / 2**32


# --- looking for the item ---------------------------------------------------------------------------------


def split(sight: Sight, nest: Hex, axis: str, side: str) -> float:
    """Which part of the hexes an arrow rules out, about: it stays for its side and the line, or is turned."""
    could = folk_of(sight).could_be
    if not could:
        return 0.0
    hexes = sight.county.hexes
    smaller = FACTS.axes[axis][0] == side

    def along(hex: Hex) -> int:
        one = hexes[hex]
        return {"q": one.q, "r": one.r, "s": one.q + one.r}[axis]

    here = along(nest)
    away = sum(along(hex) > here if smaller else along(hex) < here for hex in could)
    stays = len(could) - away
    return 1 - (stays * stays + away * away) / (len(could) * len(could))


def place_arrow(sight: Sight, option: Any) -> float:
    """H7.5.5  The line that splits what is left best."""
    return 0.3 + split(sight, option.hex, str(option.axis), str(option.side))


def guess(sight: Sight, option: Any) -> float:
    """H7.5.6  Where it can still be; the fewer such hexes, the better."""
    could = folk_of(sight).could_be
    if option.hex not in could:
        return -1.0
    return (1.0 if len(could) <= FEW else 0.1) + 0.05 * unforeseen(sight, option.hex)


def name_kind(sight: Sight, option: Any) -> float:
    """FC09  The kind that is nearest to half of what is left."""
    could = folk_of(sight).could_be
    kinds = sum(sight.hexes[hex].kind == str(option.kind) for hex in could)
    return 0.1 + float(min(kinds, len(could) - kinds)) / max(1, len(could))


# --- nests and cards --------------------------------------------------------------------------------------


def progress(sight: Sight, nests: Sequence[Hex]) -> float:
    """H7.5.1  How far these nests are with the objective cards in hand: four are worth an arrow or a guess."""
    haints = {one.id for one in sight.view.hexes if any(unit.kind == "haint" for unit in one.units)}
    worth = 0.0
    for quest in folk_of(sight).own_objectives or ():
        met = next((n for n in (4, 3, 2, 1) if meeting(sight.county, haints, quest, nests, n)), 0)
        worth += {4: 2.0, 3: 0.9, 2: 0.35, 1: 0.1}.get(met, 0.0)
    return worth


def nest_worth(sight: Sight, hex: Hex) -> float:
    """H7.4  Toward an objective, for silver, in the way of units, and where a line splits what is left."""
    nests = [one.id for one in sight.view.hexes if one.nest]
    near = min((sight.distance(hex, unit) for unit in sight.enemies), default=9)
    silver = sight.hexes[hex].kind in folk_of(sight).silver
    lines = max(split(sight, hex, axis, both[0]) for axis, both in FACTS.axes.items())
    return progress(sight, [*nests, hex]) + 0.35 * silver + 0.3 * lines + {1: 0.25, 2: 0.1}.get(near, 0.0)


def play_nest(sight: Sight, option: Any) -> float:
    """H7.4.1  A good place, and the offer that helps others least."""
    if option.hex not in sight.known:
        sight.known[option.hex] = nest_worth(sight, option.hex)
    return 0.5 + sight.known[option.hex] - 0.2 * OFFER_WORTH[option.offer]


def take_back(sight: Sight, option: Any) -> float:
    """H7.4.2  A nest without an offer, and the one that helps least."""
    nests = [one.id for one in sight.view.hexes if one.nest and one.id != option.hex]
    return 0.4 + 0.1 * progress(sight, nests) - 0.2 * bool(sight.hexes[option.hex].offer)


def play_charm(sight: Sight, option: Any) -> float:
    """H7.8.1  Cards that find something; the rest is kept, and so is silver for the Tree."""
    board = folk_of(sight)
    left = len(board.could_be)
    some = any(one.offer for one in sight.view.hexes)
    marks = {
        "FC01": 0.2 if left <= 2 * FEW else UNKNOWN,
        "FC08": 0.3 if board.loaded else UNKNOWN,
        "FC09": 0.5 if left > FEW else UNKNOWN,
        "FC10": 0.6 if left > FEW and some else UNKNOWN,
        "FC11": 0.9 if left <= FEW else UNKNOWN,
        "FC12": 0.1,
    }
    return marks.get(option.card, UNKNOWN)


# --- everybody else ---------------------------------------------------------------------------------------


def use_offer(sight: Sight, option: Any) -> float:
    """H7.6.4"""
    return OFFER_WORTH[option.offer]


def write_item(sight: Sight, option: Any) -> float:
    """H7.1.5  Anywhere, so that nobody can foresee it."""
    return unforeseen(sight, sight.ask.about.get("item"), option.hex)


def mark_hex(sight: Sight, option: Any) -> float:
    """FC01  Something the Fair Folk know already, if there is such a hex."""
    return float(option.hex not in folk_of(sight).could_be) + unforeseen(sight, option.hex)


MARKS.update(
    {
        "play_nest": play_nest,
        "take_nest": take_back,
        "take_offer": take_back,
        "fulfil": fixed(3.0),
        "play_charm": play_charm,
        "place_arrow": place_arrow,
        "guess": guess,
        "name_kind": name_kind,
        "silver_on": lambda sight, option: unforeseen(sight, option.terrain),
        "take_arrow": fixed(0.0),
        "take_cross": fixed(0.0),
        "move_nest": fixed(0.1),
        "move_figure": fixed(0.0),
        "ask_player": fixed(0.1),
        "mark_hex": mark_hex,
        "remove_cubes": lambda sight, option: 0.1 * option.cubes,
        "drop_quest": fixed(-0.1),
        "swap_offer": lambda sight, option: OFFER_WORTH[option.offer],
        "accept_cube": fixed(0.2),
        "reclaim": fixed(0.1),
        "give_offer": lambda sight, option: -OFFER_WORTH[option.offer],
        "visit_nest": lambda sight, option: OFFER_WORTH[sight.hexes[option.hex].offer],
        "use_offer": use_offer,
        "write_item": write_item,
    }
)
