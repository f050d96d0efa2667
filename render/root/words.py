"""The same position in words: a complete text board, and a short one that rides along with the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.root.data import MAPS
from engine.root.view import (
    ClearingView,
    ForestView,
    ItemView,
    PieceView,
    PlaceView,
    PlayerView,
    RootView,
)
from render.root.blocks import face
from render.root.guests import named, tell, turns
from render.root.looks import FACE_DOWN, beside_the_map, look, look_of, owners, short_name
from render.root.style import phase_name, title, words

ALT = 1024
"""Discord's limit for a description."""


def owner(name: str) -> str:
    """An owner's short name."""
    return look(name, "light").short


def pieces(things: Iterable[PieceView]) -> list[str]:
    """Buildings or tokens, counted."""
    found = []
    for (who, kind, hidden), n in Counter((t.owner, t.kind, t.hidden) for t in things).items():
        down = " (face down)" if hidden and kind != FACE_DOWN else ""
        what = "face-down token" if kind == FACE_DOWN else words(kind)
        found.append(f"{owner(who)} {what}{down}" + (f" ×{n}" if n > 1 else ""))
    return found


def troops(c: ClearingView | ForestView | PlaceView) -> list[str]:
    """Warriors and pawns."""
    return [f"{owner(o)} {n}" for o, n in c.warriors.items() if n] + [f"{owner(o)} pawn" for o in c.pawns]


def kept(box: Mapping[str, int]) -> str:
    """Warriors in a box of a board, by whose they are."""
    return ", ".join(f"{owner(o)} {n}" for o, n in box.items()) or "none"


def fixtures(c: ClearingView) -> list[str]:
    """What belongs to nobody: the ruin, slots covered for good, a landmark."""
    covered = [f"covered slot{f' ×{c.covered}' if c.covered > 1 else ''}"] if c.covered else []
    return (["ruin"] if c.ruin else []) + covered + [words(m) for m in c.marks]


def contents(c: ClearingView) -> list[str]:
    """Everything in a clearing, in words."""
    found = troops(c) + pieces(c.buildings) + pieces(c.tokens)
    return found + fixtures(c)


def terse(c: ClearingView) -> list[str]:
    """As `contents`, without the owners of buildings and tokens: the kinds tell them."""
    kinds = Counter(words(p.kind.partition("-")[0]) for p in (*c.buildings, *c.tokens))
    found = troops(c) + [k + (f" ×{n}" if n > 1 else "") for k, n in kinds.items()]
    return found + fixtures(c)


def clearing_line(c: ClearingView) -> str:
    """One clearing in full."""
    rule = f", ruled by {owner(c.ruler)}" if c.ruler else ""
    suits = " and ".join((c.suit, *c.more_suits))
    return f"{c.id} {suits}{rule}: {', '.join(contents(c)) or 'nobody'}; {free_slots(c)}"


def free_slots(c: ClearingView) -> str:
    """How much can still be built in a clearing."""
    free = c.slots - len(c.buildings) - c.ruin
    return f"{free} free slot{'s' if free != 1 else ''}" if free > 0 else "no free slot"


def forest_line(f: ForestView) -> str:
    """One forest with something in it."""
    near = ", ".join(f.id.split("_"))
    return f"forest between {near}: {', '.join(troops(f) + pieces(f.tokens))}"


def place_line(p: PlaceView) -> str:
    """A path with something on it, or a clearing beside the map."""
    if isinstance(p.id, int):
        name = beside_the_map().get(p.id, str(p.id))
    else:
        name = f"path {p.id.removeprefix('path-')}"
    rule = f", ruled by {owner(p.ruler)}" if p.ruler else ""
    return f"{name}{rule}: {', '.join(troops(p) + pieces(p.tokens)) or 'nobody'}"


def away(view: RootView) -> list[str]:
    """What stands in forests, on paths and beside the map."""
    woods = [forest_line(f) for f in view.forests if f.pawns or f.tokens or f.warriors]
    return woods + [place_line(p) for p in view.places]


def guest_lines(view: RootView) -> list[str]:
    """Hirelings and landmarks: who controls them, what is on their cards."""
    found = []
    for guest in view.guests:
        with_whom = f"with {owner(guest.controller)}, {turns(guest)}" if guest.controller else "with nobody"
        supply = [f"{guest.supply} warriors in supply"] if guest.supply else []
        own = [f"{title(k)}: {title(v)}" for k, v in guest.own.texts.items() if v]
        own += [f"{title(k)}: {n}" for k, n in guest.own.counts.items()]
        own += [f"{title(g.title)}: {cards(g.cards) or g.hidden}" for g in guest.own.cards]
        own += [f"Items: {items(guest.own.items)}"] if guest.own.items else []
        told = with_whom if guest.owner in owners() else "landmark"
        found.append(f"{named(guest)}: {'; '.join([told, *supply, *own])}")
    if view.markers:
        found.append(f"Hireling markers at {', '.join(map(str, view.markers))} points")
    found += [f"{short_name(p)} hires at the end of the turn" for p in view.players if p.markers]
    return found


