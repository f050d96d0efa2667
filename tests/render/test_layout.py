"""Every piece of a view is in its place on the picture; nothing overlaps, nothing is outside the frame."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import cast

import msgspec
import pytest
from PIL import Image, ImageChops

from cogs.board.speak import ENDED
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.data import CARDS, HIRELING_SIDES, LANDMARKS, MAPS
from engine.root.view import BoardView, ForestView, GuestView, ItemView, PieceView, RootView
from render import PICTURES
from render.canvas import Box, Canvas, Drawn
from render.root import column, shape, sprites
from render.root.cards import spread
from render.root.lay import lay
from tests.render import views

PAINTER = PICTURES["root"]
POSITIONS = [(m, kind) for m in MAPS for kind in ("start", "crowded", "hired", "wooded")]
PIECES = ("warriors", "tokens", "building", "pawn", "mark")


def position(name: str, kind: str) -> RootView:
    return getattr(views, kind)(name)


def drawn(view: RootView, marked: tuple[int | str, ...] = views.MARKED) -> Canvas:
    return PAINTER.board(view, "light", marked, views.RECENT)


def counters_of(tokens: Iterable[PieceView]) -> list[str]:
    """Tokens of a kind are one counter with their number; one that has a value or lies face down lies alone."""
    found = Counter((f"{t.owner} {t.kind}", t.hidden) for t in tokens)
    heaps = [
        [f"{name} 1"] * n if hidden or name[-1].isdigit() else [f"{name} {n}"]
        for (name, hidden), n in found.items()
    ]
    return [name for heap in heaps for name in heap]


def expected(view: RootView) -> Counter[tuple[str, str, str]]:
    """What must be on the map: kind, name and place of every piece."""
    found: Counter[tuple[str, str, str]] = Counter()
    for c in view.clearings:
        place = f"clearing {c.id}"
        found.update(("warriors", f"{o} {n}", place) for o, n in c.warriors.items() if n)
        found.update(("building", f"{b.owner} {b.kind}", place) for b in c.buildings)
        found.update(("tokens", name, place) for name in counters_of(c.tokens))
        found.update(("pawn", o, place) for o in c.pawns)
        found.update(("mark", m, place) for m in c.marks)
        if c.ruin:
            found[("building", "ruin", place)] += 1
        if c.covered:
            found[("slot", "covered slot", place)] += c.covered
        free = c.slots - len(c.buildings) - c.ruin
        if free:
            found[("slot", "empty slot", place)] += free
        for suit in (c.suit, *c.more_suits):
            found[("suit", suit, place)] += 1
        if c.ruler:
            found[("ruler", c.ruler, place)] += 1
    named = {f"forest {f.id}": f for f in view.forests} | {
        f"path {p.id}": p for p in view.places if isinstance(p.id, str)
    }
    for place, f in named.items():
        found.update(("pawn", o, place) for o in f.pawns)
        found.update(("warriors", f"{o} {n}", place) for o, n in f.warriors.items() if n)
        found.update(("tokens", name, place) for name in counters_of(f.tokens))
    found.update(("closed", f"{a}-{b}", "path") for a, b in view.closed_paths)
    return found


def on_the_map(canvas: Canvas) -> list[Drawn]:
    places = ("clearing", "forest", "path")
    return [
        d for d in canvas.report if d.place.startswith(places) and d.kind not in ("label", "count", "ring")
    ]


def labels_of(canvas: Canvas) -> list[Drawn]:
    """Everything that is read: words, scores, counts."""
    return [d for d in canvas.report if d.kind in ("label", "count", "score")]


def overlap(a: Box, b: Box) -> int:
    """The shared area of two boxes."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    return max(0, w) * max(0, h)


@pytest.mark.parametrize(("name", "kind"), POSITIONS)
def test_every_piece_of_the_view_is_drawn_once_and_nothing_else(name: str, kind: str) -> None:
    view = position(name, kind)
    canvas = drawn(view)
    assert Counter((d.kind, d.name, d.place) for d in on_the_map(canvas)) == expected(view)
    assert canvas.wrong == []


