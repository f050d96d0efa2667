"""The permission matrix: every command and every button, pressed by everybody who has no business with it."""

from __future__ import annotations

import random

import discord
import pytest

from cogs.components import HANDLERS
from cogs.order.permits import PERMITS, Role, may
from engine.games import GAMES
from tests.cogs.players import Typist
from tests.cogs.tables import begin, row_of, waiting

# Every command: what it needs, and something to fill in.
COMMANDS: dict[str, tuple[str, dict[str, object]]] = {
    "game new": ("open a table", {"game": "root"}),
    "game join": ("join", {}),
    "game leave": ("leave", {}),
    "game options": ("settings", {"option": "map", "value": "winter"}),
    "game start": ("start", {}),
    "game info": ("look", {}),
    "game abandon": ("propose", {}),
    "game pause": ("pause", {}),
    "game resume": ("pause", {}),
    "game archive": ("archive", {}),
    "game replace": ("propose", {"seat": "SEAT"}),
    "games": ("look", {}),
    "forget": ("look", {}),
    **{
        command.name: ("play", {field.name: "5" for field in command.fields if field.needed})
        for kind in GAMES.values()
        for command in kind.about.commands
    },
    "play": ("play", {"choice": "CHOICE"}),
    "undo": ("play", {}),
    "map": ("look", {}),
    "board": ("look", {}),
    "hand": ("play", {}),
    "log": ("look", {}),
    "recap": ("play", {}),
    "replay": ("look", {}),
    "export": ("look", {}),
    "import": ("study", {"file": ("game.txt", b"no record")}),
    "report": ("look", {"text": "x"}),
    "rules": ("look", {}),
    "why": ("play", {"wish": "battle"}),
    "settings": ("look", {}),
    "away": ("look", {"days": 3, "stand_in": "bot"}),
    "back": ("look", {}),
    "mute": ("play", {}),
    "orders": ("play", {"question": "battle.ambush", "answer": "done"}),
    "help": ("look", {}),
    "tutorial": ("open a table", {"game": "root"}),
    "health": ("health", {}),
}

# Every kind of button and menu: what it needs, what its id says further, and what is chosen in a menu.
BUTTONS: dict[str, tuple[str, str, list[str] | None]] = {
    "panel": ("play", "", None),
    "v": ("play", "VERB", None),
    "s": ("play", "VERB:", ["0"]),
    "o": ("play", "VERB:0", None),
    "y": ("play", "VERB:", None),
    "n": ("play", "", ["0"]),
    "page": ("play", "VERB::0", None),
    "collect": ("play", "0:0:done", None),
    "undo": ("play", "", None),
    "undosure": ("play", "1", None),
    "hand": ("play", "", None),
    "boards": ("look", "", None),
    "boardof": ("look", "", ["SEAT"]),
    "rules": ("look", "", None),
    "recap": ("play", "", None),
    "more": ("look", "", None),
    "why": ("play", "", None),
    "wish": ("play", "", ["VERB"]),
    "orders": ("play", "", None),
    "mine": ("play", "", None),
    "share": ("share", "recap.0", None),
    "resignsure": ("leave", "", None),
    "log": ("look", "0", None),
    "replay": ("look", "1.f", None),
    "fought": ("look", "1", None),
    "film": ("look", "", None),
    "again": ("play", "", None),
    "order": ("play", "battle.ambush", ["done"]),
    "mute": ("play", "", None),
    "back": ("play", "", None),
    "leave": ("leave", "", None),
    "faction": ("leave", "", ["eyrie"]),
    "addbot": ("settings", "", None),
    "settings": ("settings", "", None),
    "option": ("settings", "map", ["winter"]),
    "bots": ("settings", "", None),
    "bot": ("settings", "", ["1"]),
    "botset": ("settings", "1.difficulty", ["easy"]),
    "botout": ("settings", "1", None),
    "start": ("start", "", None),
    "abandonsure": ("propose", "", None),
    "agree": ("propose", "pause", None),
    "refuse": ("propose", "pause", None),
    "never": ("look", "", None),
    "help": ("look", "", None),
    "table": ("open a table", "", None),
    "first": ("open a table", "", None),
    "newgame": ("open a table", "0.0.", ["root"]),
    "firstgame": ("open a table", "", ["root"]),
    "reopen": ("propose", "", None),
    "forget": ("look", "", None),
    "forgetsure": ("look", "", None),
    # whoever may do these changes the game for good, so they come last
    "join": ("join", "", None),
    "closesure": ("close lobby", "", None),
    "archivesure": ("archive", "", None),
}


async def fingerprint(house, game):
    """Everything about a game that somebody without a right must not change."""
    row = await row_of(house, game)
    return row.rev, row.seq, row.status, row.header, row.channel, row.title, await house.store.seats(game)


def leaves(commands):
    for command in commands:
        if isinstance(command, discord.app_commands.Group):
            yield from leaves(command.commands)
        elif isinstance(command, discord.app_commands.Command):
            yield command.qualified_name


async def test_every_command_and_button_is_in_the_matrix(house):
    assert set(leaves(house.bot.tree.get_commands())) == set(COMMANDS)
    assert set(HANDLERS) == set(BUTTONS)
    assert {permit for permit, *_ in (*COMMANDS.values(), *BUTTONS.values())} <= set(PERMITS)


def test_nobody_but_a_seat_plays_and_managers_see_no_hand():
    assert PERMITS["play"] == frozenset({Role.SEAT})
    assert not may("play", frozenset(Role) - {Role.SEAT})


