"""One kind of voice: whatever may say something about the rules, and who is asked.

Factions, crafted cards, hirelings and landmarks are voices. The core names none of them: at each point where a
rule may be bent it asks the voices at the table, and a voice that has nothing to say there is never asked
(`Root.cast`). In every hook `me` is the voice's own name: the player for a faction or for a card in that player's
play area, the hireling, the landmark.

A service that is sold (riverboats, mercenaries) is said by the faction that sells it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec

from engine.flow import Flow, Option
from engine.root.state import Board, Owner, Piece, Place, Root
from engine.root.view import BoardView
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.root.actions.battle import Battle, Side
    from engine.root.happen import Reaction, Removed

CARDS_GROUP = "cards"
"""The group of all piles that hold cards of the deck."""


class Journey(msgspec.Struct, kw_only=True):
    """4.2  Pieces that set out together. Who is asked on the way may take some out or send more along."""

    mover: Owner
    """Whose move it is."""
    origin: Place
    to: Place
    warriors: dict[Owner, int] = {}
    """Warriors that move, by whose they are; the mover's own, and allies that go along."""
    pawn: bool = False
    """The mover's pawn goes."""
    carried: list[Piece] = []
    """Tokens that are carried along."""
    boat: bool = False
    """Something takes the pieces across and goes along (`Voice.carries`)."""
    path: bool = False
    """Along a path; not by river, by boat or underground."""


class Pile(msgspec.Struct, kw_only=True):
    """1.2.1  Things that lie face down: which others they could be mistaken for, and who may look at them."""

    things: list[str]
    group: str = CARDS_GROUP
    """Things of one group look alike from behind."""
    seen_by: tuple[Owner, ...] = ()
    """Who may look; nobody if empty."""


class Hire(NamedTuple):
    """RB 9.7  The option that hires warriors, and the table as it would be then; only for asking."""

    option: Option
    table: Root


