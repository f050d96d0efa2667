"""The whole table as one picture: who plays, the map, what happened, the common supply, every board."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

import msgspec

from engine.root.data import CARDS, FACTIONS, ITEMS, MAPS, QUESTS, SUITS
from engine.root.view import PlayerView, RootView, SetupCardView
from engine.root.words import FILE as SENTENCES
from render import fonts
from render.canvas import Canvas, ink
from render.flow import Block, draw_all, flow
from render.palette import Colour, mix
from render.root import ground, places, sprites
from render.root.blocks import Kit, face
from render.root.looks import look, look_of, short_name
from render.root.panels import panel, panel_height, tab
from render.root.style import palette_named, phase_name, title

WIDTH = ground.WIDTH
PAD = 14
TOP = 10 + 62 + 144
"""How high the title and the line of players are."""
LINES = 4
"""How many of the last events are told."""
LETTERS = 34
"""How large: on a phone the picture is a quarter as wide."""
INDENT = 30


def known_map(view: RootView) -> RootView:
    """The view, with a map we have; what is wrong is said by the caller."""
    if view.map in MAPS:
        return view
    return msgspec.structs.replace(view, map=next(iter(MAPS)))


def headline(view: RootView) -> tuple[str, str]:
    """What the picture is of, and where the game stands."""
    board = MAPS[view.map].name if view.map in MAPS else view.map
    left = f"{board} · turn {view.turn}"
    if view.over:
        names = [short_name(p) for p in view.players if p.owner in view.winners]
        return left, f"{' and '.join(names) or 'Nobody'} won"
    return left, phase_name(view.phase)


def active_player(view: RootView) -> PlayerView | None:
    return next((p for p in at_the_table(view) if p.owner == view.active), None)


def at_the_table(view: RootView) -> list[PlayerView]:
    """Everybody in order of play, also who has no faction yet."""
    order = {seat.seat: i for i, seat in enumerate(view.seats)}
    return sorted((*view.players, *view.undecided), key=lambda p: order.get(p.owner, 0))


def top_line(canvas: Canvas, view: RootView, kit: Kit, y: int) -> None:
    """Title, and whose turn it is; then one tab for each player in order of play."""
    table = kit.table
    left, right = headline(view)
    across = canvas.label(PAD + 6, y + 30, left, "title", 40, table.ink, "lm", place=kit.place)
    player = active_player(view)
    who = "" if player is None else short_name(player)
    text = right if view.over or not who else f"{right} of {who}"
    room = WIDTH - across - 3 * PAD - 130
    text = fonts.fit(text, "title", 40, room)
    wide = fonts.width(text, "title", 40)
    x = WIDTH - PAD - 6 - wide
    canvas.label(x, y + 30, text, "title", 40, table.ink, "lm", place=kit.place)
    if view.over:
        crown = sprites.figure("crown", 40, (120, 80, 10), kit.name, 2)
        canvas.sprite(crown, x - crown.width - 10, y + 8, "sign", "crown", kit.place)
    elif player is not None:
        it = look_of(player, kit.name)
        head = sprites.figure(it.drawing, 50, it.colour, kit.name, 2)
        canvas.sprite(head, x - head.width - 8, y + 3, "active", player.owner, kit.place)
    y += 62
    everybody = at_the_table(view) if view.undecided else view.players
    count = len(everybody)
    if not count:
        return
    gap = 12
    width = (WIDTH - 2 * PAD - gap * (count - 1)) // count
    width = min(width, 520)
    for i, each in enumerate(everybody):
        on = each.owner in view.winners if view.over else each.owner == view.active
        block = tab(Kit(kit.name, 1, width, "order of play"), each, width, on)
        block.draw(canvas, PAD + i * (width + gap), y)


def supply_blocks(view: RootView, kit: Kit) -> list[Block]:
    """Deck, discard pile, items, dominance cards and quests."""
    found = [pile(kit, "Deck", view.deck_size, True), pile(kit, "Discard", len(view.discard), False)]
    names = [i for i in [*ITEMS, *(set(view.item_supply) - set(ITEMS))] if view.item_supply.get(i, 0)]
    if names:
        for name in names:
            found.append(stack(kit, name, view.item_supply[name]))
    if view.dominance_available:
        found.append(kit.heading("Dominance"))
        for card in view.dominance_available:
            found.append(dominance(kit, card))
    if view.quests or view.quest_deck:
        found.append(kit.heading("Quests"))
        found += [quest(kit, q) for q in view.quests]
        if view.quest_deck:
            found.append(kit.hidden(view.quest_deck))
    return found


def draft_blocks(view: RootView, kit: Kit) -> list[Block]:
    """A.8.1  The setup cards that can be taken, and the one that cannot yet."""
    if not view.setup_cards:
        return []
    return [kit.heading("Setup cards to take"), *(setup_card(kit, card) for card in view.setup_cards)]


def setup_card(kit: Kit, card: SetupCardView) -> Block:
    """A setup card: the faction's head and name, the character beside it."""
    it = look(card.faction, kit.name)
    height = 76
    head = sprites.figure(it.drawing, 58, it.colour, kit.name, 2)
    below = " · ".join(x for x in (title(card.character), "locked" if card.locked else "") if x)
    wide = max(kit.wide(it.short, 30), kit.wide(below, 25, "plain"))
    width = head.width + wide + 34

    def draw(canvas: Canvas, x: int, y: int) -> None:
        fill = mix(kit.table.paper, kit.table.edge, 0.5) if card.locked else kit.table.paper
        canvas.plate((x, y, x + width, y + height), fill, 14, it.colour, 4)
        canvas.sprite(head, x + 12, y + 9, "setup card", card.faction, kit.place)
        at = x + 22 + head.width
        kit.text(canvas, at, y + (24 if below else height // 2), it.short, 30)
        if below:
            kit.text(canvas, at, y + 54, below, 25, soft=True)

    return Block(width, height, draw)


def pile(kit: Kit, name: str, count: int, down: bool) -> Block:
    """A pile of cards with its number."""
    size = 58
    head = kit.wide(name, 23, "plain") + 10

    def draw(canvas: Canvas, x: int, y: int) -> None:
        kit.text(canvas, x, y + size // 2, name, 23, soft=True)
        if down:
            kit.back(canvas, x + head, y, count, size)
            return
        sprite = sprites.figure("cards", size - 10, (120, 110, 96), kit.name, 2)
        canvas.sprite(sprite, x + head, y + 4, "card", f"{count} discarded", kit.place)
        canvas.label(
            x + head + sprite.width + 4,
            y + size // 2,
            str(count),
            "strong",
            32,
            kit.table.ink,
            "lm",
            place=kit.place,
        )

    width = head + 46 if down else head + 62 + kit.wide(str(count), 32)
    return Block(width, size, draw)


def stack(kit: Kit, name: str, count: int) -> Block:
    """An item of the supply with its number."""
    side = 52
    text = f"×{count}" if count != 1 else ""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.sprite(sprites.item(name, side, kit.name), x, y, "item", f"{name} {count}", kit.place)
        if not sprites.has(name):
            canvas.fault(f"unknown item {name!r} in the supply")
        if text:
            kit.text(canvas, x + side + 2, y + side // 2, text, 28)

    return Block(side + (kit.wide(text, 28) + 4 if text else 0), side, draw)


def dominance(kit: Kit, card: str) -> Block:
    """A dominance card that may be taken."""
    disc = sprites.suit_disc(face(card).suit, 44, kit.name)
    crown = sprites.figure("crown", 18, (120, 80, 10), kit.name, 1.6)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.sprite(disc, x, y + 12, "card", card, kit.place)
        canvas.sprite(crown, x + (disc.width - crown.width) // 2, y - 2, "sign", "crown", kit.place)

    return Block(disc.width, 56, draw)


def quest(kit: Kit, name: str) -> Block:
    """A quest: its suit and the two items it asks for."""
    it = face(name)
    items = QUESTS[name].items if name in QUESTS else ()
    width = 46 + 42 * max(1, len(items))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.plate((x, y, x + width + 8, y + 52), kit.table.paper, 12, kit.table.edge, 2)
        canvas.sprite(sprites.suit_disc(it.suit, 42, kit.name), x + 5, y + 5, "card", name, kit.place)
        if not items:
            canvas.fault(f"unknown quest {name!r}")
            canvas.sprite(sprites.hazard(40, kit.name, False), x + 52, y + 6, "mark", name, kit.place)
        for i, item in enumerate(items):
            canvas.sprite(sprites.item(item, 41, kit.name), x + 49 + i * 43, y + 5, "item", item, kit.place)

    return Block(width + 8, 52, draw)


def told(recent: Sequence[str], kit: Kit) -> list[Block]:
    """The last events in words, the newest last."""
    found = []
    for text in list(recent)[-LINES:]:
        for i, line in enumerate(word_by_word(text, kit.room - INDENT)):
            found.append(Block(kit.room, 44, event_line(kit, line, i == 0), wide=True))
    return found


def word_by_word(text: str, room: int) -> list[list[tuple[int, str]]]:
    """A sentence on at most two lines, each word with its place: words come again, sentences do not."""
    lines: list[list[tuple[int, str]]] = [[]]
    at = 0
    for word in fonts.clean(text, "plain").split():
        wide = fonts.width(word, "plain", LETTERS)
        if at + wide > room and lines[-1]:
            if len(lines) == 2:
                *lines[-1], (start, last) = lines[-1]
                lines[-1].append((start, f"{last.rstrip('.,:')}…"))
                break
            lines.append([])
            at = 0
        lines[-1].append((at, word if wide <= room else fonts.fit(word, "plain", LETTERS, room)))
        at += wide + fonts.width(" ", "plain", LETTERS)
    return lines


def warm_story() -> None:
    """Draw ahead the words that stories are made of."""
    texts = [*SENTENCES.events.values(), *SENTENCES.players.values(), *SENTENCES.names.values()]
    texts += [card.name for card in CARDS.values()] + [faction.name for faction in FACTIONS.values()]
    found = {word for text in texts for word in re.sub(r"{[^}]*}", " ", text).split()}
    found |= {word.capitalize() for word in found if word.islower()}
    found |= {f"({suit}){end}" for suit in SUITS for end in ("", ".", ":", ",")}
    found |= {f"{number}{end}" for number in range(31) for end in ("", ".", ",")}
    for word in found:
        fonts.width(word, "plain", LETTERS)
        ink(word, "plain", LETTERS, 0)


def event_line(kit: Kit, line: list[tuple[int, str]], first: bool) -> Callable[[Canvas, int, int], None]:
    """Draws one line of the story."""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        if first:
            arrow = sprites.figure("arrow", 16, (120, 80, 10), kit.name, 1.5)
            canvas.sprite(arrow, x, y + 13, "sign", "event", kit.place)
        for at, word in line:
            canvas.label(
                x + INDENT + at, y + 22, word, "plain", LETTERS, kit.table.ink, "lm", place=kit.place
            )

    return draw


def boards(view: RootView, palette: str) -> tuple[list[tuple[Canvas, int, int]], int]:
    """Every faction's board in two columns of one height, and that height."""
    gap = 12
    width = (WIDTH - 2 * PAD - gap) // 2
    columns: tuple[list[PlayerView], list[PlayerView]] = ([], [])
    heights = [0, 0]

    def is_active(player: PlayerView) -> bool:
        return player.owner == view.active and not view.over

    for player in view.players:
        side = 0 if heights[0] <= heights[1] else 1
        columns[side].append(player)
        heights[side] += panel_height(player, palette, width, 1.0, False, is_active(player)) + gap
    placed = []
    for side, column in enumerate(columns):
        y = 0
        for player in column:
            least = max(heights) - gap - y if player is column[-1] else 0
            canvas = panel(player, palette, width, 1.0, False, is_active(player), least)
            placed.append((canvas, PAD + side * (width + gap), y))
            y += canvas.height + gap
    return placed, max(heights)


def strip(blocks: Sequence[Block], kit: Kit, edge: Colour, gap: int) -> Canvas | None:
    """Blocks on a strip of paper across the table; None if there are none."""
    placed, tall = flow(blocks, kit.room, gap, 10 if gap else 0)
    if not tall:
        return None
    width = WIDTH - 2 * PAD
    canvas = Canvas(width, tall + 2 * PAD, kit.table.paper)
    canvas.plate((0, 0, width, canvas.height), kit.table.panel, 14, edge, 3)
    draw_all(canvas, placed, PAD, PAD)
    return canvas


def warnings(faults: Sequence[str]) -> list[str]:
    """What is wrong with the view, in a few lines."""
    lines = [f"! {f}" for f in faults[:4]]
    return lines + ([f"! and {len(faults) - 4} more"] if len(faults) > 4 else [])


def board(view: RootView, palette: str, marked: Collection[int | str], recent: Sequence[str]) -> Canvas:
    """The whole table."""
    table = palette_named(palette)
    kit = Kit(palette, 1, WIDTH - 4 * PAD, "table")
    given, view = view, known_map(view)
    sheets, sheets_height = boards(view, palette)
    common = strip(supply_blocks(view, kit), kit, table.edge, 13)
    draft = strip(draft_blocks(view, kit), kit, table.gold, 16)
    story = strip(told(recent, kit), kit, table.edge, 0)
    strips = [s for s in (draft, story, common) if s]
    below = TOP + ground.HEIGHT
    height = below + PAD + sum(s.height + 10 for s in strips) + sheets_height + 2
    canvas = Canvas(WIDTH, height, None)
    canvas.picture(ground.suited(view.map, places.suits_of(view), palette), 0, TOP)
    if given.map != view.map:
        canvas.fault(f"unknown map {given.map!r}")
    places.draw_map(canvas.part(0, TOP), view, palette, marked)
    canvas.bar((0, 0, WIDTH, TOP), table.paper)
    faults = [f for part in (canvas, common, *(s for s, _, _ in sheets)) if part for f in part.wrong]
    alarm = strip(told(warnings(faults), kit), kit, table.alarm, 0)
    if alarm:
        strips.insert(0, alarm)
        canvas = canvas.taller(alarm.height + 10)
    canvas.bar((0, below, WIDTH, canvas.height), table.paper)
    top_line(canvas, view, kit, 10)
    y = below + PAD
    for each in strips:
        canvas.sheet(each, PAD, y)
        y += each.height + 10
    for sheet, x, at in sheets:
        canvas.sheet(sheet, x, y + at)
    return canvas
