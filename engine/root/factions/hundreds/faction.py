"""14  Lord of the Hundreds: setup, turn, and what it says to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.flow import Ask, Done, Flow, Option
from engine.root.actions.battle import Battle, Fight, Side, battles
from engine.root.actions.craft import tool_at
from engine.root.actions.move import Move, moves, take_move
from engine.root.faction import Faction, Losses, Step, Tool, register
from engine.root.factions.hundreds.facts import (
    COMMAND,
    GRANDIOSE,
    MOB,
    MOODS,
    NUMBERS,
    PRINTED,
    PROWESS,
    ROWDY,
    STRONGHOLD,
    STUBBORN,
    WRATHFUL,
)
from engine.root.factions.hundreds.hoard import (
    ChooseMood,
    HundredsBoard,
    Squander,
    board,
    choose_mood,
    command,
    contempt_for_trade,
    gain_item,
    items,
    lavish,
    prowess,
    set_mood,
)
from engine.root.factions.hundreds.mobs import Incite, incite_step, mobs_left, raze_step, spend_for
from engine.root.factions.hundreds.warlord import (
    advance_step,
    anoint_step,
    bitter,
    bury,
    goes_along,
    is_with,
    offer_loot,
    place_warlord,
    recruit_step,
    take_loot,
    take_losses,
    warlord_question,
)
from engine.root.happen import Removed
from engine.root.menu import does, perform, refuses
from engine.root.rule import enemy_pieces, fitting, rules
from engine.root.setup.homeland import FAR, choose_homeland, homelands
from engine.root.setup.table import choose_corner, free_corners, muster, place_ruin_items
from engine.root.state import CLEARINGS, Board, Owner, Place, Root
from engine.root.turn import crafting, draw_steps, menu
from engine.root.verbs import bars_building, place_building, place_warriors, score
from engine.root.view import BoardView, ItemView, TrackView
from engine.root.voice import Journey
from engine.rules import Refusal

RUIN_SETS = 1
CRAFT_STEP, FIRST_STEP, SECOND_STEP, INCITE_STEP = (
    "daylight.craft",
    "daylight.first",
    "daylight.second",
    "evening.incite",
)


class BuildStronghold(Option, frozen=True, tag="build_stronghold"):
    """14.5.2.III  Build a stronghold in this clearing."""

    PRIVATE = True

    clearing: int


# --- 14.3 Setup -------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """14.3.1 - 14.3.3  A corner, items under the ruins, and a Stubborn warlord."""
    muster(game, owner, PRINTED.warriors)
    corner = yield from choose_corner(
        game, owner, "hundreds.setup.corner", "14.3.1", free_corners(game, building=True)
    )
    yield from settle_in(game, owner, corner, "14.3.1")


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  A homeland on the edge of the map, two clearings away from enemy homelands."""
    muster(game, owner, PRINTED.warriors)
    home = yield from choose_homeland(game, owner, homelands(game, owner, FAR, edge=True))
    yield from settle_in(game, owner, home, "A.8.2")


def settle_in(game: Root, owner: Owner, clearing: int, clause: str) -> Flow[None]:
    """14.3.1 - 14.3.3  The warlord, four warriors and a stronghold; ruin items; the first mood."""
    place_warlord(game, owner, clearing, clause)
    place_warriors(game, owner, clearing, NUMBERS["setup_warriors"], clause)
    place_building(game, owner, clearing, STRONGHOLD, clause)
    yield from place_ruin_items(game, RUIN_SETS)
    set_mood(game, owner, PRINTED.first_mood, "14.3.3")


# --- 14.5 Daylight ----------------------------------------------------------------------------------------


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.5.1  Craft with strongholds."""
    return (yield from crafting(game, owner, "hundreds.craft", "14.5.1"))


def first_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.5.2, 14.7.4  Command comes first, unless the warlord is Grandiose."""
    grand = board(game, owner).mood == GRANDIOSE
    return (yield from advance_step(game, owner) if grand else command_step(game, owner))


def second_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.5.3, 14.7.4  Then the other."""
    grand = board(game, owner).mood == GRANDIOSE
    return (yield from command_step(game, owner) if grand else advance_step(game, owner))


def command_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.5.2  As many actions as Command says: move, battle, build."""
    own = board(game, owner)
    left = command(game, owner) - own.commanded
    options: list[Option] = []
    private = False
    if left > 0:
        options += moves(game, owner)
        options += battles(game, owner)
        sites = [c for c in CLEARINGS if bars_stronghold(game, owner, c) is None]
        hand = game.players[owner].hand
        private = bool(sites) and bool(hand)
        options += [BuildStronghold(c) for c in sites if fitting(game, hand, c)]
    choice = yield from menu(
        game, owner, "hundreds.command", "14.5.2", options, private=private, left=max(left, 0)
    )
    if isinstance(choice, Done):
        return False
    if isinstance(choice, (Move, Fight, BuildStronghold)):
        own.commanded += 1
    if isinstance(choice, Move):
        yield from take_move(game, owner, choice, "14.5.2.I")
    else:
        yield from perform(game, owner, choice)
    return True


