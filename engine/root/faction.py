"""What a faction may declare: its steps, and its answers to the questions the core asks of every faction.

The core never names a faction. Each faction's file subclasses `Faction`, overrides what its board changes, and
registers itself. `FACTIONS` is keyed by what an owner plays (`Root.plays`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from engine.flow import Ask, Flow, Option, Scalar
from engine.root import data
from engine.root.menu import perform
from engine.root.state import Board, Owner, Piece, Root
from engine.root.view import BoardView, ItemView
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.root.actions.battle import Battle, Side
    from engine.root.happen import Reaction, Removed

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


class Lose(Option, frozen=True, tag="lose"):
    """4.3.4  Lose a building or token of this kind."""

    kind: str


class Losses(msgspec.Struct, frozen=True):
    """What a side loses in one deal of hits: warriors by owner, pieces, and what only its faction knows."""

    warriors: tuple[tuple[Owner, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    other: tuple[Option, ...] = ()


class Faction:
    """The neutral answers. One instance per faction; everything it remembers is in the game's state."""

    id: ClassVar[str]
    name: ClassVar[str]
    letter: ClassVar[str] = "Z"
    """The order of setup (5.1.7)."""
    steps: ClassVar[tuple[Step, ...]] = ()
    craft_phase: ClassVar[str] = DAYLIGHT
    has_hand: ClassVar[bool] = True
    wins_ties: ClassVar[bool] = False
    wins_by_dominance: ClassVar[bool] = True
    reactions: ClassVar[tuple[Reaction, ...]] = ()
    """How the faction reacts to what happens on the map. See `happen.py`."""
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """What a table with a draft may agree on because of this faction: values and their names, the usual first."""
    orders: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Its questions out of turn that a standing order may answer: the verbs, and what each means in words."""
    bends_rule: ClassVar[bool] = False
    """2.5  Does it have an `adds_rule` of its own? Most do not, and asking all of them costs half of `ruler`."""

    def __init_subclass__(cls) -> None:
        cls.bends_rule = cls.adds_rule is not Faction.adds_rule

    def new_board(self) -> Board:
        """The faction's own state before setup."""
        raise NotImplementedError

    # --- before the game ----------------------------------------------------------------------------------

    @property
    def printed(self) -> data.Faction | None:
        """The printed board behind it, a bot's too; None for a seat without a faction."""
        return data.FACTIONS.get(self.id)

    def setup_cards(self, options: Mapping[str, Any]) -> int:
        """A.8.1  How many of its setup cards are in the draft, as the table has agreed."""
        return 1

    def beside_setup_card(self) -> Sequence[str]:
        """A.8.1.III  The characters of which one is dealt beside each of its setup cards."""
        return ()

    # --- setup --------------------------------------------------------------------------------------------

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

    def window_options(self, game: Root, owner: Owner, window: str) -> list[Option]:
        """Options of the faction's own at the start or end of a phase."""
        return []

    def end_of_evening(self, game: Root, owner: Owner) -> Flow[None]:
        """After the last step of Evening."""
        yield from ()

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """Why a wish that breaks no rule of its own is not on offer at this point of the turn."""
        return None

    # --- rule, move, place --------------------------------------------------------------------------------

    def adds_rule(self, game: Root, owner: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """2.5  Change the counts that decide rule in a clearing."""

    def needs_rule_to_move(self, game: Root, owner: Owner, origin: int, to: int, ferry: bool) -> bool:
        """4.2.1  Must the faction rule one end of this move, by path or by Ferry (C.2.5)?"""
        return True

    def extra_adjacent(self, game: Root, owner: Owner, clearing: int) -> Sequence[int]:
        """Clearings this faction alone treats as adjacent."""
        return ()

    def bars_placing(self, game: Root, owner: Owner, placer: Owner, clearing: int) -> Refusal | None:
        """Does this faction forbid `placer` to place pieces in a clearing?"""
        return None

    def bars_moving(
        self, game: Root, owner: Owner, mover: Owner, origin: int | str, to: int | str
    ) -> Refusal | None:
        """Does this faction forbid `mover` this move?"""
        return None

    def bars_leaving(self, game: Root, owner: Owner, mover: Owner, origin: int | str) -> Refusal | None:
        """Does this faction forbid `mover` to leave a place? A Slip is free of this (9.4.2)."""
        return None

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

    def activate(self, game: Root, owner: Owner, tools: Sequence[Tool]) -> None:
        """4.1.1  Mark crafting pieces as activated."""
        game.player(owner).activated += [tool.place for tool in tools]

    def take_crafted(self, game: Root, owner: Owner, item: str, printed: int) -> Flow[int]:
        """3.2.2, 4.1.2  Put a crafted item where it belongs and return the points it scores."""
        game.player(owner).items.append(item)
        yield from ()
        return printed

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        """Clearings that hold one of the faction's crafting pieces, activated or not."""
        return []

    # --- battle -------------------------------------------------------------------------------------------

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """4.3.2.I  The most rolled hits a side can deal."""
        return game.warriors_of(side.owner, side.battle.clearing)

    def is_defenseless(self, game: Root, side: Side) -> bool:
        """4.3.3.II"""
        return game.warriors_of(side.owner, side.battle.clearing) == 0

    def defends_with_higher_roll(self, game: Root, battle: Battle) -> bool:
        """4.3.2  Does this faction, defending, take the higher die?"""
        return False

    def battle_starts(self, game: Root, owner: Owner, battle: Battle) -> Flow[None]:
        """Declarations at the start of a battle, before the ambush. Asked of both sides' factions."""
        yield from ()

    def before_roll(self, game: Root, owner: Owner, battle: Battle) -> Flow[None]:
        """A window before the dice, asked of every faction in the game."""
        yield from ()

    def enlists(self, game: Root, side: Side, protector: Owner, hits: int) -> bool | None:
        """D.5.2, RB 7.7.6  Does this side, defending, enlist a protector? None: its player is asked."""
        return None

    def extra_hits(self, game: Root, side: Side) -> int:
        """4.3.3.I  Extra hits a side deals without choosing."""
        return 0

    def usable_in_battle(self, game: Root, side: Side) -> tuple[str, ...]:
        """4.3.3  Names of the faction's optional effects this side may use in step 3 now."""
        return ()

    def use_in_battle(self, game: Root, side: Side, effect: str) -> Flow[None]:
        """4.3.3  One of those effects."""
        yield from ()

    def battle_ends(self, game: Root, owner: Owner, battle: Battle) -> Flow[None]:
        """After a battle, asked of both sides' factions."""
        yield from ()

    def hits_taken(self, game: Root, side: Side, hits: int) -> int:
        """4.3.4  The hits this side really takes, after what its faction ignores."""
        return hits

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """4.3.4  Which buildings and tokens go, asked of the side that takes hits; None without a choice."""
        needed = hits - game.warriors_of(side.owner, side.battle.clearing)
        if needed <= 0:
            return None
        pieces = side.buildings_and_tokens(game)
        if needed >= len(pieces):
            return None
        options = tuple(Lose(piece.kind) for piece in pieces)
        about: dict[str, Scalar] = {"clearing": side.battle.clearing, "hits": hits}
        return Ask(side.chooser, "battle.losses", "4.3.4", options, True, needed, needed, False, about)

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """4.3.4  Warriors first, then what was chosen. `answer` is None when there was no question."""
        warriors = min(hits, game.warriors_of(side.owner, side.battle.clearing))
        if answer is None:
            pieces = side.buildings_and_tokens(game)[: hits - warriors]
        else:
            pieces = [Piece(side.owner, lost.kind) for lost in answer if isinstance(lost, Lose)]
        yield from ()
        return Losses(warriors=((side.owner, warriors),), pieces=tuple(pieces))

    def take_losses(self, game: Root, side: Side, losses: Losses) -> None:
        """Apply the part of the losses that is not pieces on the map."""

    def answers_losses(self, game: Root, side: Side, question: Ask) -> Flow[tuple[Option, ...]]:
        """D.4.2, RB 7.7.4  Choose the losses of a side without being asked, as a board that plays by itself."""
        yield from ()
        return question.options[: question.least]

    # --- table ---------------------------------------------------------------------------------------------

    def wins_at_once(self, game: Root, owner: Owner) -> bool:
        """RB 1.3.1  Does the owner win by what lies on the map now, whoever's turn it is?"""
        return False

    def keeps_discard(self, game: Root, owner: Owner, card: str) -> bool:
        """G.1.16  Does the faction take a discarded card out of the way? If so it has already put it away."""
        return False

    def takes_gift(self, game: Root, owner: Owner, giver: Owner, card: str) -> None:
        """A card is given to this player; it has already left the giver."""
        game.player(owner).hand.append(card)

    def removal_points(self, game: Root, owner: Owner, removed: Removed) -> int:
        """3.2.1  Points this faction scores for an event in which it removed pieces."""
        return sum(
            faction_of(game, piece.owner).worth(game, piece)
            for piece in removed.pieces
            if piece.owner != owner
        )

    def worth(self, game: Root, piece: Piece) -> int:
        """3.2.1  Points for removing one of this faction's buildings or tokens."""
        return 1

    def piece_removed(self, game: Root, owner: Owner, piece: Piece, clearing: int) -> None:
        """G.1.17  A building or token of the faction left the map; by default it is back on its track."""

    def kept_warriors(self, game: Root, owner: Owner) -> Mapping[Owner, int]:
        """Warriors that lie on this faction's board, by whose they are."""
        return {}

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """Cards of the deck that lie on this faction's board."""
        return ()

    def face_down(self, game: Root, owner: Owner) -> Sequence[list[str]]:
        """1.2.1  Piles of cards on this faction's board that only its owner may look at."""
        return ()

    def hand_is_public(self, game: Root, owner: Owner) -> bool:
        """1.2.1"""
        return False

    def removable_warriors(self, game: Root, owner: Owner, clearing: int, in_battle: bool) -> int:
        """How many of the faction's warriors in a clearing an effect can remove."""
        return game.warriors_of(owner, clearing)

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        """The faction board as `seat` may see it."""
        return BoardView()

    def marks(self, game: Root, owner: Owner, clearing: int) -> list[str]:
        """Things of nobody the faction has left in a clearing."""
        return []

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
    """The faction an owner plays."""
    return FACTIONS[game.plays[owner]]


def factions(game: Root) -> Iterator[tuple[Owner, Faction]]:
    """Every player with the faction, in turn order."""
    for owner in game.order:
        yield owner, FACTIONS[game.plays[owner]]
