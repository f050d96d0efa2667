"""Two games that differ only in what one seat may not know, played through the bot, and what that seat got to see.

The twins go on from the same moment of a random game with the same answers. Everybody's cards, the deck, ruins and
quests that the seat may not know are dealt anew in the second one. Whatever differs in the ledger of that person,
or of a spectator, is a leak: a text, a picture, an id, a name of a file, an autocomplete, a question that is there
or not.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

from cogs.app import Glade
from cogs.board.typed import listing
from cogs.waiting import watch
from engine import table as tables
from engine.chance import seed_hash
from engine.deciding import Weight, weigh
from engine.flow import Answer, Done
from engine.game import Game, Saved, decode
from engine.games import GAMES
from engine.harrow import check as harrow_check
from engine.harrow import hidden as harrow_hidden
from engine.line import Turn
from engine.live import KEEP_TURNS, Header
from engine.root import check as root_check
from engine.root import hidden as root_hidden
from engine.rules import TURN_END, Event, Refused, Rules, Setup, State
from engine.settings import Settings
from engine.store import GameRow, Save, Say, SeatRow, SnapshotRow, Store, Waiting
from engine.table import Table, Told
from local import WIDE, Clock, LocalDiscord, Person
from local.ledger import Ledger
from local.state import TEXT, Channel, Member, User
from render import Studio
from render.bands import Shelf
from tests.cogs.conftest import HANDLERS
from tests.cogs.players import confirmed
from tests.discord_fixtures import logged_in, unhurried, use_local
from tests.engine.harrow.test_views import learned
from tests.engine.root.test_views import ON_TOP, learns
from tests.engine.twins import at_step, common

SECRET = "twins"
GAME = "twin"
NOW = 1_800_000_000.0
STEP = 200.0
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("map", {}),
    ("map", {"text": True}),
    ("board", {}),
    ("board", {"text": True}),
    ("hand", {}),
    ("log", {}),
    ("recap", {}),
    ("replay", {}),
    ("game info", {}),
    ("export", {}),
    ("rules", {}),
    ("games", {}),
    ("orders", {}),
    ("report", {"text": "all is well"}),
)
TYPING: tuple[tuple[str, str], ...] = (
    ("play", "choice"),
    ("move", "to"),
    ("move", "origin"),
    ("battle", "clearing"),
    ("battle", "defender"),
    ("build", "clearing"),
    ("recruit", "clearing"),
    ("craft", "card"),
    ("why", "wish"),
    ("rules", "clause"),
    ("board", "faction"),
    ("orders", "question"),
)
PRESSES = ("panel", "hand", "boards", "rules", "more")

Script = list[tuple[str, Answer]]


def unseen_in_harrow(game: Game[Any], seat: str | None) -> Counter[str]:
    """H0.9  All cards a seat cannot see, and how many dolls and figures hide something."""
    state = game.state
    found = Counter(card for owner, one in state.players.items() if owner != seat for card in one.hand)
    found.update(card for one in state.players.values() for card in one.deck)
    table = game.view(None)
    found["a doll"] = sum(bool(hex.doll) and not hex.doll_up for hex in table.hexes)
    found["a figure"] = sum(unit.legend == "figure" for hex in table.hexes for unit in hex.units)
    return found


class Hides(NamedTuple):
    """What the twins need to know of a game that hides something."""

    player: Callable[..., Any]
    """Plays it at random."""
    dealt_anew: Callable[..., Any]
    unseen: Callable[[Game[Any], str | None], Counter[str]]
    learns: Callable[[Game[Any], int, str | None, list[Event]], bool]
    """Did an answer show the seat something hidden?"""


HIDES = {
    "root": Hides(
        root_check.RandomGame,
        root_hidden.with_hidden_parts_shuffled,
        lambda game, seat: root_hidden.unseen(game.state, seat),
        learns,
    ),
    "harrow": Hides(
        harrow_check.RandomGame,
        harrow_hidden.with_hidden_parts_shuffled,
        unseen_in_harrow,
        lambda game, barrier, seat, events: learned(events),
    ),
}


class Moment(msgspec.Struct, frozen=True):
    """A moment of a game, its twin, and how both go on."""

    setup: Setup
    seat: str | None
    game: Saved
    twin: Saved
    script: Script
    apart: int
    """How many hidden cards, and other hidden things, lie elsewhere in the twin."""
    kind: str = "root"

    @property
    def rules(self) -> Rules[Any]:
        return GAMES[self.kind].rules


def moment(
    setup: Setup, seed: str, decisions: int, seat: str | None, steps: int, kind: str = "root"
) -> Moment | None:
    """Play a random game for a while, deal anew what the seat may not know, and find answers legal in both."""
    hides, rules = HIDES[kind], GAMES[kind].rules
    dice = random.Random(seed)
    played = hides.player(setup, seed, watch=False, keep=True)
    played.game.start()
    for _ in range(decisions):
        if not played.over:
            played.step()
    if played.over:
        return None
    state = decode(rules, played.game.checkpoints[-1].state)
    twin_state = hides.dealt_anew(rules, state, seat, dice, keep_on_top=ON_TOP)
    left, right = at_step(rules, played.game), at_step(rules, played.game, twin_state)
    begun = left.saved(), right.saved()
    script: Script = []
    tries = 0
    while len(script) < steps and tries < 8 and not left.over and not right.over:
        chosen = common(left, right, dice)
        if chosen is None:
            break
        before = [(hides.unseen(game, seat), game.barrier) for game in (left, right)]
        copies = Game.load(rules, left.saved(), left.chance), Game.load(rules, right.saved(), right.chance)
        events = [game.answer(*chosen) for game in copies]
        apart = [
            hides.learns(game, barrier, seat, told) or bool(hidden - hides.unseen(game, seat))
            for game, told, (hidden, barrier) in zip(copies, events, before, strict=True)
        ]
        if any(apart):
            tries += 1  # after this answer the seat may know the two apart: take another
            continue
        tries = 0
        left, right = copies
        script.append(chosen)
    return Moment(setup, seat, *begun, script, hidden_difference(state, twin_state), kind)


def hidden_difference(state: Any, twin: Any) -> int:
    hands = [
        (Counter(a.hand) - Counter(b.hand)).total()
        for a, b in zip(state.players.values(), twin.players.values(), strict=True)
    ]
    places = ("dolls", "boards")
    return sum(hands) + sum(getattr(state, one, None) != getattr(twin, one, None) for one in places)


async def put(
    store: Store, kind: str, saved: Saved, users: dict[str, str], channel: Channel, guild: str
) -> None:
    """A game in the middle of its play, as the table would have saved it."""
    rules = GAMES[kind].rules
    game: Game[Any] = Game.load(rules, saved, tables.seeded(SECRET))
    newest = saved.checkpoints[-1]
    header = msgspec.json.encode(Header(setup=saved.setup))
    row = GameRow(
        GAME, kind, "running", 0, newest.seq, newest.seq, title="Twins", host=users.get(saved.setup.seats[0].seat, ""),
        guild=guild, channel=channel.id, created=NOW, updated=NOW, header=header, pledge=seed_hash(SECRET),
    )  # fmt: skip
    seats = [
        SeatRow(seat.seat, n, "clockwork" if seat.board else "human", users.get(seat.seat, ""))
        for n, seat in enumerate(saved.setup.seats)
    ]
    await store.create(row, seats, SECRET.encode())
    waiting = tuple(Waiting(rules.seat_of(game.state, ask.seat), NOW, 1) for ask in game.waiting())
    await store.save(
        Save(
            game=GAME, rev=0, at=NOW, seq=newest.seq, barrier=newest.seq, question=game.question_digest(),
            snapshots=(SnapshotRow(newest.seq, newest.turn, newest.step, newest.state),),
            keep_turn=newest.turn - KEEP_TURNS, waiting=waiting,
            say=(Say(f"{GAME}:1", "update", msgspec.json.encode(Told(1, 1))),),
        )
    )  # fmt: skip


def still_answering() -> bool:
    """Is a click or a command not done with? The map of a panel comes after its words, once it is drawn."""
    return any(task.get_name().startswith(HANDLERS) for task in asyncio.all_tasks())


class Sitting:
    """One of the twins, played through the bot by people at a local Discord of its own."""

    def __init__(
        self,
        local: LocalDiscord,
        bot: Glade,
        users: dict[str, str],
        clock: list[float],
        rules: Rules[Any],
    ) -> None:
        self.local, self.bot, self.users, self.clock = local, bot, users, clock
        self.rules = rules
        self.table = bot.table
        self.errors: list[str] = []
        self.ledgers: list[Ledger] = []
        """Of those who look on."""
        self.rested: dict[str, int] = {}
        """How much of each ledger was there at the last rest."""
        self.warned: list[Weight] = []
        """Would a choice ask «are you sure»? Whether it does must tell nothing either."""

    async def settled(self) -> None:
        outbox = self.table.outbox
        assert outbox is not None
        while True:
            await outbox.quiet()
            await self.local.settled(quiet=0.003, patience=30)
            tasks = outbox._tasks or self.table._tasks or self.bot.panels.is_busy
            if not tasks and not still_answering():
                self.tidy()
                return
            await asyncio.sleep(0.001)  # neither of them need have waited: let the others work

    def tidy(self) -> None:
        """What came since the last rest: edits of older messages by their age, then the new, as they came.

        Messages are edited side by side, and which edit is there first depends on how long a picture takes to draw.
        """
        for ledger in self.ledgers:
            old, fresh = ledger.entries[: (rest := self.rested.get(ledger.name, 0))], ledger.entries[rest:]
            known = {one.data["id"]: age for age, one in reversed([*enumerate(old)]) if "id" in one.data}
            fresh.sort(key=lambda one, known=known: known.get(one.data.get("id"), len(old)))  # type: ignore[misc]
            ledger.entries[:] = [*old, *fresh]
            self.rested[ledger.name] = len(ledger)

    async def look_around(self, person: Person, dice: random.Random) -> None:
        """Everything somebody may ask for without changing anything."""
        for kind in dice.sample(PRESSES, 2):
            found = next((i for i in self.newest_ids() if i.split(":")[1] == kind), None)
            if found:
                answer = await person.click(found)
                with contextlib.suppress(
                    TimeoutError
                ):  # a click in a private message is answered by a later edit
                    await asyncio.wait_for(answer.interaction.filled.wait(), 10)
                await self.settled()
        for path, options in dice.sample(LOOKS, 2):
            await person.slash(path, **options)
            await self.settled()
        path, option = dice.choice(TYPING)
        await person.autocomplete(path, option, dice.choice(("", "", "a", "1")))
        await self.settled()

    def newest_ids(self) -> list[str]:
        channel = self.local.channel(GAME)
        for message in reversed(self.local.core.world.messages.get(channel.id, {}).values()):
            ids = [part for part in _ids(message.components) if message.only_for is None]
            if ids:
                return ids
        return []

    async def answer(self, seat: str, answer: Answer, observer: str | None) -> None:
        """The observer answers by /play; the others are answered for. A turn that only waits to be ended is ended."""
        while (asked := (await self.game()).waiting())[0].key == TURN_END:
            await self.table.answer(GAME, self.named(await self.state(), asked[0].seat), Done())
            await self.settled()
        state = await self.state()
        name = self.named(state, seat)
        if name == observer:
            look = await self.table.look(GAME, name)
            assert look.ask is not None
            options = () if look.ask.many else look.ask.options
            self.warned += [weigh((await self.game()).fork(), name, option)[0] for option in options]
            value = next((line[0] for line in listing(look, look.ask) if line[2] == answer), None)
            if value is not None:
                await confirmed(self.person(name), await self.person(name).slash("play", choice=value))
                await self.settled()
                return
        await self.table.answer(GAME, name, answer)
        await self.settled()

    def named(self, state: State, seat: str) -> str:
        """The seat of a player's board."""
        return next(s for s in self.users if self.rules.name_of(state, s) == seat)

    async def state(self) -> State:
        state: State = (await self.game()).state
        return state

    async def game(self) -> Game[Any]:
        async with Turn(self.table, GAME) as line:
            return (await self.table._live(GAME, line)).game

    def person(self, seat: str) -> Person:
        return self.local.person(self.users[seat]).go(GAME)


