"""Films: streamed, limited, one at a time, and right to the pixel."""

from __future__ import annotations

import asyncio
import gc
import io
import random
import threading
import weakref

import pytest
from PIL import Image, ImageDraw

from render import Busy, Studio, encode, gif, thin
from tests.render import views


def palette() -> Image.Image:
    made = Image.new("P", (1, 1))
    made.putpalette([value for n in range(256) for value in (n, 255 - n, n * 7 % 256)])
    return made


def drawing(number: int, size: tuple[int, int] = (120, 80)) -> Image.Image:
    """A picture that differs from its neighbours in a small part."""
    image = Image.new("RGB", size, (40, 215, 24))
    pen, source = ImageDraw.Draw(image), random.Random(number)
    for _ in range(3):
        x, y = source.randrange(size[0]), source.randrange(size[1])
        pen.rectangle((x, y, x + 12, y + 9), fill=(source.randrange(240), 100, 30))
    return image


def test_pictures_are_taken_one_by_one_and_none_is_kept():
    """Given a long film, then at no moment more than a few of its pictures are in memory."""
    alive: list[weakref.ref[Image.Image]] = []
    most = 0

    def frames():
        nonlocal most
        for number in range(60):
            image = drawing(number)
            alive.append(weakref.ref(image))
            yield image
            del image
            gc.collect()
            most = max(most, sum(one() is not None for one in alive))

    encode.film(frames(), palette(), 900).close(4000)
    assert most <= 3


def test_every_picture_of_a_film_is_what_was_drawn():
    shown = [drawing(number // 2) for number in range(12)]  # also such that change nothing
    data = encode.film(iter(shown), palette(), 900).close(4000)
    film = Image.open(io.BytesIO(data))
    assert (film.n_frames, film.info["loop"]) == (12, 0)
    fewer = Image.new("P", (1, 1))
    fewer.putpalette((palette().getpalette() or [])[: encode.FILM_COLOURS * 3])
    for number, image in enumerate(shown):
        film.seek(number)
        assert film.convert("RGB").tobytes() == encode.reduce_colours(image, fewer).convert("RGB").tobytes()
        assert film.info["duration"] == (900 if number < 11 else 4000)


def test_a_film_that_grows_too_large_is_given_up_at_once():
    seen = 0

    def frames():
        nonlocal seen
        for number in range(500):
            seen += 1
            yield drawing(number)

    with pytest.raises(gif.TooLarge):
        encode.film(frames(), palette(), 900, most=5_000)
    assert seen < 60


async def test_a_film_gets_shorter_until_it_fits():
    studio = Studio()
    story = views.story(12)
    whole = await studio.film(story)
    short = await studio.film(story, most=len(whole.data) * 3 // 4)
    studio.close()
    assert len(short.data) <= len(whole.data) * 3 // 4
    assert Image.open(io.BytesIO(short.data)).n_frames < 12


async def test_films_are_made_one_at_a_time_and_boards_do_not_wait_for_them(monkeypatch):
    """Given a film that takes for ever, when a board is asked for, then it is drawn."""
    studio, going, free = Studio(), threading.Event(), threading.Event()
    real, at_once, most = Studio._cut, 0, 0

    def slow(self, *given):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        going.set()
        free.wait(20)
        try:
            return real(self, *given)
        finally:
            at_once -= 1

    monkeypatch.setattr(Studio, "_cut", slow)
    films = [asyncio.create_task(studio.film(views.story(2 + n))) for n in range(3)]
    while not going.is_set():
        await asyncio.sleep(0.01)
    boards = await asyncio.wait_for(asyncio.gather(*(studio.board(view) for view in views.story(3))), 30)
    assert len(boards) == 3
    assert not any(film.done() for film in films)
    free.set()
    await asyncio.gather(*films)
    studio.close()
    assert most == 1


async def test_too_many_who_want_films_are_told_to_wait(monkeypatch):
    studio, free = Studio(), threading.Event()
    monkeypatch.setattr("render.studio.FILMS_WAITING", 2)
    monkeypatch.setattr(Studio, "_cut", lambda self, *given: free.wait(20))
    films = [asyncio.create_task(studio.film(views.story(2 + n))) for n in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await studio.film(views.story(6))
    for film in films:
        film.cancel()
    free.set()
    await asyncio.gather(*films, return_exceptions=True)
    studio.close()


async def test_what_is_kept_is_counted_in_bytes():
    studio = Studio(keep=300_000)
    for view in views.story(8):
        await studio.board(view)
    studio.close()
    assert sum(len(one.data) for one in studio._made.values()) <= 300_000
    assert studio._made


def test_one_is_the_fewest():
    assert thin([1, 2, 3], 1) == [3]
