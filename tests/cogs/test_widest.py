"""Every message stays inside Discord's limits, in random games and in the widest states there can be."""

from __future__ import annotations

import random

import discord
import msgspec
import pytest

from cogs import texts
from cogs.board.drill import Chosen, Menu, drill, mask_of, read_mask, verbs
from cogs.board.message import BoardMessage, Shown
from cogs.board.panel import Panel
from cogs.board.typed import found
from cogs.errors import plain_layout
from cogs.lobby.guide import help_text
from cogs.lobby.message import LobbyMessage
from cogs.lobby.plan import Chair, Plan, bots_of, choices
from cogs.looking import law
from cogs.order import care, votes
from cogs.order.votes import Vote
from cogs.tables import with_plan
from cogs.waiting import commands as wait
from engine.chance import seeded
from engine.deciding import Weight
from engine.game import Game
from engine.games import GAMES
from engine.lobby import NOTHING_AGREED
from engine.rules import Event, SeatSetup, Setup
from engine.seats import Random, SeatSettings
from engine.store import GameRow, SeatRow
from engine.table import Look, Open
from local import components as parts
from local.checker import checker

ROOT = GAMES["root"]
LONG = "W" * 60
USER = "1" * 19
ROUTE = "POST /channels/{channel_id}/messages"

MIXES = [
    ("marquise", "eyrie"),
    ("marquise", "eyrie", "alliance", "vagabond"),
    ("vagabond", "vagabond2", "marquise", "eyrie", "alliance"),
]


def check(view: discord.ui.LayoutView, files: set[str] = frozenset()) -> None:
    """Would Discord take this message?"""
    body = {"components": view.to_components(), "flags": 1 << 15}
    checker().check(ROUTE, body)
    faults = parts.check_message(body["components"], ("components",), v2=True, files=set(files))
    assert not faults, faults
    shown = sum(len(text) for text in parts.texts(body["components"]))
    assert shown <= 4000
    for _, part in parts.walk(body["components"]):
        if part["type"] == parts.BUTTON:
            assert 0 < len(part["label"]) <= 38


def look_of(game: Game, seat: str | None, rev: int = 10**9) -> Look:
    """A look with the longest names and numbers."""
    seats = tuple(
        SeatRow(s.seat, i, "human", USER, since=1.0, asked=rev, settings=b"{}")
        for i, s in enumerate(game.setup.seats)
    )
    questions = {game.rules.seat_of(game.state, ask.seat): ask for ask in game.waiting()}
    waiting = tuple(Open(name, ask.key, ask.clause, 1.0, rev) for name, ask in questions.items())
    row = GameRow("abcdef", "root", "running", rev, title=LONG, host=USER, guild=USER, channel=USER)
    undo = tuple(game.undoable(seat)) if seat else ()
    names = {s.seat: game.rules.name_of(game.state, s.seat) for s in game.setup.seats}
    return Look(
        row, seats, seat, game.view(seat), questions.get(seat) if seat else None, waiting, undo, names
    )


def fatten(game: Game) -> None:
    """Thirty cards in every hand, and every clearing full of warriors."""
    for player in game.state.players.values():
        while len(player.hand) < 30 and game.state.deck:
            player.hand.append(game.state.deck.pop())
    for row in game.state.warriors.values():
        for clearing in range(1, 13):
            row[clearing] = max(row[clearing], 25)