def _ids(components: list[dict[str, Any]]) -> list[str]:
    from local import components as parts

    return [part["custom_id"] for _, part in parts.walk(components) if "custom_id" in part]


async def sit(
    folder: Path, found: Moment, saved: Saved, studio: Studio, seed: str
) -> tuple[dict[str, Ledger], Sitting]:
    """Play one of the twins. The ledgers of the observer and of a spectator."""
    tables.SLICE = (
        1e9  # how often a bot's turn is saved depends on the speed of the machine, not on the cards
    )
    watch.TICK = 1e9
    studio.shelf = Shelf()  # nor may the second show its boards sooner because the first drew them
    dice = random.Random(seed)
    clock = [NOW]
    async with LocalDiscord(clock=Clock(frozen=True), patience=30, rates=WIDE) as local:
        use_local(local)
        core, guild = local.core, local.guild
        users = {}
        for number, seat in enumerate(s for s in found.setup.seats if not s.board):
            user = User(core.ids.new(), f"player{number}", f"Player {number}")
            core.world.users[user.id] = user
            guild.members[user.id] = Member(user.id, core.clock.iso())
            users[seat.seat] = user.id
        channel = Channel(core.ids.new(), TEXT, GAME, guild.id, 5, created_at=core.clock.iso())
        core.world.channels[channel.id] = channel
        core.audience.channel_changed(channel)
        async with await Store.open(folder / "games.sqlite") as store:
            await put(store, found.kind, saved, users, channel, guild.id)
            table = Table(store, GAMES, clock=lambda: clock[0], delay=lambda: 3600.0)
            settings = Settings(database=str(folder / "games.sqlite"))
            bot = Glade(settings, table, studio, guild_ready_timeout=0, shard_count=1)
            bot.panels.pause = bot.panels.glance = 0.0
            bot.speaker.moment = 0.0  # answers and boards come in the same order in both
            sitting = Sitting(local, bot, users, clock, found.rules)
            async with logged_in(bot):
                while table.outbox is None or await store.message(GAME, "board") is None:
                    await asyncio.sleep(0.001)
                numbers = iter(range(10**8, 10**9))  # reports get the same numbers in both
                sys.modules["cogs.looking.story"].secrets = SimpleNamespace(
                    token_hex=lambda _: str(next(numbers))
                )
                with unhurried(local):
                    await play(sitting, found, dice)
                bot.studio = Studio()  # the studio is shared: closing the bot must not close it
        people = {"spectator": local.person("dora")}
        if found.seat is not None:
            seat = found.seat
            people["observer"] = local.person(users[seat])
        if local.violations:
            sitting.errors += [str(one) for one in local.violations]
        return {name: person.ledger for name, person in people.items()}, sitting