@pytest.mark.parametrize(("name", "kind"), POSITIONS)
def test_every_piece_stands_in_its_own_clearing(name: str, kind: str) -> None:
    spots = lay(name).clearings
    for d in drawn(position(name, kind)).report:
        if d.kind in PIECES and d.place.startswith("clearing"):
            x, y = spots[int(d.place.split()[1])]
            middle = ((d.box[0] + d.box[2]) / 2 - x, (d.box[1] + d.box[3]) / 2 - y)
            assert max(abs(middle[0]), abs(middle[1])) < shape.RADIUS, d
        if d.kind == "mark":
            assert d.name in LANDMARKS


@pytest.mark.parametrize(("name", "kind"), POSITIONS)
def test_no_two_labels_overlap(name: str, kind: str) -> None:
    for canvas in (drawn(position(name, kind)), PAINTER.boards(position(name, kind), "light")):
        labels = labels_of(canvas)
        assert len(labels) > 40
        wrong = [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 4]
        assert wrong == []


@pytest.mark.parametrize(("name", "kind"), POSITIONS)
def test_no_piece_covers_another(name: str, kind: str) -> None:
    pieces = [d for d in drawn(position(name, kind)).report if d.kind in PIECES]
    # where everything is full, round corners may be side by side
    most = 60 if kind == "wooded" else 4
    wrong = [(a, b) for a, b in combinations(pieces, 2) if overlap(a.box, b.box) > most]
    assert wrong == []


@pytest.mark.parametrize("name", MAPS)
def test_no_piece_covers_a_number_plate_even_with_a_landmark_in_every_clearing(name: str) -> None:
    view = position(name, "crowded")
    full = tuple(msgspec.structs.replace(c, marks=("tower", "lost-city")) for c in view.clearings)
    report = drawn(msgspec.structs.replace(view, clearings=full)).report
    pieces = [d for d in report if d.kind in PIECES]
    plates = [d for d in report if d.kind in ("suit", "ruler") and d.place.startswith("clearing")]
    assert not [(a, b) for a, b in combinations(pieces, 2) if overlap(a.box, b.box) > 40]
    assert not [(a, b) for a in pieces for b in plates if overlap(a.box, b.box) > 40]


@pytest.mark.parametrize("name", MAPS)
def test_no_clearing_and_no_number_plate_covers_pieces_in_forests_and_on_paths(name: str) -> None:
    """Given pieces in every forest and on every path, when the map is drawn, then all of each is seen."""
    report = drawn(views.wooded(name)).report
    beside = [d for d in report if d.kind in PIECES and d.place.startswith(("forest", "path"))]
    plates = [d for d in report if d.kind in ("suit", "ruler", "label") and d.place.startswith("clearing")]
    assert len(beside) > 30
    assert [(a, b) for a in beside for b in plates if overlap(a.box, b.box) > 4] == []
    spots = lay(name).clearings
    assert [(d, c) for d in beside for c, spot in spots.items() if lies_in_clearing(d.box, spot)] == []


@pytest.mark.parametrize("name", MAPS)
def test_however_many_relics_lie_in_a_forest_each_is_seen_or_counted(name: str) -> None:
    """Given all twelve relics and a pawn in one forest, when it is drawn, then nothing is left out."""
    kinds = ["figure", "tablet", "jewelry"] * 4
    relics = tuple(PieceView("keepers", kind, True) for kind in kinds)
    seen = views.start(name)
    for forest in MAPS[name].forests:
        full = ForestView(id=forest, pawns=("vagabond",), tokens=relics)
        canvas = drawn(msgspec.structs.replace(seen, forests=(full,)), ())
        assert canvas.wrong == []
        there = [
            d.name.rsplit(" ", 1)[1]
            for d in canvas.report
            if d.place == f"forest {forest}" and d.kind == "tokens"
        ]
        assert sum(map(int, there)) == len(relics)


