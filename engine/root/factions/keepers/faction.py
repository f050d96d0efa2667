"""15  Keepers in Iron: setup, turn, and what they say to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, Side
from engine.root.actions.craft import crafts
from engine.root.actions.move import Move
from engine.root.faction import Faction, Step, Tool, register
from engine.root.factions.keepers.camps import (
    Decamp,
    Encamp,
    RecruitAt,
    decamp_step,
    encamp_step,
    recruit_step,
    tools,
    waystation_gone,
    waystations,
)
from engine.root.factions.keepers.facts import (
    COLUMNS,
    DELVE,
    MOVE,
    NUMBERS,
    PRINTED,
    RECOVER,
    RETAINER,
    TILES,
    TYPES,
    KeeperBoard,
    board,
    ready,
)
from engine.root.factions.keepers.relics import (
    as_seen,
    back_of,
    carry,
    first_relics,
    guards_relic,
    is_relic,
    lost_relics,
    other_relics,
    relics_at,
    trophies,
    type_of,
    worth,
)
from engine.root.factions.keepers.retinue import (
    NO_CARD,
    Delve,
    Gather,
    Recover,
    Shift,
    act_in,
    fitting,
    gather_step,
    site,
)
from engine.root.happen import Reaction, Removed
from engine.root.menu import perform
from engine.root.rule import neighbours
from engine.root.setup.homeland import FAR, choose_homelands, enemy_homelands, keeps_distance
from engine.root.setup.table import Clearing, choose_corner, free_corners, muster
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.turn import draw_steps, menu
from engine.root.verbs import Taking, bars_placing, place_warriors, remove
from engine.root.view import BoardView, CardsView, TrackView
from engine.root.voice import Journey
from engine.rules import Refusal

STEPS = {MOVE: "daylight.move", DELVE: "daylight.delve", RECOVER: "daylight.recover"}
GATHER_STEP = "evening.gather"

# --- 15.3 Setup -------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """15.3.1 - 15.3.5  Relics in the forests, warriors in a corner and beside it on the edge, the retainers."""
    muster(game, owner, PRINTED.warriors)
    rest = yield from first_relics(game, owner, "15.3.1")
    corner = yield from choose_corner(game, owner, "keepers.setup.corner", "15.3.2", free_corners(game))
    near = [c for c in neighbours(game, None, corner) if c in game.map.edge]
    options = [Clearing(c) for c in near if bars_placing(game, owner, c) is None]
    place_warriors(game, owner, corner, NUMBERS["start_warriors"], "15.3.2")
    if options:
        second = yield from ask(owner, "keepers.setup.second", "15.3.2", options, corner=corner)
        place_warriors(game, owner, second.clearing, NUMBERS["start_warriors"], "15.3.2")
    yield from other_relics(game, owner, rest, "15.3.3")
    gather_retainers(game, owner)


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  Two adjacent homelands on the edge of the map, far from others, with four warriors each."""
    muster(game, owner, PRINTED.warriors)
    rest = yield from first_relics(game, owner, "A.8.2")
    for clearing in (yield from choose_homelands(game, owner, pairs(game, owner))):
        place_warriors(game, owner, clearing, NUMBERS["start_warriors"], "A.8.2")
    yield from other_relics(game, owner, rest, "A.8.2")
    gather_retainers(game, owner)


def pairs(game: Root, owner: Owner) -> list[tuple[int, ...]]:
    """A.8.2.II, RULING S9  Adjacent clearings on the edge; demands are relaxed only as far as needed."""
    enemy = enemy_homelands(game, owner)
    free = [c for c in CLEARINGS if c not in enemy and bars_placing(game, owner, c) is None]
    found: list[tuple[int, ...]] = []
    for usable in ([c for c in free if c in game.map.edge], free):
        joined = [(a, b) for a in usable for b in neighbours(game, None, a) if a < b and b in usable]
        for need in range(FAR, 0, -1):
            found = [pair for pair in joined if all(keeps_distance(game, c, need, enemy) for c in pair)]
            if found:
                return found
    return found


def gather_retainers(game: Root, owner: Owner) -> None:
    """15.3.4 - 15.3.5  A Faithful Retainer in each column; the waystations stay on the board."""
    for column in COLUMNS:
        board(game, owner).retinue[column].append(RETAINER)


# --- 15.5.1 Craft -----------------------------------------------------------------------------------------


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """15.5.1  Craft with waystations, as often as they allow."""
    could = bool(game.players[owner].hand) and bool(tools(game, owner))
    choice = yield from menu(game, owner, "keepers.craft", "15.5.1", crafts(game, owner), private=could)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


# --- 15.6.1 Live Off the Land -----------------------------------------------------------------------------


def live_off_the_land(game: Root, owner: Owner) -> Flow[bool]:
    """15.6.1  One warrior leaves every clearing with four or more of them."""
    crowded = [c for c in CLEARINGS if game.warriors_of(owner, c) >= NUMBERS["live_off_the_land"]]
    if crowded:
        remove(game, [Taking(c, ((owner, 1),), (), owner) for c in crowded], "15.6.1")
    yield from ()
    return False


# --- the faction ------------------------------------------------------------------------------------------

