"""The county in words: the text board, alt texts, and what each picture shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.harrow.data import MODES
from engine.harrow.view import COIN, DRAW, ArrowView, FactionView, HarrowView, HexView, RowView
from render.harrow.cards import facts, name_of, own
from render.harrow.style import owner_name, title
from render.harrow.style import words as plain

ALT = 1024
MANY = 12
"""So many hexes are worth telling one by one."""
LINES = {"q": "N–S", "r": "NW–SE", "s": "NE–SW"}
"""H7.5.5  How the line of each axis runs."""


def listed(parts: Iterable[str], none: str = "nothing") -> str:
    """Parts with commas, or the word for none."""
    return ", ".join(p for p in parts if p) or none


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 path", "2 paths"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def by_colour(cubes: Mapping[str, int]) -> list[str]:
    """Cubes by whose they are."""
    return [f"{owner_name(colour)} {n}" for colour, n in cubes.items() if n]


def units(hex: HexView) -> list[str]:
    """The units on a hex: legends by name, haints by number."""
    found = []
    for unit in hex.units:
        if unit.kind == "legend":
            name = f"hidden figure {unit.figure}" if unit.legend == "figure" else name_of(unit.legend)
            extra = f" (figure {unit.figure}, hidden)" if unit.hidden and unit.legend != "figure" else ""
            found.append(f"{owner_name(unit.owner)} legend {name}{extra}{' nailed' if unit.nailed else ''}")
    groups = Counter((u.owner, u.infected, u.nailed) for u in hex.units if u.kind != "legend")
    for (owner, infected, nailed), n in groups.items():
        marks = f"{'infected ' if infected else ''}{'nailed ' if nailed else ''}"
        found.append(f"{owner_name(owner)} {n} {marks}{'haint' if n == 1 else 'haints'}")
    return found


def contents(hex: HexView) -> list[str]:
    """Everything on a hex, in words."""
    found = [f"home of the {owner_name(hex.home)}"] if hex.home else []
    found += units(hex)
    if hex.hester:
        found.append("Hester")
    if hex.flames:
        found.append(counted(hex.flames, "flame"))
    if hex.townsfolk:
        found.append(counted(hex.townsfolk, "townsfolk", "townsfolk"))
    if hex.buildings:
        found.append(counted(hex.buildings, "building"))
    if hex.storm:
        found.append("storm" + (" (printed)" if hex.printed_storm else ""))
    if hex.paths:
        found.append(counted(hex.paths, "path"))
    tokens = Counter(hex.tokens)
    found += [f"{plain(kind)} token" + (f" ×{n}" if n > 1 else "") for kind, n in tokens.items()]
    if hex.doll:
        doll = {"down": "doll face down", "real": "the real doll", "decoy": "a decoy doll"}.get(
            hex.doll, hex.doll
        )
        found.append(doll + (", face up" if hex.doll_up else ""))
    if hex.wrath:
        found.append("wrath token")
    if hex.provocation:
        found.append("provocation token")
    found += [f"{owner_name(c)} cube" + (f" ×{n}" if n > 1 else "") for c, n in hex.cubes.items() if n]
    if hex.nest:
        found.append(f"nest with {name_of(hex.offer)}" if hex.offer else "empty nest")
    if hex.cross:
        found.append("a wrong guess" if hex.cross == "x" else f"the {hex.cross}, found")
    if hex.secret:
        found.append(f"location card: the {hex.secret}")
    return found


def mode_name(view: HarrowView) -> str:
    """The mode as players know it."""
    return MODES[view.mode].name if view.mode in MODES else title(view.mode)


def opening(view: HarrowView) -> str:
    """The round, whose turn it is, or who won."""
    start = f"Harrow County, {mode_name(view)}, round {view.round}, turn {view.turn}."
    if view.over:
        won = " and ".join(owner_name(w) for w in view.winners) or "nobody"
        return f"{start} The game is over: {won} won."
    jar = f" with the {title(view.jar)} jar" if view.jar else ""
    return f"{start} {owner_name(view.active)} to play{jar}."


def who(faction: FactionView) -> str:
    """The faction, and the person if we know one."""
    name = owner_name(faction.owner)
    return f"{name} ({faction.name})" if faction.name not in ("", name, faction.owner) else name


def points(faction: FactionView) -> str:
    """Points, or how far those are who score none."""
    if faction.hester is not None:
        return (
            f"{sum(bool(s.filled) for s in faction.hester.squares)} of {len(faction.hester.squares)} squares"
        )
    if faction.fairfolk is not None:
        return f"found {listed(faction.fairfolk.found)}"
    return f"{faction.score or 0} {'point' if faction.score == 1 else 'points'}"


def row_line(row: RowView) -> str:
    """A row of a board."""
    if row.kind == DRAW:
        back = f" and returns {row.returns[max(1, len(row.filled)) - 1]}" if row.returns else ""
        return f"board: {len(row.filled)} of {len(row.values)} slots, draws {row.value}{back}"
    return f"{plain(row.kind)} row: value {row.value}, {len(row.filled)} of {len(row.values)} slots"


def faction_lines(view: HarrowView, f: FactionView) -> list[str]:
    """All that lies in front of a faction."""
    lantern = ", holds the lantern" if f.lantern else ""
    alone = ", plays by itself" if f.automated else ""
    lines = [f"{who(f)}: {points(f)}{lantern}{alone}"]
    if f.legend:
        gone = ", gone" if f.legend_gone else ""
        lines.append(f"  legend {name_of(f.legend)}{gone}" + (", power used" if f.power_used else ""))
    if f.jars:
        left = [title(j.kind) for j in f.jars if not j.broken]
        waits = [f"{name_of(t)} waits on the {title(j.kind)} jar" for j in f.jars for t in j.tokens]
        lines.append(f"  jars left: {listed(left, 'none')}" + "".join(f"; {w}" for w in waits))
    if f.spoon:
        lines.append(f"  spoon at {f.spoon}; on the plate: {listed(by_colour(f.plate))}")
    if f.tracker:
        lines.append(
            f"  tracker side {f.tracker.side or 'not chosen'}: {counted(f.tracker.scrolls, 'scroll')}"
        )
    lines += [f"  {row_line(row)}" for row in f.rows]
    for i, grid in enumerate(f.grid, 1):
        black = f", {grid.black} in the black area" if grid.black else ""
        cubes = f", {counted(grid.cubes, 'cube')}" if grid.cubes else ""
        lines.append(f"  grid row {i}: {grid.cells[0]}, {grid.cells[1]}{black}{cubes}")
    numbers = [
        ("cubes on the battleground", view.battleground.get(f.owner, 0)),
        ("Wild tokens", f.wild),
        ("haints left", f.haints),
        ("cubes left", f.cubes),
        ("storms left", f.storms),
        ("paths left", f.paths),
        ("tokens in the bag", f.bag),
        ("cards in hand", f.hand_size),
        ("cards in the deck", f.deck),
        ("cubes set aside", f.aside),
        ("cubes on the legend's board", f.held),
        ("goals reached", f.goals),
    ]
    lines.append("  " + "; ".join(f"{name} {n}" for name, n in numbers if n))
    if f.waiting:
        lines.append(f"  objectives still to come: {listed(f.waiting)}")
    if f.drawn:
        used = [f"{name_of(t)}{' (used)' if i in f.drawn_used else ''}" for i, t in enumerate(f.drawn)]
        lines.append(f"  drawn tokens: {listed(used)}")
    if f.bag_open is not None:
        lines.append("  in the bag: " + listed(f"{name_of(t)} ×{n}" for t, n in f.bag_open.items()))
    if f.played:
        cards = (name_of(c.id) + (" (covered)" if c.covered else "") for c in f.played)
        lines.append(f"  cards face up: {listed(cards)}")
    if f.discard:
        lines.append(f"  discard pile: {listed(name_of(c) for c in f.discard)}")
    if f.offers:
        lines.append(f"  offers: {listed(name_of(o) for o in f.offers)}")
    if f.hand is not None:
        lines.append(f"  hand: {listed((name_of(c) for c in f.hand), 'empty')}")
    return lines + own_board(f)


def own_board(f: FactionView) -> list[str]:
    """What only Hester or the Fair Folk have."""
    lines = []
    if f.hester is not None:
        h = f.hester
        lines.append(
            "  squares: "
            + listed(f"{owner_name(s.side)} side {plain(s.filled) or 'empty'}" for s in h.squares)
        )
        lines.append(
            f"  fire fields: {listed(str(n) for n in h.fires)}; actions {h.actions}; flames left {h.flames}; snakes left {h.snakes}"
        )
    if f.fairfolk is not None:
        k = f.fairfolk
        lines.append(
            f"  looking for: {k.searching or 'nothing'}; silver on {listed(k.silver)}; nests {k.nests}; "
            f"loaded nests {listed(name_of(o) for o in k.loaded)}; offers in the bag {k.bag}; "
            f"objective cards {k.objectives}; arrows left {k.arrows}; crosses left {k.crosses}"
        )
        told = {
            "found": k.found,
            "offers without a nest": [name_of(o) for o in k.loose],
            "objectives discarded": [name_of(o) for o in k.discarded],
            "whispers": [f"{kind} {'yes' if yes else 'no'}" for kind, yes in k.whispers],
            "nobody attacks before a turn of": [owner_name(one) for one in k.calm],
            f"the {k.searching} can be on": [str(hex) for hex in k.could_be],
        }
        lines += [f"  {name}: {listed(what)}" for name, what in told.items() if what]
        if k.own_objectives is not None:
            lines.append(f"  objectives: {listed((name_of(o) for o in k.own_objectives), 'none')}")
    return lines


def tree_lines(view: HarrowView) -> list[str]:
    """The Tree and the battleground."""
    tree = view.tree
    lines = [f"battleground: {listed(by_colour(view.battleground), 'no cubes')}"]
    lines.append(f"in the Tree: {listed(by_colour(tree.inside), 'no cubes')}")
    if tree.number:
        lines.append(
            f"last Tree ({owner_name(tree.by)}): went in {listed(by_colour(tree.dropped))}; fell out {listed(by_colour(tree.fell))}"
        )
    return lines


def text_board(view: HarrowView) -> str:
    """The whole table in words, nothing left out."""
    lines = [opening(view), "", "Hexes"]
    for hex in view.hexes:
        lines.append(f"{hex.id} ({hex.name}) {hex.kind}: {listed(contents(hex), 'empty')}")
    for root in view.roots:
        lines.append(f"{root.colour} root from {root.start or 'outside'} into {root.end}")
    for arrow in view.arrows:
        lines.append(f"{arrow_words(arrow)}, or on it")
    lines += ["", "Factions in order of play"]
    for f in view.factions:
        lines += faction_lines(view, f)
    lines += ["", "Table", *tree_lines(view)]
    if view.tiles:
        tiles = (f"{title(t.jar)} jar: {name_of(t.tile)}{' (used)' if t.used else ''}" for t in view.tiles)
        lines.append(f"bonus tiles: {listed(tiles)}; {view.tile_supply} more")
    lines.append(
        f"box: {listed(f'{plain(k)} ×{n}' for k, n in view.box.items() if n)}; Wild tokens {view.wild}"
    )
    if view.solo:
        s = view.solo
        lines += [f"solo {words}" for words in solo_words(view)]
        if s.card:
            where = " or ".join(str(h) for h in s.card.hexes) or "any hex"
            whom = f", for the {owner_name(s.activated)}" if s.activated else ""
            lines.append(f"solo card: {s.card.symbol}, {where}{whom}")
    return "\n".join(lines)


def arrow_words(arrow: ArrowView) -> str:
    """H7.5.5  An arrow: through which hex its line runs, and the side it shows."""
    return f"arrow at {arrow.hex}: {arrow.side} of the {LINES.get(arrow.axis, arrow.axis)} line"


def brief(hex: HexView) -> list[str]:
    """What matters most on a hex."""
    found = units(hex)
    found += ["Hester"] if hex.hester else []
    found += [counted(hex.flames, "flame")] if hex.flames else []
    found += [counted(hex.townsfolk, "townsfolk", "townsfolk")] if hex.townsfolk else []
    found += [counted(hex.buildings, "building")] if hex.buildings else []
    return found


def search_words(view: HarrowView) -> list[str]:
    """H7  Nests, arrows and marks on the map, in few words."""
    parts = {
        "nests with offers": [str(h.id) for h in view.hexes if h.offer],
        "empty nests": [str(h.id) for h in view.hexes if h.nest and not h.offer],
        "wrong guesses": [str(h.id) for h in view.hexes if h.cross == "x"],
        "arrows": [f"{a.side} of {a.hex}" for a in view.arrows],
    }
    for f in view.factions:
        if f.fairfolk and f.fairfolk.searching and 0 < len(f.fairfolk.could_be) <= MANY:
            parts[f"the {f.fairfolk.searching} can be on"] = [str(hex) for hex in f.fairfolk.could_be]
    return [f"{name} {listed(what)}" for name, what in parts.items() if what]


def root_words(view: HarrowView) -> list[str]:
    """H5.4.1  Hester's roots, each way in one go: "outside-21-14"."""
    ways: list[tuple[str, list[int]]] = []
    for root in view.roots:
        if ways and ways[-1][0] == root.colour and ways[-1][1][-1] == root.start:
            ways[-1][1].append(root.end)
        else:
            ways.append((root.colour, [root.start, root.end]))
    return [f"{colour} root {'-'.join(str(h or 'outside') for h in way)}" for colour, way in ways]


