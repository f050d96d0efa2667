"""A game as a file: for keeping, for another program, and for checking its dice.

A finished game is exported whole, with its seed. Of a running game only what everybody may read is exported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.again import play_again
from engine.chance import recorded, seed_hash, seeded
from engine.game import CHANCE, REVEAL, UNDO, Entry, Game
from engine.games import GameKind
from engine.live import TABLE, Kind, UnknownGame, holding, live_entries, read_event, read_header
from engine.rules import TURN_END, Event, Refused, Setup, Unreadable, Unwritable, View
from engine.store import Store

FORMAT = 1


class Export(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as a file. `seed` and `entries` are empty while it runs."""

    format: int
    game: str
    kind: str
    status: str
    pledge: str
    setup: Setup | None = None
    events: tuple[Event, ...] = ()
    seed: str = ""
    entries: tuple[Entry, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """Are the dice of a game what its seed makes them? `chances` were compared."""

    fair: bool
    chances: int
    sentence: str


async def export(store: Store, game: str) -> bytes:
    """A game as a JSON file; nothing hidden while it runs."""
    row = await store.game(game)
    if row is None:
        raise UnknownGame(f"There is no game {game}.")
    over = row.status == "finished"
    events = [read_event(event.data) for event in await store.events(game)]
    entries = [
        Entry(entry.seq, entry.seat, entry.key, msgspec.json.decode(entry.value))
        for entry in (await store.entries(game) if over else ())
    ]
    whole = Export(
        FORMAT,
        game,
        row.kind,
        row.status,
        row.pledge,
        read_header(row).setup,
        tuple(event for event in events if over or not event.only),
        (await store.secret(game)).decode() if over else "",
        tuple(entries),
    )
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)


async def record(store: Store, kinds: Mapping[str, GameKind], game: str) -> str:
    """A game in the notation that people use for it; only what everybody may know while it runs. Raises Unwritable."""
    row = await store.game(game)
    if row is None:
        raise UnknownGame(f"There is no game {game}.")
    entries = live_entries(await store.entries(game))
    return await asyncio.to_thread(
        _written, kinds, row.kind, read_header(row).setup, entries, row.status == "finished"
    )


def written(export: Export, kinds: Mapping[str, GameKind]) -> str:
    """A finished game in the notation that people use for it. Raises Unwritable."""
    if not export.entries:
        raise Unwritable("The game is not finished, so its file does not hold what was played.")
    return _written(kinds, export.kind, export.setup, holding(export.entries), True)


def _written(
    kinds: Mapping[str, GameKind], kind: str, setup: Setup | None, entries: Sequence[Entry], whole: bool
) -> str:
    notation = kinds[kind].notation if kind in kinds else None
    if notation is None:
        raise Unwritable("There is no notation for this game.")
    if setup is None or not entries:
        raise Unwritable("The game has not begun yet.")
    return notation.write(setup, entries, whole=whole)


def from_record(kind: GameKind, name: str, record: str, corrections: bytes = b"") -> Export:
    """A game that others wrote down, as a file like that of a finished game; no seed was pledged. Raises Unreadable."""
    if kind.notation is None:
        raise Unreadable("There is no notation for this game.")
    setup, entries = kind.notation.read(record, corrections)
    return Export(FORMAT, name, kind.id, "finished", "", setup, entries=tuple(entries))


def views(export: Export, kinds: Mapping[str, Kind]) -> list[View]:
    """What everybody may see at the start of each turn and at the end. Raises Unreadable."""
    assert export.setup is not None
    rules = kinds[export.kind].rules
    found: dict[int, View] = {}

    def see(state: Any, events: Sequence[Event]) -> None:
        if state.turn not in found:
            found[state.turn] = rules.view(state, None)

    game = play_again(rules, export.setup, export.entries, see)
    return [*found.values(), game.view(None)]


def read(data: bytes) -> Export:
    """An export from its file. Raises ValueError with one sentence if it is none."""
    try:
        found = msgspec.json.decode(data, type=Export)
    except msgspec.MsgspecError as error:
        raise ValueError(f"This is not an export of a game ({error}).") from error
    if found.format > FORMAT:
        raise ValueError("This export was made by a newer Glade.")
    return found


