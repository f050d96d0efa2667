"""2.2 - 2.5  Adjacency, enemies and rule: questions about the map that change nothing."""

from __future__ import annotations

from engine.root.cards import effects_of
from engine.root.data import CARDS
from engine.root.faction import FACTIONS, faction_of, factions
from engine.root.state import CLEARINGS, Owner, Root


def is_enemy(game: Root, owner: Owner, other: Owner) -> bool:
    """G.1.27  Any other player you are not in a coalition with."""
    if owner == other:
        return False
    return game.players[owner].coalition != other and game.players[other].coalition != owner


def enemies(game: Root, owner: Owner) -> list[Owner]:
    """G.1.27  All enemies, in turn order."""
    return [other for other in game.order if is_enemy(game, owner, other)]


def enemies_in(game: Root, owner: Owner, clearing: int) -> list[Owner]:
    """Enemies with at least one piece in a clearing."""
    return [other for other in enemies(game, owner) if game.has_piece(other, clearing)]


def matches(card: str, suit: str) -> bool:
    """2.1.1  A card matches a suit if it has it or is a bird; only a bird matches bird (2.1.1.II)."""
    own = CARDS[card].suit
    return own == suit or own == "bird"


def matching(cards: list[str], suit: str) -> list[str]:
    """The cards that match a suit."""
    return [card for card in cards if matches(card, suit)]


def neighbours(game: Root, owner: Owner | None, clearing: int) -> tuple[int, ...]:
    """2.2.1, G.1.28  Clearings adjacent for an owner: by open paths, and what its faction or cards treat as paths."""
    near = game.map.neighbours(clearing, game.closed)
    if owner is None:
        return near
    extra = list(faction_of(game, owner).extra_adjacent(game, owner, clearing))
    for effect in effects_of(game, owner):
        extra += effect.extra_adjacent(game, owner, clearing)
    if not extra:
        return near
    return tuple(sorted({*near, *extra} - {clearing}))


def rule_values(game: Root, clearing: int) -> dict[Owner, int]:
    """2.5  Warriors and buildings of everyone in a clearing, with what other rules add."""
    values: dict[Owner, int] = {}
    for owner, row in game.warriors.items():
        if row[clearing]:
            values[owner] = row[clearing]
    for piece in game.buildings[clearing]:
        values[piece.owner] = values.get(piece.owner, 0) + 1
    for owner in game.order:
        faction = FACTIONS[game.plays[owner]]
        if faction.bends_rule:
            faction.adds_rule(game, owner, clearing, values)
        if game.players[owner].crafted:
            for effect in effects_of(game, owner):
                effect.adds_rule(game, owner, clearing, values)
    return values


def ruler(game: Root, clearing: int) -> Owner | None:
    """2.5  Who rules a clearing: the highest value; a tie is nobody's, unless a faction wins ties."""
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
    for owner, faction in factions(game):
        if faction.wins_ties and values.get(owner) == most:
            return owner
    return None


def rules(game: Root, owner: Owner, clearing: int) -> bool:
    """2.5  Does this owner rule the clearing?"""
    return ruler(game, clearing) == owner


def ruled(game: Root, owner: Owner) -> list[int]:
    """All clearings an owner rules."""
    return [c for c in CLEARINGS if ruler(game, c) == owner]
