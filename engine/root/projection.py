"""From the state to what a seat may know. Never writes; hidden things never pass."""

from __future__ import annotations

from engine.root.data import ROLES
from engine.root.faction import faction_of
from engine.root.rule import ruler
from engine.root.setup.advanced import is_locked
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.view import ClearingView, ForestView, PieceView, PlayerView, RootView, SetupCardView
from engine.rules import SeatView


def project(game: Root, seat: Owner | None) -> RootView:
    """The table as `seat` sees it; None for what everybody sees."""
    phase = game.cursor.step.split(".", 1)[0]
    everybody = {owner: player_view(game, owner, seat) for owner in game.order}
    players = tuple(everybody[owner] for owner in game.order if owner in game.boards)
    return RootView(
        game="root",
        seat=seat,
        turn=game.turn,
        active=game.active,
        phase=phase,
        seats=tuple(seat_view(everybody[owner]) for owner in game.order),
        over=game.over,
        winners=tuple(game.winners),
        end=game.end,
        map=game.map_id,
        deck=game.deck_id,
        clearings=tuple(clearing_view(game, c) for c in CLEARINGS) if any(game.suits) else (),
        forests=tuple(
            ForestView(id=forest, pawns=tuple(o for o, place in game.pawns.items() if place == forest))
            for forest in game.map.forests
        ),
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


def clearing_view(game: Root, clearing: int) -> ClearingView:
    """2.2  One clearing."""
    marks = ["ferry"] * (game.ferry == clearing) + ["tower"] * (game.tower == clearing)
    for owner in game.order:
        if owner in game.boards:
            marks += faction_of(game, owner).marks(game, owner, clearing)
    return ClearingView(
        id=clearing,
        suit=game.suit(clearing),
        slots=game.map.slots[clearing] - game.covered.count(clearing),
        covered=game.covered.count(clearing),
        ruin=clearing in game.ruins,
        ruler=ruler(game, clearing) or "",
        warriors={o: row[clearing] for o, row in game.warriors.items() if row[clearing]},
        buildings=tuple(PieceView(p.owner, p.kind) for p in game.buildings[clearing]),
        tokens=tuple(PieceView(p.owner, p.kind) for p in game.tokens[clearing]),
        pawns=tuple(o for o, place in game.pawns.items() if place == clearing),
        marks=tuple(marks),
    )


def player_view(game: Root, owner: Owner, seat: Owner | None) -> PlayerView:
    """1.2.1  One player; the hand only for its owner, unless the faction plays with open cards."""
    player = game.players[owner]
    faction = faction_of(game, owner)
    shown = seat == owner or faction.hand_is_public(game, owner)
    return PlayerView(
        owner=owner,
        faction=faction.printed.id if faction.printed else "",
        name=player_name(game, owner),
        board="clockwork" if owner in game.bots else "",
        score=None if player.dominance or player.coalition else player.score,
        hand_size=len(player.hand),
        hand=tuple(sorted(player.hand)) if shown else None,
        supply=player.supply,
        crafted=tuple(player.crafted),
        items=faction.public_items(game, owner),
        dominance=player.dominance,
        coalition=player.coalition,
        held=dict(player.held),
        own=faction.public_board(game, owner, seat),
    )


def player_name(game: Root, owner: Owner) -> str:
    """A player by the faction; a second of its kind as such, who has none yet by the place at the table."""
    if owner not in game.boards:
        return f"Player {game.order.index(owner) + 1}"
    name = faction_of(game, owner).name
    role = ROLES.get(owner)
    return f"Second {name}" if role and role.second else name