def lies_in_clearing(box: Box, spot: tuple[float, float]) -> bool:
    """Does a clearing's ground cover something of a box? Its dark rim may."""
    x0, y0, x1, y1 = box
    dx = max(x0 - spot[0], spot[0] - x1, 0)
    dy = max(y0 - spot[1], spot[1] - y1, 0) / shape.FLAT
    return bool(dx**shape.SQUARE + dy**shape.SQUARE < (shape.RADIUS - 2) ** shape.SQUARE)


@pytest.mark.parametrize(("name", "kind"), POSITIONS)
def test_nothing_is_outside_the_frame(name: str, kind: str) -> None:
    view = position(name, kind)
    for canvas in (drawn(view, marked=tuple(MAPS[name].clearings)), PAINTER.boards(view, "light")):
        assert (canvas.width, canvas.height) == (1760, 1120)
        for d in canvas.report:
            x0, y0, x1, y1 = d.box
            assert x0 >= 0, d
            assert y0 >= 0, d
            assert x1 <= canvas.width, d
            assert y1 <= canvas.height, d


def test_the_changed_places_and_only_they_are_ringed() -> None:
    forest = next(iter(MAPS["autumn"].forests))
    canvas = drawn(views.start(), marked=(3, 9, forest))
    rings = {d.place for d in canvas.report if d.kind == "ring"}
    assert rings == {"clearing 3", "clearing 9", f"forest {forest}"}


def test_forests_paths_and_the_burrow_are_marked_where_they_may_be_chosen() -> None:
    forest, path = next(iter(MAPS["autumn"].forests)), "path-1-5"
    canvas = PAINTER.board(views.company(), "light", targets={forest: "", path: "", 13: "", 3: ""})
    assert {d.place for d in canvas.report if d.kind == "target"} == {
        f"forest {forest}",
        f"path {path}",
        "place 13",
        "clearing 3",
    }


def test_a_slot_covered_for_good_is_marked_and_not_drawn_as_empty() -> None:
    view = views.covered()
    canvas = drawn(view)
    assert Counter((d.kind, d.name, d.place) for d in on_the_map(canvas)) == expected(view)
    planks = Counter(d.place for d in canvas.report if d.name == "covered slot")
    assert planks == {"clearing 2": 2, "clearing 5": 1, "clearing 6": 1}
    empty = [d for d in canvas.report if d.name == "empty slot" and d.place == "clearing 2"]
    assert empty == []


@pytest.mark.parametrize(("players", "taken"), [(2, 0), (3, 1), (4, 0), (4, 2), (4, 3), (6, 0)])
def test_a_draft_shows_the_setup_cards_and_who_has_no_faction(players: int, taken: int) -> None:
    view = views.draft(players, taken)
    canvas = drawn(view)
    assert canvas.wrong == []
    # then everybody has a cell in order of play, and who is undecided reads so
    tabs = sorted((d for d in canvas.report if d.kind == "tab"), key=lambda d: d.box[1])
    assert [d.name for d in tabs] == [seat.seat for seat in view.seats]
    labels = labels_of(canvas)
    told = " ".join(d.name for d in labels if any(overlap(d.box, t.box) for t in tabs))
    assert told.count("no") == told.count("faction") == told.count("yet") == len(view.undecided)
    # and every setup card lies beside the map, with its character, uncut
    cards = [d for d in canvas.report if d.kind == "setup card"]
    assert [d.name for d in cards] == [card.faction for card in view.setup_cards]
    for card in view.setup_cards:
        assert any(card.character.title() in d.name for d in labels)
        assert not card.locked or any("locked" in d.name for d in labels)
    assert not [d for d in labels if d.name.endswith("…")]
    # and nothing lies over anything else or outside the frame
    assert not [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 4]
    assert not [(a, b) for a in cards for b in labels if overlap(a.box, b.box) > 4]
    assert all(d.box[3] <= canvas.height and d.box[2] <= canvas.width for d in canvas.report)


