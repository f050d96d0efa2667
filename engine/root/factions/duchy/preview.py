"""12  What the choices of the Duchy cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.muster import Recruit
from engine.root.data import CARDS
from engine.root.factions.duchy.assembly import BuildWith, Dig
from engine.root.factions.duchy.court import CITADEL, Dismiss, board
from engine.root.factions.duchy.facts import MINISTERS, NUMBERS, PRINTED, RANKS
from engine.root.factions.duchy.parliament import Bank
from engine.root.factions.duchy.sway import Sway, cost
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left
from engine.root.state import BURROW, Owner, Piece, Root
from engine.rules import Preview


@previews(BuildWith, "duchy")
def build(game: Root, owner: Owner, option: BuildWith) -> Iterator[Preview]:
    """12.5.1.I, 12.4, 12.6.3  A card is shown, not spent; what the track gives then."""
    number = game.on_map(owner, option.kind) + 1
    kind, track = ("duchy.citadel", "recruit") if option.kind == CITADEL else ("duchy.market", "draw")
    yield Preview(kind, {"count": PRINTED.tracks[track][number]})
    yield from rule_after(game, owner, built=[(option.clearing, Piece(owner, option.kind))])


@previews(Recruit, "duchy")
def recruit(game: Root, owner: Owner, option: Recruit) -> Iterator[Preview]:
    """12.5.1.II"""
    yield from warriors_left(game, owner, 1)


@previews(Dig, "duchy")
def dig(game: Root, owner: Owner, option: Dig) -> Iterator[Preview]:
    """12.5.1.V"""
    ready = min(game.warriors_of(owner, BURROW), NUMBERS["dig_warriors"])
    yield Preview("duchy.dig", {"warriors": ready})
    yield from hand_after(game, owner)
    yield from rule_after(game, owner, [(owner, BURROW, option.clearing, ready)])


@previews(Sway, "duchy")
def sway(game: Root, owner: Owner, option: Sway) -> Iterator[Preview]:
    """12.5.3"""
    rank = MINISTERS[option.minister].rank
    yield from points(game, owner, RANKS[rank].points)
    yield Preview("duchy.sway", {"cards": cost(option.minister), "left": board(game, owner).crowns[rank] - 1})


@previews(Dismiss, "duchy")
def dismiss(game: Root, owner: Owner, option: Dismiss) -> Iterator[Preview]:
    """12.2.3  The crown goes with the minister."""
    left = len(board(game, owner).swayed) - 1
    yield Preview("duchy.dismiss", {"rank": MINISTERS[option.minister].rank, "swayed": left})


@previews(Bank, "duchy")
def bank(game: Root, owner: Owner, option: Bank) -> Iterator[Preview]:
    """12.5.2.V  A point for each card of the suit that is spent."""
    most = sum(CARDS[card].suit == option.suit for card in game.players[owner].hand)
    yield Preview("battle.points", {"points": most})
