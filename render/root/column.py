"""The slim column beside the map: the turn, every player at a glance, what lies on the table."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from engine.root.data import QUESTS
from engine.root.view import PlayerView, RootView, SetupCardView
from engine.rules import Place
from render import fonts
from render.canvas import Canvas, Sheets
from render.flow import Block, Placed, draw_all, flow
from render.palette import mix
from render.root import places, shape, sprites
from render.root.blocks import Kit, face
from render.root.guests import CHIPS, chips
from render.root.looks import look, look_of, owners, short_name
from render.root.score import score_block
from render.root.style import palette_named, phase_name, title

WIDTH = 348
HEIGHT = shape.HEIGHT
PAD = 12
ROOM = WIDTH - 2 * PAD
HEAD = 70
"""How high the line with the turn is."""
GAP = 7
CELLS = {1: 160, 2: 160, 3: 150, 4: 142, 5: 126, 6: 110}
"""How high a player's cell is, by how many there are."""
CLOSE, FEW = 100, 5
"""How high a cell is if there are hirelings and more players than a few."""
GOAL = 30
LEAST = 66
"""How much room a place beside the map is left at least."""
SHORT = {"End of the turn": "Ended"}
"""Phases that have no room beside the turn, in one word."""
SHEETS = Sheets(1024)


def at_the_table(view: RootView) -> list[PlayerView]:
    """Everybody in order of play, also who has no faction yet."""
    order = {seat.seat: i for i, seat in enumerate(view.seats)}
    return sorted((*view.players, *view.undecided), key=lambda p: order.get(p.owner, 0))