def story_of(canvas: Canvas) -> list[Drawn]:
    return [d for d in canvas.report if d.place == "story" and d.kind == "label"]


def test_the_last_events_are_told_word_for_word_as_many_as_there_is_room_for() -> None:
    told = ("The first is too old.", *(f"Something {n} happens in the wood." for n in range(30)))
    canvas = PAINTER.board(views.start(), "light", (), told)
    words = story_of(canvas)
    text = " ".join(d.name for d in words)
    assert text.endswith("Something 28 happens in the wood. Something 29 happens in the wood.")
    assert "too old" not in text
    assert all(d.box[1] > shape.HEIGHT and d.box[2] <= canvas.width - 8 for d in words)
    assert max(d.box[3] for d in words) <= canvas.height


def test_the_rulers_mark_is_explained_once_in_the_first_turn() -> None:
    def words(turn: int) -> str:
        view = msgspec.structs.replace(views.start(), turn=turn)
        return " ".join(d.name for d in story_of(PAINTER.board(view, "light", (), ("A short thing.",))))

    assert words(1).startswith("The head beside a clearing's number is its ruler's.")
    assert words(1).endswith("A short thing.")
    assert words(2) == "A short thing."


@pytest.mark.parametrize("phase", ["birdsong.start", "daylight", "evening", ENDED])
def test_the_heading_says_the_turn_and_its_phase_without_dots(phase: str) -> None:
    canvas = drawn(msgspec.structs.replace(views.start(), turn=128, phase=phase))
    told = [one.name for one in labels_of(canvas) if one.box[1] < 70 and one.box[0] > 1760 - column.WIDTH]
    assert "Turn 128" in told
    assert not [words for words in told if "…" in words]


def test_an_event_too_long_for_the_strip_ends_in_dots() -> None:
    canvas = PAINTER.board(views.crowded(), "light", (), ("The Eyrie " + "moves and moves " * 40 + "away.",))
    words = story_of(canvas)
    assert " ".join(d.name for d in words).startswith("The Eyrie moves")
    assert words[-1].name.endswith("…")
    assert max(d.box[3] for d in words) <= canvas.height


def test_without_a_draft_there_are_no_setup_cards() -> None:
    assert not [d for d in drawn(views.start()).report if d.kind == "setup card"]


def test_the_report_notices_a_missing_piece() -> None:
    view = views.start()
    canvas = drawn(view)
    gone = next(d for d in canvas.report if d.kind == "warriors")
    canvas.report = [d for d in canvas.report if d != gone]
    assert Counter((d.kind, d.name, d.place) for d in on_the_map(canvas)) != expected(view)


def test_every_player_has_a_cell_in_order_of_play_and_a_board() -> None:
    view = views.crowded()
    canvas = PAINTER.board(view, "light", asked=("alliance",))
    tabs = sorted((d for d in canvas.report if d.kind == "tab"), key=lambda d: d.box[1])
    assert [d.name for d in tabs] == [p.owner for p in view.players]
    assert [d.name for d in canvas.report if d.kind == "asked"] == ["alliance"]
    words = {d.name for d in labels_of(canvas)}
    assert {"Alice", "Řehoř", "Łukasz", "Bob", "Carol"} <= words
    panels = [d for d in PAINTER.boards(view, "light").report if d.kind == "panel"]
    in_order = sorted(panels, key=lambda d: (d.box[1], d.box[0]))
    assert [d.name for d in in_order] == [p.owner for p in view.players]


def test_boards_show_every_piece_card_item_and_relationship() -> None:
    view = views.crowded()
    report = PAINTER.boards(view, "light").report
    for player in view.players:
        mine = Counter((d.kind, d.name) for d in report if d.place == f"board {player.owner}")
        for track in player.own.tracks:
            assert mine[("track", f"{player.owner} {track.kind}")] == track.left
        for owner, status in player.own.relations.items():
            assert mine[("relation", f"{owner} {status}")] == 1
        for card in player.crafted:
            assert mine[("card", card)] == 1
        items = [*player.own.items, *player.items]
        assert sum(n for (kind, _), n in mine.items() if kind == "item") == len(items)


