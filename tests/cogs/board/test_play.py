"""Playing: clicks and commands, stale and doubled ones, taking back, and what a restart leaves."""

from __future__ import annotations

import asyncio
import random

import discord
import pytest

from cogs.board.panel import CHOICE, VALUE, Panel, layout
from cogs.components import Buttons
from tests.cogs.conftest import open_house
from tests.cogs.players import Clicker, Typist, filled, moves, opened
from tests.cogs.tables import begin, board_of, row_of, waiting


async def until(house, game, people, verb, source=None, limit=200):
    """Play on until somebody may choose this verb; that person."""
    players = {p.id: Typist(house, p, source or random.Random(7)) for p in people}
    for _ in range(limit):
        await house.settled()
        person = await waiting(house, game)
        look = await house.table.look(game, await seat_of(house, game, person))
        if any(option.verb == verb for option in look.ask.options):
            return person
        await players[person.id].decide()
    raise AssertionError(f"nobody may {verb}")


async def seat_of(house, game, person):
    mine = [seat for seat in await house.store.seats(game) if seat.user == person.id]
    return next((seat.seat for seat in mine if seat.since is not None), mine[0].seat)


# --- clicks -----------------------------------------------------------------------------------------------


async def test_the_board_has_the_way_to_the_panel_and_mentions_only_who_must_move(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    board = board_of(alice)
    assert board.mentions == [one.name]
    assert board.buttons == ["My Turn", "My Hand", "Boards", "Rules", "More…"]
    assert not board.menus
    assert board.attachments
    assert "asked <t:" in board.text


async def test_another_person_cannot_press_the_board(house, alice, bob, carol):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    other = bob if one is alice else alice
    before = (await row_of(house, game)).rev
    board = board_of(alice)
    for label in moves(board):
        answer = await other.click(label, board)
        assert "Nothing waits for you" in answer.text
        assert answer.ephemeral
        stranger = await carol.click(label, board)
        assert "do not sit" in stranger.text
        assert stranger.ephemeral
    assert (await row_of(house, game)).rev == before


async def test_an_old_button_shows_the_present_and_changes_nothing(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    player = Typist(house, one, random.Random(1))
    old = board_of(one)
    shown = [part["custom_id"] for part in old._parts({2}) if not part.get("disabled")]
    panel = await one.click(moves(old)[-1], old)
    for _ in range(6):
        await house.settled()
        if await player.waits(game):
            await player.decide()
    await house.settled()
    before = await row_of(house, game)
    for label in moves(panel):
        answer = await filled(await one.click(label, panel))
        assert not answer.failed
        break
    assert (await row_of(house, game)).seq == before.seq
    assert shown


async def test_every_button_ever_shown_is_answered_and_harmless_later(house, alice, bob):
    """Complaint 18: old buttons act on a new state."""
    game = await begin(house, ["alice", "bob"])
    source = random.Random(3)
    players = [Clicker(house, alice, source), Clicker(house, bob, source)]
    kept = []
    for _ in range(25):
        await house.settled()
        kept += [(message, label) for message in alice.sees() for label in moves(message)]
        for player in players:
            if await player.waits(game):
                await player.decide()
                break
    await house.settled()
    before = await row_of(house, game)
    pressed = 0
    for message, label in source.sample(kept, min(60, len(kept))):
        if message.gone or label not in message.buttons:
            continue
        if "turn" in message.text and message.id == board_of(alice).id:
            continue
        other = bob if (await waiting(house, game)) is alice else alice
        answer = await other.click(label, message) if not message.ephemeral else None
        if answer is not None:
            assert not answer.failed
            pressed += 1
    await house.settled()
    assert (await row_of(house, game)).seq == before.seq
    assert house.local.violations == []


async def test_fifty_clicks_at_once_count_once(house, alice, bob):
    """Complaints 19 and 20: two clicks both count; a click is thrown away."""
    game = await begin(house, ["alice", "bob"])
    person = await until(house, game, [alice, bob], "done")
    await house.settled()
    panel = await opened(person)
    label = next(label for label in moves(panel))
    before = (await row_of(house, game)).rev
    answers = await asyncio.gather(*(person.click(label, panel) for _ in range(50)))
    await house.settled()
    assert not any(answer.failed for answer in answers)
    assert (await row_of(house, game)).rev - before <= 3


async def test_a_doubled_delivery_counts_once(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    choices = await one.autocomplete("play", "choice", "")
    entries = len(await house.store.entries(game))
    house.local.faults.deliver_twice()
    house.local.expect_violation(40060)
    await one.slash("play", choice=choices[0].value)
    await house.settled()
    mine = [e for e in (await house.store.entries(game))[entries:] if e.seat not in ("chance", "reveal")]
    assert len(mine) == 1


async def test_an_unknown_component_is_answered(house, alice):
    channel = house.bot.get_channel(int(alice.place.id))
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Relic", custom_id="relic:of:old"))
    message = await channel.send("An old message", view=view)
    house.bot._connection._view_store.remove_view(view)
    del message
    answer = await alice.click("Relic")
    assert "older message" in answer.text
    assert answer.ephemeral


async def test_an_unknown_kind_of_ours_is_answered(house, alice):
    channel = house.bot.get_channel(int(alice.place.id))
    button = Buttons("abc", 3).button("panel", "Ghost")
    button.custom_id = "b:ghost:abc:3"
    await channel.send(view=layout([discord.ui.TextDisplay("x")], [discord.ui.ActionRow(button)]))
    answer = await alice.click("Ghost")
    assert "older message" in answer.text


@pytest.mark.parametrize("kind", [CHOICE, VALUE, "page"])
async def test_a_path_that_leads_nowhere_shows_the_question_anew(house, kind, caplog):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    before = await row_of(house, game)
    channel = house.bot.get_channel(int(one.place.id))
    rest = {CHOICE: "juggle", VALUE: "juggle:3", "page": "juggle:3:0"}[kind]
    button = Buttons(game, before.rev).button(kind, "Juggle", rest)
    await channel.send(view=layout([discord.ui.TextDisplay("x")], [discord.ui.ActionRow(button)]))
    answer = await filled(await one.click("Juggle"))
    assert "moved on" in answer.text
    assert answer.ephemeral
    assert await row_of(house, game) == before
    assert not caplog.records


async def test_a_mistake_of_the_bot_is_not_taken_for_an_old_button(house, monkeypatch, caplog):
    """A KeyError in a panel once looked like «the board has moved on», and nobody heard of it."""
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)

    def broken(*_):
        raise KeyError("a word that is missing")

    monkeypatch.setattr(Panel, "menu", broken)
    look = await house.table.look(game, await seat_of(house, game, one))
    verb = look.ask.options[0].verb
    channel = house.bot.get_channel(int(one.place.id))
    button = Buttons(game, look.game.rev).button(CHOICE, "Choose", verb)
    await channel.send(view=layout([discord.ui.TextDisplay("x")], [discord.ui.ActionRow(button)]))
    answer = await filled(await one.click("Choose"))
    assert "moved on" not in answer.text
    assert "a word that is missing" in caplog.text


async def test_buttons_survive_a_restart(local, tmp_path):
    """Complaint 17: buttons dead after a restart."""
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice", "bob"])
        one = (await waiting(house, game)).name.lower()
        asked = (await row_of(house, game)).rev
    async with open_house(local, tmp_path) as house:
        person = house.person(one)
        row = await row_of(house, game)
        person.go(local.core.world.channels[row.channel])
        assert row.rev == asked
        before = len([m for m in person.sees() if not m.ephemeral])
        await house.settled()
        assert len([m for m in person.sees() if not m.ephemeral]) == before
        await Clicker(house, person, random.Random(1)).decide()
        await house.settled()
        assert (await row_of(house, game)).rev > asked


async def test_an_error_inside_is_answered_with_a_number(house, alice, monkeypatch, caplog):
    await begin(house, ["alice"], bots=1)

    def broken(*_):
        raise ZeroDivisionError("the deck is made of glass")

    monkeypatch.setattr(house.table, "look", broken)
    for answer in (await alice.slash("hand"), await alice.click("My Hand"), await alice.click("Boards")):
        assert "tell the owner this number" in answer.text
        assert "glass" not in answer.text
    assert await alice.autocomplete("play", "choice", "") == []
    assert "the deck is made of glass" in caplog.text


# --- what cannot be taken back ----------------------------------------------------------------------------


async def test_undo_takes_back_a_free_choice(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    for person in (alice, bob):
        look = await house.table.look(game, await seat_of(house, game, person))
        if look.ask:
            break
    source = random.Random(5)
    for _ in range(80):
        await house.settled()
        person = await waiting(house, game)
        await Typist(house, person, source).decide()
        look = await house.table.look(game, await seat_of(house, game, person))
        if look.undo:
            answer = await person.slash("undo")
            await house.settled()
            assert not answer.failed
            after = await house.table.look(game, await seat_of(house, game, person))
            assert len(after.undo) == len(look.undo) - 1
            assert "takes back" in board_of(person).text or "back" in board_of(person).text
            return
    raise AssertionError("nothing could be taken back")


async def test_nothing_to_take_back_is_said(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    other = bob if one is alice else alice
    answer = await other.slash("undo")
    assert "nothing" in answer.text.lower()


async def learned_something(house, game, people):
    """Play on until an answer cannot be taken back alone: who gave it."""
    source = random.Random(11)
    for _ in range(120):
        await house.settled()
        person = await waiting(house, game)
        await Typist(house, person, source).decide()
        await house.settled()
        look = await house.table.look(game, await seat_of(house, game, person))
        if not look.undo and not look.view.over:
            return person
    raise AssertionError("everything could be taken back")


async def test_past_that_the_others_are_asked(house, alice, bob, carol):
    """Complaint 12: undo used to peek; complaint 13: undo goes into another's turn."""
    game = await begin(house, ["alice", "bob"])
    person = await learned_something(house, game, [alice, bob])
    other = bob if person is alice else alice
    answer = await person.slash("undo")
    assert "asked the others" in answer.text
    before = (await row_of(house, game)).rev
    stranger = await carol.click("Agree")
    assert "not needed" in stranger.text
    own = await person.click("Agree")
    await house.settled()
    assert "noted" in own.text
    assert (await row_of(house, game)).rev == before
    await other.click("Agree")
    await house.settled()
    after = await row_of(house, game)
    assert after.rev > before
    assert any("Agreed." in message.text for message in alice.sees())


async def test_a_refused_undo_changes_nothing(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    person = await learned_something(house, game, [alice, bob])
    other = bob if person is alice else alice
    await person.slash("undo")
    before = (await row_of(house, game)).rev
    await other.click("Refuse")
    await house.settled()
    assert (await row_of(house, game)).rev == before
    assert any("refused" in message.text for message in alice.sees())
    again = await person.slash("undo")
    assert "asked the others" in again.text


async def test_an_undo_vote_is_void_once_the_board_moved_on(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    person = await learned_something(house, game, [alice, bob])
    other = bob if person is alice else alice
    await person.slash("undo")
    one = await waiting(house, game)
    await Typist(house, one, random.Random(2)).decide()
    await house.settled()
    before = (await row_of(house, game)).rev
    await other.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).rev == before
    assert any("moved on" in message.text for message in alice.sees())


@pytest.mark.parametrize(("policy", "words"), [("off", "no taking back"), ("strict", "agreed not to")])
async def test_a_table_may_agree_on_less_undo(house, alice, bob, policy, words):
    game = await begin(house, ["alice", "bob"], undo=policy)
    person = await learned_something(house, game, [alice, bob])
    answer = await person.slash("undo")
    assert words in answer.text


# --- slash commands ---------------------------------------------------------------------------------------


async def test_fields_complete_to_legal_values_only(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    person = await until(house, game, [alice, bob], "move")
    look = await house.table.look(game, await seat_of(house, game, person))
    legal = [option for option in look.ask.options if option.verb == "move"]
    origins = {choice.value for choice in await person.autocomplete("move", "origin", "")}
    assert origins == {str(option.origin) for option in legal}
    origin = sorted(origins)[0]
    targets = {choice.value for choice in await person.autocomplete("move", "to", "", origin=origin)}
    assert targets == {str(option.to) for option in legal if str(option.origin) == origin}
    other = bob if person is alice else alice
    assert await other.autocomplete("move", "origin", "") == []
    assert await house.person("carol").autocomplete("move", "origin", "") == []


async def test_a_whole_move_by_command(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    person = await until(house, game, [alice, bob], "move")
    look = await house.table.look(game, await seat_of(house, game, person))
    option = next(option for option in look.ask.options if option.verb == "move")
    before = (await row_of(house, game)).seq
    numbers = option.numbers()
    answer = await person.slash(
        "move", origin=str(option.origin), to=str(option.to), warriors=str(numbers[-1])
    )
    await house.settled()
    assert "✓" in answer.text, answer.text
    assert (await row_of(house, game)).seq > before


async def test_a_refused_wish_names_the_clause(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    person = await until(house, game, [alice, bob], "move")
    answer = await person.slash("move", origin="1", to="1", warriors="1")
    assert answer.ephemeral
    assert "possible" in answer.text or "(" in answer.text
    other = bob if person is alice else alice
    waits = await other.slash("move", origin="1", to="2")
    assert "Nothing waits for you" in waits.text
    stranger = await house.person("carol").slash("move", origin="1", to="2")
    assert "do not sit" in stranger.text


async def test_a_choice_of_an_earlier_question_shows_the_present_one(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    old = (await one.autocomplete("play", "choice", ""))[0].value
    await one.slash("play", choice=old)
    for _ in range(40):
        await house.settled()
        now = await waiting(house, game)
        if now is one:
            break
        await Typist(house, now, random.Random(1)).decide()
    before = (await row_of(house, game)).seq
    answer = await one.slash("play", choice=old)
    assert "moved on" in answer.text
    assert (await row_of(house, game)).seq == before


async def test_typed_words_find_the_one_choice_they_mean(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    first = (await one.autocomplete("play", "choice", ""))[0]
    answer = await one.slash("play", choice=first.name)
    assert "✓" in answer.text
    await house.settled()
    one = await waiting(house, game)
    nonsense = await one.slash("play", choice="dance on the table")
    assert "do not know that choice" in nonsense.text


async def test_a_game_can_be_played_from_another_channel(house, alice):
    game = await begin(house, ["alice"], bots=2)
    alice.go("lobby")
    answer = await alice.slash("play", game=game)
    assert not answer.failed
    named = await alice.autocomplete("play", "game", "")
    assert game in [choice.value for choice in named]
