"""What one seat, or everybody, may know of a game of Root: plain, frozen, complete.

Cogs, pictures, log texts, alt texts and stand-ins get this and nothing else. Every faction describes its own
board in the same few shapes (`BoardView`), so a new faction needs no change in the pictures.
"""

from __future__ import annotations

from engine.rules import View
from engine.values import Value

Owner = str


class PieceView(Value, frozen=True, array_like=True):
    """A building or a token. A face-down token has the kind everybody may know."""

    owner: Owner
    kind: str
    hidden: bool = False
    """It lies face down, also for whoever may look at it."""


class ClearingView(Value, frozen=True, kw_only=True):
    """One clearing as it lies on the table."""

    id: int
    suit: str
    slots: int
    """Without those that are covered for good."""
    covered: int = 0
    ruin: bool = False
    ruler: Owner = ""
    warriors: dict[Owner, int] = {}
    buildings: tuple[PieceView, ...] = ()
    tokens: tuple[PieceView, ...] = ()
    pawns: tuple[Owner, ...] = ()
    marks: tuple[str, ...] = ()
    """Things of nobody: landmarks, and what some leave behind (a scorched clearing)."""
    more_suits: tuple[str, ...] = ()
    """Suits it is treated as having besides its own."""


class ForestView(Value, frozen=True, kw_only=True):
    """One forest with what stands in it."""

    id: str
    pawns: tuple[Owner, ...] = ()
    tokens: tuple[PieceView, ...] = ()
    warriors: dict[Owner, int] = {}


class PlaceView(Value, frozen=True, kw_only=True):
    """A place that is neither a clearing of the map nor a forest, with what stands there: the Burrow, a path."""

    id: int | str
    ruler: Owner = ""
    warriors: dict[Owner, int] = {}
    tokens: tuple[PieceView, ...] = ()
    pawns: tuple[Owner, ...] = ()


class TrackView(Value, frozen=True, kw_only=True):
    """A row of pieces on a faction board. The leftmost spaces are the empty ones."""

    kind: str
    total: int
    left: int
    costs: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    draws: tuple[int, ...] = ()


class CardsView(Value, frozen=True, kw_only=True):
    """A named group of cards on a board: face up (`cards`) or only counted (`hidden`)."""

    title: str
    cards: tuple[str, ...] = ()
    hidden: int = 0


class ItemView(Value, frozen=True, kw_only=True):
    """An item on a board."""

    item: str
    exhausted: bool = False
    damaged: bool = False
    track: bool = False


class BoardView(Value, frozen=True, kw_only=True):
    """A faction board in shapes every faction shares."""

    tracks: tuple[TrackView, ...] = ()
    cards: tuple[CardsView, ...] = ()
    counts: dict[str, int] = {}
    warriors: dict[str, dict[Owner, int]] = {}
    """Boxes that hold warriors of any players, by name: how many of whom."""
    texts: dict[str, str] = {}
    items: tuple[ItemView, ...] = ()
    relations: dict[Owner, str] = {}


class PlayerView(Value, frozen=True, kw_only=True):
    """One player: what lies open, and for the viewer also the hidden part (`hand`, private cards)."""

    owner: Owner
    faction: str
    name: str
    board: str = ""
    """"" for a player who decides, "clockwork" for a bot."""
    score: int | None = 0
    """None once a dominance card is in play or a coalition is formed."""
    hand_size: int = 0
    hand: tuple[str, ...] | None = None
    supply: int = 0
    crafted: tuple[str, ...] = ()
    items: tuple[ItemView, ...] = ()
    dominance: str = ""
    coalition: Owner = ""
    held: dict[Owner, int] = {}
    """Warriors on a card in the play area, by whose they are."""
    markers: int = 0
    """E.1.1  Hireling markers that were taken and bring a hireling at the end of the player's turn."""
    own: BoardView = BoardView()


class GuestView(Value, frozen=True, kw_only=True):
    """A hireling or a landmark at the table."""

    owner: Owner
    plays: str
    """What speaks for it: its side, its card."""
    controller: Owner = ""
    control: int = 0
    """E.1.2  How many more of its controller's turns a hireling stays."""
    supply: int = 0
    own: BoardView = BoardView()


class SetupCardView(Value, frozen=True, kw_only=True):
    """A.8.1  A setup card that can be taken, or cannot yet."""

    faction: str
    character: str = ""
    locked: bool = False


class RootView(View, frozen=True, kw_only=True):
    """The whole table."""

    map: str
    deck: str
    clearings: tuple[ClearingView, ...] = ()
    forests: tuple[ForestView, ...] = ()
    places: tuple[PlaceView, ...] = ()
    """Other places with something on them, and clearings beside the map."""
    closed_paths: tuple[tuple[int, int], ...] = ()
    players: tuple[PlayerView, ...] = ()
    """In order of play."""
    guests: tuple[GuestView, ...] = ()
    """Hirelings and landmarks."""
    markers: tuple[int, ...] = ()
    """E.1.1  The hireling markers on the score track."""
    deck_size: int = 0
    discard: tuple[str, ...] = ()
    item_supply: dict[str, int] = {}
    dominance_available: tuple[str, ...] = ()
    quests: tuple[str, ...] = ()
    quest_deck: int = 0
    setup_cards: tuple[SetupCardView, ...] = ()
    """The setup cards on the table during a draft (A.8.1)."""
    undecided: tuple[PlayerView, ...] = ()
    """Seats that have cards but no faction yet; they are not among `players`."""
    drafted: dict[str, Owner] = {}
    """Seats that go by another name since they chose a faction."""

    def viewer(self) -> PlayerView | None:
        """The player whose view this is, if any; others may have open hands, too."""
        everybody = (*self.players, *self.undecided)
        return next((player for player in everybody if player.owner == self.seat), None)

    def held(self) -> tuple[str, ...] | None:
        return next((player.hand for player in self.players if player.owner == self.seat), None)

    def boards(self) -> tuple[str, ...]:
        return (*super().boards(), *(guest.owner for guest in self.guests))

    def closeups(self) -> tuple[int, ...]:
        return tuple(clearing.id for clearing in self.clearings)
