"""From the state to what a seat may know. Never writes; hidden things never pass.

What everybody sees comes first. A seat sees the same, and what is its own: its hand, its side of its board, the pieces that it
may look at. So whatever is not opened for a seat is what everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine.root.data import ROLES
from engine.root.faction import faction_of, shown_as
from engine.root.hiring.control import MARKET, market
from engine.root.hiring.hireling import board_of, hirelings
from engine.root.rule import clearings, principal, ruler, suits
from engine.root.setup.advanced import is_locked
from engine.root.state import CLEARINGS, Owner, Piece, Place, Root, round_of
from engine.root.view import (
    ClearingView,
    ForestView,
    GuestView,
    PieceView,
    PlaceView,
    PlayerView,
    RootView,
    SetupCardView,
)
from engine.root.voice import GUESTS
from engine.rules import SeatView

Spot = TypeVar("Spot", ForestView, PlaceView)


def project(game: Root, seat: Owner | None) -> RootView:
    """The table as `seat` sees it; None for what everybody sees."""
    public = public_view(game)
    return public if seat is None else opened(game, seat, public)


def opened(game: Root, seat: Owner, public: RootView) -> RootView:
    """1.2.1  What everybody sees of this table, with what this seat may look at besides."""
    return replace(
        public,
        seat=seat,
        clearings=tuple([opened_clearing(game, one, seat) for one in public.clearings]),
        forests=tuple([opened_tokens(game, one, seat) for one in public.forests]),
        places=tuple([opened_tokens(game, one, seat) for one in public.places]),
        players=tuple([opened_player(game, one, seat) for one in public.players]),
        undecided=tuple([opened_player(game, one, seat) for one in public.undecided]),
    )


def public_view(game: Root) -> RootView:
    """The table as everybody sees it."""
    phase = game.cursor.step.split(".", 1)[0]
    everybody = {owner: player_view(game, owner) for owner in game.order}
    players = tuple(everybody[owner] for owner in game.order if owner in game.boards)
    return RootView(
        game="root",
        seat=None,
        turn=game.turn,
        round=round_of(game),
        active=game.active,
        phase=phase,
        seats=tuple(seat_view(everybody[owner]) for owner in game.order),
        over=game.over,
        winners=tuple(game.winners),
        end=game.end,
        map=game.map_id,
        deck=game.deck_id,
        clearings=tuple(clearing_view(game, c) for c in CLEARINGS) if any(game.suits) else (),
        forests=tuple(forest_view(game, forest) for forest in game.map.forests),
        places=tuple(place_view(game, place) for place in other_places(game)),
        guests=tuple(guest_view(game, name) for name in game.guests if name != MARKET),
        markers=tuple(market(game).markers) if MARKET in game.guests else (),
        closed_paths=tuple(game.closed),
        players=players,
        deck_size=len(game.deck),
        discard=tuple(game.discard),
        item_supply=dict(game.item_supply),
        dominance_available=tuple(game.available),
        quests=tuple(game.quests),
        quest_deck=len(game.quest_deck),
        setup_cards=tuple(
            SetupCardView(faction=card.faction, character=card.character, locked=is_locked(game, card))
            for card in game.setup_cards
        ),
        undecided=tuple(player for owner, player in everybody.items() if owner not in game.boards),
        drafted={one: owner for one, owner in game.seats.items() if one != owner},
    )


def seat_view(player: PlayerView) -> SeatView:
    """A player in short."""
    return SeatView(
        seat=player.owner,
        plays=player.faction,
        name=player.name,
        board=player.board,
        score=player.score,
        cards=player.hand_size,
    )


def pieces_view(game: Root, pieces: Sequence[Piece], seat: Owner | None = None) -> tuple[PieceView, ...]:
    """1.2.1  Buildings or tokens as a seat sees them (None: everybody)."""
    return tuple(
        PieceView(p.owner, shown_as(game, p, seat) if p.hidden else p.kind, p.hidden) for p in pieces
    )


def pawns_at(game: Root, place: Place) -> tuple[Owner, ...]:
    return tuple(owner for owner, where in game.pawns.items() if where == place)


def forest_view(game: Root, forest: str) -> ForestView:
    """2.4  One forest."""
    return ForestView(
        id=forest,
        pawns=pawns_at(game, forest),
        tokens=pieces_view(game, game.tokens_at(forest)),
        warriors=dict(game.elsewhere.get(forest, {})),
    )


def other_places(game: Root) -> list[Place]:
    """12.2.2, E  Clearings beside the map, and the paths on which something stands."""
    beside: list[Place] = [c for c in clearings(game) if c not in CLEARINGS]
    taken = dict.fromkeys((*game.elsewhere, *game.tokens_elsewhere))
    return beside + [place for place in taken if place not in game.map.forests]


def place_view(game: Root, place: Place) -> PlaceView:
    """The Burrow, a path."""
    return PlaceView(
        id=place,
        ruler=(ruler(game, place) or "") if isinstance(place, int) else "",
        warriors={o: count for o in game.owners if (count := game.warriors_of(o, place))},
        tokens=pieces_view(game, game.tokens_at(place)),
        pawns=pawns_at(game, place),
    )


def guest_view(game: Root, name: Owner) -> GuestView:
    """A hireling or a landmark."""
    guest = game.guests[name]
    controller = principal(game, name)
    return GuestView(
        owner=name,
        plays=guest.plays,
        controller=controller if controller != name else "",
        control=board_of(game, name).control if name in hirelings(game) else 0,
        supply=guest.supply,
        own=GUESTS[guest.plays].public_board(game, name, None),
    )


def clearing_view(game: Root, clearing: int) -> ClearingView:
    """2.2  One clearing."""
    marks: list[str] = []
    for me, voice in game.cast["marks"]:
        if me in game.boards or me in game.guests:
            marks += voice.marks(game, me, clearing)
    return ClearingView(
        id=clearing,
        suit=game.suit(clearing),
        more_suits=suits(game, clearing)[1:],
        slots=game.slots(clearing) - game.covered.count(clearing),
        covered=game.covered.count(clearing),
        ruin=clearing in game.ruins,
        ruler=ruler(game, clearing) or "",
        warriors={o: row[clearing] for o, row in game.warriors.items() if row[clearing]},
        buildings=pieces_view(game, game.buildings[clearing]),
        tokens=pieces_view(game, game.tokens[clearing]),
        pawns=pawns_at(game, clearing),
        marks=tuple(marks),
    )


def player_view(game: Root, owner: Owner) -> PlayerView:
    """1.2.1  One player; without the hand, unless the faction plays with open cards."""
    player = game.players[owner]
    faction = faction_of(game, owner)
    return PlayerView(
        owner=owner,
        faction=faction.printed.id if faction.printed else "",
        name=player_name(game, owner),
        board="clockwork" if owner in game.bots else "",
        score=None if player.dominance or player.coalition else player.score,
        hand_size=len(player.hand),
        hand=hand_of(game, owner) if faction.hand_is_public(game, owner) else None,
        supply=player.supply,
        crafted=tuple(player.crafted),
        items=faction.public_items(game, owner),
        dominance=player.dominance,
        coalition=player.coalition,
        held=dict(player.held),
        markers=market(game).waiting.get(owner, 0) if MARKET in game.guests else 0,
        own=faction.public_board(game, owner, None),
    )


def hand_of(game: Root, owner: Owner) -> tuple[str, ...]:
    return tuple(sorted(game.players[owner].hand))


def player_name(game: Root, owner: Owner) -> str:
    """A player by the faction; a second of its kind as such, who has none yet by the place at the table."""
    if owner not in game.boards:
        return f"Player {game.order.index(owner) + 1}"
    name = faction_of(game, owner).name
    role = ROLES.get(owner)
    return f"Second {name}" if role and role.second else name


# --- for one seat -----------------------------------------------------------------------------------------


def opened_clearing(game: Root, public: ClearingView, seat: Owner) -> ClearingView:
    """1.2.1  A clearing with the face-down pieces that the seat may look at."""
    if not lies_face_down((*public.buildings, *public.tokens)):
        return public
    buildings, tokens = game.buildings[public.id], game.tokens[public.id]
    return replace(
        public, buildings=pieces_view(game, buildings, seat), tokens=pieces_view(game, tokens, seat)
    )


def opened_tokens(game: Root, public: Spot, seat: Owner) -> Spot:
    """1.2.1  Another place with the face-down tokens that the seat may look at."""
    if not lies_face_down(public.tokens):
        return public
    return replace(public, tokens=pieces_view(game, game.tokens_at(public.id), seat))


def lies_face_down(pieces: Sequence[PieceView]) -> bool:
    return any(piece.hidden for piece in pieces)


def opened_player(game: Root, public: PlayerView, seat: Owner) -> PlayerView:
    """1.2.1  A player with the hand and the hidden side of the board, if it is the seat's own."""
    if public.owner != seat:
        return public
    own = faction_of(game, seat).public_board(game, seat, seat)
    return replace(public, hand=hand_of(game, seat), own=own)
