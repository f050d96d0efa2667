"""The end of a turn is the player's own word, and what is grave is asked twice: by click, by menu, by command."""

from __future__ import annotations

import random

import discord
import pytest

from cogs.board.panel import layout
from cogs.components import Buttons
from cogs.tables import kind_of
from engine.flow import Done
from engine.rules import TURN_END
from tests.cogs.players import Typist, confirmed, filled
from tests.cogs.tables import begin, lay, row_of, waiting
from tests.engine.root.board import board as root_table
from tests.engine.root.factions.test_eyrie import decree

SURE = "Yes, Do It"
AFTER_THE_DRAW = ("evening.discard", "vagabond.capacity")
"""Questions of Evening that come after the word to end the turn, because of what was drawn."""


async def look_of(house, game, person):
    seats = await house.store.seats(game)
    seat = next(one.seat for one in seats if one.user == person.id)
    return await house.table.look(game, seat)


async def asked(house, game, person):
    """The key of the question that waits for somebody; "" if none does."""
    await house.settled()
    ask = (await look_of(house, game, person)).ask
    return ask.key if ask else ""


async def until_lone(house, game, person, limit=300):
    """Play sensibly until the only thing left to this person, in their own turn, is to go on."""
    player = Typist(house, person, random.Random(4))
    before = None
    for _ in range(limit):
        await house.settled()
        look = await look_of(house, game, person)
        lone = look.ask.options == (Done(),) and look.view.active == look.view.seat
        if lone and look.undo and before == look.view.turn:
            return look
        before = look.view.turn if look.ask.forced() is None else None
        await player.decide()
    raise AssertionError("there was always something to choose")


# --- 1 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", ["marquise", "eyrie", "alliance", "vagabond"])
async def test_a_turn_ends_only_when_its_player_says_so(house, alice, faction):
    """Complaint: «End Daylight» was taken after 3 s, a card was drawn, and nothing could be taken back."""
    game = await begin(house, ["alice"], bots=2, plays=(faction,))
    player = Typist(house, alice, random.Random(f"turn {faction}"))
    mine = ended = 0
    said_done = False
    for _ in range(150):
        await house.settled()
        look = await look_of(house, game, alice)
        if look.ask is None:
            break
        turn, own = look.view.turn, look.view.active == look.view.seat and look.view.turn > 0
        entries = len(await house.store.entries(game))
        await player.decide()
        await house.settled()
        after = await look_of(house, game, alice)
        said = next(e for e in (await house.store.entries(game))[entries:] if e.seat == look.view.seat)
        if look.ask.key not in AFTER_THE_DRAW:
            said_done = said.value == b'{"verb":"done"}'
        if own and not after.view.over and after.view.turn != turn:
            assert said_done, (look.ask.key, said)
            ended += 1
        mine += own
    assert mine > 5
    assert ended >= 2


@pytest.mark.parametrize("faction", ["marquise", "eyrie", "alliance", "vagabond"])
async def test_the_only_thing_left_waits_and_can_still_be_taken_back(house, alice, faction):
    game = await begin(house, ["alice"], bots=2, plays=(faction,))
    look = await until_lone(house, game, alice)
    before = await row_of(house, game)
    await house.pass_time(minutes=5)
    assert await row_of(house, game) == before, "nobody has acted for her"
    assert look.undo, "what she did can be taken back"
    await confirmed(alice, await alice.slash("undo"))
    await house.settled()
    after = await look_of(house, game, alice)
    assert after.view.turn == look.view.turn
    assert len(after.undo) < len(look.undo)
    assert after.ask.forced() is None, "there is something to choose again"


async def test_who_wants_it_has_their_turns_end_by_themselves(house, alice):
    game = await begin(house, ["alice"], bots=1, plays=("marquise",))
    look = await until_lone(house, game, alice)
    answer = await alice.slash("settings", end_turn=True)
    assert "by itself" in answer.text
    await house.settled()
    after = await look_of(house, game, alice)
    assert after.view.turn > look.view.turn, "it holds at once, and in games that run"
    again = await begin(house, ["alice"], bots=1, plays=("marquise",))
    seats = await house.store.seats(again)
    assert [b'"ends":true' in seat.settings for seat in seats if seat.user] == [True]
    await alice.slash("settings", end_turn=False)
    assert not any(b"ends" in seat.settings for seat in await house.store.seats(again))


