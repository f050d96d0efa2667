"""Positions of Harrow County made by hand: the start, a crowded late game, and everything the box holds at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from engine.harrow.view import (
    ArrowView,
    AttackView,
    CardView,
    FactionView,
    FairFolkView,
    GridRowView,
    HarrowView,
    HesterView,
    HexView,
    JarView,
    RootView,
    RowView,
    SoloCardView,
    SoloView,
    SquareView,
    TileView,
    TrackerView,
    TreeView,
    UnitView,
)
from engine.rules import SeatView

replace = msgspec.structs.replace

FILE = Path(__file__).resolve().parents[3] / "data" / "harrow" / "map.json"
MAP = json.loads(FILE.read_text("utf-8"))
SIDES = ("a", "b")
SYMBOLS = {"bog": "advance", "wetlands": "spawn", "plains": "strengthen", "forest": "legend"}
RECENT = (
    "The Family flips the Attack jar and attacks 20 from 19.",
    "The Tree: 3 red and 2 blue cubes fall out, 1 red stays inside.",
    "Two red haints are killed. The Family scores 2.",
)
MARKED = (19, 20)
JARS = ("ability", "wild", "legend", "attack")


def haints(owner: str, count: int, **more: Any) -> tuple[UnitView, ...]:
    return tuple(UnitView(owner=owner, **more) for _ in range(count))


def legend(owner: str, name: str, **more: Any) -> UnitView:
    return UnitView(owner=owner, kind="legend", legend=name, **more)


def bare(side: str = "a", tokens: bool = True) -> dict[int, HexView]:
    """The map with its printed storms and, if wanted, a token on every symbol (H1.1.2)."""
    return {
        h["id"]: HexView(
            id=h["id"],
            name=h["name"],
            q=h["q"],
            r=h["r"],
            kind=h["kind"],
            home=MAP["homes"].get(h["home"], ""),
            printed_storm=h["storm"],
            tokens=(SYMBOLS[h["kind"]],) if h["symbol"] and tokens else (),
        )
        for h in MAP["sides"][side]["hexes"]
    }


def put(hexes: dict[int, HexView], number: int, **change: Any) -> None:
    hexes[number] = replace(hexes[number], **change)


def row(kind: str, values: tuple[int, ...], filled: int, cards: tuple[int, ...] = ()) -> RowView:
    return RowView(kind=kind, values=values, filled=("printed", *(kind,) * (filled - 1)), cards=cards)


def protectors(**change: Any) -> FactionView:
    base = FactionView(
        owner="protectors",
        name="Alice",
        home=21,
        jars=tuple(JarView(kind=k) for k in JARS),
        lantern=True,
        wild=1,
        haints=12,
        cubes=17,
        battleground=3,
        paths=1,
        legend="emmy",
        tracker=TrackerView(side="a", scrolls=1, paths=3),
        rows=(
            row("advance", (3, 4, 5, 6, 6), 1, (3, 5)),
            row("spawn", (2, 3, 4, 5, 6), 1, (3, 4, 5)),
            row("strengthen", (3, 4, 5, 6, 6), 1, (3, 5)),
        ),
    )
    return replace(base, **change)


def family(**change: Any) -> FactionView:
    base = FactionView(
        owner="family",
        name="Bohumil",
        home=17,
        jars=tuple(JarView(kind=k) for k in JARS),
        wild=1,
        haints=12,
        cubes=12,
        battleground=3,
        storms=15,
        legend="levi",
        tracker=TrackerView(side="a", scrolls=1),
        rows=(
            RowView(
                kind="draw",
                values=(4, 5, 5, 6, 7, 8, 6, 7, 8, 9, 7, 8),
                returns=(1, 2, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2),
                cards=(4, 6, 8, 10, 12),
                filled=("printed",),
            ),
        ),
        bag=8,
    )
    return replace(base, **change)


def kammi(**change: Any) -> FactionView:
    base = FactionView(
        owner="kammi",
        name="Cecylia",
        home=17,
        jars=tuple(JarView(kind=k) for k in JARS),
        wild=1,
        haints=12,
        cubes=12,
        battleground=3,
        legend="knocker",
        tracker=TrackerView(side="2", scrolls=2),
        rows=(
            row("advance", (2, 2, 3, 3, 4), 2, (2, 4)),
            row("spawn", (1, 2, 2, 3, 3), 1, (3, 5)),
            row("strengthen", (2, 2, 3, 3, 4), 1, (2, 4)),
        ),
        grid=(
            GridRowView(cells=("advance", "spawn"), cubes=1),
            GridRowView(cells=("strengthen", "strengthen"), black="advance"),
            GridRowView(cells=("advance", "spawn"), cubes=2),
        ),
        hand_size=3,
        deck=7,
        played=(CardView(id="C07"), CardView(id="C11")),
    )
    return replace(base, **change)


def table(hexes: dict[int, HexView], factions: tuple[FactionView, ...], **more: Any) -> HarrowView:
    facts: dict[str, Any] = {
        "game": "harrow",
        "seat": None,
        "turn": 1,
        "active": factions[0].owner,
        "phase": "turn",
        "seats": tuple(
            SeatView(seat=f.owner, plays=f.owner, name=f.name, score=f.score, cards=f.hand_size)
            for f in factions
            if not f.automated
        ),
        "mode": "C1",
        "side": "a",
        "round": 1,
        "hexes": tuple(hexes[n] for n in sorted(hexes)),
        "factions": factions,
        "battleground": {f.owner: f.battleground for f in factions if f.battleground},
        "box": {"advance": 12, "spawn": 9, "strengthen": 9, "legend": 4},
        "wild": 13,
    }
    return HarrowView(**(facts | more))


def start(side: str = "a") -> HarrowView:
    """Chapter 1, before the first jar (H1.1)."""
    hexes = bare(side)
    put(hexes, 21, units=(legend("protectors", "emmy"), *haints("protectors", 3)))
    put(hexes, 17, units=(legend("family", "levi"), *haints("family", 3)))
    for corner in (1, 16, 34):
        put(hexes, corner, townsfolk=1)
    for corner in (4, 22, 37):
        put(hexes, corner, buildings=1)
    return table(hexes, (protectors(), family()), side=side)


TREE = TreeView(
    inside={"protectors": 1, "family": 2},
    number=7,
    by="family",
    why="attack",
    dropped={"protectors": 4, "family": 5},
    before={"protectors": 2, "family": 1},
    fell={"protectors": 5, "family": 4},
    attack=AttackView(
        attacker="family",
        defender="protectors",
        start=19,
        target=20,
        majority="family",
        attacking=0,
        defending=2,
        kills={"protectors": 2},
        result="hit",
    ),
)


def crowded(side: str = "a") -> HarrowView:
    """Chapter 3, late: storms, paths, tiles, dials, cards, a chain of townsfolk on its way."""
    hexes = bare(side)
    put(hexes, 19, units=(legend("family", "corbin"), *haints("family", 3)), tokens=())
    put(
        hexes,
        20,
        units=(legend("protectors", "skinless-boy"), *haints("protectors", 2)),
        tokens=("advance",),
        cubes={"protectors": 1},
    )
    put(hexes, 13, units=haints("protectors", 4), paths=2, tokens=("legend",))
    put(hexes, 12, units=haints("protectors", 1, nailed=True), storms=1, tokens=("advance", "spawn"))
    put(hexes, 17, units=haints("family", 4), storms=1)
    put(hexes, 18, storms=1, tokens=())
    put(hexes, 25, units=haints("family", 2), storms=1, tokens=("legend",))
    put(hexes, 26, storms=1, units=haints("family", 1), tokens=("advance",))
    put(hexes, 27, storms=2, buildings=1, tokens=())
    put(hexes, 31, units=haints("family", 1, nailed=True), tokens=("legend", "legend"))
    put(hexes, 14, townsfolk=2, paths=1, units=haints("protectors", 1), tokens=())
    put(hexes, 8, townsfolk=1, paths=1)
    put(hexes, 3, buildings=1)
    put(hexes, 21, units=haints("protectors", 3), paths=1)
    put(hexes, 30, units=haints("family", 1), provocation=False)
    put(hexes, 33, provocation=True, tokens=())
    put(hexes, 5, provocation=True)
    put(hexes, 36, units=haints("family", 3), storms=1, tokens=("spawn", "strengthen", "advance"))
    broken = tuple(JarView(kind=k, broken=k in ("ability", "attack")) for k in JARS)
    waiting = tuple(
        JarView(kind=k, broken=k == "wild", tokens=("U7", "U9") if k == "attack" else ()) for k in JARS
    )
    factions = (
        protectors(
            score=5,
            goals=2,
            waiting=("bog",),
            spoon=2,
            plate={"family": 1},
            lantern=False,
            jars=broken,
            flips=2,
            attacked=True,
            wild=6,
            haints=3,
            battleground=2,
            cubes=9,
            paths=0,
            legend="skinless-boy",
            tracker=TrackerView(side="a", scrolls=4),
            rows=(
                row("advance", (3, 4, 5, 6, 6), 4, (3, 5)),
                row("spawn", (2, 3, 4, 5, 6), 3, (3, 4, 5)),
                row("strengthen", (3, 4, 5, 6, 6), 5, (3, 5)),
            ),
            hand_size=4,
            deck=6,
            discard=("T01", "T02", "T03", "T04", "T05", "T06"),
        ),
        family(
            score=6,
            goals=1,
            waiting=("forest", "plains"),
            spoon=3,
            plate={"protectors": 2},
            lantern=True,
            jars=waiting,
            flips=1,
            wild=5,
            haints=2,
            battleground=4,
            cubes=7,
            storms=8,
            legend="corbin",
            tracker=TrackerView(side="b", scrolls=3),
            rows=(
                replace(
                    family().rows[0],
                    filled=("printed", "spawn", "U1", "strengthen", "advance", "advance", "spawn"),
                ),
            ),
            bag=6,
            drawn=("advance", "spawn", "U4", "strengthen", "advance"),
            drawn_used=(0, 2),
            upgrades=("U2", "U3", "U5"),
            hand_size=3,
            deck=2,
            played=(CardView(id="U1"), CardView(id="U4"), CardView(id="U7"), CardView(id="U9")),
        ),
    )
    tiles = (
        TileView(jar="ability", tile="B1"),
        TileView(jar="wild", tile="B5"),
        TileView(jar="wild", tile="B8"),
        TileView(jar="legend", tile="B9", used=True),
        TileView(jar="attack", tile="B7"),
    )
    return table(
        hexes,
        factions,
        side=side,
        mode="C3",
        round=6,
        turn=34,
        active="family",
        jar="attack",
        tiles=tiles,
        tile_supply=3,
        battleground={"protectors": 2, "family": 4},
        tree=TREE,
    )


def with_kammi(seat: str | None = None) -> HarrowView:
    """Chapter 4: two hooded figures, three dolls. Kammi's own seat knows who is who; the Protectors know the dolls."""
    hexes = bare("b")
    one, two = ("kammi", "knocker") if seat == "kammi" else ("figure", "figure")
    put(hexes, 11, units=(legend("kammi", one, figure=1, hidden=True), *haints("kammi", 2)))
    put(hexes, 24, units=(legend("kammi", two, figure=2, hidden=True), *haints("kammi", 3)))
    put(hexes, 17, units=haints("kammi", 1), tokens=(), home="kammi")
    put(hexes, 21, units=(legend("protectors", "priscilla"), *haints("protectors", 2)))
    dolls = ("decoy", "real", "decoy") if seat == "protectors" else ("down",) * 3
    for number, doll in zip((15, 22, 28), dolls, strict=True):
        put(hexes, number, doll=doll, units=haints("protectors", 1))
    put(hexes, 7, cubes={"kammi": 1})
    put(hexes, 25, doll="decoy", doll_up=True)
    put(hexes, 16, townsfolk=1)
    mine = kammi(hand=("C01", "C05", "C12") if seat == "kammi" else None)
    return table(
        hexes,
        (protectors(legend="priscilla", hand_size=3, spoon=1), replace(mine, spoon=1)),
        seat=seat,
        mode="C4",
        side="b",
        round=2,
        turn=9,
        active="kammi",
        tiles=tuple(TileView(jar=j, tile=t) for j, t in zip(JARS, ("B2", "B3", "B4", "B6"), strict=True)),
        tree=replace(TREE, inside={"protectors": 2, "kammi": 3}, attack=None, fell={}, dropped={}, before={}),
    )


