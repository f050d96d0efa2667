"""Pictures packed band by band open everywhere, to the same pixels as the plain way, however full the shelf is."""

from __future__ import annotations

import io
import random
import shutil
import struct
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import msgspec
import pytest
from PIL import Image

from engine.fuzz import random_answer
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.view import RootView
from render import PALETTES, PICTURES, bands
from render import canvas as canvas_module
from render.canvas import Canvas, Put
from tests.render import views

PAINTER = PICTURES["root"]
replace = msgspec.structs.replace


def made(canvas: Canvas, view: RootView, shelf: bands.Shelf, palette: str = "light") -> bytes:
    return bands.png(bands.sketch(canvas, PAINTER.colours(view, palette), shelf), shelf)


def plain(canvas: Canvas, view: RootView, palette: str = "light") -> Image.Image:
    """The picture drawn whole, in the colours of its palette."""
    return canvas.image.quantize(palette=PAINTER.colours(view, palette), dither=Image.Dither.NONE)


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Every chunk of a PNG file; its checksum must be right."""
    assert data.startswith(bands.SIGNATURE)
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + body)
        yield kind, body
        at += 12 + length


def positions(seed: str, count: int, step: int) -> Iterator[RootView]:
    """Positions of a random game, one after another."""
    dice = random.Random(seed)
    game = RandomGame(random_setup(dice, dice.choice(mixes(4))), seed).play(step).game
    for _ in range(count):
        yield cast(RootView, game.view(None))
        if game.state.over:
            return
        ask = game.waiting()[0]
        game.answer(game.rules.seat_of(game.state, ask.seat), random_answer(ask, dice))


@pytest.mark.parametrize("seed", ["bands 1", "bands 2", "bands 3", "bands 4"])
def test_every_position_of_a_game_has_the_pixels_of_the_plain_way(seed: str) -> None:
    shelf = bands.Shelf()
    for view in positions(seed, 50, 80):
        canvas = PAINTER.board(view, "light", (), (f"It is turn {view.turn}.",), asked=(view.active,))
        data = made(canvas, view, shelf)
        expected = plain(canvas, view)
        # then Pillow reads the same pixels
        opened = Image.open(io.BytesIO(data))
        assert opened.mode == "P"
        assert opened.tobytes() == expected.tobytes()
        # and the stream as a whole is sound, its checksum included: Pillow would not notice
        stream = b"".join(body for kind, body in chunks(data) if kind == b"IDAT")
        rows = zlib.decompress(stream)
        assert len(rows) == (canvas.width + 1) * canvas.height
        assert rows[:: canvas.width + 1] == bytes(canvas.height)
    # and most bands were there already
    assert shelf.found > shelf.packed


@pytest.mark.parametrize("palette", PALETTES)
def test_a_full_shelf_gives_the_same_file_as_an_empty_one(palette: str) -> None:
    dice = random.Random(palette)
    view = views.start()
    shelf = bands.Shelf()
    for _ in range(40):
        # given any change of any clearing or player, and marks here and there
        clearings = list(view.clearings)
        spot = dice.randrange(len(clearings))
        armies = {owner: dice.randint(1, 12) for owner in dice.sample(["marquise", "eyrie", "duchy"], 2)}
        clearings[spot] = replace(clearings[spot], warriors=armies)
        players = list(view.players)
        who = dice.randrange(len(players))
        players[who] = replace(players[who], score=dice.randint(0, 29), hand_size=dice.randint(0, 9))
        view = replace(view, clearings=tuple(clearings), players=tuple(players))
        canvas = PAINTER.board(view, palette, (dice.randint(1, 12),), (f"A {dice.randint(1, 99)}.",))
        assert made(canvas, view, shelf, palette) == made(canvas, view, bands.Shelf(), palette)


def test_after_one_move_only_what_changed_is_drawn_and_packed() -> None:
    shelf = bands.Shelf()
    before, after = views.story(2)
    made(PAINTER.board(before, "light"), before, shelf)
    whole = shelf.packed
    after = replace(after, players=before.players, turn=before.turn, active=before.active)
    made(PAINTER.board(after, "light"), after, shelf)
    assert 0 < shelf.packed - whole < whole / 2
    # when only words are new, only they are packed
    whole = shelf.packed
    made(PAINTER.board(after, "light", (), ("Nothing happens.",)), after, shelf)
    assert 0 < shelf.packed - whole <= 2


def test_of_a_changed_band_only_what_changed_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[tuple[int, int, int, int]] = []

    def drawn(puts: list[Put], box: tuple[int, int, int, int]) -> Image.Image:
        boxes.append(box)
        return canvas_module.drawn(puts, box)

    monkeypatch.setattr(bands, "drawn", drawn)
    # given a table, and then one more warrior in a clearing
    shelf, view = bands.Shelf(), views.start()
    made(PAINTER.board(view, "light"), view, shelf)
    packed, spot = shelf.packed, view.clearings[0]
    more = replace(view, clearings=(replace(spot, warriors={"marquise": 9}), *view.clearings[1:]))
    canvas = PAINTER.board(more, "light")
    # when its picture is made
    boxes.clear()
    data = made(canvas, more, shelf)
    # then several bands are new, but less than a quarter of each is drawn
    fresh = shelf.packed - packed
    assert fresh > 2
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    assert 0 < area < canvas.width * bands.BAND * fresh / 4
    assert data == made(canvas, more, bands.Shelf())


class Things:
    """Things to put on small pictures: some whole, some half transparent, some reaching over the edge."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.sprites = [self.sprite() for _ in range(5)]
        self.mask = Image.effect_noise((40, 50), 90)

    def sprite(self) -> Image.Image:
        size = (self.dice.choice((9, 60, 150)), self.dice.choice((7, 40, 130)))
        image = Image.new("RGBA", size, tuple(self.dice.randbytes(4)))
        image.paste(tuple(self.dice.randbytes(3)), (0, 0, size[0] // 2, size[1]))
        return image

    def put(self, canvas: Canvas) -> None:
        x, y = self.dice.randint(-70, 400), self.dice.randint(-50, 220)
        colour = cast(tuple[int, int, int], tuple(self.dice.randbytes(3)))
        kind = self.dice.randrange(3)
        if kind == 0:
            canvas.bar((x, y, x + self.dice.randint(1, 90), y + self.dice.randint(1, 70)), colour)
        elif kind == 1:
            canvas.ink(self.mask, x, y, colour)
        else:
            canvas.sprite(self.dice.choice(self.sprites), x, y)


@pytest.mark.parametrize("room", [bands.ROOM, 60_000])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_changes_between_two_pictures_the_file_is_that_of_an_empty_shelf(
    seed: int, room: int
) -> None:
    dice = random.Random(seed)
    things, shelf, view = Things(dice), bands.Shelf(room), views.start()
    canvas = Canvas(389, 200, (9, 99, 199))
    for _ in range(60):
        # given the same things as before, but some gone, some new, some twice, two changed places, or other bands
        puts = canvas.puts[1:]
        canvas = Canvas(389, 200, (9, 99, 199))
        if len(puts) > 20:
            del puts[dice.randrange(len(puts))]
        if len(puts) > 2 and dice.random() < 0.4:
            one, two = dice.sample(range(len(puts)), 2)
            puts[one], puts[two] = puts[two], puts[one]
        if len(puts) > 2 and dice.random() < 0.3:
            puts.insert(dice.randrange(len(puts)), dice.choice(puts))
        canvas.puts += puts
        for _ in range(dice.randrange(3)):
            things.put(canvas)
        canvas.cuts = dice.choice(([], [], [], [77], [100, 160]))
        # then the file is the same
        assert made(canvas, view, shelf) == made(canvas, view, bands.Shelf())


def test_a_thing_that_lies_there_twice_is_not_taken_for_one() -> None:
    # given half a veil, once and then twice at the same place
    shelf, view = bands.Shelf(), views.start()
    veil = Image.new("RGBA", (64, 64), (200, 0, 0, 90))
    for count in (1, 2):
        canvas = Canvas(640, 320, (240, 230, 210))
        for _ in range(count):
            canvas.sprite(veil, 100, 100)
        # then each is drawn as it should
        assert made(canvas, view, shelf) == made(canvas, view, bands.Shelf())


def test_only_some_pictures_are_remembered_and_none_that_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bands, "RECORDS", 3)
    shelf = bands.Shelf()
    for number, view in enumerate(positions("records", 8, 60)):
        canvas = PAINTER.board(view, "light", (), (f"Number {number}.",))
        it = bands.sketch(canvas, PAINTER.colours(view, "light"), shelf)
        bands.png(it, shelf, passing=number == 7)
        assert (it.record in shelf._records) == (number != 7)
    # then the last three before the passing one are known, and no band leads to an older one
    assert len(shelf._records) == 3
    assert set(shelf._having.values()) <= set(shelf._records)
    assert set(shelf._having) == {name for record in shelf._records for name in record.names}


def test_what_no_picture_follows_gives_way_first_unless_it_is_used_again() -> None:
    # given a shelf with room for two, on which lie a band of a board and one of a turn that is over
    board, over, more = (bands.Band(bytes(100), 1, 1) for _ in range(3))
    for is_used in (False, True):
        shelf = bands.Shelf(room=200)
        shelf.keep(b"board", board)
        shelf.keep(b"over", over, passing=True)
        if is_used:
            shelf.take(b"over")
        # when another one comes
        shelf.keep(b"more", more)
        # then the one that nothing follows has gone, though it came later
        assert shelf.take(b"more") is more
        assert (shelf.take(b"over") is over) == is_used
        assert (shelf.take(b"board") is board) == (not is_used)


def test_the_shelf_never_holds_more_than_it_may() -> None:
    shelf = bands.Shelf(room=400_000)
    for view in positions("shelf", 12, 60):
        made(PAINTER.board(view, "light"), view, shelf)
        assert shelf.held <= 400_000
    assert shelf.held == sum(len(band.chunk) for band in shelf._bands.values())


def test_a_picture_above_the_limit_is_packed_harder(monkeypatch: pytest.MonkeyPatch) -> None:
    view = views.packed()
    canvas = PAINTER.board(view, "light")
    loose = made(canvas, view, bands.Shelf())
    monkeypatch.setattr(bands, "LIMIT", len(loose) - 1)
    tight = made(canvas, view, bands.Shelf())
    assert len(tight) < len(loose)
    assert Image.open(io.BytesIO(tight)).tobytes() == Image.open(io.BytesIO(loose)).tobytes()


@pytest.mark.parametrize("cut", [0, 1, 5, 999, 1000])
def test_the_checksum_of_two_pieces_is_that_of_the_whole(cut: int) -> None:
    whole = random.Random(cut).randbytes(1000)
    first, second = whole[:cut], whole[cut:]
    assert bands.joined(zlib.adler32(first), zlib.adler32(second), len(second)) == zlib.adler32(whole)


@pytest.mark.skipif(not shutil.which("pngcheck"), reason="needs pngcheck")
@pytest.mark.parametrize("kind", ["board", "boards", "hand", "zoom", "battle"])
def test_pngcheck_finds_nothing_wrong(kind: str, tmp_path: Path) -> None:
    view = views.packed("lake")
    draw = {
        "board": lambda: PAINTER.board(view, "light", (3,), views.RECENT),
        "boards": lambda: PAINTER.boards(view, "light"),
        "hand": lambda: PAINTER.hand(views.hand(), "light"),
        "zoom": lambda: PAINTER.zoom(view, 11, "light"),
        "battle": lambda: PAINTER.battle(view, views.FIGHT, "light"),
    }
    path = tmp_path / "picture.png"
    path.write_bytes(made(draw[kind](), view, bands.Shelf()))
    done = subprocess.run(["pngcheck", "-v", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "No errors detected" in done.stdout
