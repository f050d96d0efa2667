"""Tables for the tests of bots. Autumn: foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.

The Vagabot's items are written as a list of words: "x" is ready, "x-" exhausted, "x!" damaged, "x-!" both.
"""

from __future__ import annotations

from typing import Any, cast

from engine.flow import Flow
from engine.root.clockwork.vagabond.items import Thing, VagabotBoard
from engine.root.data import CARDS
from engine.root.faction import faction_of
from engine.root.state import Root
from engine.root.turn import begin_turn, go_to, steps_of, take_step
from tests.engine.root.board import Play, Table, board

FOX, RABBIT, MOUSE, BIRD = "ambush-fox", "ambush-rabbit", "ambush-mouse", "ambush-bird"
"""Order cards that show no item."""


def bot(name: str, *others: str, map: str = "autumn", **options: Any) -> Table:
    """A table with a bot, in front of the others; its options are given by name. No ruins."""
    return board(f"{name}:clockwork", *others, map=map, **{name: options}).no_ruins()


def set_order(table: Table, owner: str, card: str) -> Table:
    """This is the bot's order card."""
    if card in table.state.deck:
        table.state.deck.remove(card)
    return table.board(owner, order=card, suit=CARDS[card].suit)


def run(table: Table, owner: str, order: str, *labels: str) -> Play:
    """Run these steps of a bot's turn by an order card, one after another."""
    return run_steps(set_order(table, owner, order), owner, *labels)


def run_steps(table: Table, owner: str, *labels: str) -> Play:
    """Run these steps of a bot's turn, one after another."""
    table.state.cursor.active = owner
    return table.play(_steps, owner, labels)


def _steps(game: Root, owner: str, labels: tuple[str, ...]) -> Flow[None]:
    steps = steps_of(game.plays[owner])
    for label in labels:
        go_to(game, label)
        while (yield from steps[label].run(game, owner)):
            pass
        if game.cursor.step != label:
            return


def turn(table: Table, owner: str, *deck: str) -> Play:
    """A bot's whole turn; these cards are on top of the deck, the first is its order."""
    for card in reversed(deck):
        if card in table.state.deck:
            table.state.deck.remove(card)
        table.state.deck.append(card)
    return table.play(whole_turn, owner)


def whole_turn(game: Root, owner: str) -> Flow[None]:
    begin_turn(game, owner)
    number = game.turn
    while game.turn == number:
        yield from take_step(game)


def rest_of_turn(game: Root, owner: str) -> Flow[None]:
    number = game.turn
    while game.turn == number:
        yield from take_step(game)


def set_up(game: Root, owner: str) -> Flow[None]:
    """The bot's own setup."""
    game.warriors.pop(owner, None)
    faction_of(game, owner).before_hands(game, owner)
    yield from faction_of(game, owner).setup(game, owner)


def at(play: Play, owner: str) -> dict[int, int]:
    """The clearings with warriors of an owner."""
    return {c: n for c, n in enumerate(play.state.warriors[owner]) if n}


def battles(play: Play) -> list[tuple[int, str]]:
    """The battles of a play: where, and who defended."""
    return [
        (event.about["clearing"], event.about["defender"]) for event in play.events if event.key == "battle"
    ]


def moves(play: Play) -> list[tuple[int, int, int]]:
    """The moves of a play: from, to, warriors."""
    found = [event.about for event in play.events if event.key == "moved.warriors"]
    return [(about["origin"], about["to"], about["warriors"]) for about in found]


def whys(play: Play) -> list[str]:
    """What decided each choice."""
    return [event.about["why"] for event in play.events if event.key == "bot.chose"]


# --- the Vagabot ------------------------------------------------------------------------------------------


def thing(word: str) -> Thing:
    return Thing(kind=word.rstrip("-!"), exhausted="-" in word, damaged="!" in word)


def vagabot(
    satchel: str, *others: str, track: str = "", at: int | str = 5, map: str = "autumn", **options: Any
) -> Table:
    """A Vagabot with these items in this place, in front of the others."""
    options.setdefault("character", "arbiter")
    table = bot("vagabond", *(others or ("marquise",)), map=map, **options)
    table.board(
        "vagabond",
        character=options["character"],
        satchel=[thing(word) for word in satchel.split()],
        track=[thing(word) for word in track.split()],
    )
    table.state.quest_deck = ["errand-fox", "errand-rabbit", "escort-mouse"]
    return table.pawn("vagabond", at)


def own(play: Play) -> VagabotBoard:
    return cast(VagabotBoard, play.state.boards["vagabond"])


def words(things: list[Thing]) -> str:
    return " ".join(sorted(f"{t.kind}{'-' * t.exhausted}{'!' * t.damaged}" for t in things))


def satchel(play: Play) -> str:
    return words(own(play).satchel)


def track(play: Play) -> str:
    return words(own(play).track)


def ready(play: Play) -> int:
    """Items it could still exhaust."""
    return sum(not t.exhausted and not t.damaged for t in own(play).satchel)