def brief_guests(view: RootView) -> list[str]:
    """Which hireling serves whom, and for how long, in few words."""
    return [
        f"{owner(guest.owner)} {f'serves {owner(guest.controller)}, {turns(guest)}' if guest.controller else 'for hire'}"
        for guest in view.guests
        if guest.owner in owners()
    ]


def items(things: Iterable[ItemView]) -> str:
    """Items with their state."""
    return ", ".join(
        i.item + (" (exhausted and damaged)" if i.exhausted and i.damaged else " (exhausted)" if i.exhausted else " (damaged)" if i.damaged else "")
        for i in things
    )  # fmt: skip


def cards(ids: Iterable[str]) -> str:
    """Cards with their suits."""
    return ", ".join(f"{face(c).name} ({face(c).suit})" for c in ids)


def score(p: PlayerView) -> str:
    """A score, or what stands in its place."""
    if p.coalition:
        return f"in coalition with {owner(p.coalition)}"
    if p.dominance:
        return f"{face(p.dominance).name}"
    return "no score" if p.score is None else f"{p.score} point{'s' if p.score != 1 else ''}"


def own_lines(p: PlayerView) -> list[str]:
    """A faction's own board, as the faction tells it or in the usual order."""
    declared = owners().get(p.owner) or owners().get(p.faction)
    if declared is not None and declared.lines is not None:
        return declared.lines(p)
    found = [f"{title(k)}: {title(v)}" for k, v in p.own.texts.items()]
    found += [f"{title(k)}: {n}" for k, n in p.own.counts.items()]
    found += [f"{title(k)}: {kept(box)}" for k, box in p.own.warriors.items()]
    found += [f"{title(t.kind)}: {t.total - t.left} of {t.total} on the map" for t in p.own.tracks]
    for group in p.own.cards:
        hidden = f"{group.hidden} face down" if group.hidden else ""
        shown = cards(group.cards)
        found.append(f"{title(group.title)}: {', '.join(x for x in (shown, hidden) if x) or 'none'}")
    if p.own.items:
        found.append(f"Items: {items(p.own.items)}")
    return found + [f"{title(s)} towards {owner(o)}" for o, s in p.own.relations.items()]


def player_lines(p: PlayerView) -> list[str]:
    """One player's board in full."""
    bot = f", {p.board}" if p.board else ""
    found = [
        f"{look_of(p, 'light').name}, {p.name}{bot}: {score(p)}; {p.hand_size} in hand; {p.supply} warriors in supply"
    ]
    if p.hand is not None:
        found.append(f"  hand: {cards(p.hand) or 'empty'}")
    found += [f"  {line}" for line in own_lines(p)]
    if p.items:
        found.append(f"  Crafted items: {items(p.items)}")
    if p.crafted:
        found.append(f"  Crafted cards: {cards(p.crafted)}")
    return found


def tell_hand(view: RootView) -> str:
    """The hand of the seat whose view this is."""
    p = view.viewer()
    if p is not None and p.hand is not None:
        return f"Hand of {short_name(p)}: {cards(p.hand) or 'empty'}."
    return "This view shows no hand."


def tell_seat(view: RootView, owner_id: str) -> str:
    """One player's board."""
    for p in view.players:
        if p.owner == owner_id:
            return ". ".join(line.strip() for line in player_lines(p)) + "."
    for guest in view.guests:
        if guest.owner == owner_id:
            return tell(guest, owner(guest.controller))
    return f"Nobody plays {owner_id}."


def tell_boards(view: RootView) -> str:
    """Every player's board, as far as there is room."""
    told = " ".join(tell_seat(view, p.owner) for p in view.players)
    return told if len(told) <= ALT else f"{told[: ALT - 1]}…"


def tell_clearing(view: RootView, number: int) -> str:
    """One clearing and where one can go from it."""
    for c in view.clearings:
        if c.id == number:
            return f"Clearing {clearing_line(c)}. {ways(view, number)}"
    return f"There is no clearing {number}."


def ways(view: RootView, clearing: int) -> str:
    """Where one can go from a clearing."""
    board = MAPS.get(view.map)
    if board is None or clearing not in board.clearings:
        return ""
    found = (
        f"Paths to {', '.join(str(c) for c in board.neighbours(clearing, view.closed_paths)) or 'nowhere'}"
    )
    if board.rivers[clearing]:
        found += f". River to {', '.join(str(c) for c in board.rivers[clearing])}"
    for forest in view.forests:
        if str(clearing) in forest.id.split("_") and (forest.pawns or forest.tokens):
            found += f". In the {forest_line(forest)}"
    return found + "."