@pytest.mark.parametrize("who", ["carol", "dora"])
@pytest.mark.parametrize("command", sorted(COMMANDS))
async def test_a_command_by_somebody_who_does_not_play(house, who, command):
    """Carol plays elsewhere, Dora manages the server and owns the bot."""
    await begin(house, ["carol", "dora"])
    game = await begin(house, ["alice", "bob"])
    permit, options = COMMANDS[command]
    outsider = house.person(who)
    one = await waiting(house, game)
    seat = next(s.seat for s in await house.store.seats(game) if s.user == one.id)
    filled = {name: seat if value == "SEAT" else value for name, value in options.items()}
    if filled.get("choice") == "CHOICE":
        filled["choice"] = (await one.autocomplete("play", "choice", ""))[0].value
    before = await fingerprint(house, game)
    answer = await outsider.slash(command, **filled)
    await house.settled()
    assert not answer.failed
    manager = who == "dora"
    allowed = PERMITS[permit] & ({Role.SPECTATOR, Role.MANAGER, Role.OWNER} if manager else {Role.SPECTATOR})
    if not (manager and command == "game pause"):
        assert await fingerprint(house, game) == before
    if not allowed:
        refusals = ("Only ", "do not sit", "has begun", "not begun", "no game", "already", "not paused")
        assert any(words in answer.text for words in refusals), answer.text
    if answer.kind != "modal" and command not in ("game new", "tutorial"):
        assert answer.ephemeral


@pytest.mark.parametrize("who", ["carol", "dora"])
@pytest.mark.parametrize("state", ["running", "lobby"])
async def test_a_button_by_somebody_who_does_not_play(house, who, state):
    if state == "running":
        game = await begin(house, ["alice", "bob"])
        await house.person("alice").slash("game pause")
    else:
        await house.person("alice").slash("game new", game="root", bots=2)
        (row,) = await house.store.games("lobby")
        game = row.id
    outsider = house.person(who)
    await house.settled()
    row = await row_of(house, game)
    verb = "done"
    if state == "running":
        one = await waiting(house, game)
        seat = next(s.seat for s in await house.store.seats(game) if s.user == one.id)
        look = await house.table.look(game, seat)
        verb = look.ask.options[0].verb
    channel = house.bot.get_channel(int(outsider.place.id))
    for kind, (permit, rest, values) in BUTTONS.items():
        rest = rest.replace("VERB", verb)
        message = await channel.send(view=message_with(kind, game, row.rev, rest, values))
        before = await fingerprint(house, game)
        shown = next(m for m in reversed(outsider.sees()) if m.id == str(message.id))
        tail = f":{rest}" if rest else ""
        if values is None:
            answer = await outsider.click(f"b:{kind}:{game}:{row.rev}{tail}", shown)
        else:
            answer = await outsider.choose(f"m:{kind}:{game}:{row.rev}{tail}", *values, message=shown)
        await house.settled()
        assert not answer.failed, kind
        allowed = {Role.SPECTATOR} | ({Role.MANAGER} if who == "dora" else set())
        if PERMITS[permit] & allowed:
            if await house.store.game(game) is None or kind in ("join", "archivesure"):
                return await other_kinds_are_refused_too(kind)
            continue
        assert await fingerprint(house, game) == before, kind
    assert house.local.violations == []


async def other_kinds_are_refused_too(kind):
    """A manager may close a lobby or archive a game; a stranger may sit down in a lobby. The rest came before."""
    assert kind in ("closesure", "archivesure", "join")


def message_with(kind, game, rev, rest, values):
    tail = f":{rest}" if rest else ""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(kind))
    if values is None:
        item = discord.ui.Button(label=kind, custom_id=f"b:{kind}:{game}:{rev}{tail}")
    else:
        options = [discord.SelectOption(label=value, value=value) for value in values]
        item = discord.ui.Select(custom_id=f"m:{kind}:{game}:{rev}{tail}", options=options)
    view.add_item(discord.ui.ActionRow(item))
    return view


async def test_the_host_of_a_running_game_has_no_more_rights_than_others(house, alice, bob, carol):
    """The host may have left her seat to somebody else: then she only looks on."""
    game = await begin(house, ["alice", "bob"])
    seat = next(s for s in await house.store.seats(game) if s.user == alice.id)
    await house.table.hand_over(game, seat.seat, "human", user=carol.id)
    await house.settled()
    for command in ("hand", "undo", "recap", "orders", "mute", "play"):
        answer = await alice.slash(command)
        assert "do not sit" in answer.text
    for command in ("game pause", "game abandon"):
        answer = await alice.slash(command)
        assert "Only a player" in answer.text


async def test_nothing_of_a_hand_reaches_anybody_else(house, alice, bob, carol, dora):
    """Complaint 16. What people hold is never on another's screen, nor in ids, file names or alt texts."""
    game = await begin(house, ["alice", "bob"])
    source = random.Random(9)
    players = {p.id: Typist(house, p, source) for p in (alice, bob)}
    for _ in range(40):
        await house.settled()
        person = await waiting(house, game)
        await person.slash("hand")
        await dora.slash("map", text=True)
        await dora.slash("log")
        await players[person.id].decide()
    await house.settled()
    public = "\n".join(m.text for m in carol.sees())
    assert "You draw" not in public
    assert not carol.ledger.search(r"hand\.png")
    assert not carol.ledger.search("Your hand")
    for person in (alice, bob):
        for message in person.sees():
            if "Your hand" in message.text:
                assert message.message.only_for == person.id


async def test_health_is_for_the_owner(house, alice, dora):
    refused = await alice.slash("health")
    assert "Only the owner" in refused.text
    shown = await dora.slash("health")
    assert "pictures drawn" in shown.text
    assert shown.ephemeral
