"""H6.1.7, H6.4  The solo cards: decks, what is turned over, and what a course with automated factions shares."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, cast

import msgspec

from engine.flow import Flow, Option, shuffle
from engine.harrow.course import Course, ask_for, course_of
from engine.harrow.data import TABLE, Hex, load
from engine.harrow.faction import FACTIONS
from engine.harrow.state import Board, Harrow, Owner, Unit
from engine.harrow.verbs import reach_objective
from engine.harrow.view import SoloCardView, SoloView

AUTOMATED = "automated"
"""Under this name the cards and fields lie in `game.boards`."""
CUBE, SPAWN, MOVE, FLOWER = "cube", "spawn", "move", "flower"


class SoloCard(msgspec.Struct, frozen=True):
    """H6.1.7  Two hexes, a symbol, perhaps Hester's mark."""

    hexes: tuple[Hex, ...]
    symbol: str
    hester: bool


class Level(msgspec.Struct, frozen=True):
    """H6.1.2  How many cards, which terrain cubes, and the usual split of the decks."""

    cards: int
    cubes: str
    usual: dict[str, int]


class SoloFile(msgspec.Struct, frozen=True):
    """The shape of `solo.json`."""

    fields: tuple[str, ...]
    levels: dict[str, Level]
    decks: dict[str, dict[str, SoloCard]]


SOLO = load("solo.json", SoloFile)
CARDS: dict[str, SoloCard] = {id: card for deck in SOLO.decks.values() for id, card in deck.items()}


class AutomatedBoard(msgspec.Struct, Board, kw_only=True, tag="automated"):
    """H6.1  Decks and fields that move the automated factions."""

    level: str = "1"
    decks: dict[str, list[str]] = {}
    """The last card is the top."""
    out: dict[str, list[str]] = {}
    """H6.1.3  Cards out of the game, unseen."""
    gone: list[str] = []
    """Cards turned over and done with."""
    card: str = ""
    """The card in force."""
    activated: Owner = ""
    fields: dict[str, int] = {}
    """H6.5.2  Flames on the fields."""
    pending: list[str] = []
    """H6.5.3  Fields still to be performed."""
    reached: dict[Owner, Hex] = {}
    """H6.6.6  Where an objective was reached this turn."""


class PickDeck(Option, frozen=True, tag="pick_deck"):
    """H6.4.1  Turn over the top card of this deck."""

    deck: str


def board_of(game: Harrow) -> AutomatedBoard:
    return cast(AutomatedBoard, game.boards[AUTOMATED])


class AutomatedCourse(Course):
    """H6, H8  What every course with automated factions shares. It says who decides, and what an empty deck means."""

    def no_cards(self, game: Harrow) -> NoReturn:
        """H6.4.3, H8.3.3  A card must be turned over and there is none."""
        raise NotImplementedError

    def flames(self, game: Harrow) -> int:
        """H6.5.2, H8.2.5  How many flames lie on the fields."""
        raise NotImplementedError

    def arrived(self, game: Harrow, unit: Unit, hex: Hex) -> None:
        """H6.6.6, H6.6.7  A unit on the hex of its objective: 2 points at once, whoever brought it there."""
        kind = FACTIONS[unit.owner].goal
        if unit.owner in game.automated and hex in game.objectives.get(kind, ()):
            board_of(game).reached[unit.owner] = hex
            reach_objective(game, unit.owner, kind, hex, "H6.6.6")

    def hands_off(self, game: Harrow) -> bool:
        """H6.9  Agreed before the game: the automated factions decide by themselves."""
        return game.options.get("decides") == "rules"

    def view(self, game: Harrow, seat: Owner | None) -> dict[str, Any]:
        if AUTOMATED not in game.boards:
            return {}
        board = board_of(game)
        card = CARDS.get(board.card)
        return {
            "solo": SoloView(
                level=int(board.level),
                decks={deck: len(cards) for deck, cards in board.decks.items()},
                card=SoloCardView(id=board.card, hexes=card.hexes, symbol=card.symbol, hester=card.hester)
                if card
                else None,
                activated=board.activated,
                fields=dict(board.fields),
            )
        }

    def hide_anew(self, game: Harrow, seat: Owner | None, dice: random.Random) -> None:
        """H6.1.3  Any card that was not turned over may lie anywhere in its deck, or be out of the game."""
        board = board_of(game)
        for deck, cards in board.decks.items():
            pool = [*cards, *board.out.get(deck, ())]
            dice.shuffle(pool)
            board.decks[deck], board.out[deck] = pool[: len(cards)], pool[len(cards) :]

    def wrong(self, game: Harrow) -> Iterator[str]:
        board = board_of(game)
        lying = [*board.gone, *([board.card] if board.card else [])]
        found = Counter(
            [*lying, *(c for cards in (*board.decks.values(), *board.out.values()) for c in cards)]
        )
        if found != Counter(list(CARDS)):
            yield f"{sum(found.values())} solo cards (H6.1.3)"
        for owner in game.automated:
            kind = FACTIONS[owner].goal
            if any(game.units_of(owner, hex) for hex in game.objectives[kind]):
                yield f"{owner} stands on its objective (H6.6.6)"


def shuffle_decks(game: Harrow, level: str, counts: Mapping[str, int] | None) -> Flow[None]:
    """H6.1.3, H8.1.1  So many cards of each deck, or all of them; the rest is out of the game unseen."""
    board = AutomatedBoard(level=level)
    game.boards[AUTOMATED] = board
    for deck, cards in SOLO.decks.items():
        mixed = yield from shuffle(f"solo.{deck}", sorted(cards))
        count = len(mixed) if counts is None else counts[deck]
        board.decks[deck], board.out[deck] = mixed[:count], mixed[count:]


def chosen_by_rules(game: Harrow, options: Sequence[Option], why: str) -> str:
    """H6.9  Why nobody was asked: the only choice, or the first by our order; nothing where somebody chose."""
    if len(options) == 1:
        return "only"
    return why if course_of(game).hands_off(game) else ""


def reveal(game: Harrow, key: str, clause: str) -> Flow[str]:
    """H6.4.1, H6.4.3, HP.4.1  The top card of a deck of one's choice; by H6.9 of the one with most cards."""
    board = board_of(game)
    known = list(SOLO.decks)
    decks = sorted(
        (deck for deck, cards in board.decks.items() if cards),
        key=lambda deck: (-len(board.decks[deck]), known.index(deck)),
    )
    if not decks:
        course = course_of(game)
        assert isinstance(course, AutomatedCourse)
        course.no_cards(game)
    options = [PickDeck(deck) for deck in decks]
    choice = yield from ask_for(game, game.automated[0], key, clause, options)
    card = board.decks[choice.deck].pop()
    game.learned = True
    shown = CARDS[card]
    game.note(
        "solo.card", clause, deck=choice.deck, card=card, hexes=shown.hexes, symbol=shown.symbol, mark=shown.hester,
        left=sum(len(cards) for cards in board.decks.values()), why=chosen_by_rules(game, options, "most"),
    )  # fmt: skip
    return card


def lose_terrain(game: Harrow, clause: str) -> None:
    """H6.3.3, H6.5.1  The flower: all terrain cubes on the battleground go back to the supply."""
    lost = {}
    for colour in (one for owner in game.order if owner not in game.rivals for one in TABLE.factions[owner]):
        if colour in game.county.terrain and game.battleground.get(colour):
            lost[colour] = game.battleground[colour]
            game.cubes[colour] += game.battleground[colour]
            game.battleground[colour] = 0
    game.note("solo.flower", clause, terrain=lost)
