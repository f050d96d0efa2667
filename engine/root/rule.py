"""2.2 - 2.5  Places, suits, adjacency, enemies and rule: questions about the map that change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.root.data import CARDS
from engine.root.faction import Army, army_of
from engine.root.state import CLEARINGS, Owner, Piece, Place, Root, path_place
from engine.root.voice import GUESTS

# --- enemies ----------------------------------------------------------------------------------------------


def principal(game: Root, owner: Owner) -> Owner:
    """E.3.1, E.3.7  The player behind an owner: a player itself, for a hireling who controls it, or nobody else."""
    if owner not in game.guests or not isinstance(GUESTS[game.guests[owner].plays], Army):
        return owner
    return army_of(game, owner).controller(game, owner) or owner


def is_enemy(game: Root, owner: Owner, other: Owner) -> bool:
    """G.1.27, E.3.2  Any other player you are not in a coalition with, and the hirelings you do not control."""
    if owner == other:
        return False
    if game.guests:
        owner, other = principal(game, owner), principal(game, other)
        if owner == other:
            return False
        if owner not in game.players or other not in game.players:
            return True
    return game.players[owner].coalition != other and game.players[other].coalition != owner


def enemy_players(game: Root, owner: Owner) -> list[Owner]:
    """G.1.27  All players who are enemies, in turn order."""
    return [other for other in game.order if is_enemy(game, owner, other)]


def armies(game: Root) -> list[Owner]:
    """Everybody whose pieces can be battled and removed: players, then hirelings."""
    if not game.guests:
        return game.order
    return [*game.order, *(name for name, guest in game.guests.items() if GUESTS[guest.plays].has_pieces)]


def enemies(game: Root, owner: Owner) -> list[Owner]:
    """G.1.27, E.3.2  All enemies, players in turn order and then hirelings."""
    return [other for other in armies(game) if is_enemy(game, owner, other)]


def enemies_in(game: Root, owner: Owner, clearing: int) -> list[Owner]:
    """Enemies with at least one piece in a clearing."""
    return [other for other in enemies(game, owner) if game.has_piece(other, clearing)]


def lenders(game: Root, owner: Owner, clearing: int, enemy: Owner = "") -> list[Owner]:
    """G.1.21  Whose warriors in a clearing an owner treats as its own, in battle against `enemy`."""
    return [
        me
        for me, voice in game.cast["lends_warriors"]
        if game.warriors_of(me, clearing) and voice.lends_warriors(game, me, owner, clearing, enemy)
    ]


def enemy_pieces(game: Root, owner: Owner, clearing: int) -> int:
    """G.1.10, G.1.21  How many enemy pieces are in a clearing; what one treats as own is none."""
    hostile = enemies(game, owner)
    lent = lenders(game, owner, clearing)
    warriors = sum(game.warriors_of(other, clearing) for other in hostile if other not in lent)
    pawns = sum(game.has_pawn(other, clearing) for other in hostile)
    pieces = sum(p.owner in hostile for p in (*game.buildings_at(clearing), *game.tokens_at(clearing)))
    return warriors + pawns + pieces


def is_shielded(game: Root, owner: Owner, clearing: int, by: Owner) -> bool:
    """Does something keep `by` from battling or removing the pieces of `owner` here?"""
    return any(voice.shields(game, me, owner, clearing, by) for me, voice in game.cast["shields"])


def removable_warriors(game: Root, owner: Owner, clearing: int, by: Owner, *, in_battle: bool = False) -> int:
    """G.1.17  How many warriors of an owner in a clearing `by` can remove."""
    if is_shielded(game, owner, clearing, by):
        return 0
    return army_of(game, owner).removable_warriors(game, owner, clearing, by, in_battle)


def removable_pieces(game: Root, owner: Owner, clearing: int, by: Owner) -> list[Piece]:
    """G.1.17  The buildings and tokens of an owner in a clearing that `by` can remove."""
    if is_shielded(game, owner, clearing, by):
        return []
    return game.buildings_of(owner, clearing) + game.tokens_of(owner, clearing)


# --- suits ------------------------------------------------------------------------------------------------


def suits(game: Root, place: Place) -> tuple[str, ...]:
    """2.2.2, G.1.21  The suits of a clearing: its own, and those it is treated as having."""
    own = game.suit(place)
    if not own or not isinstance(place, int) or not game.cast["adds_suits"]:
        return (own,) if own else ()
    more = [s for me, voice in game.cast["adds_suits"] for s in voice.adds_suits(game, me, place)]
    return tuple(dict.fromkeys((own, *more)))


def has_suit(game: Root, place: Place, suit: str) -> bool:
    """2.2.2  Is this a clearing of this suit?"""
    return game.suit(place) == suit or (bool(game.cast["adds_suits"]) and suit in suits(game, place))


def of_suit(game: Root, suit: str) -> list[int]:
    """2.2.2  The clearings of the map of this suit."""
    return [c for c in CLEARINGS if has_suit(game, c, suit)]


def matches(card: str, suit: str) -> bool:
    """2.1.1  A card matches a suit if it has it or is a bird; only a bird matches bird (2.1.1.II)."""
    own = CARDS[card].suit
    return own == suit or own == "bird"


def matching(cards: Iterable[str], suit: str) -> list[str]:
    """The cards that match a suit."""
    return [card for card in cards if matches(card, suit)]


def fits(game: Root, card: str, clearing: int) -> bool:
    """2.1.1  Does a card match a clearing? A bird matches any that has a suit."""
    suit, own = CARDS[card].suit, game.suits[clearing]
    if suit == own or (suit == "bird" and own):
        return True
    return bool(own and game.cast["adds_suits"]) and suit in suits(game, clearing)


def fitting(game: Root, cards: Iterable[str], clearing: int) -> list[str]:
    """2.1.1  The cards that match a clearing."""
    return [card for card in cards if fits(game, card, clearing)]


# --- places -----------------------------------------------------------------------------------------------


def clearings(game: Root) -> Sequence[int]:
    """2.2, 12.2.2  All clearings: those of the map, and those that lie beside it."""
    beside = game.cast["adds_clearings"]
    if not beside:
        return CLEARINGS
    return [*CLEARINGS, *(c for me, voice in beside for c in voice.adds_clearings(game, me))]


def neighbours(game: Root, owner: Owner | None, place: int) -> tuple[int, ...]:
    """2.2.1, G.1.28  Clearings adjacent for an owner: by open paths, and what any voice treats as adjacent."""
    near = game.map.neighbours(place, game.closed) if place in CLEARINGS else ()
    if owner is None:
        return near
    more = game.cast["extra_adjacent"]
    if not more:
        return near
    extra = [to for me, voice in more for to in voice.extra_adjacent(game, me, owner, place)]
    if not extra:
        return near
    return tuple(sorted({*near, *(to for to in extra if isinstance(to, int))} - {place}))


def near_clearings(game: Root, owner: Owner | None, place: Place) -> tuple[int, ...]:
    """2.2.1, 2.4.1  Clearings adjacent to any place: a clearing, a forest, or the ends of a path."""
    if isinstance(place, int):
        return neighbours(game, owner, place)
    if place in game.map.forests:
        return game.map.forests[place].clearings
    return next((path for path in game.map.paths if path_place(*path) == place), ())


def near_forests(game: Root, place: Place) -> tuple[str, ...]:
    """2.4.1, C.3.2  Forests adjacent to a clearing or a forest."""
    if isinstance(place, int):
        return game.map.forests_at[place] if place in CLEARINGS else ()
    return game.map.forests[place].adjacent if place in game.map.forests else ()


def is_path(game: Root, origin: Place, to: Place) -> bool:
    """2.2.1, C.3.2  Does an open path join these two clearings?"""
    return origin in CLEARINGS and to in game.map.neighbours(int(origin), game.closed)


# --- rule -------------------------------------------------------------------------------------------------


def rule_values(game: Root, clearing: int) -> dict[Owner, int]:
    """2.5  Warriors and buildings of everyone in a clearing, with what other rules add."""
    values: dict[Owner, int] = {}
    for owner, row in game.warriors.items():
        if row[clearing]:
            values[owner] = row[clearing]
    for piece in game.buildings[clearing]:
        values[piece.owner] = values.get(piece.owner, 0) + 1
    for me, voice in game.cast["adds_rule"]:
        voice.adds_rule(game, me, clearing, values)
    return values


def ruler(game: Root, clearing: int) -> Owner | None:
    """2.5  Who rules a clearing: the highest value; a tie is nobody's, unless a faction wins ties."""
    for me, voice in game.cast["rules_outright"]:
        if voice.rules_outright(game, me, clearing):
            return me
    values = rule_values(game, clearing)
    best: Owner | None = None
    most = 0
    tied = False
    for owner, value in values.items():
        if value > most:
            best, most, tied = owner, value, False
        elif value == most and value:
            tied = True
    if not tied:
        return best
    for me, voice in game.cast["wins_ties"]:
        winner = voice.wins_ties(game, me, clearing)
        if winner and values.get(winner) == most:
            return winner
    return None


def rules(game: Root, owner: Owner, clearing: int) -> bool:
    """2.5, H6  Does this owner rule the clearing? A hireling rules where its controller does."""
    return ruler(game, clearing) == (principal(game, owner) if game.guests else owner)


def ruled(game: Root, owner: Owner) -> list[int]:
    """All clearings an owner rules, those beside the map too."""
    return [c for c in clearings(game) if ruler(game, c) == owner]
