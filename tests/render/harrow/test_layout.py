"""Every piece of a view is in its place on the picture; nothing overlaps, nothing is outside the frame."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from engine.harrow.data import FACTS
from engine.harrow.view import HarrowView, HexView
from render import PALETTES, PICTURES
from render.canvas import CAPITAL, Box, Canvas
from render.harrow import cards, places, sprites
from render.harrow.board import HEIGHT, MIDDLE, WIDTH, headline
from render.harrow.ground import RADIUS
from tests.render.harrow import views

PAINTER = PICTURES["harrow"]
PIECES = (
    "haints",
    "legend",
    "hester",
    "townsfolk",
    "building",
    "flames",
    "token",
    "doll",
    "mark",
    "cube",
    "nest",
    "paths",
    "secret",
)
BOX = WIDTH / 550
"""How much smaller chats show the picture."""
ALL = [*views.POSITIONS]

replace = msgspec.structs.replace


def position(name: str) -> HarrowView:
    return views.POSITIONS[name]()


def drawn(view: HarrowView, palette: str = "light") -> Canvas:
    return PAINTER.board(view, palette, views.MARKED, views.RECENT)


def overlap(a: Box, b: Box) -> int:
    """The shared area of two boxes."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    return max(0, w) * max(0, h)


def on_hex(hex: HexView) -> Counter[tuple[str, str]]:
    """What must be seen on a hex: kind and name of every piece."""
    found: Counter[tuple[str, str]] = Counter()
    groups: Counter[str] = Counter()
    for unit in hex.units:
        marks = f"{' infected' if unit.infected else ''}{' nailed' if unit.nailed else ''}"
        if unit.kind == "legend":
            figure = f" {unit.figure}" if unit.figure else ""
            found["legend", f"{unit.owner} {unit.legend}{figure}{marks}"] += 1
        else:
            groups[f"{unit.owner}|{marks}"] += 1
    for group, n in groups.items():
        owner, _, marks = group.partition("|")
        found["haints", f"{owner} {n}{marks}"] += 1
    for kind, count in (("townsfolk", hex.townsfolk), ("building", hex.buildings), ("flames", hex.flames)):
        if count:
            found[kind, str(count)] += 1
    found.update(("token", kind) for kind in hex.tokens)
    found.update(("cube", f"{colour} {n}") for colour, n in hex.cubes.items() if n)
    if hex.doll:
        found["doll", f"{hex.doll}{' up' if hex.doll_up else ''}"] += 1
    if hex.hester:
        found["hester", "hester"] += 1
    if hex.nest:
        found["nest", hex.offer or "empty"] += 1
    for name, there in (("wrath", hex.wrath), ("provocation", hex.provocation), (hex.cross, hex.cross)):
        if there:
            found["mark", name] += 1
    if hex.secret:
        found["secret", hex.secret] += 1
    if hex.paths > 1:
        found["paths", str(hex.paths)] += 1
    return found


@pytest.mark.parametrize("name", ALL)
def test_every_piece_of_the_view_is_drawn_once_and_nothing_else(name: str) -> None:
    view = position(name)
    canvas = drawn(view)
    assert canvas.wrong == []
    for hex in view.hexes:
        here = [d for d in canvas.report if d.place == f"hex {hex.id}"]
        assert Counter((d.kind, d.name) for d in here if d.kind in PIECES) == on_hex(hex), hex.id
        kinds = Counter(d.kind for d in here)
        assert kinds["number"] == 1
        assert kinds["storm"] == kinds["bolt"] == hex.storm
        assert kinds["path"] == (hex.paths > 0)
        assert [d.name for d in here if d.kind == "home"] == ([hex.home] if hex.home else [])


@pytest.mark.parametrize("name", ALL)
def test_every_piece_lies_inside_its_own_hex(name: str) -> None:
    view = position(name)
    spots = {f"hex {h.id}": places.middle(h, MIDDLE) for h in view.hexes}
    for d in drawn(view).report:
        if d.kind in (*PIECES, "number", "bolt"):
            x, y = spots[d.place]
            assert abs((d.box[0] + d.box[2]) / 2 - x) < RADIUS * 0.75, d
            assert y - RADIUS * 0.9 <= d.box[1], d
            assert d.box[3] <= y + RADIUS * 0.9, d