def stop(turn="daylight.decree", **columns):
    """An Eyrie with a decree, two warriors in 1, and one cat beside them."""
    table = root_table("eyrie", "marquise").turn("eyrie", turn)
    table.board("eyrie", leader="despot", decree=decree(**columns))
    return table.warriors("eyrie", 2, at=1).warriors("marquise", 1, at=1).building("eyrie", "roost", at=8)


async def eyrie_at(house, **columns):
    game = await begin(house, ["alice", "bob"], plays=("eyrie", "marquise"))
    await lay(house, game, stop(**columns))
    return game


async def test_the_last_action_of_a_decree_does_not_end_the_turn(house, alice):
    game = await eyrie_at(house, recruit=["foxfolk-steel"])
    assert await asked(house, game, alice) == TURN_END
    await house.pass_time(minutes=5)
    assert await asked(house, game, alice) == TURN_END


async def test_the_only_battle_of_a_decree_is_asked_with_one_press(house, alice):
    game = await eyrie_at(house, battle=["foxfolk-steel"])
    before = await row_of(house, game)
    await house.pass_time(minutes=5)
    assert await row_of(house, game) == before
    look = await look_of(house, game, alice)
    assert [option.verb for option in look.ask.options] == ["battle"]
    panel = await filled(await alice.slash("play"))
    answer = await filled(
        await alice.click("Battle", panel) if "Battle" in panel.buttons else await press(alice, panel)
    )
    assert SURE not in answer.buttons
    await house.settled()
    assert (await row_of(house, game)).seq > before.seq


async def press(person, panel):
    (label,) = [label for label in panel.buttons if label.startswith("Battle")]
    return await person.click(label, panel)


# --- 4 ----------------------------------------------------------------------------------------------------


async def marquise_beside_eyrie(house):
    """The Marquise in Daylight, with two enemies to fight and a hand."""
    game = await begin(house, ["alice", "bob"], plays=("marquise", "eyrie"))
    table = root_table("marquise", "eyrie").turn("marquise", "daylight.actions")
    table.warriors("marquise", 3, at=1).warriors("eyrie", 1, at=1).warriors("marquise", 3, at=5)
    table.warriors("eyrie", 1, at=5).warriors("marquise", 3, at=9).warriors("eyrie", 1, at=9).building(
        "eyrie", "roost", at=1
    )
    await lay(house, game, table)
    return game


@pytest.mark.parametrize("route", ["menu", "play", "command"])
async def test_a_battle_is_confirmed_once_however_it_is_chosen(house, alice, route):
    """Complaint: a button asked, a menu and /battle did not."""
    game = await marquise_beside_eyrie(house)
    before = await row_of(house, game)
    if route == "menu":
        panel = await filled(await alice.slash("play"))
        menu = await filled(await alice.click("Battle", panel))
        answer = await filled(await choose_first(alice, menu, "battle"))
    elif route == "play":
        choices = await alice.autocomplete("play", "choice", "battle eyrie 5")
        answer = await filled(await alice.slash("play", choice=choices[0].value))
    else:
        answer = await filled(await alice.slash("battle", clearing="5", defender="eyrie"))
    assert "cannot be taken back" in answer.text
    assert SURE in answer.buttons
    assert await row_of(house, game) == before
    after = await confirmed(alice, answer)
    assert SURE not in after.buttons
    await house.settled()
    assert (await row_of(house, game)).seq > before.seq


async def choose_first(person, shown, verb):
    """The first thing a menu, or buttons in its place, offer for this verb."""
    if shown.menus:
        select = shown._parts({3})[0]
        return await person.choose(select["custom_id"], select["options"][0]["value"], message=shown)
    label = next(label for label in shown.buttons if label.lower().startswith(verb))
    return await person.click(label, shown)


async def test_back_from_a_confirmation_changes_nothing(house, alice):
    game = await marquise_beside_eyrie(house)
    before = await row_of(house, game)
    answer = await filled(await alice.slash("battle", clearing="5", defender="eyrie"))
    panel = await filled(await alice.click("Back", answer))
    assert "Battle" in panel.buttons
    assert await row_of(house, game) == before