def headline(view: RootView) -> tuple[str, str]:
    """The turn, and where it stands."""
    if view.over:
        names = [short_name(p) for p in view.players if p.owner in view.winners]
        return f"Turn {view.turn}", f"{' and '.join(names) or 'Nobody'} won"
    if not view.turn:
        return "Setup", ""
    phase = phase_name(view.phase)
    return f"Turn {view.turn}", SHORT.get(phase, phase)


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
        right = next((one for one in told(right) if fonts.width(one, "strong", 31) <= room), "")
        wide = fonts.width(right, "strong", 31)
        canvas.sprite(crown, x - wide - crown.width - 6, HEAD // 2 - 15, "sign", "crown", kit.place)
    size = next((one for one in (31, 27) if fonts.width(right, "strong", one) <= room), 24)
    canvas.label(x, HEAD // 2 + 2, right, "strong", size, kit.table.soft, "rm", room=room, place=kit.place)


def told(won: str) -> tuple[str, ...]:
    """Who won, in fewer and fewer words: a gold edge shows it, too."""
    names, _, end = won.rpartition(" ")
    return won, names, end.capitalize()


# --- players ----------------------------------------------------------------------------------------------


def cell_height(count: int, hirelings: bool = False) -> int:
    """How high each of so many cells is; many give way a little to hirelings, who are there for the whole game."""
    high = CELLS.get(count) or (CELLS[6] * 6 - GAP * (count - 6)) // max(count, 1)
    return min(high, CLOSE) if hirelings and count > FEW else high


def players(canvas: Canvas, view: RootView, kit: Kit, y: int, asked: Collection[str]) -> int:
    """One cell for each player in order of play. Gives where they end."""
    everybody = at_the_table(view)
    high = cell_height(len(everybody), any(guest.owner in owners() for guest in view.guests))
    for each in everybody:
        on = each.owner in view.winners if view.over else each.owner == view.active
        must = each.owner in asked and not view.over
        shown = (
            each.owner,
            each.faction,
            each.name,
            each.score,
            each.hand_size,
            each.dominance,
            each.coalition,
        )
        draw = partial(cell, kit=kit, player=each, high=high, on=on, asked=must)
        SHEETS.put(canvas, 0, y, (*shown, kit.name, high, on, must), draw)
        y += high + GAP
    return y


def cell(canvas: Canvas, *, kit: Kit, player: PlayerView, high: int, on: bool, asked: bool) -> None:
    """One player: figure, name, points, cards in hand, how far the way is to the goal, and whether they must decide."""
    it = look_of(player, kit.name)
    table = kit.table
    y = 0
    fill = mix(it.colour, table.outline, 0.12)
    left, right = PAD - 6, WIDTH - PAD + 6
    edge = table.gold if on else table.outline
    canvas.plate((left, y, right, y + high), fill, 16, edge, 7 if on else 3)
    canvas.note("tab", player.owner, kit.place, (left, y, right, y + high))
    figure = sprites.figure(it.drawing, high - 26, it.colour, kit.name, 2.4)
    canvas.sprite(figure, left + 10, y + (high - figure.height) // 2, "figure", player.owner, kit.place)
    at, end = left + 18 + figure.width, right - 14
    above, below = y + round(high * 0.22), y + round(high * 0.65)
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
    score = score_block(kit, player, min(66, high - 54))
    score.draw(canvas, at, below - score.height // 2)
    if player.score is not None:
        wide = right - left - 32
        canvas.bar((left + 16, y + high - 16, left + 16 + wide, y + high - 11), mix(fill, table.outline, 0.5))
        share = max(0, min(player.score, GOAL)) / GOAL
        canvas.bar((left + 16, y + high - 16, left + 16 + round(wide * share), y + high - 11), table.gold)


def undecided(canvas: Canvas, x: int, y: int, room: int, kit: Kit) -> None:
    """What stands in place of a score before there is a faction."""
    lines = fonts.wrap("no faction yet", "strong", 22, room, 3)
    for i, line in enumerate(lines):
        canvas.label(
            x, y + 4 + round((i - (len(lines) - 1) / 2) * 24), line, "strong", 22, kit.table.light, "lm", outline=kit.table.outline, place=kit.place
        )  # fmt: skip


# --- what lies on the table -------------------------------------------------------------------------------


def supply_blocks(view: RootView, kit: Kit) -> list[Block]:
    """Deck, discard pile and dominance cards on one line, quests below."""
    piles = [pile(kit, view.deck_size, True), pile(kit, len(view.discard), False)]
    piles += [dominance(kit, card) for card in view.dominance_available]
    found = together(piles)
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


def on_the_table(view: RootView, kit: Kit, y: int, room: int) -> tuple[list[Placed], int]:
    """In a draft the setup cards; else cards, quests and hirelings, these as large as there is room for."""
    if view.setup_cards:
        height = min(64, (HEIGHT - y - 10) // len(view.setup_cards) - 8)
        return flow([setup_card(kit, card, height) for card in view.setup_cards], ROOM, 8, 8)
    lying = supply_blocks(view, kit)
    for high in CHIPS:
        placed, tall = flow([*lying, *together(chips(view, kit, high))], ROOM, 8, 8)
        if tall <= room:
            break
    return placed, tall


def together(blocks: list[Block]) -> list[Block]:
    """These blocks on lines of their own: hirelings are not taken for quests."""
    placed, tall = flow(blocks, ROOM, 8, 8)
    return (
        [Block(ROOM, tall, lambda canvas, x, y: draw_all(canvas, placed, x, y), wide=True)] if blocks else []
    )


# --- all of it --------------------------------------------------------------------------------------------


def column(
    canvas: Canvas, view: RootView, palette: str, asked: Collection[str], targets: Collection[Place]
) -> None:
    """The whole column, on a canvas with its corner there. `targets` may be chosen."""
    kit = Kit(palette, 1, ROOM, "column")
    table = palette_named(palette)
    canvas.bar((0, 0, WIDTH, HEIGHT), table.paper)
    canvas.bar((0, 0, 5, HEIGHT), table.outline)
    head(canvas, view, kit)
    y = players(canvas, view, kit, HEAD, asked) + 10
    aside = [place for place in view.places if isinstance(place.id, int)]
    placed, tall = on_the_table(view, kit, y, HEIGHT - y - 10 - len(aside) * LEAST)
    draw_all(canvas, placed, PAD, y)
    y += tall + 10
    for place in aside:
        high = min(104, (HEIGHT - y - 6) // len(aside) - 6)
        box = (PAD - 4, y, WIDTH - PAD + 4, y + high)
        places.beside(canvas, view, place, box, palette, may_be_chosen=place.id in targets)
        y += high + 6
