"""What a stand-in sees: the questions it asks of a view."""

from __future__ import annotations

from functools import cached_property

from engine.flow import Ask
from engine.root.data import CARDS, MAPS
from engine.root.standin.instinct import Instinct, instinct_of
from engine.root.view import ClearingView, PlaceView, PlayerView, RootView, TrackView

Owner = str
ROLLS = [(max(a, b), min(a, b)) for a in range(4) for b in range(4)]
"""4.3.2  All rolls of the two dice: the higher and the lower."""

WIPED_OUT = 0.4
"""What it costs, besides the warriors, to have nobody left."""


def beside(place: PlaceView) -> ClearingView:
    """12.2.2  A clearing beside the map: it has no suit and no slots."""
    return ClearingView(
        id=int(place.id),
        suit="",
        slots=0,
        ruler=place.ruler,
        warriors=place.warriors,
        tokens=place.tokens,
        pawns=place.pawns,
    )


class Sight:
    """A view and a question, from the seat that must answer."""

    def __init__(self, view: RootView, ask: Ask) -> None:
        self.view = view
        self.ask = ask
        self.me: Owner = ask.seat
        self.players: dict[Owner, PlayerView] = {player.owner: player for player in view.players}
        self.clearings: dict[int, ClearingView] = {clearing.id: clearing for clearing in view.clearings}
        self.clearings |= {place.id: beside(place) for place in view.places if isinstance(place.id, int)}
        self.map = MAPS[view.map]
        self.held: dict[tuple[int, int], float] = {}
        """What was worked out: the worth of so many warriors of mine in a clearing."""

    # --- myself -------------------------------------------------------------------------------------------

    @cached_property
    def own(self) -> PlayerView:
        """My player; an empty one before there is a board."""
        return self.players.get(self.me) or PlayerView(owner=self.me, faction="", name="")

    @property
    def faction(self) -> str:
        return self.own.faction

    @cached_property
    def instinct(self) -> Instinct:
        """What is known of my own faction."""
        return instinct_of(self.own)

    @property
    def hand(self) -> tuple[str, ...]:
        return self.own.hand or ()

    def track(self, kind: str) -> TrackView | None:
        """The row of a kind of piece on my board."""
        return next((track for track in self.own.own.tracks if track.kind == kind), None)

    def placed(self, kind: str) -> int:
        """How many of a kind I have on the map."""
        track = self.track(kind)
        return track.total - track.left if track else 0

    def next_points(self, kind: str) -> int:
        """What the next piece of a track scores."""
        track = self.track(kind)
        if track is None or not track.left or not track.points:
            return 0
        return track.points[min(track.total - track.left, len(track.points) - 1)]

    def column(self, title: str) -> tuple[str, ...]:
        """The cards of a named group on my board."""
        return next((cards.cards for cards in self.own.own.cards if cards.title == title), ())

    def can_be_had(self, item: str) -> bool:
        """4.1.2  Is an item in the supply, or on the card of a guest?"""
        guests = [lying.item for guest in self.view.guests for lying in guest.own.items]
        return bool(self.view.item_supply.get(item)) or item in guests

    # --- the map ------------------------------------------------------------------------------------------

    @cached_property
    def enemies(self) -> list[Owner]:
        """G.1.27, E.3.2  Other players and their hirelings, and those of nobody."""
        friends = {self.me, self.own.coalition}
        guests = [guest.owner for guest in self.view.guests if guest.controller not in friends - {""}]
        return [owner for owner in self.players if owner not in friends] + guests

    @cached_property
    def hired(self) -> list[Owner]:
        """E.3  The hirelings I control."""
        return [guest.owner for guest in self.view.guests if guest.controller == self.me]

    def near(self, clearing: int) -> tuple[int, ...]:
        return self.map.neighbours(clearing, self.view.closed_paths)

    def warriors(self, owner: Owner, clearing: int) -> int:
        return self.clearings[clearing].warriors.get(owner, 0)

    def enemy_warriors(self, clearing: int) -> int:
        here = self.clearings[clearing].warriors
        return sum(here.get(enemy, 0) for enemy in self.enemies)

    def buildings(self, owner: Owner, clearing: int) -> int:
        return sum(piece.owner == owner for piece in self.clearings[clearing].buildings)

    def pieces(self, owner: Owner, clearing: int) -> int:
        """Buildings and tokens of an owner in a clearing."""
        here = self.clearings[clearing]
        return sum(piece.owner == owner for piece in (*here.buildings, *here.tokens))

    def has(self, owner: Owner, kind: str, clearing: int) -> bool:
        here = self.clearings[clearing]
        return any(piece.owner == owner and piece.kind == kind for piece in (*here.buildings, *here.tokens))

    def open_slots(self, clearing: int) -> int:
        here = self.clearings[clearing]
        return here.slots - len(here.buildings) - here.ruin

    def rules_with(self, clearing: int, warriors: int) -> bool:
        """2.5  Would I rule the clearing with so many warriors?"""
        mine = warriors + self.buildings(self.me, clearing)
        mine += sum(self.warriors(own, clearing) + self.buildings(own, clearing) for own in self.hired)
        others = max(
            (self.warriors(enemy, clearing) + self.buildings(enemy, clearing) for enemy in self.enemies),
            default=0,
        )
        return mine > others or (self.instinct.wins_ties and mine == others > 0)

    def someone_else(self, clearing: int) -> list[Owner]:
        """Enemies with a piece in a clearing."""
        here = self.clearings[clearing]
        return [
            enemy
            for enemy in self.enemies
            if here.warriors.get(enemy) or self.pieces(enemy, clearing) or enemy in here.pawns
        ]

    # --- battle -------------------------------------------------------------------------------------------

    def trade(
        self, clearing: int, defender: Owner, strength: int, warrior_worth: float, own_worth: float
    ) -> float:
        """4.3  What a battle is worth on average: points for pieces, something for warriors, less my losses."""
        theirs = self.fighters(defender, clearing)
        warriors = self.warriors(defender, clearing)
        pieces = self.pieces(defender, clearing)
        player = self.players.get(defender) or PlayerView(owner=defender, faction="", name="")
        known = instinct_of(player)
        more = known.extra_hits(self, defender, clearing)
        total = 0.0
        for high, low in ROLLS:
            if known.higher_roll:
                high, low = low, high
            deals = min(high, strength) + (theirs == 0)
            takes = min(low, theirs) + more
            total += min(max(deals - warriors, 0), pieces)
            total += warrior_worth * min(deals, warriors) - own_worth * min(takes, strength)
            total -= WIPED_OUT * (takes >= strength)
        ambush = 0.4 * own_worth * bool(player.hand_size)
        return total / len(ROLLS) - ambush

    def fighters(self, owner: Owner, clearing: int) -> int:
        """4.3.2.I  How many hits a defender can roll."""
        player = self.players.get(owner)
        return (
            instinct_of(player).fighters(self, owner, clearing) if player else self.warriors(owner, clearing)
        )

    def toll(self, clearing: int) -> float:
        """What others make me pay for walking into a clearing."""
        return sum(
            instinct_of(player).toll(self, owner, clearing)
            for owner, player in self.players.items()
            if owner != self.me
        )


def keep_worth(sight: Sight, card: str) -> float:
    """What a card in hand is worth to me if I keep it."""
    known = CARDS.get(card)
    if known is None:
        return 0.0
    worth = 0.5 * (known.suit == "bird")
    if known.item:
        worth += 0.4 + 0.5 * known.points if sight.can_be_had(known.item) else 0.1
    return worth + {"ambush": 1.0, "dominance": 0.0, "immediate": 1.2, "persistent": 0.7}.get(known.kind, 0.0)
