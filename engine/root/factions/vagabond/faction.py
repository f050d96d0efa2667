"""9  The Vagabond: setup, Birdsong, Evening, and his answers to the questions asked of every faction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.flow import Ask, Flow, Option, ask, pick, shuffle
from engine.lobby import Choice
from engine.root.actions.battle import Battle, Side
from engine.root.actions.craft import tool_at
from engine.root.actions.move import Move
from engine.root.data import QUESTS
from engine.root.faction import Faction, Losses, Step, Tool, factions, register
from engine.root.factions.vagabond import fights
from engine.root.factions.vagabond.characters import (
    BURNT,
    SPECIAL_OF,
    SWIFT_STRIKE,
    protect,
    swift_strike,
    swift_strikes,
)
from engine.root.factions.vagabond.daylight import daylight, show_quests, why_not
from engine.root.factions.vagabond.facts import CHARACTERS, PRINTED
from engine.root.factions.vagabond.items import (
    BAG,
    COIN,
    HAMMER,
    NUMBERS,
    TEA,
    TRACKS,
    VagabondBoard,
    board,
    choose,
    damaged,
    exhaust,
    gain,
    lose,
    off_tracks,
    on_track,
    pawn_clearing,
    ready,
    ready_kinds,
    refresh,
    repair,
    swords,
)
from engine.root.factions.vagabond.relations import angers, become_hostile, infamy, relations
from engine.root.factions.vagabond.travel import ACTIONS, Travel, slip_step, take_free_travel, travels
from engine.root.happen import Reaction, Removed, Swept
from engine.root.setup.table import muster, place_ruin_items
from engine.root.state import Board, Owner, Place, Root
from engine.root.turn import draw_steps
from engine.root.view import BoardView, CardsView, ItemView
from engine.rules import Refusal

RUIN_SETS = 2


class TakeCharacter(Option, frozen=True, tag="character"):
    """9.3.1  Play this character."""

    character: str


class Forest(Option, frozen=True, tag="forest"):
    """9.3.2  Start in this forest."""

    forest: str


# --- 9.3 Setup --------------------------------------------------------------------------------------------


def vagabonds(game: Root) -> list[Owner]:
    """9.7  All Vagabonds at the table, a bot too."""
    return [
        owner for owner, faction in factions(game) if faction.printed and faction.printed.id == PRINTED.id
    ]


def free_characters(game: Root, owner: Owner) -> list[str]:
    """9.3.1  Characters no other Vagabond has."""
    taken = {
        own.character
        for other, own in game.boards.items()
        if other != owner and isinstance(own, VagabondBoard)
    }
    return [character for character in CHARACTERS if character not in taken]


def set_up(game: Root, owner: Owner) -> Flow[None]:
    """9.3.2 - 9.3.6, 9.7.1, 9.7.2  Pawn, quests, ruin items and the character's own (D.1.1 to D.9.1).

    All relationship markers start on Indifferent, so there is nothing to note about them.
    """
    muster(game, owner, PRINTED.warriors)
    for kind in CHARACTERS[board(game, owner).character].items:  # 9.3.5
        gain(game, owner, kind)
    forests = [Forest(forest) for forest in game.map.forests]
    choice = yield from ask(owner, "vagabond.setup.forest", "9.3.2", forests)
    game.pawns[owner] = choice.forest  # 9.2.2  a pawn is no warrior: it rules nothing, nothing removes it
    game.note("starts", "9.3.2", owner=owner, forest=choice.forest)
    if not game.quests and not game.quest_deck:
        game.quest_deck = yield from shuffle("setup.quests", list(QUESTS))
    show_quests(game)
    yield from place_ruin_items(game, min(len(vagabonds(game)), RUIN_SETS))


def agreed_character(game: Root, owner: Owner) -> str:
    """9.3.1, A.8.1.III  The character fixed beforehand or by the setup card, if it is still free."""
    character = str(game.seat_options.get(owner, {}).get("character", ""))
    return character if character in free_characters(game, owner) else ""


def choose_character(game: Root, owner: Owner) -> Flow[None]:
    """9.3.1  Choose a character."""
    character = agreed_character(game, owner)
    if not character:
        options = [TakeCharacter(character) for character in free_characters(game, owner)]
        character = (yield from ask(owner, "vagabond.setup.character", "9.3.1", options)).character
    take_character(game, owner, character, "9.3.1")


def attached_character(game: Root, owner: Owner) -> Flow[None]:
    """A.8.1.III  The character that came with the setup card; a random one if none was named."""
    character = agreed_character(game, owner)
    if not character:
        character = yield from pick("setup.character", free_characters(game, owner))
    take_character(game, owner, character, "A.8.1.III")


def take_character(game: Root, owner: Owner, character: str, clause: str) -> None:
    board(game, owner).character = character
    game.note("character", clause, owner=owner, character=character)


# --- 9.4 Birdsong -----------------------------------------------------------------------------------------


def refresh_step(game: Root, owner: Owner) -> Flow[bool]:
    """9.4.1  Two items for each tea on its track, then up to three more; damaged ones stay damaged."""
    down = [item for item in board(game, owner).items if item.exhausted]
    least = NUMBERS["refresh_per_tea"] * on_track(game, owner, TEA)
    most = least + NUMBERS["refresh"]
    if len(down) > most:
        down = yield from choose(game, owner, "vagabond.refresh", "9.4.1", down, least, most)
    refresh(game, owner, down, "9.4.1")
    return False


# --- 9.6 Evening ------------------------------------------------------------------------------------------


def rest_step(game: Root, owner: Owner) -> Flow[bool]:
    """9.6.1  In a forest all damaged items are repaired and turned face up."""
    if not pawn_clearing(game, owner):
        items = damaged(game, owner)
        repair(game, owner, items, "9.6.1")
        refresh(game, owner, [item for item in items if item.exhausted], "9.6.1")
    yield from ()
    return False


def capacity(game: Root, owner: Owner) -> int:
    """9.6.4  Six, and two for each bag on its track."""
    return NUMBERS["item_limit"] + NUMBERS["item_limit_per_bag"] * on_track(game, owner, BAG)


def capacity_step(game: Root, owner: Owner) -> Flow[bool]:
    """9.6.4  Items in the satchel and the damaged box beyond the limit leave the game."""
    items = off_tracks(game, owner)
    surplus = len(items) - capacity(game, owner)
    if surplus > 0:
        chosen = yield from choose(game, owner, "vagabond.capacity", "9.6.4", items, surplus, surplus)
        lose(game, owner, chosen, "9.6.4")
    return False


# --- the faction ------------------------------------------------------------------------------------------

NO_SUIT = Refusal("9.2.1", "In a forest your hammers have no suit, so you cannot craft.")


@register
class Vagabond(Faction):
    """9  Vagabond."""

    id = "vagabond"
    name = PRINTED.name
    letter = PRINTED.letter
    wins_by_dominance = False  # 9.2.8
    choices: ClassVar = {
        "second_vagabond": Choice(
            "Second Vagabond", {"off": "One Vagabond in the draft", "on": "Two Vagabonds in the draft"}
        ),
    }
    steps = (
        Step("9.4.1", "birdsong.refresh", refresh_step),
        Step("9.4.2", "birdsong.slip", slip_step),
        Step("9.5", ACTIONS, daylight),
        Step("9.6.1", "evening.rest", rest_step),
        *draw_steps("9.6.2", "9.6.3"),
        Step("9.6.4", "evening.capacity", capacity_step),
    )
    reactions = (
        Reaction("9.2.9.III", "vagabond.hostile", Removed, angers, become_hostile, quiet=True),
        Reaction("9.2.2.I", "vagabond.sweep", Swept, fights.is_swept, fights.survive_sweep),
    )

    def setup_cards(self, options: Mapping[str, Any]) -> int:
        """9.7  Two, if the table wants two Vagabonds."""
        return 2 if options.get("second_vagabond") == "on" else 1

    def beside_setup_card(self) -> Sequence[str]:
        """A.8.1.III"""
        return list(CHARACTERS)

    def new_board(self) -> Board:
        return VagabondBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """9.3"""
        yield from choose_character(game, owner)
        yield from set_up(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2  No homeland; the character is the one on the setup card."""
        yield from attached_character(game, owner)
        yield from set_up(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        """9.2.9.I.a  Unused aids lapse."""
        board(game, owner).aids = {}

    def draws(self, game: Root, owner: Owner) -> int:
        """9.6.2  One, and one for each coin on its track."""
        return NUMBERS["draw"] + NUMBERS["draw_per_coin"] * on_track(game, owner, COIN)

    def never(self, game: Root, owner: Owner, kind: type[Option]) -> bool:
        """9.2.3, 9.5.9  A pawn moves in its own way, and each character has one special action."""
        return kind is Move or board(game, owner).character != SPECIAL_OF.get(
            kind, board(game, owner).character
        )

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        return why_not(game, owner, wish)

    # rule, move, place

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """9.2.3  Nimble."""
        return mover == me

    def free_moves(self, game: Root, owner: Owner) -> list[Option]:
        """RULING D1  The pawn's moves without their usual boot."""
        return list(travels(game, owner, 0))

    def take_free_move(self, game: Root, owner: Owner, move: Option) -> Flow[None]:
        """RULING D1  The boot for the Hostile is still due (9.2.9.III.b)."""
        assert isinstance(move, Travel)
        yield from take_free_travel(game, owner, move)

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """D.6.2  Nobody places anything in a scorched clearing."""
        return BURNT if place in board(game, me).scorched else None

    def bars_moving(self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place) -> Refusal | None:
        """D.6.2  Nobody moves into a scorched clearing."""
        return BURNT if to in board(game, me).scorched else None

    # craft

    def bars_craft(self, game: Root, owner: Owner) -> Refusal | None:
        """9.2.1, RULING V10"""
        return super().bars_craft(game, owner) or (None if pawn_clearing(game, owner) else NO_SUIT)

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """9.2.1  Ready hammers; all have the suit of the pawn's clearing."""
        clearing = pawn_clearing(game, owner)
        return [tool_at(game, clearing)] * ready(game, owner, HAMMER) if clearing else []

    def activate(self, game: Root, owner: Owner, tools: Sequence[Tool]) -> Flow[None]:
        """9.5.8  Hammers are exhausted."""
        exhaust(game, owner, [HAMMER] * len(tools), "9.5.8")
        yield from ()

    def take_crafted(self, game: Root, owner: Owner, item: str, printed: int) -> Flow[int]:
        """9.2.1  He takes the item at once, face up."""
        gain(game, owner, item)
        yield from ()
        return printed

    def harms_pawn(self, game: Root, owner: Owner, clause: str) -> Flow[None]:
        """9.2.7  An undamaged item of his choice."""
        yield from fights.lose_one(game, owner, clause)

    # buying

    def purse(self, game: Root, owner: Owner) -> int:
        """11.2.6.III  Items that are face up and undamaged."""
        return len(ready_kinds(game, owner))

    def pays(self, game: Root, owner: Owner, price: int, clause: str) -> Flow[int]:
        """11.2.6.III  He exhausts items of his choice; no warrior of his changes hands."""
        items = [item for item in board(game, owner).items if item.is_ready]
        chosen = yield from choose(game, owner, "vagabond.pay", clause, items, price, price)
        exhaust(game, owner, [item.kind for item in chosen], clause)
        return 0

    # battle

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """9.2.6"""
        return fights.most_rolled_hits(game, side)

    def is_defenseless(self, game: Root, side: Side) -> bool:
        """9.2.4  Without an undamaged sword."""
        return swords(game, side.owner) == 0

    def battle_starts(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """9.2.9.II.c"""
        yield from fights.call_ally(game, me, battle)

    def before_roll(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """D.5.2"""
        yield from protect(game, me, battle)

    def usable_in_battle(self, game: Root, me: Owner, side: Side) -> Sequence[str]:
        """D.8.2"""
        return swift_strikes(game, side) if side.owner == me else ()

    def use_in_battle(self, game: Root, me: Owner, side: Side, effect: str) -> Flow[None]:
        """D.8.2"""
        if effect == SWIFT_STRIKE:
            swift_strike(game, side)
        yield from ()

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """9.2.7"""
        return fights.loss_question(game, side, hits)

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """9.2.7"""
        yield from ()
        return fights.losses(game, side, hits, answer)

    def take_losses(self, game: Root, side: Side, losses: Losses) -> None:
        """9.2.7"""
        fights.take_losses(game, side, losses)

    def battle_ends(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """9.2.9.II.d"""
        fights.thank_ally(game, me, battle)
        yield from ()

    def removal_points(self, game: Root, me: Owner, removed: Removed) -> int:
        """3.2.1, 9.2.9.III.a"""
        return super().removal_points(game, me, removed) + infamy(game, me, removed)

    # what everybody sees

    def marks(self, game: Root, me: Owner, clearing: int) -> list[str]:
        """D.6.2  The torch of Scorched Earth."""
        return ["torch"] if clearing in board(game, me).scorched else []

    def public_items(self, game: Root, owner: Owner) -> tuple[ItemView, ...]:
        """9.2.5  He has no Crafted Items box; his items lie on his board."""
        return ()

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        own = board(game, owner)
        away = off_tracks(game, owner)
        return BoardView(
            items=tuple(
                ItemView(
                    item=item.kind,
                    exhausted=item.exhausted,
                    damaged=item.damaged,
                    track=all(item is not other for other in away),
                )
                for item in own.items
            ),
            relations=relations(game, owner),
            cards=(CardsView(title="quests", cards=tuple(own.quests)),),
            counts={
                "capacity": capacity(game, owner),
                **{kind: on_track(game, owner, kind) for kind in TRACKS},
            },
            texts={"character": own.character} if own.character else {},
        )