def everything(side: str = "b") -> HarrowView:
    """Four players: Hester's roots and fires, the Fair Folk's nests and arrows, and all that a hex can hold."""
    view = crowded(side)
    hexes = {h.id: h for h in view.hexes}
    put(hexes, 10, flames=3, hester=True)
    put(hexes, 24, flames=2)
    put(hexes, 6, nest=True, offer="OF6")
    put(hexes, 28, nest=True, cross="x")
    put(hexes, 35, cross="sword")
    put(
        hexes,
        32,
        units=(*haints("family", 1), *haints("family", 2, infected=True)),
        nest=True,
        offer="OF1",
        tokens=("legend", "advance"),
        paths=1,
        cubes={"bog": 1},
    )
    put(hexes, 13, units=(*haints("protectors", 2), *haints("protectors", 1, infected=True)), paths=2)
    hester = FactionView(
        owner="hester",
        name="Dana",
        score=None,
        hand_size=2,
        played=(CardView(id="H02"), CardView(id="H09", covered=True), CardView(id="H11")),
        hester=HesterView(
            fires=(0, 2, 2),
            squares=tuple(
                SquareView(s, f)
                for s, f in zip(
                    ("protectors",) * 3 + ("family",) * 3, ("fire", "wild", "", "legend", "", ""), strict=True
                )
            ),
            actions=3,
            flames=2,
            snakes=5,
            roots={"brown": 1, "black": 3},
            terrain={"bog": 4, "forest": 5, "plains": 3, "wetlands": 6},
        ),
    )
    folk = FactionView(
        owner="fairfolk",
        name="Emil",
        score=None,
        hand_size=3,
        battleground=2,
        fairfolk=FairFolkView(
            found=("sword",),
            searching="crown",
            silver=("plains",),
            nests=2,
            loaded=("OF2", "OF5", "OF9"),
            arrows=6,
            crosses=6,
            bag=4,
            objectives=3,
            could_be=(4, 8, 9, 14, 21),
        ),
    )
    factions = (folk, view.factions[0], view.factions[1], hester)
    return replace(
        view,
        mode="FF4",
        hexes=tuple(hexes[n] for n in sorted(hexes)),
        factions=factions,
        roots=(RootView(0, 1, "brown"), RootView(1, 6, "brown"), RootView(6, 12, "black")),
        arrows=(ArrowView(6, "q", "E"), ArrowView(32, "r", "SW"), ArrowView(28, "s", "NW")),
        battleground={"protectors": 2, "family": 4, "bog": 2, "plains": 1, "wetlands": 1, "fairfolk": 2},
        tree=replace(TREE, inside={"protectors": 1, "family": 2, "forest": 1, "bog": 1, "fairfolk": 3}),
    )