class Voice:
    """The neutral answers. One instance of each kind; everything it remembers is in the game's state."""

    id: ClassVar[str]
    reactions: ClassVar[tuple[Reaction, ...]] = ()
    """How it reacts to what happens. See `happen.py`."""
    reveals: ClassVar[tuple[str, ...]] = ()
    """1.2.1  Events that tell everybody what lay face down until then, besides turning it over."""
    has_pieces: ClassVar[bool] = False
    """Can pieces of its own stand on the map? See `Army` in `faction.py`."""
    reads_discard: ClassVar[bool] = False
    """RULING D6  Does the order of the cards in the discard pile matter to it?"""

    def new_board(self) -> Board | None:
        """Its own state before setup, if it keeps any."""
        return None

    def bars_faction(self, game: Root, me: Owner, faction: str) -> bool:
        """A.6.5  Can this faction not be played while it is at the table?"""
        return False

    # --- menus --------------------------------------------------------------------------------------------

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """1.4.2, 4.1.3  Options this voice puts on a player's menu at a moment of that player's turn.

        Moments: "birdsong.start", "birdsong", "birdsong.end", "daylight.start", "daylight", "evening.start",
        "evening". A phase alone means any time in it between two actions.
        """
        return ()

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """1.2.1  Could hidden cards let this voice offer something, by what everybody sees? Then it is asked."""
        return False

    def sells_cards(self, game: Root, me: Owner, bot: Owner) -> Mapping[str, Option]:
        """RB 9.7  Cards a bot may buy of it at this point of its own turn, and the option that buys each."""
        return {}

    def hires_out(self, game: Root, me: Owner, bot: Owner) -> Hire | None:
        """RB 9.7  How a bot may hire its warriors at this point of its own turn."""
        return None

    def must(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """4.1.3, E.2  Must one of these options be taken before the moment is over?"""
        return False

    def replaces_draw(self, game: Root, me: Owner, owner: Owner) -> Sequence[Option]:
        """Options instead of a player's Evening draw."""
        return ()

    # --- the map ------------------------------------------------------------------------------------------

    def adds_clearings(self, game: Root, me: Owner) -> Sequence[int]:
        """12.2.2  Clearings beside the map, ruled and entered like others."""
        return ()

    def adds_suits(self, game: Root, me: Owner, clearing: int) -> Sequence[str]:
        """F.1  Suits a clearing is treated as having besides its own."""
        return ()

    def adds_slots(self, game: Root, me: Owner, clearing: int) -> int:
        """2.2.3, F.1  Building slots added to a clearing."""
        return 0

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        """2.2.1  Places that `mover` treats as adjacent to this one: rivers, tunnels, boats that were hired."""
        return ()

    def adds_rule(self, game: Root, me: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """2.5, E.3.1, 11.2.7.III  Change the counts that decide rule; lent warriors count for whom they serve."""

    def rules_outright(self, game: Root, me: Owner, clearing: int) -> bool:
        """10.2.4, 12.2.2  Does it rule this clearing whatever stands there?"""
        return False

    def wins_ties(self, game: Root, me: Owner, clearing: int) -> Owner:
        """2.5, 7.2.2  Who rules this clearing when tied for the most, or ""."""
        return ""

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """4.2.1  May `mover` make this move, on foot or by boat (C.2.5), without rule at one end?"""
        return False

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """1.1.2  Does it forbid `placer` to place pieces here?"""
        return None

    def bars_moving(self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place) -> Refusal | None:
        """1.1.2  Does it forbid `mover` this move?"""
        return None

    def bars_leaving(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Refusal | None:
        """1.1.2  Does it forbid `mover` to leave a place? A Slip is free of this (9.4.2)."""
        return None

    def springs(self, game: Root, me: Owner, bot: Owner, place: Place) -> bool:
        """RB 11.8.2  Does a bot that places something here, or leaves, spring a trap? If so the trap is gone."""
        return False

    def takes_toll(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        """4.2, E.2.2, RULING H8  Pieces set out: take some of them, before anybody carries anything."""
        yield from ()

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        """4.2, 15.2.4  Pieces set out: send more along, or carry something."""
        yield from ()

    def carries(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Sequence[int]:
        """C.2.5  The clearings to which it takes a move of `mover` from this place, and goes along."""
        return ()

    def bars_boarding(self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place) -> Refusal | None:
        """C.2.5  Why it, who takes moves of others, does not take this one."""
        return None

    def boarded(self, game: Root, me: Owner, journey: Journey) -> None:
        """C.2.5  It took a move across; the pieces have arrived."""

    def lures(self, game: Root, me: Owner, clearing: int) -> str:
        """RB 12.2.2  Why bots take this clearing whenever only priority decides, in a few words, or ""."""
        return ""

    # --- craft --------------------------------------------------------------------------------------------

    def item_pile(self, game: Root, me: Owner, crafter: Owner, item: str) -> dict[str, int] | Refusal | None:
        """4.1.2  A pile besides the supply that `crafter` may take this item from, or why that is refused."""
        return None

    def item_points(self, game: Root, me: Owner, crafter: Owner, item: str, source: Owner) -> int:
        """3.2.2  More points when a player crafts an item; `source` is whose pile it came from, or ""."""
        return 0

    def keeps_crafted(self, game: Root, me: Owner, crafter: Owner, card: str) -> Flow[bool]:
        """4.1.2  Does a crafted card go elsewhere instead of the discard pile? If so it has been put away."""
        yield from ()
        return False

    # --- battle -------------------------------------------------------------------------------------------

    def bars_battle(
        self, game: Root, me: Owner, attacker: Owner, defender: Owner, clearing: int
    ) -> Refusal | None:
        """4.3  Does it forbid this battle?"""
        return None

    def lends_warriors(self, game: Root, me: Owner, owner: Owner, clearing: int, enemy: Owner) -> bool:
        """G.1.21, 11.2.7.III  Does `owner` treat this voice's warriors here as its own, against `enemy`?"""
        return False

    def shields(self, game: Root, me: Owner, owner: Owner, clearing: int, by: Owner) -> bool:
        """Can `by` neither battle nor remove the pieces of `owner` in this clearing?"""
        return False

    def battle_declared(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """4.3, RB 9.7  Who fights whom and where is said; whoever hires warriors for it does so now."""
        yield from ()

    def battle_starts(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """4.3  Declarations and costs at the start of a battle, before the ambush."""
        yield from ()

    def stops_ambush(self, game: Root, me: Owner, battle: Battle) -> bool:
        """4.3.1  May no ambush be played in this battle?"""
        return False

    def before_roll(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """4.3.2  After the ambush, before the dice."""
        yield from ()

    def takes_higher_roll(self, game: Root, me: Owner, battle: Battle) -> bool:
        """4.3.2, 8.2.2  Does the defender deal the higher roll?"""
        return False

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """4.3.3.I  Extra hits a side deals without choosing."""
        return 0

    def usable_in_battle(self, game: Root, me: Owner, side: Side) -> Sequence[str]:
        """4.3.3  Names of the optional effects this side may use now, each once in a battle."""
        return ()

    def use_in_battle(self, game: Root, me: Owner, side: Side, effect: str) -> Flow[None]:
        """4.3.3  One of those effects."""
        yield from ()

    def ignores_first_hit(self, game: Root, me: Owner, side: Side) -> bool:
        """14.7.7, 15.2.4  Does this side ignore the first hit it takes? Once a battle, however many say so."""
        return False

    def battle_ends(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """4.3  After a battle, also one that an ambush cut short."""
        yield from ()

    # --- pieces, cards, points ----------------------------------------------------------------------------

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        """G.1.17, 10.2.3  How many of the warriors bound for a supply it has put elsewhere."""
        return 0

    def gives_back(self, game: Root, me: Owner, of: Owner, warriors: int) -> int:
        """6.2.3  Release warriors it has just taken to their supply. Returns how many."""
        return 0

    def bonus_points(self, game: Root, me: Owner, removed: Removed) -> int:
        """3.2.1  More points for the player who removed these pieces."""
        return 0

    def keeps_discard(self, game: Root, me: Owner, card: str) -> bool:
        """G.1.16, 10.2.6  Does a discarded card go elsewhere? If so it has been put away."""
        return False

    def wins_at_once(self, game: Root, me: Owner) -> bool:
        """RB 1.3.1  Does it win by what lies on the map now, whoever's turn it is?"""
        return False

    def leaves_play(self, game: Root, me: Owner) -> None:
        """The card leaves the play area."""

    # --- what lies on its board ---------------------------------------------------------------------------

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        """1.5.1  Warriors that lie on its board, by whose they are."""
        return {}

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        """2.1  Cards of the deck that lie on its board."""
        return ()

    def kept_items(self, game: Root, me: Owner) -> Sequence[str]:
        """G.1.23  Items on its board that no board view shows."""
        return ()

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        """1.2.1  Things on its board that lie face down, by who may look at them."""
        return ()

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.1  Its board as everybody sees it; whose own it is (`seat`) may see more."""
        return BoardView()

    def marks(self, game: Root, me: Owner, clearing: int) -> list[str]:
        """Things of nobody it has left in a clearing."""
        return []


# --- who is asked -----------------------------------------------------------------------------------------

Voices = tuple[tuple[Owner, Voice], ...]


class Cast(dict[str, Voices]):
    """The voices at a table: `cast[hook]` are those that have something of their own to say there, in turn order."""

    def __init__(self, voices: Voices) -> None:
        super().__init__()
        self.voices = voices
        self._listeners: dict[type, tuple[tuple[Owner, Reaction], ...]] = {}

    def __missing__(self, hook: str) -> Voices:
        neutral = getattr(Voice, hook)
        found = tuple([one for one in self.voices if getattr(type(one[1]), hook) is not neutral])
        self[hook] = found
        return found

    def inherit(self, known: Cast, changed: Voice) -> None:
        """Take over what is known of hooks and happenings that the voice which came or went does not speak to."""
        kind = type(changed)
        self.update({hook: one for hook, one in known.items() if getattr(kind, hook) is getattr(Voice, hook)})
        if not changed.reactions:
            self._listeners = known._listeners

    def listeners(self, kind: type) -> tuple[tuple[Owner, Reaction], ...]:
        """1.1.3  Who reacts to this kind of happening, in turn order."""
        found = self._listeners.get(kind)
        if found is None:
            found = tuple((me, r) for me, voice in self.voices for r in voice.reactions if r.to is kind)
            self._listeners[kind] = found
        return found


GUESTS: dict[str, Voice] = {}
"""Hirelings and landmarks, by the name that `Guest.plays` has."""


def guest(kind: type[Voice]) -> type[Voice]:
    """Class decorator: one line makes a hireling or a landmark known."""
    GUESTS[kind.id] = kind()
    return kind


def voices(game: Root) -> Voices:
    """Every voice at the table: each player's faction and crafted cards in turn order, then the guests."""
    return game.cast.voices
