"""T  The Moths: they light lanterns where they rule, and keep dreams face down beside their board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

import msgspec

from engine.flow import Done, Flow, Option
from engine.root import data
from engine.root.actions.battle import Fight, battles
from engine.root.actions.craft import crafts
from engine.root.actions.move import Move, moves
from engine.root.faction import Faction, Step, Tool, register
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import rules
from engine.root.setup.homeland import APART, choose_homeland, homelands
from engine.root.setup.table import choose_corner, free_corners, muster
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.turn import draw_steps, menu
from engine.root.verbs import bars_building, lay_face_down, place_building, place_warriors, score
from engine.root.view import BoardView, CardsView, TrackView
from engine.root.voice import Pile
from engine.rules import Refusal

PRINTED = data.FACTIONS["moths"]
LANTERN = "lantern"
POINTS = PRINTED.tracks["points"]


class MothBoard(msgspec.Struct, Board, tag="moths", kw_only=True):
    """The dreams, and the actions left."""

    dreams: list[str] = []
    actions: int = 0


class Light(Option, frozen=True, tag="light"):
    """T.2  Light a lantern."""

    clearing: int


class Dream(Option, frozen=True, tag="dream"):
    """T.3  Lay a card face down as a dream."""

    PRIVATE = True

    card: str


def board(game: Root, owner: Owner) -> MothBoard:
    return cast(MothBoard, game.boards[owner])


def first_lantern(game: Root, owner: Owner, home: int) -> None:
    place_warriors(game, owner, home, PRINTED.numbers["setup_warriors"], "T.1")
    place_building(game, owner, home, LANTERN, "T.1")


@refuses(Light, "moths")
def why_no_light(game: Root, owner: Owner, wish: Light) -> Refusal | None:
    """T.2  Where they rule and a slot is open, once in a clearing."""
    if game.on_map(owner, LANTERN) >= PRINTED.buildings[LANTERN]:
        return Refusal("T.2", "All your lanterns are lit.")
    if wish.clearing not in CLEARINGS or not rules(game, owner, wish.clearing):
        return Refusal("T.2", "A lantern needs a clearing you rule.")
    if game.buildings_of(owner, wish.clearing):
        return Refusal("T.2", "There is a lantern already.")
    return bars_building(game, owner, wish.clearing)


@does(Light, "moths")
def light(game: Root, owner: Owner, option: Light) -> Flow[None]:
    """T.2"""
    place_building(game, owner, option.clearing, LANTERN, "T.2")
    score(game, owner, POINTS[game.on_map(owner, LANTERN) - 1], "T.2")
    yield from ()


@refuses(Dream, "moths")
def why_no_dream(game: Root, owner: Owner, wish: Dream) -> Refusal | None:
    """T.3  A card of the hand."""
    return None if wish.card in game.players[owner].hand else Refusal("T.3", "You do not hold that card.")


@does(Dream, "moths")
def dream(game: Root, owner: Owner, option: Dream) -> Flow[None]:
    """T.3  A point for the first dream of every three."""
    lay_face_down(game, owner, owner, option.card, "T.3")
    board(game, owner).dreams.append(option.card)
    score(game, owner, int(len(board(game, owner).dreams) % 3 == 1), "T.3")
    yield from ()


def hatch(game: Root, owner: Owner) -> Flow[bool]:
    """T.1  A moth at every lantern."""
    for clearing in game.clearings_with(owner, LANTERN):
        place_warriors(game, owner, clearing, 1, "T.1")
    yield from ()
    return False


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """T.2, T.3  Craft, and three actions."""
    own = board(game, owner)
    options: list[Option] = [*crafts(game, owner)]
    if own.actions:
        options += [*battles(game, owner), *moves(game, owner)]
        options += [Light(c) for c in CLEARINGS if legal(game, owner, Light(c))]
        options += [Dream(card) for card in sorted(set(game.players[owner].hand))]
    choice = yield from menu(game, owner, "moths.daylight", "T.2", options, private=True, left=own.actions)
    if isinstance(choice, Done):
        return False
    own.actions -= isinstance(choice, Fight | Move | Light | Dream)
    yield from perform(game, owner, choice)
    return True


@register
class Moths(Faction):
    """T"""

    id = "moths"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("T.1", "birdsong.hatch", hatch),
        Step("T.2", "daylight.actions", daylight),
        *draw_steps("T.4", "T.4"),
    )

    def new_board(self) -> Board:
        return MothBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        muster(game, owner, PRINTED.warriors)
        home = yield from choose_corner(game, owner, "moths.corner", "T.1", free_corners(game))
        first_lantern(game, owner, home)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        muster(game, owner, PRINTED.warriors)
        home = yield from choose_homeland(game, owner, homelands(game, owner, APART))
        first_lantern(game, owner, home)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        board(game, owner).actions = PRINTED.numbers["actions"]

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        left = Counter(game.clearings_with(owner, LANTERN)) - Counter(game.players[owner].activated)
        return [Tool(game.suit(c), c) for c in sorted(left.elements())]

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        return (Pile(things=board(game, me).dreams, seen_by=(me,)),)

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        return board(game, me).dreams

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        lit, dreams = game.on_map(me, LANTERN), board(game, me).dreams
        total = PRINTED.buildings[LANTERN]
        track = TrackView(kind=LANTERN, total=total, left=total - lit, points=POINTS)
        pile = CardsView(title="dreams", hidden=len(dreams))
        if seat == me:
            pile = CardsView(title="dreams", cards=tuple(sorted(dreams)))
        return BoardView(tracks=(track,), cards=(pile,), counts={"actions": board(game, me).actions})