def with_hester() -> HarrowView:
    """Chapter 5, late: roots over half of the map, four fires, infected haints beside sound ones, seven kinds of cubes."""
    view = everything()
    crowd = crowded("a")
    hexes = {h.id: replace(h, nest=False, offer="", cross="") for h in crowd.hexes}
    for number, flames in ((3, 4), (10, 2), (24, 3), (34, 1)):
        put(hexes, number, flames=flames, units=(), townsfolk=0, buildings=0, tokens=())
    put(hexes, 24, hester=True)
    put(
        hexes,
        16,
        units=(
            legend("family", "odessa"),
            *haints("family", 2),
            *haints("family", 1, infected=True),
        ),
        tokens=("legend",),
        cubes={"family": 1},
    )
    put(
        hexes,
        22,
        units=(
            *haints("protectors", 1),
            *haints("protectors", 2, infected=True),
            *haints("protectors", 1, nailed=True),
        ),
        tokens=("spawn", "advance"),
        townsfolk=1,
        paths=2,
    )
    put(hexes, 29, units=haints("family", 3, infected=True), storms=1)
    roots = [
        (0, 34, "brown"),
        (34, 30, "brown"),
        (30, 24, "brown"),
        (24, 18, "black"),
        (18, 12, "black"),
        (12, 13, "black"),
        (12, 6, "brown"),
        (6, 3, "brown"),
    ]
    battleground = {"protectors": 6, "family": 5, "bog": 3, "forest": 2, "plains": 4, "wetlands": 2}
    return replace(
        crowd,
        mode="C5",
        hexes=tuple(hexes[n] for n in sorted(hexes)),
        factions=(*crowd.factions, view.factions[3]),
        active="hester",
        jar="",
        roots=tuple(RootView(*one) for one in roots),
        battleground=battleground,
        tree=replace(TREE, inside={**dict.fromkeys(battleground, 2), "fairfolk": 3}),
    )