def verify(export: Export, games: Mapping[str, Kind]) -> Verdict:
    """Play the game again from its seed, with the same answers, and compare every roll and shuffle."""
    if not export.entries or export.setup is None:
        return Verdict(False, 0, "The game is not finished, so its seed is not published yet.")
    if not export.seed and not export.pledge:
        return _without_seed(export, games)
    if seed_hash(export.seed) != export.pledge:
        return Verdict(False, 0, "The seed is not the one that was pledged at the start.")
    if export.kind not in games:
        return Verdict(False, 0, f"There is no game called {export.kind}.")
    verdict = _recompute(export)
    if not verdict.fair or any(entry.seat == TABLE for entry in export.entries):
        return verdict
    game: Game[Any] = Game(games[export.kind].rules, export.setup, seeded(export.seed))
    try:
        return _compare(game, export.entries)
    except (Refused, ValueError) as error:
        sentence = (
            f"The rolls come from the seed, but the game cannot be played again with these rules: {error}"
        )
        return Verdict(False, verdict.chances, sentence)


def _without_seed(export: Export, games: Mapping[str, Kind]) -> Verdict:
    """What can be said of a game from a record: its moves, not its dice."""
    chances = sum(entry.seat == CHANCE for entry in export.entries)
    dice = f"No seed was pledged: the {chances} rolls and shuffles come from a record, and nobody can check them."
    if export.kind not in games or export.setup is None:
        return Verdict(False, 0, dice)
    try:
        game = play_again(games[export.kind].rules, export.setup, export.entries)
    except Unreadable as error:
        return Verdict(False, 0, f"{dice} {error}")
    ends = "" if game.over else " The record stops before the end of the game."
    return Verdict(False, 0, f"{dice} All moves fit the rules.{ends}")


def _recompute(export: Export) -> Verdict:
    """Every roll and shuffle of the log by itself, from the seed; this needs no rules."""
    supply = seeded(export.seed)
    chances = [entry for entry in export.entries if entry.seat == CHANCE]
    for entry in chances:
        try:
            asked, got = recorded(entry.key, entry.value)
        except ValueError:
            return Verdict(False, 0, f"Entry {entry.seq} ({entry.key}) cannot be read.")
        if supply(entry.seq, asked) != got:
            return Verdict(False, 0, f"Entry {entry.seq} ({entry.key}) is not what the seed makes it.")
    return Verdict(
        True,
        len(chances),
        f"All {len(chances)} rolls and shuffles come from the pledged seed. "
        "The rules have changed since, so the moves were not played again.",
    )


def _compare(game: Game[Any], entries: Sequence[Entry]) -> Verdict:
    """Entry by entry: what the log says, and what the seed and the rules make of it."""
    game.start()
    made = game.take_fresh()
    chances = 0
    for number, entry in enumerate(entries):
        if entry.seat not in (CHANCE, REVEAL):
            if made:
                return Verdict(False, chances, f"Entry {made[0].seq} is missing from the log.")
            game.holds = _held(entries[number + 1 :])
            if entry.key == UNDO:
                game.undo(entry.seat, entry.value, consent=True)
            else:
                game.answer(entry.seat, game.decode_answer(entry.value))
            made = game.take_fresh()
        if not made:
            return Verdict(False, chances, f"Entry {entry.seq} ({entry.key}) has no place in the game.")
        expected = made.pop(0)
        if msgspec.json.encode(expected) != msgspec.json.encode(entry):
            return Verdict(False, chances, f"Entry {entry.seq} ({entry.key}) is not what the seed makes it.")
        chances += entry.seat == CHANCE
    if made or not game.over:
        return Verdict(False, chances, "The log stops before the end of the game.")
    return Verdict(True, chances, f"All {chances} rolls and shuffles come from the pledged seed.")


def _held(following: Sequence[Entry]) -> bool:
    """Did the game wait for the word to end a turn, as far as what follows in the log tells?"""
    said = next((entry for entry in following if entry.seat not in (CHANCE, REVEAL)), None)
    return said is not None and said.key in (TURN_END, UNDO)
