"""Positions made by hand: a start, crowded late ones on every map, and broken ones."""

from __future__ import annotations

import random
from typing import cast
from unittest.mock import patch

import msgspec

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Game
from engine.root.data import FACTIONS as DATA
from engine.root.data import MAPS
from engine.root.faction import FACTIONS
from engine.root.rules import RULES
from engine.root.view import (
    BoardView,
    CardsView,
    ClearingView,
    ForestView,
    GuestView,
    ItemView,
    PieceView,
    PlaceView,
    PlayerView,
    RootView,
    TrackView,
)
from engine.rules import SeatSetup, SeatView, Setup

SUITS = ("fox", "rabbit", "mouse")
COSTS = (0, 1, 2, 3, 3, 4)


def suit_of(name: str, clearing: int) -> str:
    return MAPS[name].printed_suits[clearing] or SUITS[clearing % 3]


def items(*names: str) -> tuple[ItemView, ...]:
    """Items by name; a trailing * is exhausted, a trailing ! damaged."""
    return tuple(
        ItemView(
            item=n.rstrip("*!"), exhausted="*" in n, damaged="!" in n, track=n[:3] in ("tea", "coi", "bag")
        )
        for n in names
    )


def marquise(left: int = 5, **more: object) -> PlayerView:
    own = BoardView(
        tracks=(
            TrackView(kind="sawmill", total=6, left=left, costs=COSTS, points=(0, 1, 2, 3, 4, 5)),
            TrackView(kind="workshop", total=6, left=left, costs=COSTS, points=(0, 2, 2, 3, 4, 5)),
            TrackView(
                kind="recruiter",
                total=6,
                left=left,
                costs=COSTS,
                points=(0, 1, 2, 3, 3, 4),
                draws=(0, 0, 1, 0, 1, 0),
            ),
        ),
        counts={"wood in supply": 5},
    )
    return PlayerView(
        **{
            "owner": "marquise",
            "faction": "marquise",
            "name": "Alice",
            "hand_size": 3,
            "supply": 14,
            "own": own,
        }
        | more  # type: ignore[arg-type]
    )


def eyrie(left: int = 6, **more: object) -> PlayerView:
    own = BoardView(
        tracks=(
            TrackView(
                kind="roost", total=7, left=left, points=(0, 1, 2, 3, 4, 4, 5), draws=(0, 0, 1, 0, 0, 1, 0)
            ),
        ),
        cards=(
            CardsView(title="Recruit", cards=("loyal-vizier", "anvil", "foxfolk-steel")),
            CardsView(title="Move", cards=("loyal-vizier", "bake-sale")),
            CardsView(title="Battle", cards=("sword", "codebreakers")),
            CardsView(title="Build", cards=("bake-sale",)),
        ),
        texts={"Leader": "Despot"},
    )
    return PlayerView(
        **{"owner": "eyrie", "faction": "eyrie", "name": "Řehoř", "hand_size": 2, "supply": 9, "own": own}
        | more  # type: ignore[arg-type]
    )


def alliance(left: int = 10, **more: object) -> PlayerView:
    own = BoardView(
        tracks=(
            TrackView(kind="base", total=3, left=3),
            TrackView(
                kind="sympathy",
                total=10,
                left=left,
                costs=(1, 1, 1, 2, 2, 2, 3, 3, 3, 3),
                points=(0, 1, 1, 1, 2, 2, 3, 4, 4, 4),
            ),
        ),
        cards=(CardsView(title="Supporters", hidden=4),),
        counts={"officers": 2},
    )
    return PlayerView(
        **{
            "owner": "alliance",
            "faction": "alliance",
            "name": "Łukasz",
            "hand_size": 4,
            "supply": 8,
            "own": own,
        }
        | more  # type: ignore[arg-type]
    )