def solo_words(view: HarrowView) -> list[str]:
    """H6.1, H8.1.2  The level of the solo game, its cards, and whose tokens are in the bag."""
    s = view.solo
    if not s:
        return []
    level = f"level {s.level}, " if s.level else ""
    found = [f"{level}cards left {listed(f'{d} {n}' for d, n in s.decks.items())}"]
    if s.drawn:
        side = f" ({owner_name(s.deciding)})" if s.drawn == COIN else ""
        found.append(
            f"token {token_name(s.drawn)}{side}, in the bag {listed(map(token_name, s.tokens), 'none')}"
        )
    return found


def token_name(token: str) -> str:
    """H8.1.2  A token of the bag."""
    return "coin" if token == COIN else owner_name(token)


def alt_text(view: HarrowView) -> str:
    """The essentials in at most 1,024 characters. It gets terser as the county fills."""
    scores = "; ".join(f"{who(f)} {points(f)}" for f in view.factions)
    short = "; ".join(f"{owner_name(f.owner)} {points(f)}" for f in view.factions)
    jars = "; ".join(
        f"{owner_name(f.owner)} jars left {listed((title(j.kind) for j in f.jars if not j.broken), 'none')}"
        for f in view.factions
        if f.jars
    )
    tree = "; ".join(tree_lines(view)[:2])
    full = [f"{h.id} {h.kind}: {listed(contents(h))}" for h in view.hexes if contents(h)]
    some = [f"{h.id}: {listed(brief(h))}" for h in view.hexes if brief(h)]
    storms = "storms " + listed(str(h.id) for h in view.hexes if h.storm)
    paths = [str(h.id) for h in view.hexes if h.paths]
    own = [*root_words(view), *search_words(view), *solo_words(view)]
    ways = "; ".join([f"{storms}; paths {listed(paths, 'none')}", *own])
    few = "; ".join(own)
    standing = [f"{h.id}: {listed(units(h))}" for h in view.hexes if units(h)]
    forms = (
        (scores, jars, tree, *full, few),
        (scores, jars, tree, *some, ways),
        (scores, tree, *some, ways),
        (short, tree, *some, ways),
        (short, *some, few),
        (short, *some),
        (short, *standing),
        (short,),
    )
    text = ""
    for parts in forms:
        text = f"{opening(view)} {'. '.join(p for p in parts if p)}."
        if len(text) <= ALT:
            return text
    return text[: ALT - 1] + "…"


