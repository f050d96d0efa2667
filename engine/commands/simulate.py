"""simulate: whole games without people, as fast as the rules allow."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import starmap
from typing import Any

import msgspec

from engine.chance import seeded
from engine.commands import CommandError
from engine.commands.progress import progress
from engine.game import Game
from engine.games import GAMES, GameKind
from engine.lobby import Choice, Value
from engine.rules import SeatSetup, Setup, View
from engine.seats import CLOCKWORK, RANDOM, STANDIN, Seat, seat_of_kind

LIMIT = 20_000  # decisions, after which a game counts as endless


class Plan(msgspec.Struct, frozen=True):
    """What is to be played: the game, its setup, and who answers for each seat."""

    game: str
    setup: Setup
    kinds: dict[str, str]
    goal: float = 0.0
    """If its speed is measured: the most a decision may cost, in moves of random chess."""


class Result(msgspec.Struct, frozen=True):
    """How one game went; one line of --json."""

    game: int
    seed: int
    winner: list[str]
    scores: dict[str, int | None]
    turns: int
    decisions: int
    seconds: float
    end: str


def plan(game: str, seats: str, options: Mapping[str, Any]) -> Plan:
    """Read the seats as typed: "FACTION=random,FACTION=clockwork:VALUE:VALUE+VALUE"."""
    if game not in GAMES:
        raise CommandError(f"There is no game {game!r}. There are: {', '.join(GAMES)}.")
    kind = GAMES[game]
    agreed = Setup((), _options(kind, options))
    taken: Counter[str] = Counter()
    setups, kinds = [], {}
    for part in filter(None, (text.strip() for text in seats.split(","))):
        plays, equals, who = part.partition("=")
        plays, who = plays.strip(), who.strip()
        if not equals or not plays or not who:
            known = ", ".join(kind.lobby.factions(agreed))
            raise CommandError(f"The seat {part!r} should read FACTION=KIND. Factions are: {known}.")
        taken[plays] += 1
        name = plays if taken[plays] == 1 else f"{plays}{taken[plays]}"
        if name in kind.lobby.factions(agreed):
            plays = name
        setup, kinds[name] = _seat(kind, agreed, name, plays, who)
        setups.append(setup)
    agreed = Setup(tuple(setups), agreed.options)
    problems = kind.lobby.problems(agreed)
    if problems:
        raise CommandError(" ".join(problems))
    return Plan(game, agreed, kinds)


def measured_tables() -> list[Plan]:
    """The tables whose speed is measured: those that the games name."""
    return [
        msgspec.structs.replace(plan(kind.id, table.seats, table.options), goal=table.goal)
        for kind in GAMES.values()
        for table in kind.about.measured
    ]


def measured_table() -> Plan:
    """The table that most rows measure: the first game's."""
    return measured_tables()[0]


