"""The state of a game of Root: pieces, cards, points, and the cursor. Only `verbs.py` changes pieces and cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from engine.root.data import DECKS, MAPS, Map
from engine.rules import Event, State

if TYPE_CHECKING:
    from engine.root.voice import Cast

Owner = str
"""Who owns pieces: the id of a player's faction ("marquise", "vagabond2") or of a hireling."""
Place = int | str
"""Where pieces can be: a clearing by its number, a forest by its id, a path by `path_place`."""

CLEARINGS = range(1, 13)
"""The clearings of the map. Some factions bring another: `rule.clearings(game)` has them all."""
BURROW = 13
"""12.2.2 A clearing beside the map; every list by clearing has room for it."""
PLACES = 14


def path_place(a: int, b: int) -> str:
    """The path between two clearings, as a place."""
    return f"path-{min(a, b)}-{max(a, b)}"


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """1.5.3, G.1.29  A building or a token; its owner never changes. Warriors are counted, pawns have a place."""

    owner: Owner
    kind: str
    hidden: bool = False
    """It lies face down: what others see of it is what its owner's `shown_as` says."""
    on: Owner = ""
    """The landmark on whose slot a building stands, if that is none of the clearing's own."""


class Board:
    """What a faction keeps on its own board. Each faction's file defines its own, as a msgspec Struct."""


class Player(msgspec.Struct, kw_only=True):
    """What every player has, whatever the faction."""

    score: int = 0
    supply: int = 0
    """Warriors neither on a board nor on the map (G.1.33)."""
    hand: list[str] = []
    crafted: list[str] = []
    """Cards with persistent effects in the play area (4.1.3)."""
    items: list[str] = []
    """The Crafted Items box, ready items."""
    exhausted: list[str] = []
    """The Crafted Items box, exhausted items."""
    dominance: str = ""
    coalition: Owner = ""
    activated: list[int] = []
    """Crafting pieces activated this turn, by clearing (4.1.1)."""
    used: list[str] = []
    """Effects of the "once" kind used this turn."""
    held: dict[Owner, int] = {}
    """Warriors that lie on a card in the play area, by whose they are; they are in no supply."""


class Guest(msgspec.Struct, kw_only=True):
    """Somebody at the table who takes no turns: a hireling, a landmark. Its board is among `Root.boards`."""

    plays: str
    """Who speaks for it: a key of `GUESTS`."""
    supply: int = 0
    """Warriors neither on a card nor on the map (G.1.33)."""


class Cursor(msgspec.Struct, kw_only=True):
    """Whose turn, which step, how many actions are left."""

    active: Owner = ""
    step: str = "setup"
    left: int = 0
    granted: bool = False
    """RULING D1  The player chooses a move or battle that an effect grants, without its usual cost."""


class SetupCard(msgspec.Struct, frozen=True, kw_only=True):
    """A.8.1  A setup card on the table, with the character that came with it; locked ones lie sideways."""

    faction: str
    character: str = ""
    locked: bool = False


