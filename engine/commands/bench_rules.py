"""bench, the rules: one decision beside one move of chess, and whole games."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from engine.chance import seeded
from engine.commands import CommandError
from engine.commands.bench import Effort, Row, measured, reported
from engine.commands.simulate import Plan, measured_tables, plan, play, run
from engine.flow import Answer, Ask
from engine.game import Game
from engine.games import GAMES
from engine.rules import View
from engine.seats import Random

CHESS_MOVES = 150
ENDLESS = 5000
CORES = 2


def rules_rows(effort: Effort) -> Iterator[Row]:
    """What the rules alone cost."""
    table, *others = measured_tables()
    yield from _decision_rows(table, effort.games)
    for other in others:
        yield next(_decision_rows(other, effort.games))
    yield _bots_row(table, effort.games)
    yield _fuzz_row(table, effort.fuzzed)


def _decision_rows(table: Plan, games: int) -> Iterator[Row]:
    """Random games and random chess in turn. The better of two runs counts: what disturbs only adds."""
    play(table, 0, 1)  # warm
    mine = chess = 0.0
    decisions = moves = 0
    for n in range(games):
        ours, theirs = [], []
        for _ in range(2):
            started = time.thread_time()
            result = play(table, n, n)
            middle = time.thread_time()
            made = _chess_game(random.Random(n))
            ours.append(middle - started)
            theirs.append(time.thread_time() - middle)
        mine, chess = mine + min(ours), chess + min(theirs)
        decisions, moves = decisions + result.decisions, moves + made
    yield measured(
        f"one decision, random {len(table.setup.seats)}-player {GAMES[table.game].name}",
        mine / decisions * 1e6,
        "µs",
        chess / moves * 1e6,
        table.goal,
        "a move of random chess",
    )
    yield reported("worst single decision", _worst_decision(table, max(1, games // 4)) * 1e3, "ms")
    yield reported(
        "random 4-player game", mine / games * 1e3, "ms", f"{decisions / games:.0f} decisions a game"
    )


def _bots_row(table: Plan, games: int) -> Row:
    boards = list(GAMES[table.game].lobby.boards())[:4]
    seats = ",".join(f"{board}=clockwork:default" for board in boards)
    bots = plan(table.game, seats, table.setup.options)
    turns = asked = 0
    started = time.thread_time()
    for n in range(games):
        result = play(bots, n, n)
        turns, asked = turns + result.turns, asked + result.decisions
    seconds = (time.thread_time() - started) / games
    note = f"{turns / games:.0f} turns, {asked / games:.0f} decisions a game"
    return reported("game of 4 Clockwork bots", seconds * 1e3, "ms", note)


def _fuzz_row(table: Plan, games: int) -> Row:
    started = time.perf_counter()
    decisions = sum(result.decisions for result in run(table, 1, games, CORES))
    seconds = (time.perf_counter() - started) / games * 1000
    note = f"on {CORES} cores, from {games} games, {decisions / games:.0f} decisions each; goal 120 s"
    return reported("1,000 random games", seconds, "s", note)


def _worst_decision(table: Plan, games: int) -> float:
    """The longest time from an answer to the next question, chance and bots included."""
    worst = 0.0
    for seed in range(games):
        game = new_game(table, seed, keep=False)
        source = random.Random(seed)
        for _ in range(ENDLESS):
            if game.over:
                break
            ask = game.waiting()[0]
            started = time.thread_time()
            game.answer(game.rules.seat_of(game.state, ask.seat), any_answer(source, ask))
            worst = max(worst, time.thread_time() - started)
    return worst


def _chess_game(source: random.Random) -> int:
    """The yardstick: a random game of chess; list the legal moves, make one. Returns the number of moves."""
    try:
        import chess
    except ImportError as error:
        raise CommandError(
            "The benchmark needs its yardsticks: pip install -r requirements-dev.txt"
        ) from error

    board = chess.Board()
    while not board.is_game_over() and board.fullmove_number < CHESS_MOVES:
        board.push(source.choice(list(board.legal_moves)))
    return len(board.move_stack)


# --- games for the other rows -----------------------------------------------------------------------------


def new_game(table: Plan, seed: int, *, keep: bool = True) -> Game[Any]:
    """A game at its first question."""
    return Game(GAMES[table.game].rules, table.setup, seeded(str(seed)), keep=keep).start()


def any_answer(source: random.Random, ask: Ask) -> Answer:
    """Any legal answer."""
    return Random(source).answer(_nothing, ask)


def _nothing() -> View:
    raise AssertionError("a random seat does not look at the board")


def longest(table: Plan, games: int, wanted: int) -> tuple[int, int]:
    """The seed of a random game of that many decisions, or of the longest one found; and its length."""
    best = (0, 0)
    for seed in range(games):
        game, source, count = new_game(table, seed, keep=False), random.Random(seed), 0
        while not game.over and count < wanted:
            step(game, source)
            count += 1
        best = max(best, (count, seed))
        if count == wanted:
            break
    return best[1], best[0]


def step(game: Game[Any], source: random.Random) -> None:
    """One random answer to the first open question."""
    ask = game.waiting()[0]
    game.answer(game.rules.seat_of(game.state, ask.seat), any_answer(source, ask))