def every_panel(panel: Panel, limit: int) -> None:
    """Follow menus to their ends, as far as the limit goes."""
    ask = panel.look.ask
    check(panel.question("✓ " + "x" * 5000))
    if ask.many:
        return
    for verb in verbs(ask):
        paths = [()]
        for _ in range(limit):
            if not paths:
                break
            path = paths.pop()
            step = drill(ask, verb, path)
            if isinstance(step, Chosen):
                check(panel.sure(step.option, Weight(False, True, True, False)))
                continue
            assert isinstance(step, Menu)
            for page in range(-(-len(step.choices) // 25)):
                shown = panel.verb(verb, path, page)
                check(shown)
            paths += [(*path, i) for i in range(len(step.choices))][:: max(1, len(step.choices) // 3)]


def every_message(game: Game, events: tuple[Event, ...]) -> None:
    public = look_of(game, None)
    asks = {one.seat: look_of(game, one.seat).ask for one in public.open}
    ends = {one.seat: 4e9 for one in public.open}
    shown = Shown(public, public.view, asks, events, "board.png", ROOT.about.tips["daylight"], ends)
    for frozen in (False, True):
        board = BoardMessage(ROOT, shown)
        message = board.build(frozen=frozen, skipped=12345 * frozen)
        board.describe("a" * 1024)
        check(message, {"board.png"})
    for one in public.open:
        look = look_of(game, one.seat)
        every_panel(Panel(ROOT, look), 12)
        for value, label, _ in found(look, look.ask, "", 25):
            assert len(value) <= 100
            assert label
        assert len(law.decision_text(look, {one.seat: look.ask})) <= 3900
        check(wait.orders_view(msgspec.structs.replace(look, seats=orders(look))))


def orders(look: Look) -> tuple[SeatRow, ...]:
    data = msgspec.json.encode(SeatSettings())
    return tuple(msgspec.structs.replace(seat, settings=data) for seat in look.seats)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("wide", [False, True])
def test_random_games_stay_inside_the_limits(mix, wide):
    source = random.Random(f"{mix}{wide}")
    setup = Setup(tuple(SeatSetup(name, name) for name in mix), {"map": "mountain" if wide else "autumn"})
    game = Game(ROOT.rules, setup, seeded(f"widest {mix}")).start()
    player = Random(source)
    events = tuple(game.take_events())
    for step in range(150):
        if game.over:
            break
        if wide and step % 25 == 20:
            fatten(game)
        if step % 5 == 0:
            every_message(game, events)
        ask = game.waiting()[0]
        seat = game.rules.seat_of(game.state, ask.seat)
        events = (*events, *game.answer(seat, player.answer(lambda: None, ask)))[-400:]
    every_message(game, events) if not game.over else None


def test_a_hand_of_thirty_is_discarded_page_by_page():
    """Thirty cards do not fit into one menu; what was chosen so far fits into an id all the same."""
    setup = Setup((SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie")), {})
    game = Game(ROOT.rules, setup, seeded("thirty")).start()
    player = Random(random.Random(1))
    while not (game.waiting()[0].key == "evening.discard" and game.waiting()[0].least > 20):
        assert not game.over
        for one in game.state.players.values():
            while len(one.hand) < 31 and game.state.deck:
                one.hand.append(game.state.deck.pop())
        ask = game.waiting()[0]
        game.answer(game.rules.seat_of(game.state, ask.seat), player.answer(lambda: None, ask))
    ask = game.waiting()[0]
    look = look_of(game, game.rules.seat_of(game.state, ask.seat))
    panel = Panel(ROOT, look)
    check(panel.question())
    assert len(ask.options) > 25
    for chosen in ((), tuple(range(12)), tuple(range(25)), tuple(range(ask.most))):
        for page in (0, 1):
            view = discord.ui.LayoutView(timeout=None)
            for row in panel.many(ask, page, chosen):
                view.add_item(row)
            check(view)
    assert read_mask(mask_of(range(ask.most))) == tuple(range(ask.most))


def test_the_widest_lobby():
    lobby = ROOT.lobby
    boards = list(bots_of(lobby, NOTHING_AGREED))
    chairs = [Chair(user=USER, name=LONG, plays="vagabond")]
    for plays in boards[:4]:
        known = lobby.board_options(plays) if plays in lobby.boards() else {}
        options = {"traits": list(known["traits"].values)} if known else {}
        chairs.append(Chair(plays=plays, board="clockwork" if known else "standin", options=options))
    for name, choice in choices(Plan(chairs=tuple(chairs)), lobby).items():
        for value in choice.values:
            plan = Plan(chairs=tuple(chairs)).with_option(name, value)
            row = with_plan(GameRow("abcdef", "root", rev=10**9, title=LONG, host=USER), plan)
            message = LobbyMessage(ROOT, row, plan)
            check(message.build("x" * 200))
            check(message.begun(f"<#{USER}>", texts.NO_THREAD.format(permissions="p" * 100)))
            check(message.settings())
            for index in plan.bots:
                check(message.bots(index))
            check(plain_layout("\n".join(message.info())))


def test_votes_and_second_questions():
    row = GameRow("abcdef", "root", "running", 10**9, title=LONG)
    users = tuple(f"{n:019}" for n in range(6))
    for what in texts.VOTES:
        vote = Vote(what, users[0], "w" * 1500, users, users[1:3], rev=10**9, seat="vagabond2", seq=10**6)
        check(votes.vote_view(row, vote))
        check(votes.vote_view(row, vote, texts.VOTE_NO.format(what=vote.text, who=texts.mention(USER))))
    check(care.sure(row, texts.SURE_ARCHIVE, "archivesure"))


def test_every_clause_and_all_rulings_fit():
    for clause in ROOT.words.clauses():
        check(plain_layout(law.rule_text(ROOT, clause)))


def test_help_and_settings_fit():
    check(plain_layout(help_text()))


@pytest.mark.parametrize(
    "text",
    [
        "@everyone",
        "<@123>",
        "[x](https://evil.example)",
        "# big",
        "||spoiler||",
        "`code`",
        "*a* _b_ ~~c~~",
        "> q",
    ],
)
def test_what_people_write_is_never_markdown(text):
    plain = texts.plain(text)
    for mark in ("@everyone", "<@", "](", "https://", "||", "`c", "*a*"):
        assert mark not in plain.replace("\\", "\\") or f"\\{mark[0]}" in plain
    assert "\n" not in texts.plain("a\nb")
    assert len(texts.plain("x" * 500)) <= 61
