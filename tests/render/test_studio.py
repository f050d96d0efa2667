"""The studio: newest position only, nothing made twice, films, palettes, sizes."""

from __future__ import annotations

import asyncio
import io
import threading

import msgspec
import pytest
from PIL import Image

from engine.root.data import MAPS
from engine.rules import Event, SeatView, View
from render import PALETTES, PICTURES, Studio, bands, fonts, picture, thin
from render import studio as studios
from render.canvas import Canvas
from render.orders import Marks, Order, Picture
from render.root import RootPainter
from render.root.film import bare
from tests.render import views
from tests.render.golden import TOLERANCE, distance, thumbnail

replace = msgspec.structs.replace
KB = 1024


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def held_up(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, list[int]]:
    """A gate that every board waits at, and the turns of those that were drawn."""
    gate = threading.Event()
    seen: list[int] = []
    real = RootPainter.board

    def slow(self: RootPainter, view: View, *rest: object, **more: object) -> Canvas:
        gate.wait(10)
        seen.append(view.turn)
        return real(self, view, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(RootPainter, "board", slow)
    return gate, seen


async def test_the_same_position_is_drawn_once() -> None:
    studio = Studio()
    first, second = await asyncio.gather(studio.board(views.start()), studio.board(views.start()))
    again = await studio.board(views.start())
    studio.close()
    assert first is second is again
    assert studio.drawn == 1


async def test_an_order_that_comes_just_as_the_last_hand_goes_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a hand that has found nothing more to do; when an order comes before it is out of the door; then another draws it."""
    monkeypatch.setattr(studios, "HANDS", 1)
    studio, late = Studio(), Order("board", replace(views.start(), turn=9), "light", "late", Marks())
    real, loop = studio._keep_picture, asyncio.get_running_loop()

    def keep(digest: bytes, made: Picture) -> None:
        real(digest, made)
        if digest != late.digest:  # its next step comes after the one in which this hand ends
            loop.call_soon(studio.make(late).send, None)

    monkeypatch.setattr(studio, "_keep_picture", keep)
    await studio.board(views.start())
    async with asyncio.timeout(10):
        while late.digest not in studio._made:
            await asyncio.sleep(0.01)
    studio.close()


async def test_a_picture_made_at_once_is_the_same() -> None:
    studio = Studio()
    made = await studio.board(views.start())
    studio.close()
    assert picture(views.start()) == made.data


async def test_palette_rings_and_words_make_another_picture() -> None:
    studio = Studio()
    made = [
        await studio.board(views.start()),
        await studio.board(views.start(), palette="dark"),
        await studio.board(views.start(), marked=(1,)),
        await studio.board(views.start(), recent=("Something.",)),
        await studio.board(views.start(), names={"marquise": "Zdeněk"}),
    ]
    studio.close()
    assert len({p.data for p in made}) == len(made)


async def test_of_several_waiting_positions_of_a_table_only_the_newest_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate, seen = held_up(monkeypatch)
    studio = Studio()
    tasks = [
        asyncio.create_task(studio.board(replace(views.start(), turn=turn), table="g1"))
        for turn in range(1, 8)
    ]
    other = asyncio.create_task(studio.board(replace(views.start(), turn=50), table="g2"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gate.set()
    pictures = await asyncio.gather(*tasks)
    await other
    studio.close()
    assert 7 in seen
    assert 50 in seen
    assert len(seen) <= 3
    assert pictures[-1].filename == "board-turn-7.png"
    assert len({p.data for p in pictures[1:]}) == 1


@pytest.mark.parametrize(
    ("patience", "order"), [(60.0, [1, 2, 4, 3]), (0.0, [1, 2, 3, 4])], ids=["while it has time", "no longer"]
)
async def test_a_picture_that_has_time_lets_others_pass(
    monkeypatch: pytest.MonkeyPatch, patience: float, order: list[int]
) -> None:
    monkeypatch.setattr("render.studio.PATIENCE", patience)
    gate, seen = held_up(monkeypatch)
    studio = Studio()
    # given two hands at work, when a picture that has time waits and then another
    tasks = [
        asyncio.create_task(
            studio.board(replace(views.start(), turn=turn), table=f"g{turn}", later=turn == 3)
        )
        for turn in range(1, 5)
    ]
    await asyncio.sleep(0.05)
    gate.set()
    await asyncio.gather(*tasks)
    studio.close()
    # then the other one is drawn first, unless it has waited too long
    assert sorted(seen[:2]) + seen[2:] == order


async def test_the_same_position_of_several_tables_is_drawn_once() -> None:
    studio = Studio()
    made = await asyncio.gather(*(studio.board(views.start(), table=f"g{n}") for n in range(5)))
    studio.close()
    assert studio.drawn == 1
    assert all(one is made[0] for one in made)


async def test_pictures_of_several_tables_are_made_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2)
    real = bands.png

    def together(it: bands.Sketch, shelf: bands.Shelf, **more: bool) -> bytes:
        both.wait(10)
        return real(it, shelf, **more)

    monkeypatch.setattr(bands, "png", together)
    studio = Studio()
    made = await asyncio.gather(
        *(studio.board(replace(views.start(), turn=turn), table=f"g{turn}") for turn in (1, 2))
    )
    studio.close()
    assert [one.filename for one in made] == ["board-turn-1.png", "board-turn-2.png"]
    assert not any(one.faults for one in made)


async def test_private_and_public_views_of_a_table_are_never_mixed() -> None:
    studio = Studio()
    public, own = await asyncio.gather(studio.hand(views.start()), studio.hand(views.hand()))
    boards = await asyncio.gather(
        studio.board(views.start(), table="g"), studio.board(replace(views.hand(), turn=9), table="g")
    )
    studio.close()
    assert public.data != own.data
    assert [b.filename for b in boards] == ["board-turn-1.png", "board-turn-9.png"]


async def test_a_cancelled_wait_does_not_spoil_the_picture_for_others() -> None:
    studio = Studio()
    first = asyncio.create_task(studio.board(views.start()))
    second = asyncio.create_task(studio.board(views.start()))
    await asyncio.sleep(0)
    first.cancel()
    made = await second
    studio.close()
    assert (made.width, made.height) == (1760, 1120)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", MAPS)
async def test_the_most_crowded_table_is_11_to_7_and_under_300_kb(name: str, palette: str) -> None:
    studio = Studio()
    made = await studio.board(views.crowded(name), palette=palette, marked=views.MARKED, recent=views.RECENT)
    studio.close()
    image = opened(made.data)
    assert (image.width, image.height) == (made.width, made.height)
    assert (made.width, made.height) == (1760, 1120)
    assert image.mode == "P"
    assert len(made.data) <= 300 * KB
    assert made.faults == ()
    assert 0 < len(made.alt_text) <= 1024


async def test_every_other_picture_is_made() -> None:
    studio = Studio()
    made = [
        await studio.seat(views.crowded(), "eyrie"),
        await studio.hand(views.hand()),
        await studio.zoom(views.crowded(), 11),
        await studio.battle(views.crowded(), views.FIGHT),
    ]
    studio.close()
    for each in made:
        assert opened(each.data).size == (each.width, each.height)
        assert len(each.data) <= 300 * KB
        assert each.alt_text
        assert each.faults == ()


async def test_a_film_has_one_frame_for_every_position() -> None:
    studio = Studio()
    story = views.story(6)
    film = await studio.film(story)
    studio.close()
    image = opened(film.data)
    assert film.filename == "film.gif"
    assert image.n_frames == 6
    assert image.size == (film.width, film.height) == (880, 560)
    image.seek(5)
    last = list(PICTURES["root"].frames(story, "light"))[-1]
    assert distance(thumbnail(image.convert("RGB")), thumbnail(last)) <= TOLERANCE


def test_a_long_film_is_thinned_out_evenly() -> None:
    story = [replace(views.start(), turn=i) for i in range(1000)]
    kept = thin(story, 100)
    assert len(kept) == 100
    assert (kept[0].turn, kept[-1].turn) == (0, 999)


def test_changes_between_positions_are_found() -> None:
    before, after = views.story(2)
    painter = PICTURES["root"]
    assert painter.changed(before, before) == ()
    assert painter.changed(before, after) != ()


def test_a_map_that_was_just_laid_out_is_no_change() -> None:
    """Given a table without a map, when it lies there with pieces in some places, then only those have changed."""
    first, *others = views.start().clearings
    laid = replace(views.start(), clearings=(first, *map(bare, others)))
    empty = replace(laid, clearings=(), forests=())
    (hideout,) = [forest.id for forest in laid.forests if forest.pawns]
    assert PICTURES["root"].changed(empty, laid) == (first.id, hideout)


def test_a_battle_is_read_from_its_events() -> None:
    events = [
        Event("battle", {"attacker": "eyrie", "defender": "marquise", "clearing": 11}),
        Event(
            "rolled",
            {
                "clearing": 11, "attacker": "eyrie", "defender": "marquise", "dice": (3, 1),
                "attacker_hits": 3, "defender_hits": 1,
            },
        ),
        Event("removed", {"owner": "eyrie", "clearing": 11, "warriors": {"marquise": 2}, "pieces": [("marquise", "wood")]}),
        Event("removed", {"owner": "marquise", "clearing": 11, "warriors": {"eyrie": 1}, "pieces": []}),
    ]  # fmt: skip
    fight = PICTURES["root"].fought(events)
    assert fight is not None
    words = PICTURES["root"].tell(views.crowded(), "battle", fight)
    assert "Dice: 3 and 1." in words
    assert "Marquise deal 1 and lose warrior ×2, wood." in words
    assert "(mouse)" in words
    assert PICTURES["root"].fought([]) is None


async def test_a_game_without_a_painter_gets_its_seats_in_words() -> None:
    seats = (SeatView(seat="a", plays="white", name="Alice", score=3),)
    view = View(game="chess", seat=None, turn=4, active="a", phase="", seats=seats)
    studio = Studio()
    made = await studio.board(view, names={"a": "Alice"})
    studio.close()
    assert "Alice (white): 3" in made.alt_text
    assert made.faults == ()


async def test_every_picture_tells_what_it_shows() -> None:
    studio = Studio()
    hand = await studio.hand(views.hand())
    seat = await studio.seat(views.crowded(), "eyrie")
    zoom = await studio.zoom(views.crowded("mountain"), 10)
    studio.close()
    assert "False Orders (fox)" in hand.alt_text
    assert "Recruit: Loyal Vizier (bird)" in seat.alt_text
    assert "Vagabond pawn" in zoom.alt_text
    assert "Paths to" in zoom.alt_text


@pytest.mark.parametrize("face", fonts.FACES)
def test_czech_and_polish_letters_can_be_drawn(face: str) -> None:
    letters = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽąćęłńóśźżĄĆĘŁŃÓŚŹŻ„“”–—…×·"
    assert [c for c in letters if not fonts.can_draw(c, face)] == []
    assert fonts.clean("Řehoř 🦊", face) == "Řehoř"


def test_text_is_cut_to_fit_and_wrapped() -> None:
    assert fonts.fit("short", "plain", 20, 500) == "short"
    cut = fonts.fit("a rather long sentence", "plain", 20, 100)
    assert cut.endswith("…")
    assert fonts.width(cut, "plain", 20) <= 100
    lines = fonts.wrap("one two three four five six seven", "plain", 20, 100, 2)
    assert len(lines) == 2
    assert all(fonts.width(line, "plain", 20) <= 100 for line in lines)