async def test_a_free_choice_is_not_asked_twice(house, alice):
    await marquise_beside_eyrie(house)
    answer = await filled(await alice.slash("move", origin="5", to="1", warriors="2"))
    assert SURE not in answer.buttons
    assert "✓" in answer.text


async def test_to_end_the_day_with_actions_left_is_asked_twice(house, alice):
    game = await marquise_beside_eyrie(house)
    look = await look_of(house, game, alice)
    before = await row_of(house, game)
    label = kind_of(look.game).words.done(look.ask)
    answer = await filled(await alice.click(label, await filled(await alice.slash("play"))))
    assert "Your turn ends" in answer.text
    assert await row_of(house, game) == before
    await confirmed(alice, answer)
    await house.settled()
    assert (await look_of(house, game, alice)).view.turn > look.view.turn


async def test_an_old_confirmation_does_nothing(house, alice):
    game = await marquise_beside_eyrie(house)
    answer = await filled(await alice.slash("battle", clearing="5", defender="eyrie"))
    await filled(await alice.slash("move", origin="5", to="1", warriors="3"))
    await house.settled()
    before = await row_of(house, game)
    assert SURE not in answer.buttons, "the panel that asked is closed"
    channel = house.bot.get_channel(int(alice.place.id))
    button = Buttons(game, before.rev - 1).button("y", "Late", "0")
    await channel.send(view=layout([discord.ui.TextDisplay("x")], [discord.ui.ActionRow(button)]))
    late = await filled(await alice.click("Late"))
    assert "moved on" in late.text
    assert (await row_of(house, game)).seq == before.seq


# --- 5 ----------------------------------------------------------------------------------------------------


async def test_a_command_that_leaves_something_open_shows_the_panel_with_the_rest(house, alice):
    """Complaint: «several choices fit, use the buttons», and there were none."""
    game = await marquise_beside_eyrie(house)
    before = await row_of(house, game)
    answer = await filled(await alice.slash("move", to="1"))
    assert "To where: 1" in answer.text
    offered = answer.buttons + [label for labels in answer.menus.values() for label in labels]
    look = await look_of(house, game, alice)
    origins = {option.origin for option in look.ask.options if option.verb == "move" and option.to == 1}
    assert len(origins) > 1
    assert all(any(str(origin) in label for label in offered) for origin in origins)
    assert "Back" in answer.buttons
    assert await row_of(house, game) == before
    number = await filled(await choose_first(alice, answer, "move"))
    done = await filled(await choose_first(alice, number, "1") if not number.text.startswith("✓") else number)
    await house.settled()
    assert (await row_of(house, game)).seq > before.seq, done.text


async def test_what_is_typed_wrong_is_not_called_the_action_of_another_faction(house, alice):
    """Complaint: the Marquise typed a clearing that is not there and read that her faction has no such action."""
    game = await marquise_beside_eyrie(house)
    before = await row_of(house, game)
    answer = await filled(await alice.slash("move", to="99"))
    assert "nothing like that is possible now" in answer.text
    assert await row_of(house, game) == before


async def test_a_typed_number_is_kept(house, alice):
    await marquise_beside_eyrie(house)
    answer = await filled(await alice.slash("move", to="1", warriors="2"))
    done = await filled(await choose_first(alice, answer, "move"))
    await house.settled()
    assert done.text.startswith("✓ Move 2 warriors")
    assert " to 1" in done.text


async def test_what_was_typed_before_the_board_moved_on_changes_nothing(house, alice):
    game = await marquise_beside_eyrie(house)
    answer = await filled(await alice.slash("move", to="1", warriors="2"))
    await filled(await alice.slash("move", origin="5", to="1", warriors="3"))
    await house.settled()
    before = await row_of(house, game)
    assert not answer.menus
    assert answer.buttons == [], "the panel that was filled in is closed"
    assert (await row_of(house, game)).seq == before.seq


async def test_the_person_whose_turn_it_is_not_has_nothing_to_confirm(house, alice, bob):
    game = await marquise_beside_eyrie(house)
    assert (await waiting(house, game)) is alice
    answer = await filled(await bob.slash("battle", clearing="5", defender="marquise"))
    assert "Nothing waits for you" in answer.text