NO_STRONGHOLD_LEFT = Refusal("14.5.2.III", "All your strongholds are on the map.")
NOT_RULED = Refusal("14.5.2.III", "You must rule the clearing to build a stronghold there.")
NO_CARD = Refusal("14.5.2.III", "You need a card that matches the clearing to spend.")


def bars_stronghold(game: Root, owner: Owner, clearing: int) -> Refusal | None:
    """14.5.2.III  What everybody can see against a stronghold here."""
    if game.on_map(owner, STRONGHOLD) >= PRINTED.buildings[STRONGHOLD]:
        return NO_STRONGHOLD_LEFT
    if clearing not in CLEARINGS or not rules(game, owner, clearing):
        return NOT_RULED
    return bars_building(game, owner, clearing)


@refuses(BuildStronghold, "hundreds")
def why_no_stronghold(game: Root, owner: Owner, wish: BuildStronghold) -> Refusal | None:
    """14.5.2.III  A ruled clearing with room, a stronghold, and a card that matches."""
    refusal = bars_stronghold(game, owner, wish.clearing)
    if refusal is None and not fitting(game, game.players[owner].hand, wish.clearing):
        return NO_CARD
    return refusal


@does(BuildStronghold, "hundreds")
def build(game: Root, owner: Owner, option: BuildStronghold) -> Flow[None]:
    """14.5.2.III  Spend a card and place the stronghold."""
    yield from spend_for(game, owner, option.clearing, "14.5.2.III")
    place_building(game, owner, option.clearing, STRONGHOLD, "14.5.2.III")


# --- 14.6 Evening -----------------------------------------------------------------------------------------


def oppressed(game: Root, owner: Owner) -> list[int]:
    """14.6.2  Clearings they rule, with a piece of theirs and no enemy piece."""
    return [
        c
        for c in CLEARINGS
        if game.has_piece(owner, c) and rules(game, owner, c) and not enemy_pieces(game, owner, c)
    ]


