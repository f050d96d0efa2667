"""What an owner of pieces may declare besides what every voice may (`voice.py`).

An `Army` answers for its own pieces in battle and on the map: factions and hirelings. A `Faction` is an army with
a turn. The core never names one: each faction's file subclasses `Faction`, overrides what its board changes, and
registers itself. `FACTIONS` is keyed by what an owner plays (`Root.plays`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import msgspec

from engine.flow import Ask, Flow, Option, Scalar
from engine.lobby import Choice
from engine.root import data
from engine.root.data import TABLE
from engine.root.menu import perform
from engine.root.state import Board, Owner, Piece, Place, Root
from engine.root.view import ItemView
from engine.root.voice import GUESTS, Voice
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.root.actions.battle import Side
    from engine.root.happen import Removed

BIRDSONG, DAYLIGHT, EVENING = "birdsong", "daylight", "evening"

StepFlow = Callable[[Root, Owner], Flow[bool]]


class Step(msgspec.Struct, frozen=True):
    """One numbered step of a turn. `run` returns True to be run again (a menu), False when the step is over."""

    clause: str
    label: str
    run: StepFlow

    @property
    def phase(self) -> str:
        return self.label.split(".", 1)[0]


class Tool(msgspec.Struct, frozen=True, order=True):
    """A crafting piece that may still be activated this turn: its suit and its place (4.1.1)."""

    suit: str
    place: int
    others: tuple[str, ...] = ()
    """Other suits it may have instead (G.1.21)."""

    @property
    def suits(self) -> tuple[str, ...]:
        return (self.suit, *self.others)

    @property
    def label(self) -> str:
        """How it is called when a cost is paid."""
        return "any" if self.others else self.suit


class Lose(Option, frozen=True, tag="lose"):
    """4.3.4  Lose a building or token of this kind."""

    kind: str


class Losses(msgspec.Struct, frozen=True):
    """What a side loses in one deal of hits: warriors by owner, pieces, and what only its faction knows."""

    warriors: tuple[tuple[Owner, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    other: tuple[Option, ...] = ()


class Army(Voice):
    """An owner of pieces: what it says about its own. Factions and hirelings."""

    name: ClassVar[str]
    has_hand: ClassVar[bool] = False
    has_pieces: ClassVar[bool] = True

    def new_board(self) -> Board:
        """Its own state before setup."""
        raise NotImplementedError

    def controller(self, game: Root, me: Owner) -> Owner:
        """E.3  The player who controls it; "" for nobody. A player controls itself."""
        return me

    def chooser(self, game: Root, me: Owner) -> Owner:
        """4.3.4, H7  Who answers for it: its controller, or the active player."""
        return self.controller(game, me) or game.active

    # --- battle -------------------------------------------------------------------------------------------

    def reaches(self, game: Root, me: Owner, clearing: int) -> bool:
        """4.3  Can it battle in a clearing though none of its pieces is there?"""
        return False

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """4.3.2.I, G.1.21  The most rolled hits a side can deal: its warriors, and those lent to it."""
        return sum(game.warriors_of(owner, side.battle.clearing) for owner in side.fighters)

    def is_defenseless(self, game: Root, side: Side) -> bool:
        """4.3.3.II"""
        return not any(game.warriors_of(owner, side.battle.clearing) for owner in side.fighters)

    def enlists(self, game: Root, side: Side, protector: Owner, hits: int) -> bool | None:
        """D.5.2, RB 7.7.6  Does this side, defending, enlist a protector? None: its player is asked."""
        return None

    def hits_taken(self, game: Root, side: Side, hits: int) -> int:
        """4.3.4  The hits this side really takes, after what its faction ignores."""
        return hits

    def split_hits(self, game: Root, side: Side, hits: int) -> dict[Owner, int]:
        """4.3.4, 11.2.7.III.a  Warriors first: own and lent in turn, an odd hit on the own."""
        clearing, by = side.battle.clearing, side.enemy.owner
        left = {
            owner: army_of(game, owner).removable_warriors(game, owner, clearing, by, True)
            for owner in side.fighters
        }
        lost = dict.fromkeys(left, 0)
        while hits and any(left.values()):
            for owner in left:
                if hits and left[owner]:
                    left[owner] -= 1
                    lost[owner] += 1
                    hits -= 1
        return lost

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """4.3.4  Which buildings and tokens go, asked of the side that takes hits; None without a choice."""
        needed = hits - sum(self.split_hits(game, side, hits).values())
        if needed <= 0:
            return None
        pieces = side.buildings_and_tokens(game)
        if needed >= len(pieces):
            return None
        options = tuple(Lose(shown_as(game, piece, None)) for piece in pieces)
        about: dict[str, Scalar] = {"clearing": side.battle.clearing, "hits": hits}
        return Ask(side.chooser, "battle.losses", "4.3.4", options, True, needed, needed, False, about)

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """4.3.4  Warriors first, then what was chosen. `answer` is None when there was no question."""
        warriors = self.split_hits(game, side, hits)
        pieces = side.buildings_and_tokens(game)
        if answer is None:
            pieces = pieces[: hits - sum(warriors.values())]
        else:
            pieces = named_pieces(game, pieces, [lost.kind for lost in answer if isinstance(lost, Lose)])
        yield from ()
        return Losses(warriors=tuple(warriors.items()), pieces=tuple(pieces))

    def take_losses(self, game: Root, side: Side, losses: Losses) -> None:
        """Apply the part of the losses that is not pieces on the map."""

    def answers_losses(self, game: Root, side: Side, question: Ask) -> Flow[tuple[Option, ...]]:
        """D.4.2, RB 7.7.4  Choose the losses of a side without being asked, as a board that plays by itself."""
        yield from ()
        return question.options[: question.least]

    # --- its pieces ---------------------------------------------------------------------------------------

    def removable_warriors(self, game: Root, me: Owner, clearing: int, by: Owner, in_battle: bool) -> int:
        """G.1.17, 14.2.2  How many of its warriors in a clearing `by` can remove. See `rule.py` for shields."""
        return game.warriors_of(me, clearing)

    def movable_warriors(self, game: Root, me: Owner, origin: Place, to: Place) -> int:
        """4.2, 14.2.2  How many of its warriors may make this move now."""
        return game.warriors_of(me, origin)

    def removal_points(self, game: Root, me: Owner, removed: Removed) -> int:
        """3.2.1  Points for an event in which it removed pieces. It only counts: it may be asked twice."""
        return sum(
            army_of(game, piece.owner).worth(game, piece) for piece in removed.pieces if piece.owner != me
        )

    def worth(self, game: Root, piece: Piece) -> int:
        """3.2.1  Points for removing one of its buildings or tokens."""
        return 1

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """G.1.17  A building or token of its own left the map; by default it is back on its track."""

    def shown_as(self, game: Root, me: Owner, piece: Piece, seat: Owner | None) -> str:
        """1.2.1  What a seat sees of one of its pieces (None: everybody); a face-down one shows its back."""
        return piece.kind if not piece.hidden or seat == me else FACE_DOWN


FACE_DOWN = "face-down"


class Faction(Army):
    """A player's faction: an army with a board, a hand and a turn."""

    letter: ClassVar[str] = "Z"
    """The order of setup (5.1.7)."""
    steps: ClassVar[tuple[Step, ...]] = ()
    craft_phase: ClassVar[str] = DAYLIGHT
    has_hand: ClassVar[bool] = True
    wins_by_dominance: ClassVar[bool] = True
    choices: ClassVar[Mapping[str, Choice]] = {}
    """What a table with a draft may agree on because of this faction: values and their names, the usual first."""
    orders: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Its questions out of turn that a standing order may answer: the verbs, and what each means in words."""

    # --- before the game ----------------------------------------------------------------------------------

    @property
    def printed(self) -> data.Faction | None:
        """The printed board behind it, a bot's too; None for a seat without a faction."""
        return data.FACTIONS.get(self.id)

    def warriors_in_all(self) -> int:
        """1.5.1  How many warriors it has, special ones too."""
        return self.printed.warriors if self.printed else 0

    def setup_cards(self, options: Mapping[str, Any]) -> int:
        """A.8.1  How many of its setup cards are in the draft, as the table has agreed."""
        return 1

    def beside_setup_card(self) -> Sequence[str]:
        """A.8.1.III  The characters of which one is dealt beside each of its setup cards."""
        return ()

    # --- setup --------------------------------------------------------------------------------------------

    def scores_for_draw(self, clause: str) -> str:
        """RB 2.8.1  Without a hand: the clause by which it scores a point for each card it would draw by another."""
        return "RB 2.8.1"

    def before_hands(self, game: Root, owner: Owner) -> None:
        """RB 3.3  What it takes from the shuffled deck before any hand is dealt."""

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """Standard setup (section x.3 of the faction)."""
        raise NotImplementedError

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """Advanced setup by the faction's setup card (A.8.2)."""
        yield from self.setup(game, owner)

    # --- turn ---------------------------------------------------------------------------------------------

    def begin_turn(self, game: Root, owner: Owner) -> None:
        """Reset what the faction counts per turn. Called before Birdsong of the owner's turn."""

    def draws(self, game: Root, owner: Owner) -> int:
        """Cards drawn in Evening."""
        return 1

    def hand_limit(self, game: Root, owner: Owner) -> int:
        """How many cards may be kept in Evening."""
        return TABLE.hand_limit

    def end_of_evening(self, game: Root, owner: Owner) -> Flow[None]:
        """After the last step of Evening."""
        yield from ()

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """Why a wish that breaks no rule of its own is not on offer at this point of the turn."""
        return None

    def never(self, game: Root, owner: Owner, kind: type[Option]) -> bool:
        """Is a choice of this class nothing for this player, whatever happens? Then nobody asks why it is not on offer."""
        return False

    def could_name(self, game: Root, owner: Owner, field: str) -> Sequence[str]:
        """What a wish of its own could name in a field, besides what its words and facts name."""
        return ()

    # --- move ---------------------------------------------------------------------------------------------

    def free_moves(self, game: Root, owner: Owner) -> list[Option]:
        """RULING D1  The moves an effect may grant, without their usual cost. Each has a field `to`."""
        from engine.root.actions.move import moves

        return list(moves(game, owner))

    def take_free_move(self, game: Root, owner: Owner, move: Option) -> Flow[None]:
        """RULING D1  Take one of those moves."""
        yield from perform(game, owner, move)

    # --- craft --------------------------------------------------------------------------------------------

    def bars_craft(self, game: Root, owner: Owner) -> Refusal | None:
        """4.1  Why the faction cannot craft at this point of its turn, if so."""
        if game.active == owner and game.cursor.step.startswith(self.craft_phase):
            return None
        return Refusal("4.1", "Your faction crafts in its own {phase}.", {"phase": self.craft_phase.title()})

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """4.1.1  Crafting pieces that can still be activated this turn."""
        return []

    def most_tools(self, game: Root, owner: Owner) -> int | None:
        """4.1.1, 11.2.1  How many of them can be activated at once, if something limits that."""
        return None

    def activate(self, game: Root, owner: Owner, tools: Sequence[Tool]) -> Flow[None]:
        """4.1.1  Mark crafting pieces as activated; it may ask what they cost."""
        game.player(owner).activated += [tool.place for tool in tools]
        yield from ()

    def take_crafted(self, game: Root, owner: Owner, item: str, printed: int) -> Flow[int]:
        """3.2.2, 4.1.2  Put a crafted item where it belongs and return the points it scores."""
        game.player(owner).items.append(item)
        yield from ()
        return self.crafted_points(game, owner, printed)

    def crafted_points(self, game: Root, owner: Owner, printed: int) -> int:
        """3.2.2  What crafting an item scores, of the points printed on its card."""
        return printed

    def gains_item(self, game: Root, owner: Owner, item: str, clause: str) -> Flow[None]:
        """G.1.23  Put an item that was found, not crafted, where the faction's items belong."""
        game.player(owner).items.append(item)
        yield from ()

    def harms_pawn(self, game: Root, owner: Owner, clause: str) -> Flow[None]:
        """9.2.7  What a pawn that cannot be removed loses instead of a warrior: an item is damaged."""
        yield from ()

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        """Clearings that hold one of the faction's crafting pieces, activated or not."""
        return []

    # --- buying -------------------------------------------------------------------------------------------

    def purse(self, game: Root, owner: Owner) -> int:
        """11.2.6.I  How much it could pay for services now: the warriors in its supply."""
        return game.player(owner).supply

    def pays(self, game: Root, owner: Owner, price: int, clause: str) -> Flow[int]:
        """11.2.6.I, 11.2.6.III  Pay for a service. Returns how many of its warriors left the supply for the seller."""
        yield from ()
        game.player(owner).supply -= price
        return price

    def pays_warriors(self) -> bool:
        """11.2.6.III, RB 9.7  Does it pay with warriors of its own? Otherwise the seller puts in as many."""
        return self.printed is not None and self.printed.warriors > 0

    # --- cards --------------------------------------------------------------------------------------------

    def takes_gift(self, game: Root, owner: Owner, giver: Owner, card: str) -> None:
        """A card is given to this player; it has already left the giver."""
        game.player(owner).hand.append(card)

    def takes_bought(self, game: Root, owner: Owner, seller: Owner, card: str) -> None:
        """11.2.7.I, RB 9.7  A card this player has bought; it has already left the seller."""
        self.takes_gift(game, owner, seller, card)

    def hand_is_public(self, game: Root, owner: Owner) -> bool:
        """1.2.1, 11.2.3  Does the hand lie open?"""
        return False

    def public_items(self, game: Root, owner: Owner) -> tuple[ItemView, ...]:
        """The Crafted Items box."""
        player = game.player(owner)
        return tuple(ItemView(item=i) for i in player.items) + tuple(
            ItemView(item=i, exhausted=True) for i in player.exhausted
        )