def test_tracks_say_what_the_next_piece_costs_and_gives() -> None:
    words = [d.name for d in PAINTER.boards(views.start(), "light").report if d.kind == "label"]
    assert {"Sawmill", "next: cost 1, 1 point", "Roost", "next: 1 point", "Bases"} <= set(words)
    assert {"Recruit", "Move", "Battle", "Build", "Warriors in supply"} <= set(words)


def test_the_column_shows_deck_discard_dominance_cards_and_quests_and_the_boards_the_items() -> None:
    view = views.crowded()
    names = {d.name for d in drawn(view).report if d.place == "column"}
    assert {"17 hidden", "4 discarded", *view.dominance_available, *view.quests} <= names
    items = {d.name for d in PAINTER.boards(view, "light").report if d.place == "table"}
    assert {f"{item} {n}" for item, n in view.item_supply.items()} <= items


def test_a_hand_is_never_on_the_board() -> None:
    view = views.crowded()
    own = msgspec.structs.replace(view.players[0], hand=("anvil", "ambush-fox", "cobbler"))
    seen = msgspec.structs.replace(view, seat="marquise", players=(own, *view.players[1:]))
    assert drawn(seen).image.tobytes() == drawn(view).image.tobytes()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_any_number_of_players_fits(count: int) -> None:
    view = views.crowded()
    fewer = msgspec.structs.replace(view, players=view.players[:count], active=view.players[0].owner)
    for canvas in (drawn(fewer), PAINTER.boards(fewer, "light")):
        assert canvas.wrong == []
        assert all(d.box[3] <= canvas.height and d.box[2] <= canvas.width for d in canvas.report)


@pytest.mark.parametrize("palette", ["light", "dark", "colour-blind"])
def test_a_hand_shows_every_card_with_its_name(palette: str) -> None:
    view = views.hand()
    canvas = PAINTER.hand(view, palette)
    cards = [d.name for d in canvas.report if d.kind == "card"]
    assert cards == list(view.players[0].hand or ())
    labels = [d for d in canvas.report if d.kind == "label"]
    assert not [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 4]
    assert not [d for d in labels if d.name.endswith("…")]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 12])
def test_no_card_text_is_cut(count: int) -> None:
    names = list(CARDS)
    for start in range(0, len(names), count):
        canvas = spread("Some cards", tuple(names[start : start + count]), "light")
        assert [d.name for d in canvas.report if d.name.endswith("…")] == []
        assert canvas.wrong == []
        assert all(d.box[3] <= canvas.height and d.box[2] <= canvas.width for d in canvas.report)


def test_many_cards_fit_on_one_picture() -> None:
    canvas = spread("A long hand", tuple(CARDS)[:20], "light")
    assert [d.name for d in canvas.report if d.name.endswith("…")] == []
    assert canvas.wrong == []


@pytest.mark.parametrize("number", range(1, 13))
def test_a_close_up_shows_the_clearing_and_its_ways(number: int) -> None:
    view = views.crowded("mountain")
    canvas = PAINTER.zoom(view, number, "light")
    place = f"clearing {number}"
    shown = Counter((d.kind, d.name, d.place) for d in canvas.report if d.place == place)
    for (kind, name, where), n in expected(view).items():
        if where == place:
            assert shown[(kind, name, where)] == n
    assert any("Paths to" in d.name for d in canvas.report)


def test_a_seat_board_shows_all_printed_numbers() -> None:
    canvas = PAINTER.seat(views.crowded(), "marquise", "light")
    labels = Counter(d.name for d in canvas.report if d.kind == "label")
    assert labels["cost"] == labels["points"] == 3
    assert {"Sawmill", "Workshop", "Recruiter", "Armorers", "Cobbler"} <= set(labels)