def with_folk() -> HarrowView:
    """Three players with the Fair Folk, late: nests all over, eight arrows, wrong guesses, four hexes left."""
    view = everything("a")
    base = crowded("a")
    hexes = {h.id: h for h in base.hexes}
    for number, offer in (
        (2, "OF1"),
        (7, ""),
        (15, "OF3"),
        (18, ""),
        (23, "OF6"),
        (27, ""),
        (31, "OF9"),
        (35, ""),
    ):
        put(hexes, number, nest=True, offer=offer)
    for number, cross in ((4, "x"), (12, "x"), (25, "sword"), (28, "x"), (36, "x"), (1, "x")):
        put(hexes, number, cross=cross)
    arrows = (
        (2, "q", "E"),
        (7, "r", "SW"),
        (15, "s", "NW"),
        (18, "q", "W"),
        (23, "r", "NE"),
        (27, "s", "SE"),
        (31, "q", "W"),
        (35, "r", "SW"),
    )
    folk = view.factions[0]
    assert folk.fairfolk
    own = replace(folk.fairfolk, could_be=(8, 13, 14, 20), arrows=0, crosses=1, silver=("plains", "bog"))
    return replace(
        base,
        mode="FF3",
        hexes=tuple(hexes[n] for n in sorted(hexes)),
        factions=(replace(folk, fairfolk=own), *base.factions),
        active="fairfolk",
        jar="",
        arrows=tuple(ArrowView(*one) for one in arrows),
        battleground={"protectors": 2, "family": 4, "fairfolk": 5},
        tree=replace(TREE, inside={"protectors": 1, "family": 2, "fairfolk": 3}),
    )