class Root(State, kw_only=True, dict=True):
    """The whole table. Only the fields are saved; `cast` is made anew."""

    version: int = 3

    map_id: str = next(iter(MAPS))
    deck_id: str = next(iter(DECKS))
    options: dict[str, Any] = {}
    suits: list[str] = []
    order: list[Owner] = []
    plays: dict[Owner, str] = {}
    """The faction (or bot board) behind each owner: "vagabond2" plays "vagabond", a bot "clockwork-eyrie"."""
    seats: dict[str, Owner] = {}
    """The owner each seat plays; the seat itself until it has drafted a faction."""
    bots: list[Owner] = []
    seat_options: dict[Owner, dict[str, Any]] = {}
    """What was agreed for a seat: a bot's difficulty and traits, a Vagabond's character."""
    players: dict[Owner, Player] = {}
    boards: dict[Owner, Board] = {}
    guests: dict[Owner, Guest] = {}
    """Hirelings and landmarks, by name, in the order they were set up."""
    cursor: Cursor = msgspec.field(default_factory=Cursor)

    warriors: dict[Owner, list[int]] = {}
    buildings: list[list[Piece]] = []
    tokens: list[list[Piece]] = []
    elsewhere: dict[str, dict[Owner, int]] = {}
    """Warriors on paths and in forests: place, owner, number."""
    tokens_elsewhere: dict[str, list[Piece]] = {}
    """Tokens on paths and in forests."""
    pawns: dict[Owner, Place] = {}
    """A pawn's place."""
    ruins: dict[int, list[str]] = {}
    """Ruins still on the map, with the hidden items under them (2.2.4)."""
    covered: list[int] = []
    """Clearings with a slot that something covers for good, one entry for each slot (RB 7.7.5)."""
    closed: list[tuple[int, int]] = []
    """Paths that are closed now (C.3.2)."""
    to_set_up: list[Owner] = []
    """Who has not set up yet, in order (5.1.7)."""
    starts: dict[Owner, list[int]] = {}
    """Starting clearings and homelands (5.1.7, A.8.2)."""
    setup_cards: list[SetupCard] = []
    """Setup cards nobody has taken yet (A.8.1)."""

    deck: list[str] = []
    """The last card is the top."""
    discard: list[str] = []
    available: list[str] = []
    """Dominance cards beside the board (3.3.3)."""
    item_supply: dict[str, int] = {}
    quests: list[str] = []
    quest_deck: list[str] = []
    removals: int = 0
    """How often pieces were removed: the number of an event (1.1.3)."""
    happened: list[Any] = []
    """What the verbs did and the factions have not reacted to yet; always empty between steps."""

    def note(self, key: str, clause: str = "", only: tuple[str, ...] = (), **about: Any) -> None:
        """Record an event. What only some may read they may read under the name of their seat, too."""
        if only:
            only += tuple(s for s, owner in self.seats.items() if owner in only and s not in only)
        self.notes.append(Event(key, about, clause, only))

    @cached_property
    def cast(self) -> Cast:
        """Who speaks at this table: see `voice.py`."""
        from engine.root.cast import assemble

        return assemble(self)

    @property
    def map(self) -> Map:
        return MAPS[self.map_id]

    @property
    def active(self) -> Owner:
        return self.cursor.active

    @property
    def is_cooperative(self) -> bool:
        """RB 3  Do all people play together against the bots?"""
        return self.options.get("cooperative") == "on"

    @property
    def dominance_for_bots(self) -> bool:
        """RB 1.3.1  The variant in which dominance cards serve the bots alone."""
        return bool(self.bots) and self.options.get("bot_dominance") == "on"

    @property
    def owners(self) -> list[Owner]:
        """Everybody who may have pieces on the map: the players in turn order, then the guests."""
        return [*self.order, *self.guests] if self.guests else self.order

    def player(self, owner: Owner) -> Player:
        return self.players[owner]

    def stock(self, owner: Owner) -> Player | Guest:
        """G.1.33  Who keeps the supply of an owner's warriors."""
        return self.players.get(owner) or self.guests[owner]

    def warriors_of(self, owner: Owner, place: Place) -> int:
        """G.1.1  Warriors of an owner at a place."""
        if isinstance(place, int):
            row = self.warriors.get(owner)
            return row[place] if row else 0
        return self.elsewhere.get(place, {}).get(owner, 0)

    def add_warriors(self, owner: Owner, place: Place, count: int) -> None:
        """Only for verbs: warriors come to a place, or leave it if `count` is negative."""
        if isinstance(place, int):
            if owner not in self.warriors:
                self.warriors[owner] = [0] * PLACES
            self.warriors[owner][place] += count
            return
        here = self.elsewhere.setdefault(place, {})
        here[owner] = here.get(owner, 0) + count
        if not here[owner]:
            del here[owner]
        if not here:
            del self.elsewhere[place]

    def buildings_at(self, place: Place) -> list[Piece]:
        """2.2.3  The buildings at a place; only clearings have any."""
        return self.buildings[place] if isinstance(place, int) else []

    def tokens_at(self, place: Place) -> list[Piece]:
        """G.1.34  The tokens at a place."""
        return self.tokens[place] if isinstance(place, int) else self.tokens_elsewhere.get(place, [])

    def buildings_of(self, owner: Owner, place: Place) -> list[Piece]:
        return [piece for piece in self.buildings_at(place) if piece.owner == owner]

    def tokens_of(self, owner: Owner, place: Place) -> list[Piece]:
        return [piece for piece in self.tokens_at(place) if piece.owner == owner]

    def has_pawn(self, owner: Owner, place: Place) -> bool:
        """G.1.6"""
        return self.pawns.get(owner) == place

    def has_piece(self, owner: Owner, place: Place) -> bool:
        """G.1.9  Any faction piece: warrior, pawn, building or token."""
        if self.pawns.get(owner) == place or self.warriors_of(owner, place):
            return True
        for pieces in (self.buildings_at(place), self.tokens_at(place)):
            for piece in pieces:
                if piece.owner == owner:
                    return True
        return False

    def on_map(self, owner: Owner, kind: str, *, hidden: bool = False) -> int:
        """Buildings or tokens of one kind in clearings: those face up, or those face down."""
        piece = Piece(owner, kind, hidden)
        count = 0
        for places in (self.buildings, self.tokens):
            for row in places:
                if row:
                    count += row.count(piece)
        if self.cast["adds_slots"]:
            count += sum(
                p.on != "" and (p.owner, p.kind) == (owner, kind) for row in self.buildings for p in row
            )
        return count

    def has_building(self, owner: Owner, kind: str, clearing: int) -> bool:
        """2.2.3  Does a building of this kind stand here, in whichever slot?"""
        return any(piece.kind == kind and piece.owner == owner for piece in self.buildings[clearing])

    def clearings_with(self, owner: Owner, kind: str) -> list[int]:
        """The clearings that hold a building or token of this kind, either way up, one entry for each piece."""
        return [
            clearing
            for clearing in CLEARINGS
            for piece in self.buildings[clearing] + self.tokens[clearing]
            if piece.kind == kind and piece.owner == owner
        ]

    def slots(self, clearing: int) -> int:
        """2.2.3  The building slots of a clearing, taken or not; those beside the map have none."""
        if clearing not in CLEARINGS:
            return 0
        more = self.cast["adds_slots"]
        return self.map.slots[clearing] + sum(voice.adds_slots(self, me, clearing) for me, voice in more)

    def has_open_slot(self, clearing: int) -> bool:
        """2.2.3, G.1.22  A building needs an open slot; a ruin occupies its own (2.2.4, G.1.24)."""
        return self.slots_taken(clearing) < self.slots(clearing)

    def slots_taken(self, clearing: int) -> int:
        """2.2.3  Slots that hold a building, a ruin or what covers them for good."""
        return len(self.buildings[clearing]) + (clearing in self.ruins) + self.covered.count(clearing)

    def suit(self, place: Place) -> str:
        """2.2.2  The suit printed in a clearing or laid on it; other places have none. See `rule.suits`."""
        return self.suits[place] if isinstance(place, int) else ""


def round_of(game: Root) -> int:
    """1.4.1  How often everybody has had a turn, the present one counted."""
    return -(-game.turn // len(game.order)) if game.order else 0