def _options(kind: GameKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options as typed, and those of a game without people. Options may depend on those before them."""
    found: dict[str, Any] = {}
    for name, text in given.items():
        known = kind.lobby.choices(Setup((), kind.about.simulated | found))
        if name not in known:
            raise CommandError(
                f"{kind.name} has no option {name!r}. It has: {', '.join(known) or 'no options'}."
            )
        found[name] = _picked(known[name], name, text)
    return kind.about.simulated | found


def _seat(kind: GameKind, agreed: Setup, name: str, plays: str, who: str) -> tuple[SeatSetup, str]:
    factions = kind.lobby.factions(agreed)
    if plays not in factions:
        if barred := kind.lobby.barred(plays, agreed):
            raise CommandError(barred)
        raise CommandError(f"{kind.name} has no faction {plays!r}. It has: {', '.join(factions)}.")
    what, *details = who.split(":")
    if what in (RANDOM, STANDIN) and not details:
        return SeatSetup(name, plays), what
    boards = kind.lobby.boards(agreed)
    if what != CLOCKWORK:
        more = f", {CLOCKWORK}[:VALUE:…]" if boards else ""
        raise CommandError(f"{who!r} is no kind of seat. There are: {RANDOM}, {STANDIN}{more}.")
    if plays not in boards:
        raise CommandError(f"{kind.name} has no board that plays {plays!r} by itself.")
    known = kind.lobby.board_options(plays, agreed)
    if len(details) > len(known):
        raise CommandError(
            f"{who!r} says too much. A bot of {plays!r} has: {', '.join(known) or 'no options'}."
        )
    options = {
        option: _picked(choice, option, text)
        for (option, choice), text in zip(known.items(), details, strict=False)
        if text
    }
    return SeatSetup(name, plays, CLOCKWORK, options), CLOCKWORK


def _picked(choice: Choice, name: str, text: Any) -> Value:
    value = choice.read(text) if isinstance(text, str) else text
    if not choice.fits(value):
        listed = value if isinstance(value, list) else [value]
        strange = next((one for one in listed if one not in choice.values), text)
        raise CommandError(f"There is no {name} {strange!r}. There are: {', '.join(choice.values)}.")
    return choice.picked(value)


def play(plan: Plan, index: int, seed: int, watch: Callable[[int, View], None] | None = None) -> Result:
    """One game. The same plan and seed give the same game. `watch` sees the board after every turn."""
    kind = GAMES[plan.game]
    started = time.perf_counter()
    game: Game[Any] = Game(kind.rules, plan.setup, seeded(str(seed)), keep=False).start()
    seats: dict[str, Seat] = {
        seat: seat_of_kind(who, lambda view, ask: kind.standin(view, ask), random.Random(f"{seed}:{seat}"))
        for seat, who in plan.kinds.items()
    }
    decisions, turn = 0, -1
    while not game.over and decisions < LIMIT:
        if watch is not None and game.state.turn != turn:
            turn = game.state.turn
            watch(index, game.view(None))
        ask = game.waiting()[0]
        seat = kind.rules.seat_of(game.state, ask.seat)
        answer = seats[seat].answer(partial(game.view, seat), ask)
        if answer is None:
            raise CommandError(f"The seat {seat} gave no answer to {ask.key}.")
        game.answer(seat, answer)
        decisions += 1
    final = game.view(None)
    if watch is not None:
        watch(index, final)
    return Result(
        index,
        seed,
        list(game.state.winners),
        {seat.seat: seat.score for seat in final.seats},
        game.state.turn,
        decisions,
        round(time.perf_counter() - started, 6),
        game.state.end if game.over else "limit",
    )


def run(
    plan: Plan, seed: int, games: int, jobs: int = 1, watch: Callable[[int, View], None] | None = None
) -> Iterator[Result]:
    """Games with the seeds `seed`, `seed` + 1, …, in order. With `jobs`, several at once."""
    numbers = [(n, seed + n) for n in range(games)]
    if jobs > 1 and watch is None:
        with ProcessPoolExecutor(jobs) as pool:
            results = pool.map(partial(_numbered, plan), numbers, chunksize=4)
            yield from progress(results, games, "playing")
    else:
        yield from progress(starmap(partial(play, plan, watch=watch), numbers), games, "playing")


def _numbered(plan: Plan, numbers: tuple[int, int]) -> Result:
    return play(plan, *numbers)


def summary(results: list[Result]) -> str:
    """The results as a small table for people."""
    if not results:
        return "No game was played."
    wins: Counter[str] = Counter()
    for result in results:
        for seat in result.winner:
            wins[seat] += 1
    ends = Counter(result.end for result in results)
    decisions = sum(result.decisions for result in results)
    seconds = sum(result.seconds for result in results)
    width = max(len(seat) for seat in results[0].scores)
    lines = [f"{'':{width}}  wins   mean score"]
    for seat in results[0].scores:
        known = [score for result in results if (score := result.scores[seat]) is not None]
        mean = f"{sum(known) / len(known):.1f}" if known else "–"
        lines.append(f"{seat:{width}}  {wins[seat]:4}   {mean:>10}")
    lines.append("")
    lines.append(
        f"{len(results)} games in {seconds:.1f} s, {seconds / len(results) * 1000:.0f} ms and "
        f"{decisions / len(results):.0f} decisions a game, "
        f"{seconds / max(1, decisions) * 1e6:.0f} µs a decision"
    )
    lines.append("ended by " + ", ".join(f"{end}: {count}" for end, count in ends.most_common()))
    return "\n".join(lines)