@pytest.mark.parametrize("name", ALL)
def test_no_piece_covers_another_or_the_number(name: str) -> None:
    report = drawn(position(name)).report
    for place in {d.place for d in report if d.place.startswith("hex ")}:
        here = [d for d in report if d.place == place and d.kind in (*PIECES, "number")]
        wrong = [(a, b) for a, b in combinations(here, 2) if overlap(a.box, b.box) > 60]
        assert wrong == []


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("kind", ["board", "boards"])
def test_no_two_texts_overlap(name: str, kind: str) -> None:
    view = position(name)
    canvas = drawn(view) if kind == "board" else PAINTER.boards(view, "light")
    labels = [d for d in canvas.report if d.kind in ("label", "count", "number", "choice")]
    assert len(labels) > 30
    assert not [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 6]


@pytest.mark.parametrize("name", ALL)
def test_nothing_on_a_panel_covers_anything_else(name: str) -> None:
    report = drawn(position(name)).report
    kinds = (
        "jar",
        "tile",
        "waiting",
        "score",
        "plate",
        "spoon",
        "supply",
        "square",
        "item",
        "lantern",
        "portrait",
        "count",
        "label",
    )
    for place in {d.place for d in report if d.place.startswith("panel ")}:
        here = [d for d in report if d.place == place and d.kind in kinds]
        inside = next(d.box for d in report if d.place == place and d.kind == "panel")
        for d in here:
            assert inside[0] <= d.box[0], d
            assert inside[1] <= d.box[1], d
            assert d.box[2] <= inside[2], d
            assert d.box[3] <= inside[3], d
        wrong = [
            (a, b)
            for a, b in combinations(here, 2)
            if overlap(a.box, b.box) > 12 and {a.kind, b.kind} != {"plate", "count"}
        ]
        assert wrong == []


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_outside_the_frame(name: str) -> None:
    view = position(name)
    pictures = [
        PAINTER.board(
            view,
            "light",
            [h.id for h in view.hexes],
            views.RECENT * 3,
            targets={h.id: "Advance" for h in view.hexes},
        ),
        PAINTER.boards(view, "light"),
        *(PAINTER.seat(view, f.owner, "light") for f in view.factions),
        *(PAINTER.zoom(view, h.id, "light") for h in view.hexes[::6]),
    ]
    for canvas in pictures:
        assert (canvas.width, canvas.height) == (WIDTH, HEIGHT)
        for d in canvas.report:
            assert 0 <= d.box[0] <= d.box[2] <= canvas.width, d
            assert 0 <= d.box[1] <= d.box[3] <= canvas.height, d


def box_digits(piece: str, tall: int) -> float:
    """How high the digits on a piece of this height are where chats show the table."""
    return sprites.digits(tall, DIGITS[piece]) * CAPITAL["strong"] / BOX


DIGITS = {
    "haints": 0.5,
    "legend": 0.42,
    "townsfolk": 0.5,
    "building": 0.5,
    "flames": 0.5,
    "cube": 0.72,
    "paths": 0.7,
}
"""The share of a piece that its number takes."""


@pytest.mark.parametrize("name", ALL)
def test_numbers_are_readable_in_the_box_that_chats_give_a_picture(name: str) -> None:
    report = drawn(position(name)).report
    heights = {
        "number": 34 * CAPITAL["strong"] / BOX,
        "count": min((d.box[3] - d.box[1] for d in report if d.kind == "count"), default=99) / BOX,
    }
    assert heights["number"] >= 7
    assert heights["count"] >= 7
    for d in report:
        tall = d.box[3] - d.box[1]
        if d.kind == "score":
            assert tall / BOX * 0.46 * CAPITAL["strong"] >= 9, d
        if d.kind in DIGITS and d.place.startswith("hex "):
            assert box_digits(d.kind, tall) >= 6, d
        if d.kind in ("haints", "legend", "hester"):
            assert tall / BOX >= 12, d
        if d.kind in PIECES:
            assert tall / BOX >= 8, d