def tell_hex(view: HarrowView, number: int) -> str:
    """A close look in words."""
    hex = next((h for h in view.hexes if h.id == number), None)
    if hex is None:
        return f"There is no hex {number}."
    return f"Hex {hex.id} ({hex.name}), {hex.kind}: {listed(contents(hex), 'empty')}."


def tell_seat(view: HarrowView, owner: str) -> str:
    """One board in words."""
    for f in view.factions:
        if f.owner == owner:
            return "\n".join(faction_lines(view, f))
    return f"Nobody plays {owner}."


def tell_boards(view: HarrowView) -> str:
    """Every board in words."""
    return "\n".join(line for f in view.factions for line in faction_lines(view, f))


def tell_hand(view: HarrowView) -> str:
    """The hand of the seat whose view this is."""
    faction = own(view)
    cards = faction.hand if faction and faction.hand is not None else ()
    quests = (faction.fairfolk and faction.fairfolk.own_objectives) or () if faction else ()
    parts = [card_words(card) for card in cards]
    told = "Hand: " + (" ".join(parts) or "no cards.")
    return told + (" Objectives: " + " ".join(card_words(card) for card in quests) if quests else "")


def card_words(card: str) -> str:
    """A card with its price and what it does."""
    found = facts(card)
    if not found:
        return name_of(card)
    price = f" ({counted(found.silver, 'silver cube')})" if found.silver else ""
    return f"{found.name}{price}: {found.text}"
