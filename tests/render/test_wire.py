"""What the bot and the process that draws say to each other arrives as it was sent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.fuzz import RandomGame
from engine.games import GAMES
from engine.harrow import check as harrow
from engine.root import check as root
from engine.rules import View
from render import PICTURES, wire
from render.orders import Busy, Desk, Marks, Order, Picture, Reel
from render.wire import Done, Line, Lost, Said, Sign, Warmth, Wish, framed
from tests import toy
from tests.render import views
from tests.render.harrow import views as county
from tests.toy.painter import PAINTER

PICTURE = Picture(bytes(range(256)) * 900, "board-turn-1.png", "Zdeněk 🦊", 1100, 700, ("no such piece",))


@pytest.fixture(autouse=True)
def _the_toy_moves_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pebbles", toy.PEBBLES)
    monkeypatch.setitem(PICTURES, "pebbles", PAINTER)


def reading(frame: bytearray) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(frame)
    reader.feed_eof()
    return reader


async def sent(wish: Wish) -> Wish:
    """A wish, at the other end."""
    return (await wire.asked(reading(framed((7, wish))))).read()


async def check(wish: Wish) -> None:
    """What arrives is the same to the last detail: 1 is not "1" or true, a tuple no list, and nothing has another order."""
    there = await sent(wish)
    assert there == wish
    assert repr(there) == repr(wish)


def positions(game: str) -> Iterator[View]:
    """Real positions of a game, as every seat and everybody sees them."""
    for table in range(8):
        seed = f"wire {game} {table}"
        played: RandomGame[Any]
        match game:
            case "root":
                setup = root.random_setup(random.Random(seed), bots=table % 2 / 2)
                played = root.RandomGame(setup, seed, watch=False)
            case "harrow":
                played = harrow.RandomGame(
                    harrow.random_setup(random.Random(seed), *harrow.tables()[table]), seed, watch=False
                )
            case _:
                setup = toy.setup("ann", "bob", "cy")
                played = RandomGame(toy.PebblesRules(), lambda _: [], setup, seed, watch=False)  # type: ignore[arg-type]
        going = played.game.start()
        for moment in (0, 5, 60, 200):
            while played.decisions < moment and not played.over:
                played.step()
            public = going.view(None)
            yield public
            yield from (going.view(one.seat) for one in public.seats if not one.board)


class Book(Desk):
    """Notes what is asked for, and draws nothing."""

    held = 0

    def __init__(self) -> None:
        self.asked: list[Wish] = []

    async def make(self, order: Order[Any, Any]) -> Picture:
        self.asked.append(order)
        return PICTURE

    async def shoot(self, reel: Reel[Any]) -> Picture:
        self.asked.append(reel)
        return PICTURE

    async def warm(self, games: Any, palettes: Any = ()) -> None:
        self.asked.append(Warmth(tuple(games), tuple(palettes)))

    def close(self) -> None:
        pass


@pytest.mark.parametrize("game", [*GAMES, "pebbles"])
async def test_positions_of_every_game_arrive_as_they_were_sent(game: str) -> None:
    seen = list(positions(game))
    assert {view.game for view in seen} == {game}
    assert any(view.held() for view in seen)
    for view in seen:
        await check(Order("board", view, "light", "board", Marks()))
    await check(Reel(tuple(seen), "dark", 900, 4000, None))


@pytest.mark.parametrize(
    "view",
    [
        *(make() for make in (views.start, views.crowded, views.packed, views.company, views.hired)),
        *(make() for make in (views.draft, views.covered, views.hand)),
        *(make() for make in (county.start, county.crowded, county.with_kammi, county.everything)),
        *(make() for make in (county.with_hester, county.with_folk, county.solo, county.versus, county.hand)),
    ],
)
async def test_tables_full_of_everything_arrive_as_they_were_sent(view: View) -> None:
    await check(Order("board", view, "light", "board", Marks()))


@pytest.mark.parametrize("fight", [views.FIGHT, msgspec.to_builtins(county.crowded().tree), {}])
async def test_every_kind_of_wish_arrives_as_it_was_sent(fight: dict[str, Any]) -> None:
    # given one wish of every kind
    book, view = Book(), views.crowded()
    await book.board(
        view,
        table="g",
        marked={11, "forest-1"},
        recent=("a", "b"),
        asked={"eyrie"},
        names={"marquise": "Zdeněk"},
        later=True,
        targets={3: "A", "3": "", "burrow": "B"},
    )
    await book.boards(view, palette="dark")
    await book.seat(view, "eyrie")
    await book.hand(views.hand())
    await book.cards(view, "Cards", ["ambush-fox", "ambush-mouse"])
    await book.zoom(view, 11)
    await book.zoom(view, "11")
    await book.battle(view, fight)
    await book.film(views.story(3), most=1000)
    await book.warm(["root"], ["light", "dark"])
    # then each arrives, and its picture is found again
    for wish in book.asked:
        await check(wish)
        if not isinstance(wish, Warmth):
            there = await sent(wish)
            assert not isinstance(there, Warmth)
            assert there.digest == wish.digest
    assert len(book.asked) == 10


@pytest.mark.parametrize(
    "words",
    [
        Done(1, PICTURE, "", 3, 0.5, 1.5, 1 << 40),
        Done(2, None, "Busy", 3, 0.5, 1.5, 0),
        Line("glade.render", 40, "Zdeněk\nTraceback"),
        Sign(0.0, 12.5),
    ],
    ids=lambda words: type(words).__name__,
)
async def test_what_the_process_says_arrives_as_it_was_said(words: Said) -> None:
    there = await wire.said(reading(framed(words)))
    assert repr(there) == repr(words)


def test_every_reason_has_its_name() -> None:
    assert wire.NO["Busy"] is Busy
    assert wire.NO["Lost"] is Lost
    assert set(wire.NO) == {"Busy", "Lost", "TooLarge"}


async def test_what_is_no_view_of_its_game_is_not_read() -> None:
    """Given a view that says it is of another game; then it is refused, and nothing else is made of it."""
    strange = msgspec.structs.replace(views.start(), game="harrow")
    with pytest.raises(msgspec.ValidationError):
        await sent(Order("board", strange, "light", "board", Marks()))
