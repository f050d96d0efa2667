"""The slim column beside the map: the turn, every player at a glance, what lies on the table, what happened last."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from engine.root.data import CARDS, FACTIONS, QUESTS, SUITS
from engine.root.view import PlayerView, RootView, SetupCardView
from engine.root.words import FILE as SENTENCES
from render import fonts
from render.canvas import Canvas, ink
from render.flow import Block, draw_all, flow
from render.palette import Colour, mix
from render.root import sprites
from render.root.blocks import Kit, face
from render.root.looks import look, look_of, short_name
from render.root.score import score_block
from render.root.style import palette_named, phase_name, title

WIDTH = 348
HEIGHT = 1120
PAD = 12
ROOM = WIDTH - 2 * PAD
HEAD = 70
"""How high the line with the turn is."""
GAP = 7
CELLS = {1: 150, 2: 150, 3: 140, 4: 128, 5: 112, 6: 104}
"""How high a player's cell is, by how many there are."""
LETTERS = 28
"""How large the last events are told."""
LEADING = 34
INDENT = 20
GOAL = 30
WARNINGS = 3


def at_the_table(view: RootView) -> list[PlayerView]:
    """Everybody in order of play, also who has no faction yet."""
    order = {seat.seat: i for i, seat in enumerate(view.seats)}
    return sorted((*view.players, *view.undecided), key=lambda p: order.get(p.owner, 0))


def headline(view: RootView) -> tuple[str, str]:
    """The turn, and where it stands."""
    if view.over:
        names = [short_name(p) for p in view.players if p.owner in view.winners]
        return f"Turn {view.turn}", f"{' and '.join(names) or 'Nobody'} won"
    return f"Turn {view.turn}" if view.turn else "Setup", phase_name(view.phase) if view.turn else ""


