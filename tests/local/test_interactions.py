"""Answering an interaction: once, within three seconds, and with a token that lives fifteen minutes."""

from __future__ import annotations

import asyncio

import discord
import pytest

from local import CannotDo, LocalDiscord, Person
from local.interactions import Interaction
from tests.local.conftest import Raw, errors_at
from tests.local.tiny_bot import TinyBot

PONG, MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
FORM = {
    "custom_id": "form",
    "title": "A form",
    "components": [{"type": 18, "label": "Why", "component": {"type": 4, "custom_id": "why", "style": 1}}],
}


def open_silent(person: Person) -> Interaction:
    """A command the bot does not answer by itself."""
    return person.client.slash(person.id, person.place, "silent", {})


def open_autocomplete(person: Person, text: str = "") -> Interaction:
    return person.client.autocomplete(person.id, person.place, "move", "to", text, {})


async def test_the_callback_tells_the_message_only_when_asked(bot: TinyBot, alice: Person, raw: Raw):
    first = open_silent(alice)
    assert await raw.answer(first, MESSAGE, {"content": "hi"}) == (204, None)
    second = open_silent(alice)
    path = f"/interactions/{second.id}/{second.token}/callback"
    status, body = await raw("POST", path, {"type": MESSAGE, "data": {"content": "hi"}}, with_response="true")
    assert status == 200
    assert body["interaction"]["response_message_id"] == body["resource"]["message"]["id"]
    assert body["resource"]["message"]["interaction_metadata"]["user"]["username"] == "alice"


async def test_40060_a_second_answer(bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord):
    started = open_silent(alice)
    await raw.answer(started, DEFER)
    status, body = await raw.answer(started, MESSAGE, {"content": "again"})
    assert (status, body["code"]) == (400, 40060)
    assert local.violations[0].code == 40060
    local.expect_violation(40060)