def test_the_digits_on_a_piece_are_as_high_as_the_test_says() -> None:
    for tall in (30, 42, 60, 88):
        one, two = (sprites.haints("family", n, False, False, "light", tall) for n in (1, 2))
        rows = [
            y
            for y in range(one.height)
            if one.crop((0, y, one.width, y + 1)).tobytes() != two.crop((0, y, two.width, y + 1)).tobytes()
        ]
        assert max(rows) - min(rows) + 1 >= box_digits("haints", tall) * BOX - 1


@pytest.mark.parametrize("many", range(1, 8))
def test_a_hex_that_fills_up_keeps_every_number_readable(many: int) -> None:
    """H1.2.3  Four units of four kinds, a goal, tokens, a nest, cubes: one after the other."""
    view = views.start()
    things: list[dict[str, object]] = [
        {"units": (views.legend("family", "corbin"), *views.haints("family", 1))},
        {
            "units": (
                views.legend("family", "corbin"),
                *views.haints("family", 2),
                *views.haints("family", 1, infected=True),
            )
        },
        {
            "units": (
                views.legend("family", "corbin"),
                *views.haints("family", 1),
                *views.haints("family", 1, infected=True),
                *views.haints("family", 1, nailed=True),
            )
        },
        {"buildings": 2},
        {"tokens": ("advance", "spawn")},
        {"nest": True, "offer": "OF1"},
        {"cubes": {"family": 2, "bog": 3}, "paths": 2, "cross": "x"},
    ]
    hex = view.hexes[10]
    for change in things[:many]:
        hex = replace(hex, **change)
    report = drawn(replace(view, hexes=(*view.hexes[:10], hex, *view.hexes[11:]))).report
    here = [d for d in report if d.place == f"hex {hex.id}"]
    assert Counter((d.kind, d.name) for d in here if d.kind in PIECES) == on_hex(hex)
    for d in here:
        if d.kind in DIGITS:
            assert box_digits(d.kind, d.box[3] - d.box[1]) >= 6, d
    pieces = [d for d in here if d.kind in (*PIECES, "number")]
    assert [(a, b) for a, b in combinations(pieces, 2) if overlap(a.box, b.box) > 60] == []


def test_haint_counts_are_at_least_seven_pixels_high_on_a_hex_with_four_units_and_a_token() -> None:
    view = views.start()
    full = replace(
        view.hexes[10],
        units=(*views.haints("family", 3), views.legend("family", "corbin")),
        tokens=("advance",),
    )
    report = drawn(replace(view, hexes=(*view.hexes[:10], full, *view.hexes[11:]))).report
    haint = next(d for d in report if d.kind == "haints" and d.place == f"hex {full.id}")
    assert (haint.box[3] - haint.box[1]) * 0.5 * CAPITAL["strong"] / BOX >= 6.5


def test_the_changed_hexes_and_only_they_are_ringed() -> None:
    report = PAINTER.board(views.start(), "light", (3, 9, 37), ()).report
    assert {d.place for d in report if d.kind == "ring"} == {"hex 3", "hex 9", "hex 37"}


def test_what_may_be_chosen_is_marked_and_named() -> None:
    report = PAINTER.board(views.start(), "light", (), (), targets={5: "A", 6: ""}).report
    assert {d.place for d in report if d.kind == "target"} == {"hex 5", "hex 6"}
    assert [(d.name, d.place) for d in report if d.kind == "choice"] == [("A", "hex 5")]


def test_whoever_must_decide_has_the_golden_frame() -> None:
    view = views.crowded()
    assert [d.name for d in drawn(view).report if d.kind == "active"] == [view.active]
    clash = replace(view, deciding=("protectors",))
    assert [d.name for d in drawn(clash).report if d.kind == "active"] == ["protectors"]
    asked = PAINTER.board(view, "light", (), (), asked=("protectors", "family")).report
    assert [d.name for d in asked if d.kind == "active"] == ["protectors", "family"]
    assert not [d for d in drawn(replace(view, over=True)).report if d.kind == "active"]