async def play(sitting: Sitting, found: Moment, dice: random.Random) -> None:
    spectator = sitting.local.person("dora").go(GAME)
    sitting.ledgers = [spectator.ledger]
    if found.seat is not None:
        sitting.ledgers.append(sitting.person(found.seat).ledger)
    await sitting.settled()
    for step in range(len(found.script) + 1):
        if found.seat is not None:
            await sitting.look_around(sitting.person(found.seat), dice)
        await sitting.look_around(spectator, dice)
        if step < len(found.script):
            try:
                await sitting.answer(*found.script[step], found.seat)
            except Refused:
                return  # here a turn waits to be ended, which the script did not know: chance may have fallen otherwise
        sitting.clock[0] += STEP
        await sitting.bot.watch.tick()
        await sitting.settled()


def first_difference(left: Ledger, right: Ledger) -> str:
    """Where two ledgers part, for whoever must mend it."""
    for number, (one, other) in enumerate(zip(left.entries, right.entries, strict=False)):
        a, b = Ledger(""), Ledger("")
        a.note(one)
        b.note(other)
        if a.canonical() != b.canonical():
            x, y = a.canonical().decode(), b.canonical().decode()
            at = next((i for i, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), 0)
            return f"entry {number} ({one.kind}): …{x[max(0, at - 150) : at + 150]}… and …{y[max(0, at - 150) : at + 150]}…"
    return f"one has {len(left)} entries, the other {len(right)}"


async def leaks(folder: Path, found: Moment, studio: Studio, seed: str) -> list[str]:
    """Play both twins; what the observer or a spectator could tell them apart by."""
    (folder / "game").mkdir(parents=True)
    (folder / "twin").mkdir()
    left, one = await sit(folder / "game", found, found.game, studio, seed)
    right, other = await sit(folder / "twin", found, found.twin, studio, seed)
    told = [*one.errors, *other.errors]
    if one.warned != other.warned:
        told.append(f"{found.seat} is asked «are you sure» differently")
    for name in left:
        if left[name].canonical() != right[name].canonical():
            told.append(f"{name} ({found.seat}): {first_difference(left[name], right[name])}")
    return told