def solo() -> HarrowView:
    """Hester alone against the automated Protectors and Family."""
    hexes = bare("a", tokens=False)
    put(hexes, 21, units=(legend("protectors", "emmy"), *haints("protectors", 2)))
    put(hexes, 17, units=(legend("family", "levi"), *haints("family", 3)))
    put(hexes, 13, units=haints("protectors", 2, infected=True))
    put(hexes, 1, townsfolk=1)
    put(hexes, 37, buildings=1)
    put(hexes, 30, flames=2, hester=True)
    view = everything()
    bots = tuple(
        replace(
            f,
            automated=True,
            jars=(),
            rows=(),
            tracker=None,
            hand_size=0,
            deck=0,
            wild=0,
            discard=(),
            played=(),
        )
        for f in (protectors(spoon=1, score=2), family(spoon=2, score=3, drawn=(), bag=0))
    )
    return table(
        hexes,
        (*bots, replace(view.factions[3], name="Alice")),
        mode="SOLO",
        active="hester",
        roots=(RootView(0, 4, "black"), RootView(4, 8, "black")),
        battleground={"protectors": 4, "family": 3, "bog": 1, "forest": 2},
        tree=TreeView(inside={"family": 1}),
        solo=SoloView(
            level=2,
            decks={"red": 5, "blue": 3, "purple": 4},
            card=SoloCardView(id="T04", hexes=(4, 29), symbol="cube", hester=True),
            activated="protectors",
            fields={"cube": 2, "spawn": 1, "move": 0},
        ),
    )


def versus() -> HarrowView:
    """The Fair Folk against Hester: the coin was drawn, and the Fair Folk decide for the Protectors."""
    view, folk = solo(), everything().factions[0]
    hexes = {h.id: h for h in view.hexes}
    put(hexes, 12, nest=True, offer="OF7")
    put(hexes, 26, nest=True)
    assert view.solo
    return replace(
        view,
        mode="FFH",
        hexes=tuple(hexes[n] for n in sorted(hexes)),
        factions=(*view.factions, folk),
        active="protectors",
        arrows=(ArrowView(26, "q", "W"),),
        battleground={**view.battleground, "fairfolk": 3},
        solo=replace(
            view.solo, level=0, drawn="solo", deciding="fairfolk", tokens=("fairfolk", "fairfolk", "hester")
        ),
    )


def hand() -> HarrowView:
    """A view of the Protectors' own seat with a full hand."""
    view = crowded()
    own = replace(view.factions[0], hand=("T02", "T08", "T12", "T16"))
    return replace(view, seat="protectors", factions=(own, *view.factions[1:]))


POSITIONS = {
    "start": start,
    "crowded": crowded,
    "kammi": with_kammi,
    "everything": everything,
    "hester": with_hester,
    "fairfolk": with_folk,
    "solo": solo,
    "versus": versus,
}