def opening(view: RootView) -> str:
    """Which game, and where it stands."""
    board = MAPS[view.map].name if view.map in MAPS else title(view.map)
    start = f"Root, {board} map, turn {view.turn}"
    if view.over:
        names = [f"{p.name} ({look_of(p, 'light').short})" for p in view.players if p.owner in view.winners]
        return f"{start}. {' and '.join(names) or 'Nobody'} won."
    active = next((p for p in (*view.players, *view.undecided) if p.owner == view.active), None)
    if active and active in view.undecided:
        return f"{start}, {phase_name(view.phase)}: {active.name} chooses a faction."
    who = f" of {look_of(active, 'light').short} ({active.name})" if active else ""
    return f"{start}, {phase_name(view.phase)}{who}."


def draft_lines(view: RootView) -> list[str]:
    """A draft: who has no faction yet, and the setup cards on the table."""
    found = []
    for p in view.undecided:
        found.append(f"{p.name}: no faction yet; {p.hand_size} in hand")
        if p.hand is not None:
            found.append(f"  hand: {cards(p.hand) or 'empty'}")
    if view.setup_cards:
        found.append(setup_cards(view))
    return found


def setup_cards(view: RootView) -> str:
    """The setup cards on the table, in one line."""
    named = [
        owner(card.faction)
        + (f" as the {title(card.character)}" if card.character else "")
        + (" (locked)" if card.locked else "")
        for card in view.setup_cards
    ]
    return f"setup cards: {', '.join(named)}"


def text_board(view: RootView) -> str:
    """The whole table in words, nothing left out."""
    lines = [opening(view), "", "Clearings"]
    lines += [clearing_line(c) for c in view.clearings]
    lines += away(view)
    if view.closed_paths:
        lines.append("closed paths: " + ", ".join(f"{a}-{b}" for a, b in view.closed_paths))
    lines += ["", "Players in order of play"]
    for p in view.players:
        lines += player_lines(p)
    lines += draft_lines(view)
    if view.guests:
        lines += ["", "Hirelings and landmarks", *guest_lines(view)]
    lines += [
        "",
        "Supply",
        f"deck {view.deck_size}; discard pile {len(view.discard)}: {cards(view.discard) or 'empty'}",
    ]
    left = ", ".join(f"{i} ×{n}" for i, n in view.item_supply.items() if n)
    lines.append(f"items: {left or 'none'}")
    if view.dominance_available:
        lines.append(f"dominance cards: {cards(view.dominance_available)}")
    if view.quests or view.quest_deck:
        lines.append(f"quests: {cards(view.quests) or 'none'}; {view.quest_deck} in the deck")
    return "\n".join(lines)


def alt_text(view: RootView) -> str:
    """The essentials in at most 1,024 characters: turn, scores, who holds what. It gets terser as the board fills."""
    scores = "; ".join(
        f"{look_of(p, 'light').short} ({p.name}) {score(p)}, {p.hand_size} cards" for p in view.players
    )
    brief = "; ".join(f"{look_of(p, 'light').short} {score(p)}" for p in view.players)
    draft = [f"{p.name} has no faction yet" for p in view.undecided]
    draft += [setup_cards(view)] if view.setup_cards else []
    scores = "; ".join([scores, *draft] if scores else draft)
    brief = "; ".join([brief, *draft] if brief else draft)
    others = away(view) + brief_guests(view)
    closed = (
        ["closed paths " + ", ".join(f"{a}-{b}" for a, b in view.closed_paths)] if view.closed_paths else []
    )
    full = [f"{c.id} {c.suit}: {', '.join(contents(c)) or 'empty'}" for c in view.clearings]
    short = [f"{c.id} {c.suit}: {', '.join(terse(c)) or 'empty'}" for c in view.clearings]
    hosts = [f"{c.id} {c.suit}: {', '.join(troops(c)) or 'empty'}" for c in view.clearings]
    rulers = [f"{c.id} {owner(c.ruler) if c.ruler else 'nobody'}" for c in view.clearings]
    forms = (
        (scores, full + others + closed),
        (scores, short + others + closed),
        (brief, short + others + closed),
        (brief, short + others),
        (brief, hosts + others),
        (brief, ["rulers: " + ", ".join(rulers)]),
    )
    text = ""
    for points, places in forms:
        text = f"{opening(view)} {points}. {'; '.join(places)}."
        if len(text) <= ALT:
            return text
    return text[: ALT - 1] + "…"