def test_changed_hexes_are_those_that_differ() -> None:
    before = views.start()
    moved = replace(before.hexes[4], storms=1)
    after = replace(before, hexes=(*before.hexes[:4], moved, *before.hexes[5:]))
    assert PAINTER.changed(before, after) == (5,)
    assert PAINTER.changed(before, before) == ()


def test_jars_are_whole_or_broken_and_each_shows_its_bonus() -> None:
    view = views.crowded()
    report = [d for d in drawn(view).report if d.place == "panel protectors"]
    assert [d.name for d in report if d.kind == "jar"] == [
        "ability broken",
        "wild",
        "legend",
        "attack broken",
    ]
    # the used tile and those of broken jars are not there
    assert [d.name for d in report if d.kind == "tile"] == ["B5", "B8"]
    mine = [d for d in drawn(view).report if d.place == "panel family"]
    assert [d.name for d in mine if d.kind == "waiting"] == ["U7", "U9"]
    assert [d.name for d in mine if d.kind == "lantern"] == ["family"]
    assert Counter(d.name for d in mine if d.kind == "cubes") == {"family": 4}


def test_cubes_stuck_in_the_tree_are_in_its_corner() -> None:
    report = drawn(views.crowded()).report
    assert {d.name for d in report if d.kind == "stuck"} == {"protectors 1", "family 2"}


def test_a_hand_is_never_on_the_table() -> None:
    view = views.crowded()
    own = replace(view.factions[0], hand=("T02", "T08"))
    seen = replace(view, seat="protectors", factions=(own, *view.factions[1:]))
    assert drawn(seen).image.tobytes() == drawn(view).image.tobytes()


def test_kammis_figures_look_alike_to_others_and_not_to_her() -> None:
    def legends(seat: str | None) -> list[str]:
        report = drawn(views.with_kammi(seat)).report
        return sorted(d.name for d in report if d.kind == "legend" and d.name.startswith("kammi"))

    assert legends(None) == legends("protectors") == ["kammi figure 1", "kammi figure 2"]
    assert legends("kammi") == ["kammi kammi 1", "kammi knocker 2"]


def test_dolls_are_known_to_the_seat_that_may_know_them() -> None:
    def dolls(seat: str | None) -> list[str]:
        return sorted(d.name for d in drawn(views.with_kammi(seat)).report if d.kind == "doll")

    assert dolls(None) == dolls("kammi") == ["decoy up", "down", "down", "down"]
    assert dolls("protectors") == ["decoy", "decoy", "decoy up", "real"]


@pytest.mark.parametrize("palette", PALETTES)
def test_a_hand_shows_every_card_with_its_name_and_text(palette: str) -> None:
    canvas = PAINTER.hand(views.hand(), palette)
    assert [d.name for d in canvas.report if d.kind == "card"] == ["T02", "T08", "T12", "T16"]
    labels = [d for d in canvas.report if d.kind == "label"]
    assert {FACTS.cards[c].name for c in ("T02", "T08", "T12", "T16")} <= {d.name for d in labels}
    assert not [(a, b) for a, b in combinations(labels, 2) if overlap(a.box, b.box) > 4]


def test_no_card_text_is_cut() -> None:
    everything = [*FACTS.cards]
    for start in range(0, len(everything), 9):
        canvas = cards.spread("All cards", everything[start : start + 9], "protectors", "light")
        assert [d.name for d in canvas.report if d.name.endswith("…")] == []
        assert canvas.wrong == []