async def test_10062_an_answer_after_three_seconds(
    bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    started = open_silent(alice)
    local.clock.turn(3.1)
    assert started.failed
    status, body = await raw.answer(started, MESSAGE, {"content": "late"})
    assert (status, body["code"]) == (404, 10062)
    assert alice.sees() == []
    local.expect_violation(10062)


async def test_discord_py_hears_of_a_late_answer(bot: TinyBot, alice: Person, local: LocalDiscord):
    waiting = asyncio.create_task(alice.slash("silent"))
    while not bot.unanswered:
        await asyncio.sleep(0.001)
    local.clock.turn(4)
    assert (await waiting).failed
    with pytest.raises(discord.NotFound) as caught:
        await bot.unanswered[0].response.send_message("late")
    assert caught.value.code == 10062
    assert alice.ledger.of("failed")
    local.expect_violation(10062)


async def test_10062_a_token_that_is_not_the_interactions(
    bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    started = open_silent(alice)
    status, body = await raw("POST", f"/interactions/{started.id}/nonsense/callback", {"type": DEFER})
    assert (status, body["code"]) == (404, 10062)
    local.expect_violation(10062)


async def test_50027_the_token_dies_after_fifteen_minutes(
    bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    started = open_silent(alice)
    await raw.answer(started, MESSAGE, {"content": "x"})
    local.clock.turn(minutes=14)
    assert (await raw("POST", raw.webhook(started), {"content": "still"}))[0] == 200
    local.clock.turn(minutes=2)
    for method, path in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        status, body = await raw(method, raw.webhook(started) + path, {"content": "dead"})
        assert (status, body["code"]) == (401, 50027)
    local.expect_violation(50027)
    local.expect_violation(50027)
    local.expect_violation(50027)


async def test_10015_a_follow_up_before_the_answer(
    bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    status, body = await raw("POST", raw.webhook(open_silent(alice)), {"content": "too soon"})
    assert (status, body["code"]) == (404, 10015)
    local.expect_violation(10015)


async def test_the_first_follow_up_of_a_deferred_answer_takes_its_place(
    bot: TinyBot, alice: Person, bob: Person, raw: Raw
):
    started = open_silent(alice)
    await raw.answer(started, DEFER, {"flags": 64})
    assert alice.sees()[0].thinking
    await raw("POST", raw.webhook(started), {"content": "the answer"})
    assert [(one.text, one.ephemeral) for one in alice.sees()] == [("the answer", True)]
    await raw("POST", raw.webhook(started), {"content": "more"})
    assert [one.text for one in bob.sees()] == ["more"]


async def test_follow_ups_can_be_edited_and_deleted_by_the_token(bot: TinyBot, alice: Person, raw: Raw):
    started = open_silent(alice)
    await raw.answer(started, MESSAGE, {"content": "x", "flags": 64})
    _, made = await raw("POST", raw.webhook(started), {"content": "a", "flags": 64})
    path = f"{raw.webhook(started)}/messages/{made['id']}"
    assert (await raw("PATCH", path, {"content": "b"}))[1]["content"] == "b"
    assert (await raw("GET", path))[1]["content"] == "b"
    assert (await raw("DELETE", path))[0] == 204
    assert (await raw("GET", path))[1]["code"] == 10008
    assert (await raw("DELETE", raw.webhook(started) + "/messages/@original"))[0] == 204
    assert alice.sees() == []


async def test_40094_five_follow_ups_where_the_bot_is_only_user_installed(
    bot: TinyBot, alice: Person, local: LocalDiscord
):
    elsewhere = local.add_guild("Elsewhere", with_bot=False)
    alice.go(local.channel("lobby", elsewhere))
    with pytest.raises(CannotDo, match="no command /hand"):
        await alice.slash("hand")
    answer = await alice.slash("anywhere", follow_ups=6)
    await alice.settled()
    assert len(answer.follow_ups) == 5
    local.expect_violation(40094)


async def test_where_the_bot_is_a_member_there_is_no_such_limit(bot: TinyBot, alice: Person):
    answer = await alice.slash("anywhere", follow_ups=6)
    await alice.settled()
    assert len(answer.follow_ups) == 6


async def test_50035_a_26th_choice(bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord):
    started = open_autocomplete(alice)
    choices = [{"name": str(one), "value": str(one)} for one in range(26)]
    status, body = await raw.answer(started, CHOICES, {"choices": choices})
    assert status == 400
    assert errors_at(body, "data.choices") == ["BASE_TYPE_MAX_LENGTH"]
    local.expect_violation(50035, "data.choices")


@pytest.mark.parametrize(
    ("choice", "path"),
    [
        ({"name": "x" * 101, "value": "a"}, "data.choices.0.name"),
        ({"name": "", "value": "a"}, "data.choices.0.name"),
        ({"name": "a", "value": "x" * 101}, "data.choices.0.value"),
        ({"name": "a", "value": 5}, "data.choices.0.value"),
    ],
)
async def test_50035_a_wrong_choice(
    choice: dict, path: str, bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    status, body = await raw.answer(open_autocomplete(alice), CHOICES, {"choices": [choice]})
    assert status == 400
    assert errors_at(body, path)
    local.expect_violation(50035, path)


@pytest.mark.parametrize("kind", [CHOICES, UPDATE, DEFER_UPDATE])
async def test_50035_an_answer_that_does_not_fit_a_command(
    kind: int, bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    status, body = await raw.answer(open_silent(alice), kind, {})
    assert (status, body["code"]) == (400, 50035)
    assert errors_at(body, "type") == ["INTERACTION_INVALID_RESPONSE_TYPE"]
    local.expect_violation(50035, "type")


async def test_50035_an_autocomplete_takes_choices_only(
    bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    assert (await raw.answer(open_autocomplete(alice), MESSAGE, {"content": "no"}))[0] == 400
    local.expect_violation(50035, "type")


async def test_a_form_of_six_parts_is_refused(bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord):
    six = [{"type": 10, "content": str(number)} for number in range(6)]
    status, body = await raw.answer(open_silent(alice), MODAL, {**FORM, "components": six})
    assert (status, body["code"]) == (400, 50035)
    assert errors_at(body, "data.components") == ["BASE_TYPE_BAD_LENGTH"]
    local.expect_violation(50035, "data.components")


async def test_a_form_with_a_title_of_46_characters_is_refused(
    bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord
):
    status, body = await raw.answer(open_silent(alice), MODAL, {**FORM, "title": "x" * 46})
    assert status == 400
    assert errors_at(body, "data.title")
    local.expect_violation(50035, "data.title")


async def test_a_form_cannot_answer_a_form(bot: TinyBot, alice: Person, raw: Raw, local: LocalDiscord):
    started = open_silent(alice)
    assert (await raw.answer(started, MODAL, FORM))[0] == 204
    submitted = alice.client.submit(alice.id, started.id, {"why": "because"})
    status, body = await raw.answer(submitted, MODAL, FORM)
    assert (status, body["code"]) == (400, 50035)
    local.expect_violation(50035, "type")


async def test_a_form_is_checked_before_it_is_sent(bot: TinyBot, alice: Person, bob: Person, raw: Raw):
    started = open_silent(alice)
    await raw.answer(started, MODAL, FORM)
    with pytest.raises(CannotDo, match="why is required"):
        alice.client.submit(alice.id, started.id, {})
    with pytest.raises(CannotDo, match="no input when"):
        alice.client.submit(alice.id, started.id, {"when": "now"})
    with pytest.raises(CannotDo, match="no such form"):
        bob.client.submit(bob.id, started.id, {"why": "not mine"})


async def test_without_a_bot_the_person_is_told(local: LocalDiscord, alice: Person):
    local.core.world.application.commands["1"] = {"id": "1", "type": 1, "name": "hand", "options": []}
    assert (await alice.slash("hand")).failed


async def test_a_new_process_answers_the_buttons_of_an_old_message(local: LocalDiscord, alice: Person):
    from tests.discord_fixtures import logged_in

    async with logged_in(TinyBot()):
        message = await alice.slash("map")
    async with logged_in(TinyBot()):
        assert "alice marched" in (await alice.click("March", message)).text


async def test_all_kinds_of_inputs_of_a_form(bot: TinyBot, alice: Person, raw: Raw):
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    inputs = [
        {"type": 5, "custom_id": "user"},
        {"type": 21, "custom_id": "radio", "options": options},
        {"type": 22, "custom_id": "boxes", "options": options, "min_values": 1, "max_values": 2},
        {"type": 23, "custom_id": "box"},
        {"type": 19, "custom_id": "file"},
    ]
    parts = [{"type": 18, "label": part["custom_id"], "component": part} for part in inputs]
    started = open_silent(alice)
    assert await raw.answer(started, MODAL, {**FORM, "components": parts}) == (204, None)
    values = {"user": [alice.id], "radio": "b", "boxes": ["a", "b"], "box": True, "file": ("a.txt", b"hi")}
    sent = alice.client.submit(alice.id, started.id, values).data
    told = [part["component"] for part in sent["components"]]
    assert told[0]["values"] == [alice.id]
    assert [told[1]["value"], told[2]["values"], told[3]["value"]] == ["b", ["a", "b"], True]
    assert sent["resolved"]["attachments"][told[4]["values"][0]]["filename"] == "a.txt"
    assert alice.id in sent["resolved"]["users"]
