"""What a faction, a legend, a card, a tile and a tracker may declare. The core asks by hook and names none of them.

Each stands in its faction's folder as one declaration and registers itself; importing the folders makes all known.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from engine.flow import Flow, Option
from engine.harrow.data import FACTS, Hex
from engine.harrow.state import LEGEND, Board, Harrow, Owner, Unit
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.harrow.actions.attack import Attacking


Act = Callable[[], Flow[None]]


class Effect:
    """What anything in play may change or react to: the neutral answers."""

    def entered(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """A unit of anybody came onto a hex."""

    def hex_attacked(self, game: Harrow, owner: Owner, hex: Hex) -> None:
        """H1.11.5  A hex is attacked, before the majority cube."""

    def attack_range(self, game: Harrow, owner: Owner) -> int:
        """H0.6.9  What is added to the range of the owner's next attack."""
        return 0

    def attack_begins(self, game: Harrow, owner: Owner, attack: Attacking) -> None:
        """H1.11.6  The owner attacks: change the majority before it is counted."""

    def attack_ends(self, game: Harrow, owner: Owner, attack: Attacking) -> None:
        """The owner's attack is over."""

    def after_tree(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H0.7.7  The Tree was activated by anybody; nothing is compared yet."""
        yield from ()

    def unit_left(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """A unit of anybody left the map."""

    def pieces_merged(self, game: Harrow, owner: Owner, origin: Hex, to: Hex) -> None:
        """HA.F.U8  All pieces of a hex were pulled onto another; tokens of a unique power go along."""

    def hex_burns(self, game: Harrow, owner: Owner, hex: Hex, by: Owner) -> Flow[None]:
        """H5.7.3  A fire is made on a hex: `by` pushes what the owner has there and the core does not know."""
        yield from ()

    def round_ends(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L4  The start of phase 2, before the brambles are scored."""
        yield from ()

    def haint_fell(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """H7.7.2  A haint of anybody was killed or infected."""

    def bars_fighting(self, game: Harrow, owner: Owner) -> Refusal | None:
        """FC03  Why nobody may attack or infect now, if so."""
        return None

    def free_actions(self, game: Harrow, owner: Owner, by: Owner) -> Mapping[Option, Act]:
        """H7.6.4  What else whoever plays may do beside the action, and what it does."""
        return {}

    def after_goals(self, game: Harrow, owner: Owner, by: Owner) -> Flow[None]:
        """H7.6.3  In the cleanup of whoever plays, after the goals."""
        yield from ()

    def turn_ended(self, game: Harrow, owner: Owner, by: Owner) -> None:
        """H1.13.4  Somebody's turn is over."""


class Legend(Effect):
    """HA  A legend with its unique power. One instance each; what it remembers is in the game's state."""

    id: ClassVar[str]
    faction: ClassVar[str]
    clause: ClassVar[str]

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        """Why the unique power would do nothing now, if so."""
        return None

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.10.1  The unique power."""
        yield from ()


class Tracker:
    """H1.10.2, H2.3  One side of a legend tracker."""

    faction: ClassVar[str]
    side: ClassVar[str]
    clause: ClassVar[str]

    def scrolls(self, game: Harrow, owner: Owner, unlocked: int) -> Flow[None]:
        """H1.10.2  The unlocked effects, left to right."""
        yield from ()

    def first(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.T14, H3.4.3  Only the first scroll."""
        yield from self.scrolls(game, owner, 1)


Play = Callable[[Harrow, Owner], Flow[None]]
Bars = Callable[[Harrow, Owner], Refusal | None]


class Card(msgspec.Struct, frozen=True):
    """A card that is played from the hand."""

    id: str
    clause: str
    play: Play
    bars: Bars | None = None


class TileRule(msgspec.Struct, frozen=True):
    """H3.4.3  What a bonus tile does."""

    id: str
    clause: str
    use: Play


Step = Callable[[Harrow, Owner], Flow[bool]]
"""A step of a turn; it is run again as long as it returns True."""
JARS, AFTER, BEFORE = "jars", "after", "before"
"""When a faction takes its turns: by its jars; after both jar factions (H5.2.1); before each of theirs (H7.2.1)."""


class Faction(Effect):
    """The neutral answers of a faction; most are those of a jar faction (H0.6.2)."""

    id: ClassVar[str]
    steps: ClassVar[Mapping[str, Step]] = {}
    """The steps of its turn, if it flips no jars. The last one is "end": `turn.end_turn`."""
    turns: ClassVar[str] = JARS
    figures: ClassVar[tuple[str, ...]] = (LEGEND,)
    """Its legend figures, as unit kinds."""
    goal: ClassVar[str] = ""
    """H0.6.5  The objective it wants: townsfolk or building."""
    hostile: ClassVar[tuple[str, ...]] = ()
    """H0.6.5  Objectives its units never share a hex with."""
    pays_storms: ClassVar[bool] = True
    """H1.6.3, H1.6.4  Do storms cost its units 1 more?"""
    cards_in_windows: ClassVar[bool] = True
    """H0.10.2  Does it play its cards before or after the jar action?"""
    first_legend: ClassVar[str] = ""
    """H1.1  The legend of chapter 1."""
    home: ClassVar[str] = ""
    """HM.3.1  Whose home of the map it takes; "" for one that replaces another (H4.1)."""

    knows_dolls: ClassVar[bool] = True
    """H0.9, H4.2.7  May its player look at dolls that lie face down?"""

    def new_board(self) -> Board:
        raise NotImplementedError

    # --- turns and the end -----------------------------------------------------------------------------------

    def turns_taken(self, game: Harrow, owner: Owner) -> int:
        """H1.3.1  Turns begun in this round."""
        return len(game.players[owner].flipped)

    def plays_on(self, game: Harrow, owner: Owner) -> bool:
        """H7.7.4  Does it still take turns in this round?"""
        return True

    def turn_begins(self, game: Harrow, owner: Owner) -> None:
        """H1.3.3  Its turn begins."""

    def round_begins(self, game: Harrow, owner: Owner) -> None:
        """H1.15.4  What is counted by rounds begins anew."""

    def has_won(self, game: Harrow, owner: Owner) -> bool:
        """H7.9.1  Does it win at the end of this round, beside whoever wins by points?"""
        return False

    # --- setup ---------------------------------------------------------------------------------------------

    def lay_out(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.1, H2.1, H4.2  Everything on the faction's own board."""
        yield from ()

    def finish_setup(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H7.1.5  The last of the setup, when everybody else is ready and the lantern is given."""
        yield from ()

    def place_units(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.2.5 to H4.2.8  Units onto the map, where that is more than H1.1.5; also those of the opponent."""
        yield from ()

    # --- turn ----------------------------------------------------------------------------------------------

    def ability(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.5, H4.6  The Ability jar."""
        yield from ()

    def collect(self, game: Harrow, owner: Owner, token: str, clause: str) -> Flow[None]:
        """H1.13.2  One ability token, not a legend token, comes to the player."""
        yield from ()

    def scroll_collected(self, game: Harrow, owner: Owner) -> None:
        """H1.13.2  A legend token covers a slot of the tracker."""

    def store(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.13.2  After collecting: tokens in front of the player are put away."""
        yield from ()

    def goals(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.14, H4.10  What the faction does for its goal in its cleanup."""
        yield from ()

    def spawn_hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        """H1.7.1, H4.4.2  The hexes of its legends, and its home."""
        return [
            hex for hex in (*(game.where(owner, kind) for kind in self.figures), game.homes[owner]) if hex
        ]

    def bars_cards(self, game: Harrow, owner: Owner) -> Refusal | None:
        """Why it may play no card of its hand at all, if so."""
        return None

    def after_card(self, game: Harrow, owner: Owner, card: str) -> None:
        """H2.4.2  Where a played card goes: the discard pile."""
        game.players[owner].discard.append(card)

    def legend_hit(self, game: Harrow, owner: Owner, unit: Unit, by: Owner) -> Flow[None]:
        """H4.8  One of its legends was hit; push and bonus kill are done."""
        yield from ()

    def figure_hit(self, game: Harrow, owner: Owner, unit: Unit) -> None:
        """H4.8.1  One of its legends is being hit."""

    def leaves_real_doll(self, game: Harrow, unit: Unit) -> bool:
        """H4.5.2  Must this unit leave the revealed real doll where it lies?"""
        return False

    def objective_moved(self, game: Harrow, owner: Owner, objective: str, hex: Hex) -> None:
        """H1.14.2  An objective came onto a hex."""

    # --- H5.12.1 devoured ---------------------------------------------------------------------------------------

    def tokens_to_lose(self, game: Harrow, owner: Owner) -> list[tuple[str, str]]:
        """H5.12.1  Tokens that can be devoured and where they lie; Wild tokens and the tracker aside."""
        return []

    def lose_token(self, game: Harrow, owner: Owner, token: str, place: str) -> bool:
        """H5.12.1  Such a token is gone; False if there was none after all."""
        return False

    def scroll_lost(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H5.12.1  The rightmost legend token of the tracker is gone."""
        yield from ()

    def is_devoured(self, game: Harrow, owner: Owner, figure: str) -> bool:
        """H5.12.1  Is this legend one that can be devoured? Else the attempt has failed."""
        return True

    def is_free(self, game: Harrow, owner: Owner) -> bool:
        """H0.10.2, H7.6.4  In its own turn: is this a moment for free actions?"""
        return game.cursor.window

    def use_offer(self, game: Harrow, owner: Owner, offer: str) -> Flow[None]:
        """H7.6.4  What an offer does for a faction without jars, where that is not what it does for all."""
        yield from ()

    # --- attacked without units --------------------------------------------------------------------------------

    def is_target(self, game: Harrow, owner: Owner, hex: Hex) -> bool:
        """H5.8.3, H5.10.1  Can it be attacked on this hex, though no unit of its own stands there?"""
        return False

    def defence(self, game: Harrow, owner: Owner, hex: Hex) -> int:
        """H1.11.6, H5.8.3  How many units it counts as on a hex that is attacked."""
        return len(game.units_of(owner, hex))

    def defend(self, game: Harrow, owner: Owner, attack: Attacking) -> Flow[str]:
        """H5.8, H5.10  The whole attack, where `is_target` holds: majority, Tree, hits. Returns the result."""
        yield from ()
        return ""

    # --- what can be seen ------------------------------------------------------------------------------------

    def hex_view(self, game: Harrow, owner: Owner, hex: Hex, seat: Owner | None) -> dict[str, Any]:
        """What of its own lies on a hex: fields of `HexView`."""
        return {}

    def table_view(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        """What of its own lies on the table: fields of `HarrowView`."""
        return {}

    def lies_before(self, game: Harrow, owner: Owner, other: Owner) -> dict[str, Any]:
        """What of its own lies before another faction: fields of that one's `FactionView`."""
        return {}

    def legend_of(self, game: Harrow, owner: Owner, kind: str, seat: Owner | None) -> str:
        """H0.9  Which legend a figure is, for a seat; "figure" if it may not know."""
        return game.players[owner].legend

    def is_hidden(self, game: Harrow, owner: Owner) -> bool:
        """H0.9  Is it unknown to others which figure is which?"""
        return False

    def hide_anew(
        self, game: Harrow, owner: Owner, seat: Owner | None, dice: random.Random, keep_on_top: int
    ) -> None:
        """H0.9  Change what a seat may not know of it, as far as that seat could not tell."""

    def public(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        """What its board adds to the view of the faction."""
        return {}

    def marked(self, game: Harrow, owner: Owner) -> list[Hex]:
        """Hexes on which a token of a unique power lies."""
        return []

    def waiting(self, game: Harrow, owner: Owner) -> list[str]:
        """H2.5.5  Tokens that wait on the Attack jar."""
        return []

    def paths_on_tracker(self, game: Harrow, owner: Owner) -> int:
        """H1.1.8  Path tokens still lying on the tracker."""
        return 0

    def tokens_kept(self, game: Harrow, owner: Owner) -> list[str]:
        """H0.5  Ability tokens on its board, in its bag and in front of it; legend tokens of its tracker aside."""
        return []

    def cubes_kept(self, game: Harrow, owner: Owner) -> dict[Owner, int]:
        """H0.5  Cubes that lie on its board."""
        return {}

    def haints_kept(self, game: Harrow, owner: Owner) -> dict[Owner, int]:
        """H0.5  Haints that lie on its board, by whose they are; plates aside."""
        return {}

    def wrong(self, game: Harrow, owner: Owner) -> Iterator[str]:
        """What is wrong with its own board; nothing, for a sound one."""
        yield from ()


FACTIONS: dict[str, Faction] = {}
LEGENDS: dict[str, Legend] = {}
TRACKERS: dict[tuple[str, str], Tracker] = {}
CARDS: dict[str, Card] = {}
TILES: dict[str, TileRule] = {}

K = TypeVar("K")
P = TypeVar("P", bound=Play)


def register(kind: type[K]) -> type[K]:
    """Class decorator: one line makes a faction, a legend or a side of a tracker known."""
    thing = kind()
    if isinstance(thing, Faction):
        FACTIONS[thing.id] = thing
    elif isinstance(thing, Legend):
        LEGENDS[thing.id] = thing
    elif isinstance(thing, Tracker):
        TRACKERS[thing.faction, thing.side] = thing
    return kind


def card(id: str, clause: str, bars: Bars | None = None) -> Callable[[P], P]:
    """Decorator: what a card does when it is played."""

    def known(play: P) -> P:
        CARDS[id] = Card(id, clause, play, bars)
        return play

    return known


def tile(id: str, clause: str) -> Callable[[P], P]:
    """Decorator: what a bonus tile does when it is used."""

    def known(use: P) -> P:
        TILES[id] = TileRule(id, clause, use)
        return use

    return known


def faction_of(owner: Owner) -> Faction:
    return FACTIONS[owner]


def legend_of(game: Harrow, owner: Owner) -> Legend | None:
    return LEGENDS.get(game.players[owner].legend)


def tracker_of(game: Harrow, owner: Owner) -> Tracker:
    return TRACKERS[owner, game.players[owner].side]


def legends_of(owner: Owner) -> list[str]:
    """The legends a faction may choose from, in the order of H0.5."""
    return [id for id in FACTS.legends if id in LEGENDS and LEGENDS[id].faction == owner]


def sides_of(owner: Owner) -> list[str]:
    return sorted(side for faction, side in TRACKERS if faction == owner)


def effects(game: Harrow) -> Iterator[tuple[Owner, Effect]]:
    """Everything in play that may react, in the order of the table. Legends that move by themselves have no power (H6.1.4)."""
    for owner in game.order:
        yield owner, FACTIONS[owner]
        legend = LEGENDS.get(game.players[owner].legend)
        if legend and owner not in game.automated:
            yield owner, legend


def effects_of(game: Harrow, owner: Owner) -> Iterator[Effect]:
    """What an owner has in play."""
    return (effect for one, effect in effects(game) if one == owner)


def free_actions(game: Harrow, by: Owner) -> dict[Option, Act]:
    """H7.6.4  Everything that whoever plays may do beside the action."""
    found: dict[Option, Act] = {}
    for owner, effect in effects(game):
        found |= effect.free_actions(game, owner, by)
    return found


def bars_fighting(game: Harrow) -> Refusal | None:
    """FC03  Why nobody may attack or infect now, if so."""
    return next((why for owner, one in effects(game) if (why := one.bars_fighting(game, owner))), None)