@pytest.mark.parametrize("owner", [*HIRELING_SIDES, *LANDMARKS])
def test_a_card_of_a_guest_is_written_as_large_as_it_fits_and_nothing_is_cut(owner: str) -> None:
    board = BoardView(items=tuple(ItemView(item=one) for one in ("sword", "hammer", "boot")))
    guest = GuestView(owner=owner, plays=owner, controller="eyrie", control=2, supply=4, own=board)
    view = msgspec.structs.replace(views.crowded(), guests=(guest,))
    canvas = PAINTER.seat(view, owner, "light")
    assert canvas.wrong == []
    lowest = max(d.box[3] for d in canvas.report)
    assert canvas.height * 0.55 < lowest <= canvas.height - 16
    told = " ".join(d.name for d in canvas.report if d.kind == "label")
    assert told
    assert "…" not in told


@pytest.mark.parametrize("kinds", [0, 1, 6, 14])
def test_the_picture_of_a_battle_is_as_high_as_its_losses(kinds: int) -> None:
    known = (
        "warrior",
        "sawmill",
        "workshop",
        "recruiter",
        "wood",
        "keep",
        "sword",
        "hammer",
        "boot",
        "tea",
        "coin",
        "bag",
    )
    losses = dict.fromkeys((*known, "torch", "crossbow")[:kinds], 2)
    loser = {"owner": "marquise", "roll": 1, "hits": 3, "losses": losses, "notes": ("one", "two", "three")}
    winner = {"owner": "eyrie", "roll": 2, "hits": 2}
    fight = {"clearing": 5, "dice": (2, 1), "attacker": winner, "defender": loser}
    canvas = PAINTER.battle(views.crowded(), fight, "light")
    assert 760 <= canvas.height <= 1120
    assert len([d for d in canvas.report if d.kind == "loss"]) == kinds
    assert max(d.box[3] for d in canvas.report) <= canvas.height


def test_a_battle_shows_dice_hits_and_losses() -> None:
    canvas = PAINTER.battle(views.crowded(), views.FIGHT, "light")
    assert [d.name for d in canvas.report if d.kind == "die"] == ["3", "1"]
    losses = {d.name for d in canvas.report if d.kind == "loss"}
    assert losses == {"eyrie warrior 1", "marquise warrior 3", "marquise sawmill 1", "marquise wood 2"}
    assert any("4 hits" in d.name for d in canvas.report)


@pytest.mark.parametrize("number", range(4))
def test_positions_of_real_games_are_drawn_whole_and_without_a_fault(number: int) -> None:
    seed = f"picture {number}"
    dice = random.Random(seed)
    played = RandomGame(random_setup(dice, dice.choice(mixes((4, 6, 5, 6)[number]))), seed)
    for decisions in (120, 240, 360, 480):
        played.play(decisions)
        view = cast(RootView, played.game.view(None))
        canvas = drawn(view, ())
        assert canvas.wrong == []
        if view.clearings:
            assert Counter((d.kind, d.name, d.place) for d in on_the_map(canvas)) == expected(view)
        for picture in (canvas, PAINTER.boards(view, "light")):
            assert picture.wrong == []
            labels = labels_of(picture)
            assert not [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 4]
            assert all(d.box[3] <= picture.height and d.box[2] <= picture.width for d in picture.report)
        assert len(PAINTER.alt_text(view)) <= 1024


# --- as people see it: 550 x 350 ---------------------------------------------------------------------------

BOX = 550 / 1760
"""How much smaller Discord shows the table."""


def owners_in(view: RootView, place: str) -> int:
    return next(len(c.warriors) + len(c.pawns) for c in view.clearings if f"clearing {c.id}" == place)