def vagabond(**more: object) -> PlayerView:
    own = BoardView(
        texts={"Character": "Ranger"},
        items=items("boot", "torch*", "crossbow", "sword!", "tea", "tea*", "coin", "hammer*!", "bag"),
        relations={"marquise": "hostile", "eyrie": "amiable", "alliance": "friendly"},
        cards=(CardsView(title="Quests done", cards=("errand-fox", "guard-duty-mouse")),),
    )
    return PlayerView(
        **{"owner": "vagabond", "faction": "vagabond", "name": "Bob", "hand_size": 3, "own": own} | more  # type: ignore[arg-type]
    )


def lizards(**more: object) -> PlayerView:
    own = BoardView(
        tracks=tuple(TrackView(kind=f"garden-{s}", total=5, left=3, points=(0, 2, 3, 3, 4)) for s in SUITS),
        cards=(CardsView(title="Lost souls", cards=("anvil", "bake-sale", "sword", "armorers")),),
        counts={"acolytes": 4},
        texts={"Outcast": "fox, hated"},
    )
    return PlayerView(
        **{
            "owner": "lizards",
            "faction": "lizards",
            "name": "Carol",
            "hand_size": 5,
            "supply": 11,
            "own": own,
        }
        | more  # type: ignore[arg-type]
    )


def duchy(**more: object) -> PlayerView:
    own = BoardView(
        tracks=(
            TrackView(kind="citadel", total=3, left=1),
            TrackView(kind="market", total=3, left=2),
            TrackView(kind="tunnel", total=3, left=0),
        ),
        cards=(CardsView(title="Swayed ministers", cards=()),),
        counts={"in the Burrow": 6, "crowns": 3},
        texts={"Ministers": "Captain, Marshal, Foremole"},
    )
    return PlayerView(
        **{
            "owner": "duchy",
            "faction": "duchy",
            "name": "a name that is much too long for any place",
            "hand_size": 5,
            "supply": 7,
            "own": own,
        }
        | more  # type: ignore[arg-type]
    )


def view(
    name: str, players: tuple[PlayerView, ...], clearings: tuple[ClearingView, ...], **more: object
) -> RootView:
    """A public view with the usual table."""
    board = MAPS[name]
    fields = {
        "game": "root",
        "seat": None,
        "turn": 1,
        "active": players[0].owner,
        "phase": "daylight.actions",
        "seats": tuple(
            SeatView(seat=p.owner, plays=p.faction, name=p.name, score=p.score, cards=p.hand_size)
            for p in players
        ),
        "map": name,
        "deck": "standard",
        "clearings": clearings,
        "forests": tuple(ForestView(id=f) for f in board.forests),
        "closed_paths": board.closed,
        "players": players,
        "deck_size": 42,
        "item_supply": {"boot": 2, "bag": 2, "crossbow": 1, "hammer": 1, "sword": 2, "tea": 2, "coin": 2},
        "quests": ("errand-fox", "guard-duty-rabbit", "escort-mouse"),
        "quest_deck": 12,
    }
    return RootView(**(fields | more))  # type: ignore[arg-type]


def start(name: str = "autumn") -> RootView:
    """Four players, first turn."""
    board = MAPS[name]
    found = []
    home, across = board.corners[0], board.opposite[board.corners[0]]
    for c in board.clearings:
        warriors, buildings, tokens = {}, [], []
        if c != across:
            warriors["marquise"] = 1
        if c == home:
            buildings = [PieceView("marquise", "sawmill")]
            tokens = [PieceView("marquise", "keep")]
        elif c == board.adjacent[home][0]:
            buildings = [PieceView("marquise", "workshop")]
        elif c == board.adjacent[home][1]:
            buildings = [PieceView("marquise", "recruiter")]
        if c == across:
            warriors["eyrie"] = 6
            buildings = [PieceView("eyrie", "roost")]
        found.append(
            ClearingView(
                id=c,
                suit=suit_of(name, c),
                slots=board.slots[c],
                ruin=c in board.ruins,
                ruler="eyrie" if c == across else "marquise",
                warriors=warriors,
                buildings=tuple(buildings),
                tokens=tuple(tokens),
            )
        )
    forests = tuple(
        ForestView(id=f, pawns=("vagabond",) if i == 2 else ()) for i, f in enumerate(board.forests)
    )
    return view(name, (marquise(), eyrie(), alliance(), vagabond(score=0)), tuple(found), forests=forests)