CAMP_EARLIER = Refusal("15.4", "You encamp, then decamp, then recruit, in Birdsong.")
NOT_THIS_COLUMN = Refusal("15.5.2", "That is not what the cards of this column do.")
IN_DAYLIGHT = Refusal("15.5.2", "Your retinue acts in your own Daylight.")
COLUMN_OVER = Refusal("15.5.2.III.c", "A relic worth too much has ended this column for the turn.")
NOBODY_LEFT = Refusal("15.5.2", "No card of this column may still act.")
GATHER_LATER = Refusal("15.6.2", "You add cards to the retinue, or shift one, in Evening.")
DOES = {MOVE: (Move,), DELVE: (Fight, Delve), RECOVER: (Move, Recover)}


def why_no_action(game: Root, owner: Owner, wish: Move | Fight | Delve | Recover) -> Refusal | None:
    """15.5.2  Why no card of the retinue takes this action now."""
    column = next((c for c, step in STEPS.items() if game.cursor.step == step), "")
    if game.active != owner or not column:
        return IN_DAYLIGHT
    if not isinstance(wish, DOES[column]):
        return NOT_THIS_COLUMN
    own = board(game, owner)
    if column == RECOVER and own.column_over:
        return COLUMN_OVER
    if not ready(own, column):
        return NOBODY_LEFT
    return None if fitting(game, own, column, site(wish)) else NO_CARD


@register
class Keepers(Faction):
    """15  Keepers in Iron."""

    id = "keepers"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("15.4.1", "birdsong.encamp", encamp_step),
        Step("15.4.2", "birdsong.decamp", decamp_step),
        Step("15.4.3", "birdsong.recruit", recruit_step),
        Step("15.5.1", "daylight.craft", craft_step),
        Step("15.5.2.I", STEPS[MOVE], act_in(MOVE)),
        Step("15.5.2.II", STEPS[DELVE], act_in(DELVE)),
        Step("15.5.2.III", STEPS[RECOVER], act_in(RECOVER)),
        Step("15.6.1", "evening.live", live_off_the_land),
        Step("15.6.2", GATHER_STEP, gather_step),
        *draw_steps("15.6.3", "15.6.3"),
    )
    reactions: ClassVar = (Reaction("15.2.5", "keepers.trophy", Removed, lost_relics, trophies),)

    def new_board(self) -> Board:
        return KeeperBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """15.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.encamped, own.decamped, own.acted = [], [], {}
        own.column_over, own.gathered = False, 0

    def draws(self, game: Root, owner: Owner) -> int:
        """15.6.3  One card, and one for each waystation on the map."""
        return PRINTED.tracks["draw"][len(waystations(game, owner))]

    def could_name(self, game: Root, owner: Owner, field: str) -> Sequence[str]:
        """15.2.1, 15.2.2  Both sides of a waystation go by their type, relics by the side that lies up."""
        if field == "relic":
            places = (*game.map.forests, *CLEARINGS)
            lying = [name for place in places for name in as_seen(game, relics_at(game, owner, place))]
            return tuple(dict.fromkeys(lying)) or TYPES
        return TYPES if field in ("kind", "below") else ()

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """15.4 - 15.6  Each action has its own part of the turn."""
        if isinstance(wish, (Encamp, Decamp, RecruitAt)):
            return CAMP_EARLIER
        if isinstance(wish, (Gather, Shift)):
            return GATHER_LATER
        if isinstance(wish, (Move, Fight, Delve, Recover)):
            return why_no_action(game, owner, wish)
        return None

    # --- battle and moves

    def ignores_first_hit(self, game: Root, me: Owner, side: Side) -> bool:
        """15.2.4  Devout Knights: with a relic and a Keeper warrior there, attacking or defending."""
        return side.owner == me and guards_relic(game, me, side.battle.clearing)

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        """15.2.4  Devout Knights carry relics along."""
        yield from carry(game, me, journey)

    # --- craft

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """15.2.3"""
        return tools(game, owner)

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        """RULING D4  Waystations."""
        return waystations(game, owner)

    # --- pieces and cards

    def worth(self, game: Root, piece: Piece) -> int:
        """15.2.5"""
        return worth(piece)

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """15.2.2"""
        waystation_gone(game, me, piece, place)

    def shown_as(self, game: Root, me: Owner, piece: Piece, seat: Owner | None) -> str:
        """15.2.1  Nobody sees the value of a hidden relic, not even the Keepers; everybody sees its type."""
        return back_of(type_of(piece)) if piece.hidden and is_relic(piece) else piece.kind

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        """15.5.2  The retinue; Faithful Retainers are not cards of the deck."""
        return [card for cards in board(game, me).retinue.values() for card in cards if card != RETAINER]

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.2  Everything lies open. A recovered relic leaves its value on its row."""
        own = board(game, me)
        tracks = [
            TrackView(
                kind="waystation",
                total=len(TILES),
                left=len(TILES) - len(own.camps),
                draws=(1,) * len(TILES),
            )
        ]
        each = len(PRINTED.tracks["relic_values"])
        tracks += [
            TrackView(
                kind=back_of(kind),
                total=each,
                left=each - len(own.recovered[kind]),
                points=tuple(own.recovered[kind]),
            )
            for kind in TYPES
        ]
        cards = tuple(CardsView(title=column, cards=tuple(own.retinue[column])) for column in COLUMNS)
        return BoardView(tracks=tuple(tracks), cards=cards)