@pytest.mark.parametrize("name", MAPS)
def test_every_number_emblem_and_score_reads_in_the_box_of_discord(name: str) -> None:
    view = views.packed(name)
    canvas = drawn(view)
    assert canvas.wrong == []
    high = {
        kind: [d for d in canvas.report if d.kind == kind]
        for kind in ("count", "score", "suit", "ruler", "building", "tokens")
    }
    armies = sum(len(c.warriors) for c in view.clearings)
    relics = sum(t.owner == "keepers" for c in view.clearings for t in c.tokens)
    heaps = sum(sum(t.kind == "wood" for t in c.tokens) > 1 for c in view.clearings)
    assert len(high["count"]) == armies + relics + heaps
    for d in high["count"]:
        least = 7 if owners_in(view, d.place) <= 4 else 6
        assert (d.box[3] - d.box[1]) * BOX >= least, d
    for d in high["score"]:
        assert (d.box[3] - d.box[1]) * BOX >= 9, d
    for d in (*high["suit"], *high["ruler"]):
        assert (d.box[3] - d.box[1]) * BOX >= 12, d
    for d in (*high["building"], *high["tokens"]):
        assert (d.box[3] - d.box[1]) * BOX >= 9, d


@pytest.mark.parametrize("size", [28, 40, 70, 124])
def test_the_number_on_a_token_stands_where_the_report_says(size: int) -> None:
    """Given wood once and five times, when both are drawn, then they differ by the number and its rim."""
    heap, one = (
        sprites.token("marquise", "wood", 5, "light", size),
        sprites.token("marquise", "wood", 1, "light", size),
    )
    alone = Image.new("RGBA", heap.size)
    alone.alpha_composite(one)
    changed = ImageChops.difference(heap.convert("RGB"), alone.convert("RGB")).getbbox()
    rim = sprites.number_rim(size)
    told = sprites.number_box(size, "5")
    around = (told[0] - rim, told[1] - rim, told[2] + rim, told[3] + rim)
    assert changed is not None
    assert all(abs(a - b) <= 3 for a, b in zip(changed, around, strict=True)), (changed, around)


@pytest.mark.parametrize("name", MAPS)
def test_E_1_2_who_serves_whom_and_for_how_long_reads_in_the_box_of_discord(name: str) -> None:
    """A table of six, quests and all: each hireling with its lord and the turns that are left."""
    view = views.hired(name)
    canvas = drawn(view)
    hired = [guest for guest in view.guests if guest.owner not in LANDMARKS]
    heads = {d.name: d for d in canvas.report if d.kind == "guest"}
    assert list(heads) == [guest.owner for guest in hired]
    assert [d.name for d in canvas.report if d.kind == "controller"] == ["eyrie", "alliance"]
    for guest in hired:
        _, top, right, bottom = heads[guest.owner].box
        told = str(guest.control) if guest.controller else "for hire"
        beside = [
            d for d in canvas.report
            if d.kind == "label" and d.name == told and right < d.box[0] < right + 70 and top < d.box[3] <= bottom + 8
        ]  # fmt: skip
        assert len(beside) == 1, guest
        assert (bottom - top) * BOX >= 11
        assert (beside[0].box[3] - beside[0].box[1]) * BOX >= (7 if guest.controller else 5)
    assert [d.name for d in canvas.report if d.kind == "marker"] == ["12"]
    quests = [d for d in canvas.report if d.kind == "item" and d.place == "column"]
    assert max(d.box[3] for d in quests) <= min(d.box[1] for d in heads.values())
    alt = PAINTER.alt_text(view)
    assert "Gangs serves Eyrie, 2 turns left" in alt
    assert "Street Band serves Alliance, 4 turns left" in alt
    assert "Protector for hire" in alt