def head(canvas: Canvas, view: RootView, kit: Kit) -> None:
    """The turn and its phase; who won."""
    left, right = headline(view)
    across = canvas.label(PAD, HEAD // 2, left, "title", 44, kit.table.ink, "lm", place=kit.place)
    if not right:
        return
    room = ROOM - across - 14
    x = WIDTH - PAD
    if view.over:
        crown = sprites.figure("crown", 30, (120, 80, 10), kit.name, 2)
        room -= crown.width + 6
        text = fonts.fit(right, "strong", 31, room)
        wide = fonts.width(text, "strong", 31)
        canvas.sprite(crown, x - wide - crown.width - 6, HEAD // 2 - 15, "sign", "crown", kit.place)
    canvas.label(x, HEAD // 2 + 2, right, "strong", 31, kit.table.soft, "rm", room=room, place=kit.place)


# --- players ----------------------------------------------------------------------------------------------


def cell_height(count: int) -> int:
    """How high each of so many cells is."""
    return CELLS.get(count) or (CELLS[6] * 6 - GAP * (count - 6)) // max(count, 1)


def players(canvas: Canvas, view: RootView, kit: Kit, y: int, asked: Collection[str]) -> int:
    """One cell for each player in order of play. Gives where they end."""
    everybody = at_the_table(view)
    high = cell_height(len(everybody))
    for each in everybody:
        on = each.owner in view.winners if view.over else each.owner == view.active
        cell(canvas, kit, each, y, high, on, each.owner in asked and not view.over)
        y += high + GAP
    return y


def cell(canvas: Canvas, kit: Kit, player: PlayerView, y: int, high: int, on: bool, asked: bool) -> None:
    """One player: figure, name, points, cards in hand, how far the way is to the goal, and whether they must decide."""
    it = look_of(player, kit.name)
    table = kit.table
    fill = mix(it.colour, table.outline, 0.12)
    left, right = PAD - 6, WIDTH - PAD + 6
    edge = table.gold if on else table.outline
    canvas.plate((left, y, right, y + high), fill, 16, edge, 7 if on else 3)
    canvas.note("tab", player.owner, kit.place, (left, y, right, y + high))
    figure = sprites.figure(it.drawing, high - 26, it.colour, kit.name, 2.4)
    canvas.sprite(figure, left + 10, y + (high - figure.height) // 2, "figure", player.owner, kit.place)
    at, end = left + 18 + figure.width, right - 14
    above, below = y + round(high * 0.25), y + round(high * 0.63)
    if asked:
        sign = sprites.asked(round(high * 0.36), kit.name)
        end_of_name = end - sign.width - 4
        canvas.sprite(sign, end - sign.width + 6, y + 6, "asked", player.owner, kit.place)
    else:
        end_of_name = end
    canvas.label(
        at, above, short_name(player), "strong", 31, table.light, "lm", room=end_of_name - at, outline=table.outline,
        place=kit.place,
    )  # fmt: skip
    text = str(player.hand_size)
    start = end - fonts.width(text, "strong", 38)
    canvas.label(start, below, text, "strong", 38, table.light, "lm", outline=table.outline, place=kit.place)
    cards = sprites.figure("cards", 36, mix(it.colour, table.light, 0.4), kit.name, 2)
    canvas.sprite(
        cards, start - cards.width - 4, below - cards.height // 2, "sign", f"cards {text}", kit.place
    )
    if not player.faction:
        undecided(canvas, at, below, start - cards.width - 10 - at, kit)
        return
    score = score_block(kit, player, min(64, high - 52))
    score.draw(canvas, at, below - score.height // 2)
    if player.score is not None:
        wide = right - left - 32
        canvas.bar((left + 16, y + high - 16, left + 16 + wide, y + high - 11), mix(fill, table.outline, 0.5))
        share = max(0, min(player.score, GOAL)) / GOAL
        canvas.bar((left + 16, y + high - 16, left + 16 + round(wide * share), y + high - 11), table.gold)


def undecided(canvas: Canvas, x: int, y: int, room: int, kit: Kit) -> None:
    """What stands in place of a score before there is a faction."""
    lines = fonts.wrap("no faction yet", "strong", 22, room, 2)
    for i, line in enumerate(lines):
        canvas.label(
            x, y + 4 + round((i - (len(lines) - 1) / 2) * 24), line, "strong", 22, kit.table.light, "lm", outline=kit.table.outline, place=kit.place
        )  # fmt: skip


# --- what lies on the table -------------------------------------------------------------------------------


def supply_blocks(view: RootView, kit: Kit) -> list[Block]:
    """Deck, discard pile and dominance cards on one line, quests below."""
    found = [pile(kit, view.deck_size, True), pile(kit, len(view.discard), False)]
    found += [dominance(kit, card) for card in view.dominance_available]
    found += [quest(kit, q) for q in view.quests]
    if view.quest_deck:
        found.append(quests_left(kit, view.quest_deck))
    return found


def pile(kit: Kit, count: int, down: bool) -> Block:
    """A pile of cards with its number: the deck face down, or what was discarded."""
    size = 52
    if down:
        return Block(46, size, lambda canvas, x, y: kit.back(canvas, x, y, count, size))
    sprite = sprites.figure("discard", size - 6, (120, 110, 96), kit.name, 2)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.sprite(sprite, x, y + 1, "card", f"{count} discarded", kit.place)
        canvas.label(
            x + sprite.width + 4, y + size // 2, str(count), "strong", 32, kit.table.ink, "lm", place=kit.place
        )  # fmt: skip

    return Block(sprite.width + 6 + kit.wide("00", 32), size, draw)


def dominance(kit: Kit, card: str) -> Block:
    """A dominance card that may be taken."""
    disc = sprites.suit_disc(face(card).suit, 40, kit.name)
    crown = sprites.figure("crown", 17, (120, 80, 10), kit.name, 1.6)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.sprite(disc, x, y + 12, "card", card, kit.place)
        canvas.sprite(crown, x + (disc.width - crown.width) // 2, y - 3, "sign", "crown", kit.place)

    return Block(disc.width, 52, draw)


QUEST = 40


def quest(kit: Kit, name: str) -> Block:
    """A quest: its suit and the two items it asks for."""
    it = face(name)
    items = QUESTS[name].items if name in QUESTS else ()
    width = 12 + QUEST + (QUEST + 2) * 2

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.plate((x, y, x + width, y + QUEST + 8), kit.table.panel, 12, kit.table.edge, 2)
        canvas.sprite(sprites.suit_disc(it.suit, QUEST, kit.name), x + 4, y + 4, "card", name, kit.place)
        if not items:
            canvas.fault(f"unknown quest {name!r}")
            canvas.sprite(
                sprites.hazard(QUEST, kit.name, False), x + QUEST + 8, y + 4, "mark", name, kit.place
            )
        for i, item in enumerate(items):
            at = x + QUEST + 7 + i * (QUEST + 2)
            canvas.sprite(sprites.item(item, QUEST, kit.name), at, y + 4, "item", item, kit.place)

    return Block(width, QUEST + 8, draw)


def quests_left(kit: Kit, count: int) -> Block:
    """How many quests are still to come."""
    text = f"+{count}"

    def draw(canvas: Canvas, x: int, y: int) -> None:
        kit.text(canvas, x, y + QUEST // 2 + 4, text, 28, soft=True)

    return Block(kit.wide(text, 28, "plain"), QUEST + 8, draw)


def setup_card(kit: Kit, card: SetupCardView, height: int) -> Block:
    """A.8.1  A setup card: the faction's head and name, the character beside it."""
    it = look(card.faction, kit.name)
    figure = sprites.figure(it.drawing, height - 12, it.colour, kit.name, 2)
    beside = " · ".join(x for x in (title(card.character), "locked" if card.locked else "") if x)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        fill = mix(kit.table.paper, kit.table.edge, 0.5) if card.locked else kit.table.panel
        canvas.plate((x, y, x + ROOM, y + height), fill, 12, it.colour, 4)
        canvas.sprite(figure, x + 8, y + 5, "setup card", card.faction, kit.place)
        at, room = x + 16 + figure.width, ROOM - figure.width - 26
        size = min(27, round(height * 0.46))
        kit.text(canvas, at, y + (round(height * 0.3) if beside else height // 2), it.short, size, room=room)
        if beside:
            kit.text(canvas, at, y + round(height * 0.74), beside, round(size * 0.8), soft=True, room=room)

    return Block(ROOM, height, draw, wide=True)


# --- what happened ----------------------------------------------------------------------------------------


def word_by_word(text: str, room: int) -> list[list[tuple[int, str]]]:
    """A sentence on lines, each word with its place: words come again, sentences do not."""
    lines: list[list[tuple[int, str]]] = [[]]
    at = 0
    for word in fonts.clean(text, "plain").split():
        wide = fonts.width(word, "plain", LETTERS)
        if at + wide > room and lines[-1]:
            lines.append([])
            at = 0
        lines[-1].append((at, word if wide <= room else fonts.fit(word, "plain", LETTERS, room)))
        at += wide + fonts.width(" ", "plain", LETTERS)
    return lines


Line = list[tuple[int, str]]


def story_lines(recent: Sequence[str], room: int, most: int) -> list[tuple[bool, Line]]:
    """The newest sentences that fit on so many lines; each line, and whether a sentence begins on it.

    If not even the beginning of one fits, it is left out; if only its beginning does, it ends in dots.
    """
    found: list[tuple[bool, Line]] = []
    for text in reversed(recent):
        lines = [(i == 0, line) for i, line in enumerate(word_by_word(text, room))]
        left = most - len(found)
        if left < min(2, len(lines)):
            break
        if len(lines) > left:
            lines = lines[:left]
            first, line = lines[-1]
            start, last = line[-1]
            lines[-1] = (first, [*line[:-1], (start, f"{last.rstrip('.,:')}…")])
        found = lines + found
    return found


def story(canvas: Canvas, recent: Sequence[str], kit: Kit, top: int, bottom: int, ink_colour: Colour) -> int:
    """The last events, the newest last. Gives where they end."""
    y = top
    for first, line in story_lines(recent, ROOM - INDENT, max(0, (bottom - top) // LEADING)):
        if first:
            arrow = sprites.figure("arrow", 14, (120, 80, 10), kit.name, 1.5)
            canvas.sprite(arrow, PAD - 2, y + LEADING // 2 - arrow.height // 2, "sign", "event", kit.place)
        for at, word in line:
            canvas.label(
                PAD + INDENT + at, y + LEADING // 2, word, "plain", LETTERS, ink_colour, "lm", place="story"
            )  # fmt: skip
        y += LEADING
    return y


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


def warnings(faults: Sequence[str]) -> list[str]:
    """What is wrong with the view, in a few lines."""
    lines = [f"! {f}" for f in faults[:WARNINGS]]
    return lines + ([f"! and {len(faults) - WARNINGS} more"] if len(faults) > WARNINGS else [])


# --- all of it --------------------------------------------------------------------------------------------


def column(
    canvas: Canvas,
    view: RootView,
    palette: str,
    recent: Sequence[str],
    asked: Collection[str],
    faults: Callable[[], Sequence[str]],
) -> None:
    """The whole column, on a canvas with its corner there. `faults` are asked for last: they take the story's place."""
    kit = Kit(palette, 1, ROOM, "column")
    table = palette_named(palette)
    canvas.bar((0, 0, WIDTH, HEIGHT), table.paper)
    canvas.bar((0, 0, 5, HEIGHT), table.outline)
    head(canvas, view, kit)
    y = players(canvas, view, kit, HEAD, asked) + 10
    blocks = supply_blocks(view, kit)
    if view.setup_cards:
        height = min(58, (HEIGHT - y - 10) // len(view.setup_cards) - 8)
        blocks = [setup_card(kit, card, height) for card in view.setup_cards]
    placed, tall = flow(blocks, ROOM, 8, 8)
    draw_all(canvas, placed, PAD, y)
    y += tall + 14
    canvas.bar((PAD, y, WIDTH - PAD, y + 3), table.edge)
    y += 12
    wrong = warnings(faults())
    if wrong:
        canvas.plate((8, y - 4, WIDTH - 4, HEIGHT - 6), table.panel, 12, table.alarm, 5)
        y = story(canvas, wrong[::-1], kit, y + 4, HEIGHT - 12, table.ink)
        return
    story(canvas, recent, kit, y, HEIGHT - 10, table.ink)