@pytest.mark.parametrize("owner", ["protectors", "family"])
def test_a_board_shows_every_slot_number_and_token(owner: str) -> None:
    view = views.crowded()
    faction = next(f for f in view.factions if f.owner == owner)
    report = PAINTER.seat(view, owner, "light").report
    slots = Counter(d.name for d in report if d.kind == "slot")
    assert slots == Counter(t for row in faction.rows for t in row.filled)
    labels = Counter(d.name for d in report if d.kind == "label")
    for row in faction.rows:
        for i, value in enumerate(row.values):
            assert labels[f"{value} −{row.returns[i]}" if row.returns else str(value)]
    assert sum(d.kind == "scroll" for d in report) == (faction.tracker.scrolls if faction.tracker else 0)


def test_the_board_of_kammi_shows_her_grid() -> None:
    report = PAINTER.seat(views.with_kammi(), "kammi", "light").report
    assert [d.name for d in report if d.kind == "grid"] == [
        "advance",
        "spawn",
        "strengthen",
        "strengthen",
        "advance",
        "spawn",
    ]
    assert [d.name for d in report if d.kind == "black"] == ["advance"]


def test_the_tree_shows_what_went_in_what_fell_out_and_what_stayed() -> None:
    view = views.crowded()
    report = PAINTER.seat(view, "tree", "light").report
    assert Counter(d.name for d in report if d.kind == "dropped") == {"protectors": 4, "family": 5}
    assert Counter(d.name for d in report if d.kind == "fell") == {"protectors": 5, "family": 4}
    assert Counter(d.name for d in report if d.kind == "inside") == {"protectors": 1, "family": 2}
    assert any("Family in 19 attack Protectors in 20" in d.name for d in report)
    many = replace(view, tree=replace(view.tree, dropped={"protectors": 18, "family": 15}))
    crowd = PAINTER.seat(many, "tree", "light").report
    assert {d.name for d in crowd if d.kind == "dropped"} == {"protectors 18", "family 15"}
    assert not [
        d for d in PAINTER.seat(views.start(), "tree", "light").report if d.kind in ("dropped", "fell")
    ]


def test_every_piece_has_a_drawing() -> None:
    names = [*FACTS.legends, "kammi", "hester", "figure", "fairfolk", *sprites.TILES.values()]
    names += [
        "advance",
        "spawn",
        "strengthen",
        "legend",
        "wild",
        "ability",
        "attack",
        "townsfolk",
        "building",
    ]
    names += [f"haint-{owner}" for owner in ("protectors", "family", "kammi")]
    assert [n for n in names if not sprites.has(n)] == []
    assert set(FACTS.tiles) == set(sprites.TILES)


# --- Hester, the solo game, the Fair Folk ---------------------------------------------------------------------


def test_numbers_of_hexes_are_above_roots_and_arrows() -> None:
    for name in ("hester", "fairfolk", "everything"):
        kinds = [d.kind for d in drawn(position(name)).report]
        flat = [i for i, kind in enumerate(kinds) if kind in ("root", "dash", "arrow")]
        assert flat
        assert max(flat) < kinds.index("number")


def test_H5_4_1_every_root_is_drawn_from_hex_to_hex() -> None:
    view = views.with_hester()
    drawn_ = [d.name for d in drawn(view).report if d.kind == "root"]
    assert drawn_ == [f"{r.start}-{r.end} {r.colour}" for r in view.roots]


def test_H7_5_5_every_arrow_is_a_line_with_a_chevron_at_both_ends() -> None:
    view = views.with_folk()
    report = drawn(view).report
    arrows = Counter(d.name for d in report if d.kind == "arrow")
    assert arrows == {f"{a.hex} {a.axis} {a.side}": 2 for a in view.arrows}
    for arrow in view.arrows:
        assert sum(d.kind == "dash" and d.name == f"{arrow.axis}{arrow.side}" for d in report) >= 4


def test_H7_5_where_the_item_can_be_is_ringed_once_something_is_known() -> None:
    view = views.with_folk()
    ringed = {d.place for d in drawn(view).report if d.kind == "glimmer"}
    assert ringed == {"hex 8", "hex 13", "hex 14", "hex 20"}
    folk = view.factions[0]
    assert folk.fairfolk
    for known in (
        replace(folk.fairfolk, could_be=tuple(h.id for h in view.hexes)),
        replace(folk.fairfolk, searching=""),
    ):
        other = replace(view, factions=(replace(folk, fairfolk=known), *view.factions[1:]))
        assert not [d for d in drawn(other).report if d.kind == "glimmer"]