FACTIONS: dict[str, Faction] = {}


def register(faction: type[Faction]) -> type[Faction]:
    """Class decorator: one line makes a faction known."""
    FACTIONS[faction.id] = faction()
    return faction


def faction_of(game: Root, owner: Owner) -> Faction:
    """The faction a player plays."""
    return FACTIONS[game.plays[owner]]


def army_of(game: Root, owner: Owner) -> Army:
    """Who answers for an owner's pieces: a player's faction, or a hireling."""
    plays = game.plays.get(owner)
    return FACTIONS[plays] if plays is not None else cast(Army, GUESTS[game.guests[owner].plays])


def factions(game: Root) -> Iterator[tuple[Owner, Faction]]:
    """Every player with the faction, in turn order."""
    for owner in game.order:
        yield owner, FACTIONS[game.plays[owner]]


def shown_as(game: Root, piece: Piece, seat: Owner | None) -> str:
    """1.2.1  The kind of a piece as a seat sees it (None: everybody); on a landmark's slot "roost@LANDMARK"."""
    shown = army_of(game, piece.owner).shown_as(game, piece.owner, piece, seat)
    return f"{shown}@{piece.on}" if piece.on else shown


def named_pieces(game: Root, pieces: Sequence[Piece], kinds: Sequence[str]) -> list[Piece]:
    """The pieces that were named by what everybody sees of them."""
    left, found = list(pieces), list[Piece]()
    for kind in kinds:
        piece = next(piece for piece in left if shown_as(game, piece, None) == kind)
        left.remove(piece)
        found.append(piece)
    return found


def hides_hand(game: Root, owner: Owner) -> bool:
    """1.2.1  Does this player hold cards that others may not see?"""
    return bool(game.players[owner].hand) and not faction_of(game, owner).hand_is_public(game, owner)