@pytest.mark.parametrize("number", range(2))
def test_nothing_on_the_table_changes_its_place_over_a_whole_game(number: int) -> None:
    seed = f"fixed {number}"
    played = RandomGame(random_setup(random.Random(seed), random.Random(seed).choice(mixes(4))), seed)
    first: dict[tuple[str, str, str], Box] = {}
    for _ in range(30):
        played.play(40)
        view = cast(RootView, played.game.view(None))
        if not view.clearings or view.setup_cards or view.undecided:
            continue
        canvas = drawn(view, ())
        assert (canvas.width, canvas.height) == (1760, 1120)
        for d in canvas.report:
            if d.kind == "tab" or (d.kind == "suit" and d.place.startswith("clearing")):
                middle = (d.box[0] + d.box[2], d.box[1] + d.box[3]) if d.kind == "tab" else (0, d.box[1])
                assert first.setdefault((d.kind, d.name, d.place), (*middle, 0, 0)) == (*middle, 0, 0)
        for d in PAINTER.boards(view, "light").report:
            if d.kind == "panel":
                assert first.setdefault((d.kind, d.name, d.place), d.box) == d.box


def test_places_that_may_be_chosen_are_ringed_and_numbered() -> None:
    forest = next(iter(MAPS["autumn"].forests))
    canvas = PAINTER.board(views.start(), "light", (3, 5), targets={5: "1", 10: "2", forest: ""})
    assert {d.place for d in canvas.report if d.kind == "target"} == {
        "clearing 5",
        "clearing 10",
        f"forest {forest}",
    }
    assert {(d.place, d.name) for d in canvas.report if d.kind == "choice"} == {
        ("clearing 5", "1"),
        ("clearing 10", "2"),
    }
    assert {d.place for d in canvas.report if d.kind == "ring"} == {"clearing 3"}


# --- guests and other places -------------------------------------------------------------------------------


def test_pieces_in_forests_on_paths_and_beside_the_map_are_drawn() -> None:
    canvas = drawn(views.company(), ("path-1-5", 13))
    assert canvas.wrong == []
    seen = {(d.kind, d.name, d.place) for d in canvas.report}
    forest = list(MAPS["autumn"].forests)[2]
    assert ("warriors", "keepers 2", f"forest {forest}") in seen
    assert ("tokens", "keepers face-down 1", f"forest {forest}") in seen
    assert ("pawn", "exile", "path path-1-5") in seen
    assert ("ring", "changed", "path path-1-5") in seen
    assert {("warriors", "duchy 6", "place 13"), ("warriors", "marquise 1", "place 13")} <= seen
    assert ("label", "Burrow", "place 13") in seen
    labels = labels_of(canvas)
    assert not [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 4]
    assert all(d.box[3] <= canvas.height and d.box[2] <= canvas.width for d in canvas.report)


def test_a_face_down_token_looks_alike_for_all_who_may_not_look() -> None:
    """1.2.1  Whoever may look sees a sign on its back; everybody sees that it lies face down."""
    back = sprites.token("corvids", "face-down", 1, "light", 50, hidden=True)
    known = sprites.token("corvids", "bomb", 1, "light", 50, hidden=True)
    open_ = sprites.token("corvids", "bomb", 1, "light", 50)
    assert len({back.tobytes(), known.tobytes(), open_.tobytes()}) == 3
    words = PAINTER.text_board(views.company())
    assert "Corvids face-down token, Corvids bomb (face down), Corvids raid" in words


def test_a_clearing_of_several_suits_shows_them_all() -> None:
    suits = [d.name for d in drawn(views.company()).report if d.kind == "suit" and d.place == "clearing 2"]
    assert sorted(suits) == ["fox", "mouse", "rabbit"]


def test_hirelings_and_landmarks_lie_below_the_boards_with_who_controls_them() -> None:
    view = views.company()
    canvas = PAINTER.boards(view, "light")
    assert canvas.wrong == []
    guests = [d for d in canvas.report if d.kind == "guest"]
    assert [d.name for d in guests] == [guest.owner for guest in view.guests]
    assert [d.name for d in canvas.report if d.kind == "controller"] == ["eyrie"]
    panels = [d for d in canvas.report if d.kind == "panel"]
    assert not [(a, b) for a in panels for b in guests if overlap(a.box, b.box)]
    words = PAINTER.text_board(view)
    assert "Patrol: with Eyrie, 2 turns left; 4 warriors in supply" in words
    assert "Burrow, ruled by Duchy: Duchy 6, Marquise 1" in words