def test_seven_colours_in_the_tree_are_all_shown() -> None:
    view = views.with_hester()
    report = drawn(view).report
    stuck = {d.name: d for d in report if d.kind == "stuck"}
    assert set(stuck) == {f"{colour} {n}" for colour, n in view.tree.inside.items()}
    assert len(stuck) == 7
    on_the_map = [d for d in report if d.place.startswith("hex ") and d.kind in (*PIECES, "number", "bolt")]
    assert not [(a, b) for a in stuck.values() for b in on_the_map if overlap(a.box, b.box)]


def test_bonus_tiles_are_shown_beside_jars_and_not_as_dots() -> None:
    for name in ("hester", "fairfolk", "everything"):
        tiles = [d for d in drawn(position(name)).report if d.kind == "tile"]
        assert tiles
        assert all((d.box[3] - d.box[1]) / BOX >= 6 for d in tiles)
    lone = [d for d in drawn(views.with_hester()).report if d.kind == "tile" and d.name == "B5"]
    assert all((d.box[3] - d.box[1]) / BOX >= 11 for d in lone)


def test_HA_H_B1_squares_and_fire_fields_stand_on_hesters_board() -> None:
    report = PAINTER.seat(views.with_hester(), "hester", "light").report
    assert [d.name for d in report if d.kind == "square"] == [
        "protectors fire",
        "protectors wild",
        "protectors empty",
        "family legend",
        "family empty",
        "family empty",
    ]
    assert [d.name for d in report if d.kind == "fire"] == ["0", "2", "2"]


def test_H6_a_faction_that_moves_by_itself_shows_where_it_goes_and_what_its_card_says() -> None:
    view = views.solo()
    report = drawn(view).report
    words = {(d.place, d.name) for d in report if d.kind == "label"}
    assert {("panel protectors", "heads for 1"), ("panel family", "heads for 37")} <= words
    mine = [(d.kind, d.name) for d in report if d.place == "panel protectors"]
    for field, strength in (("cube", "3"), ("spawn", "2"), ("advance", "1")):
        assert mine[mine.index(("supply", field)) + 1] == ("count", strength)
    assert ("headline", "Hester to play, 12 cards left") in words
    boards = PAINTER.boards(view, "light").report
    assert [d.name for d in boards if d.kind == "deck"] == ["red 5", "blue 3", "purple 4"]
    assert any("4 or 29" in d.name for d in boards if d.place == "board protectors")


def test_H8_1_2_the_token_of_this_turn_and_those_in_the_bag_stand_beside_the_headline() -> None:
    view = views.versus()
    canvas = drawn(view)
    tokens = [d for d in canvas.report if d.kind == "turn"]
    assert [d.name for d in tokens] == ["solo now", "fairfolk", "fairfolk", "hester"]
    assert all((d.box[2] - d.box[0]) / BOX >= 24 for d in tokens)
    head = next(d for d in canvas.report if d.name == "Protectors for Fair Folk")
    assert head.box[2] <= tokens[0].box[0]
    assert [d for d in drawn(replace(view, over=True)).report if d.kind == "turn"] == []


@pytest.mark.parametrize(
    ("drawn_token", "active", "words"),
    [
        ("fairfolk", "fairfolk", "Fair Folk to play"),
        ("hester", "hester", "Hester to play"),
        ("solo", "fairfolk", "the coin for Fair Folk"),
        ("solo", "family", "Family for Fair Folk"),
    ],
)
def test_H8_2_1_the_headline_says_who_plays_for_whom(drawn_token: str, active: str, words: str) -> None:
    view = views.versus()
    assert view.solo
    solo = replace(
        view.solo, drawn=drawn_token, deciding=drawn_token if drawn_token != "solo" else "fairfolk"
    )
    assert headline(replace(view, solo=solo, active=active))[1] == words
