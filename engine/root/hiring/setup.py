"""A.6  Hirelings come to the table: drawn or picked, demoted by the number of players, set up from the last player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, cycle
from typing import Any

from engine.flow import Flow, Option, pick, shuffle
from engine.root.data import HIRELING_TABLE, HIRELINGS, Hireling
from engine.root.faction import faction_of
from engine.root.hiring.control import MARKET
from engine.root.hiring.hireling import choose, hirelings
from engine.root.setup.advanced import drafting, enough_cards
from engine.root.setup.table import add_guest, before_factions
from engine.root.state import Owner, Root
from engine.root.voice import GUESTS

OPTION = "hirelings"
AT_RANDOM = str(HIRELING_TABLE.in_play)
"""What a table says that wants hirelings and leaves it to chance which."""


class SetUp(Option, frozen=True, tag="set_up"):
    """A.6.3  Set up this hireling."""

    hireling: Owner


def built() -> dict[str, Hireling]:
    """The cards of which both sides are known."""
    return {id: card for id, card in HIRELINGS.items() if all(side.id in GUESTS for side in card.sides)}


def wanted(options: Mapping[str, Any]) -> bool:
    """A.6  Does the table play with hirelings?"""
    return bool(options.get(OPTION))


def named(options: Mapping[str, Any]) -> list[str]:
    """The cards that the table has picked; chance adds the rest."""
    known = built()
    return [id for id in options.get(OPTION) or () if id in known]


def removed(cards: Iterable[str]) -> list[str]:
    """A.6.5  The factions that cannot be played beside these cards."""
    return [faction for card in cards for faction in HIRELINGS[card].removes_factions]


def draws(options: Mapping[str, Any], taken: Iterable[str]) -> list[tuple[str, ...]]:
    """A.6.1, A.6.5  Every draw of three cards with those picked and without any whose faction is taken."""
    first, played = named(options), set(taken)
    others = [
        id for id, card in built().items() if id not in first and not played & set(card.removes_factions)
    ]
    missing = min(max(0, HIRELING_TABLE.in_play - len(first)), len(others))
    return [(*first, *more) for more in combinations(others, missing)]


def draw_cards(game: Root) -> Flow[tuple[str, ...]]:
    """A.6.1, RULING S6  Three cards at random; a draw that leaves too few setup cards for the draft does not count."""
    taken = [board.id for owner in game.order if (board := faction_of(game, owner).printed)]
    all_draws = draws(game.options, taken)
    fitting = [cards for cards in all_draws if not drafting(game) or enough_cards(game, removed(cards))]
    return (yield from pick("setup.hirelings", fitting or all_draws))


def demote(game: Root, cards: Sequence[str]) -> Flow[list[str]]:
    """A.6.2, RB 2.6  By the number of players, bots included, some show their demoted side, at random."""
    count = HIRELING_TABLE.demoted_by_players[len(game.order)]
    mixed = yield from shuffle("setup.demoted", cards)
    return mixed[:count]


@before_factions("A.6")
def set_up_hirelings(game: Root) -> Flow[None]:
    """A.6, A.6.1 - A.6.5  Draw, demote, gather the pieces, set up, lay the markers on the score track."""
    if not wanted(game.options):
        return
    cards = yield from draw_cards(game)
    demoted = yield from demote(game, cards)
    for card in sorted(cards, key=lambda id: HIRELINGS[id].order):
        side = HIRELINGS[card].sides[card in demoted]
        add_guest(game, side.id, side.id, side.pieces.get("warrior", 0))
    game.note("hirelings", "A.6.1", hirelings=tuple(hirelings(game)))
    yield from place_hirelings(game)
    add_guest(game, MARKET, MARKET)  # A.6.4


def setters(game: Root) -> Iterator[Owner]:
    """A.6.3, RULING S4  From the last player back to the first, and around again; bots set up nothing."""
    people = [owner for owner in reversed(game.order) if owner not in game.bots]
    return cycle(people or [""])


def place_hirelings(game: Root) -> Flow[None]:
    """A.6.3, RULING S5  Each player in turn picks one that has a setup line and sets it up."""
    left = [me for me, voice in hirelings(game).items() if voice.sets_up]
    turns = setters(game)
    before = game.cursor.active
    while left:
        player = next(turns)
        game.cursor.active = player
        options = [SetUp(me) for me in left]
        choice = yield from choose(game, player, "hireling.setup", "A.6.3", options)
        left.remove(choice.hireling)
        yield from hirelings(game)[choice.hireling].setup(game, choice.hireling, player)
    game.cursor.active = before