def crowded(name: str = "autumn") -> RootView:
    """Six players, late: more than thirty warriors in one clearing, full slots, every token."""
    board = MAPS[name]
    found = []
    for c in board.clearings:
        warriors: dict[str, int] = {}
        buildings: list[PieceView] = []
        tokens: list[PieceView] = []
        suit = suit_of(name, c)
        marks: list[str] = []
        if c % 2:
            warriors["marquise"] = 1 + c
        if c % 3 == 0:
            warriors["eyrie"] = c
        if c % 4 == 1:
            warriors["lizards"] = 2
        if c in (2, 5, 8):
            warriors["duchy"] = 3
        if c % 5 != 0:
            tokens.append(PieceView("alliance", "sympathy"))
        if c % 4 == 0:
            tokens += [PieceView("marquise", "wood")] * (c // 2)
        if c == 11:
            warriors |= {"marquise": 12, "eyrie": 9, "alliance": 5, "lizards": 4, "duchy": 6, "hundreds": 3}
            tokens += [
                PieceView("duchy", "tunnel"),
                PieceView("corvids", "plot"),
                PieceView("marquise", "wood"),
            ]
        if c == 1:
            tokens.append(PieceView("marquise", "keep"))
        if c == 6:
            tokens += [PieceView("riverfolk", "tradepost-fox"), PieceView("hundreds", "mob")]
        room = board.slots[c] - (c in board.ruins)
        kinds = [
            PieceView("marquise", "sawmill"),
            PieceView("eyrie", "roost"),
            PieceView("duchy", "citadel"),
            PieceView("alliance", f"base-{suit}"),
            PieceView("lizards", f"garden-{suit}"),
            PieceView("marquise", "recruiter"),
        ]
        buildings = [kinds[(c + i * 2) % 6] for i in range(room)]
        marks += [name for name, where in board.landmarks.items() if where == c]
        found.append(
            ClearingView(
                id=c,
                suit=suit,
                slots=board.slots[c],
                ruin=c in board.ruins,
                ruler=max(warriors, key=lambda o: warriors[o]) if warriors else "",
                warriors=warriors,
                buildings=tuple(buildings),
                tokens=tuple(tokens),
                pawns=("vagabond",) if c == 10 else (),
                marks=tuple(marks),
            )
        )
    players = (
        marquise(2, score=18, crafted=("armorers", "cobbler"), items=items("boot", "coin")),
        eyrie(2, score=24, crafted=("royal-claim",), hand_size=7),
        alliance(3, score=21, supply=2, items=items("sword")),
        vagabond(score=None, coalition="lizards", crafted=("sappers", "tax-collector", "better-burrow-bank")),
        lizards(score=9),
        duchy(score=None, dominance="dominance-mouse", board="clockwork"),
    )
    return view(
        name,
        players,
        tuple(found),
        turn=11,
        active="eyrie",
        deck_size=17,
        discard=("anvil", "bake-sale", "cobbler", "favor-of-the-mice"),
        item_supply={"boot": 0, "bag": 2, "crossbow": 1, "hammer": 0, "sword": 1, "tea": 2, "coin": 1},
        dominance_available=("dominance-bird", "dominance-fox"),
        closed_paths=board.closed[:4],
    )


def packed(name: str = "autumn") -> RootView:
    """As crowded as it gets: two, three, four or six armies in every clearing, slots full, tokens everywhere."""
    seen = crowded(name)
    armies = ("marquise", "eyrie", "alliance", "lizards", "duchy", "hundreds")
    found = []
    for c in seen.clearings:
        count = (2, 3, 4, 6)[c.id % 4]
        warriors = {owner: 1 + (c.id * 5 + i * 7) % 15 for i, owner in enumerate(armies[:count])}
        tokens = (
            PieceView("alliance", "sympathy"),
            PieceView("keepers", "jewelry-3"),
            PieceView("corvids", "plot"),
            *[PieceView("marquise", "wood")] * 3,
        )
        found.append(
            msgspec.structs.replace(
                c, warriors=warriors, tokens=tokens[: 2 + c.id % 4], pawns=(), ruler="duchy"
            )
        )
    return msgspec.structs.replace(seen, clearings=tuple(found))


def company() -> RootView:
    """Everything that may come with guests: face-down tokens, the Burrow, a path, a forest, hirelings, landmarks."""
    seen = crowded()
    clearings, forests = list(seen.clearings), list(seen.forests)
    clearings[1] = msgspec.structs.replace(
        clearings[1],
        warriors={"corvids": 2, "vault-keepers": 3},
        buildings=(PieceView("vault-keepers", "vault"),),
        tokens=(
            PieceView("corvids", "face-down", True),
            PieceView("corvids", "bomb", True),
            PieceView("corvids", "raid"),
        ),
        more_suits=("fox", "rabbit"),
        marks=("lost-city",),
    )
    hidden = PieceView("keepers", "face-down", True)
    forests[2] = msgspec.structs.replace(forests[2], warriors={"keepers": 2}, tokens=(hidden,))
    places = (
        PlaceView(id=13, ruler="duchy", warriors={"duchy": 6, "marquise": 1}),
        PlaceView(id="path-1-5", pawns=("exile",)),
    )
    guests = (
        GuestView(owner="forest-patrol", plays="forest-patrol", controller="eyrie", control=2, supply=4),
        GuestView(owner="popular-band", plays="popular-band", own=BoardView(counts={"markers": 3})),
        GuestView(
            owner="legendary-forge", plays="legendary-forge", own=BoardView(items=items("sword", "hammer"))
        ),
    )
    return msgspec.structs.replace(
        seen, clearings=tuple(clearings), forests=tuple(forests), places=places, guests=guests
    )


def wooded(name: str = "autumn") -> RootView:
    """A pawn and one to three relics in every forest, and a bandit on every path."""
    seen, board = crowded(name), MAPS[name]
    relics = tuple(PieceView("keepers", kind, True) for kind in ("jewelry", "tablet", "tablet"))
    forests = tuple(
        ForestView(id=forest, pawns=("vagabond",), tokens=relics[: 1 + number % 3])
        for number, forest in enumerate(board.forests)
    )
    bandits = tuple(
        PlaceView(id=f"path-{a}-{b}", warriors={"highway-bandits": 1}) for a, b in sorted(board.paths)
    )
    return msgspec.structs.replace(seen, forests=forests, places=bandits)


def hired(name: str = "autumn") -> RootView:
    """A crowded table of six with three hirelings, who all show their demoted side, and two more landmarks."""
    seen = crowded(name)
    gangs, band, protector = "bandit-gangs", "street-band", "stoic-protector"
    came = {2: {gangs: 2, band: 1}, 5: {band: 2}, 9: {gangs: 1}, 11: {band: 1}, 12: {gangs: 1, band: 1}}
    stands = {4: ("black-market",), 9: ("elder-treetop",)}
    clearings = tuple(
        msgspec.structs.replace(
            c,
            warriors={**c.warriors, **came.get(c.id, {})},
            pawns=(*c.pawns, protector) if c.id == 7 else c.pawns,
            marks=(*c.marks, *stands.get(c.id, ())),
        )
        for c in seen.clearings
    )
    market = BoardView(cards=(CardsView(title="face down", hidden=3),))
    guests = (
        *(GuestView(owner=mark, plays=mark) for c in seen.clearings for mark in c.marks),
        GuestView(owner="black-market", plays="black-market", own=market),
        GuestView(
            owner="elder-treetop", plays="elder-treetop", own=BoardView(texts={"in the tree": "eyrie roost"})
        ),
        GuestView(owner=gangs, plays=gangs, controller="eyrie", control=2),
        GuestView(owner=protector, plays=protector),
        GuestView(owner=band, plays=band, controller="alliance", control=4),
    )
    return msgspec.structs.replace(seen, clearings=clearings, guests=guests, markers=(12,), quest_deck=9)


BASE = ("marquise", "eyrie", "alliance", "vagabond")


def draft(players: int = 4, taken: int = 0) -> RootView:
    """A draft of the setup cards of the base game, after so many have taken one. It plays a real game."""
    seats = tuple(SeatSetup(f"seat{n}", "") for n in range(1, players + 1))
    setup = Setup(seats, {"setup": "advanced", "second_vagabond": "on"})
    others = [
        plays for plays, faction in FACTIONS.items() if faction.id == plays in DATA and plays not in BASE
    ]
    with patch.dict(FACTIONS):
        for plays in others:
            del FACTIONS[plays]
        game = Game(RULES, setup, seeded("draft")).start()
        dice = random.Random("draft")
        while len(game.view(None).players) < taken or game.waiting()[0].key != "setup.faction":
            ask = game.waiting()[0]
            game.answer(RULES.seat_of(game.state, ask.seat), random_answer(ask, dice))
        return cast(RootView, game.view(None))


def covered() -> RootView:
    """A start with slots covered for good, and a clearing with nothing else left."""
    seen = start()
    less = {5: 1, 6: 1, 2: 2}
    clearings = tuple(
        msgspec.structs.replace(c, slots=c.slots - less.get(c.id, 0), covered=less.get(c.id, 0))
        for c in seen.clearings
    )
    return msgspec.structs.replace(seen, clearings=clearings)


RECENT = (
    "Eyrie: recruit in 3 and 9, two roost clearings.",
    "Eyrie move 4 warriors from 3 to 11.",
    "Battle in 11: Eyrie attack Marquise, 3 : 1. Marquise lose 3 warriors, Eyrie lose 1.",
    "Field Hospitals: Alice saves 3 warriors with Anvil.",
)
MARKED = (3, 9, 11)
FIGHT = {
    "clearing": 11,
    "dice": (3, 1),
    "attacker": {
        "owner": "eyrie",
        "roll": 3,
        "hits": 4,
        "losses": {"warrior": 1},
        "notes": ("Commander: one extra hit",),
    },
    "defender": {
        "owner": "marquise",
        "roll": 1,
        "hits": 1,
        "losses": {"warrior": 3, "sawmill": 1, "wood": 2},
    },
}


def hand() -> RootView:
    """The Marquise's own view, with her hand."""
    seen = crowded()
    cards = (
        "anvil",
        "ambush-bird",
        "dominance-fox",
        "better-burrow-bank",
        "favor-of-the-mice",
        "false-orders",
        "root-tea-rabbit",
    )
    mine = msgspec.structs.replace(seen.players[0], hand=cards, hand_size=len(cards))
    return msgspec.structs.replace(seen, seat="marquise", players=(mine, *seen.players[1:]))


def story(frames: int) -> list[RootView]:
    """A few positions one after another: the Marquise walks along the paths, and points are scored."""
    board = MAPS["autumn"]
    now = start()
    found = [now]
    place = 1
    for i in range(1, frames):
        nxt = board.adjacent[place][i % len(board.adjacent[place])]
        clearings = []
        for c in now.clearings:
            troops = dict(c.warriors)
            if c.id == place:
                troops.pop("marquise", None)
            if c.id == nxt:
                troops["marquise"] = troops.get("marquise", 0) + 2
            clearings.append(msgspec.structs.replace(c, warriors=troops))
        players = tuple(
            msgspec.structs.replace(p, score=(p.score or 0) + (j + i) % 3) for j, p in enumerate(now.players)
        )
        active = players[i % len(players)].owner
        now = msgspec.structs.replace(
            now, clearings=tuple(clearings), players=players, turn=i + 1, active=active
        )
        found.append(now)
        place = nxt
    return found