def oppress_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.6.2  Score for oppressed clearings."""
    count = len(oppressed(game, owner))
    table = PRINTED.tracks["oppress"]
    game.note("hundreds.oppress", "14.6.2", owner=owner, number=count)
    score(game, owner, table[min(count, len(table) - 1)], "14.6.2")
    yield from ()
    return False


def draws(game: Root, owner: Owner) -> int:
    """14.6.3, 14.7.3  One card; a Rowdy warlord draws more, most of all among enemies."""
    own = board(game, owner)
    if own.mood != ROWDY:
        return NUMBERS["draw"]
    crowd = bool(own.warlord) and enemy_pieces(game, owner, own.warlord) >= NUMBERS["rowdy_enemies"]
    return NUMBERS["draw"] + (2 if crowd else 1)


# --- the faction ------------------------------------------------------------------------------------------

NO_ACTIONS = Refusal("14.5.2", "You have taken all actions that your Command allows.")
ACTIONS_LATER = Refusal("14.5", "You move, battle and build in Daylight.")
ADVANCE_ONLY = Refusal("14.5.3", "In an advance the warlord moves from his clearing or battles there.")
INCITE_LATER = Refusal("14.6.1", "You incite in Evening.")
MOOD_EARLIER = Refusal("14.4.4", "The mood is chosen in Birdsong, after recruiting.")


def tools(game: Root, owner: Owner) -> list[Tool]:
    """14.2.1  Strongholds."""
    left = Counter(game.clearings_with(owner, STRONGHOLD)) - Counter(game.players[owner].activated)
    return [tool_at(game, c) for c in sorted(left.elements())]


@register
class Hundreds(Faction):
    """14  Lord of the Hundreds."""

    id = "hundreds"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("14.4.1", "birdsong.raze", raze_step),
        Step("14.4.2", "birdsong.recruit", recruit_step),
        Step("14.4.3", "birdsong.anoint", anoint_step),
        Step("14.4.4", "birdsong.mood", choose_mood),
        Step("14.7.1", "birdsong.lavish", lavish),
        Step("14.5.1", CRAFT_STEP, craft_step),
        Step("14.5.2", FIRST_STEP, first_step),
        Step("14.5.3", SECOND_STEP, second_step),
        Step("14.6.1", INCITE_STEP, incite_step),
        Step("14.6.2", "evening.oppress", oppress_step),
        *draw_steps("14.6.3", "14.6.3"),
    )

    def new_board(self) -> Board:
        return HundredsBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """14.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.razed, own.spread, own.commanded, own.advanced = [], False, 0, 0

    def draws(self, game: Root, owner: Owner) -> int:
        """14.6.3"""
        return draws(game, owner)

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """14.4 - 14.6  Each action has its own part of the turn."""
        if isinstance(wish, (ChooseMood, Squander)):
            return MOOD_EARLIER
        if isinstance(wish, Incite):
            return INCITE_LATER
        if isinstance(wish, (Move, Fight, BuildStronghold)):
            own = board(game, owner)
            if game.active != owner or game.cursor.step not in (FIRST_STEP, SECOND_STEP):
                return ACTIONS_LATER
            commands = (game.cursor.step == FIRST_STEP) != (own.mood == GRANDIOSE)
            return NO_ACTIONS if commands else ADVANCE_ONLY
        return None

    # --- craft

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """14.2.1"""
        return tools(game, owner)

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        return game.clearings_with(owner, STRONGHOLD)

    def take_crafted(self, game: Root, owner: Owner, item: str, printed: int) -> Flow[int]:
        """14.2.3  Contempt for Trade."""
        return (yield from contempt_for_trade(game, owner, item, printed))

    # --- battle

    def battle_starts(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """14.2.5  Looters."""
        yield from offer_loot(game, me, battle)

    def before_roll(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """14.7.8  Bitter."""
        yield from bitter(game, me, battle)

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """14.7.6  Wrathful: one more, attacking with the warlord."""
        wrathful = side.owner == me and side.attacks and board(game, me).mood == WRATHFUL
        return int(wrathful and is_with(game, me, side.battle.clearing))

    def ignores_first_hit(self, game: Root, me: Owner, side: Side) -> bool:
        """14.7.7  Stubborn, in the warlord's clearing."""
        return (
            side.owner == me and board(game, me).mood == STUBBORN and is_with(game, me, side.battle.clearing)
        )

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """14.2.2, 4.3.4  Whether the warlord falls, or which buildings and tokens do."""
        return warlord_question(game, side, hits) or super().loss_question(game, side, hits)

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """14.2.2, 4.3.4"""
        lost = yield from super().losses(game, side, hits, answer)
        take_losses(game, side, lost, answer)
        return lost

    def battle_ends(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """14.2.5"""
        yield from take_loot(game, me, battle)

    # --- the warlord

    def gains_item(self, game: Root, owner: Owner, item: str, clause: str) -> Flow[None]:
        """14.2.4.I  Into the Hoard."""
        yield from gain_item(game, owner, item, clause)

    def removable_warriors(self, game: Root, me: Owner, clearing: int, by: Owner, in_battle: bool) -> int:
        """14.2.2  Only battle removes the warlord."""
        count = super().removable_warriors(game, me, clearing, by, in_battle)
        return count if in_battle or not is_with(game, me, clearing) else count - 1

    def movable_warriors(self, game: Root, me: Owner, origin: Place, to: Place) -> int:
        """14.2.2  The warlord moves only in their own turn."""
        count = super().movable_warriors(game, me, origin, to)
        here = isinstance(origin, int) and is_with(game, me, origin)
        return count - 1 if here and game.active != me else count

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        """14.2.2"""
        yield from goes_along(game, me, journey)

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        """14.2.2  A fallen warlord goes to no supply."""
        return bury(game, me) if of == me and removed is not None and removed.in_battle else 0

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        """14.2.2  The warlord while he is off the map."""
        return {me: 0 if board(game, me).warlord else NUMBERS["warlords"]}

    def kept_items(self, game: Root, me: Owner) -> Sequence[str]:
        """14.2.3, 14.2.4.I  An item of which nobody knows yet whether it stays."""
        return [board(game, me).gained] if board(game, me).gained else []

    def warriors_in_all(self) -> int:
        """14.2.2  The warlord is a warrior, too."""
        return PRINTED.warriors + NUMBERS["warlords"]

    def marks(self, game: Root, me: Owner, clearing: int) -> list[str]:
        """14.2.2  Where the warlord is."""
        return ["warlord"] if is_with(game, me, clearing) else []

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.2  Everything lies open."""
        own = board(game, me)
        built = game.on_map(me, STRONGHOLD)
        tracks = (
            TrackView(
                kind=STRONGHOLD,
                total=PRINTED.buildings[STRONGHOLD],
                left=PRINTED.buildings[STRONGHOLD] - built,
            ),
            TrackView(kind=MOB, total=PRINTED.tokens[MOB], left=mobs_left(game, me)),
        )
        counts = {COMMAND: command(game, me), PROWESS: prowess(game, me)}
        texts = {"mood": MOODS[own.mood].name} if own.mood else {}
        hoard = tuple(ItemView(item=item) for item in items(game, me))
        return BoardView(tracks=tracks, counts=counts, texts=texts, items=hoard)
