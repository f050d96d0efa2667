"""Application commands: registering them, and their limits."""

from __future__ import annotations

from typing import Any

import pytest

from local import LocalDiscord, Person
from tests.local.conftest import Raw, errors_at
from tests.local.tiny_bot import TinyBot


def command(name: str = "move", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Move warriors", **more}


def option(name: str = "to", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "Where", **more}


WRONG = {
    "26 options": (command(options=[option(f"o{n}") for n in range(26)]), "0.options"),
    "a name of 33 characters": (command("x" * 33), "0.name"),
    "a name with a space": (command("two words"), "0.name"),
    "a name with a capital": (command("Move"), "0.name"),
    "a translated name with a space": (
        command(name_localizations={"cs": "dvě slova"}),
        "0.name_localizations.cs",
    ),
    "no description": ({"name": "move"}, "0.description"),
    "a description of 101 characters": (command() | {"description": "x" * 101}, "0.description"),
    "26 choices": (
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        "0.options.0.choices",
    ),
    "choices and autocomplete": (
        command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)]),
        "0.options.0.autocomplete",
    ),
    "a required option after an optional one": (
        command(options=[option("a"), option("b", required=True)]),
        "0.options.1.required",
    ),
    "the same option twice": (command(options=[option(), option()]), "0.options.1.name"),
    "a sub-command beside an option": (command(options=[option(), option("sub", 1)]), "0.options"),
    "a group in a group": (
        command(options=[option("g", 2, options=[option("h", 2, options=[])])]),
        "0.options.0.options.0.type",
    ),
    "more than 8,000 characters": (
        command(
            options=[
                option(f"o{n}", choices=[{"name": f"{m}" + "x" * 90, "value": "y" * 90} for m in range(10)])
                for n in range(5)
            ]
        ),
        "0",
    ),
}


@pytest.mark.parametrize("what", WRONG)
async def test_50035_a_command_with(what: str, raw: Raw, local: LocalDiscord):
    body, path = WRONG[what]
    status, answer = await raw("PUT", raw.app + "/commands", [body])
    assert (status, answer["code"]) == (400, 50035)
    assert errors_at(answer, path)
    assert local.core.world.application.commands == {}
    local.expect_violation(50035, path)


async def test_30032_a_101st_command(raw: Raw, local: LocalDiscord):
    hundred = [command(f"c{number}") for number in range(100)]
    assert (await raw("PUT", raw.app + "/commands", hundred))[0] == 200
    status, answer = await raw("POST", raw.app + "/commands", command("one-more"))
    assert (status, answer["code"]) == (400, 30032)
    local.expect_violation(30032)


async def test_30034_200_creations_a_day(raw: Raw, local: LocalDiscord):
    local.tunable.command_creations = 3
    for number in range(3):
        await raw("PUT", raw.app + "/commands", [command(f"c{number}")])
    # the same command again is no creation
    assert (await raw("PUT", raw.app + "/commands", [command("c2")]))[0] == 200
    status, answer = await raw("PUT", raw.app + "/commands", [command("c3")])
    assert (status, answer["code"]) == (429, 30034)
    local.clock.turn(days=1)
    assert (await raw("PUT", raw.app + "/commands", [command("c3")]))[0] == 200
    local.expect_violation(30034)


async def test_an_unchanged_command_keeps_its_id(raw: Raw):
    _, first = await raw("PUT", raw.app + "/commands", [command("a"), command("b")])
    _, second = await raw("PUT", raw.app + "/commands", [command("b"), command("c")])
    assert second[0]["id"] == first[1]["id"]
    assert [one["name"] for one in (await raw("GET", raw.app + "/commands"))[1]] == ["b", "c"]


async def test_one_command_at_a_time(raw: Raw):
    _, made = await raw("POST", raw.app + "/commands", command())
    path = f"{raw.app}/commands/{made['id']}"
    assert (await raw("PATCH", path, {"description": "Another"}))[1]["description"] == "Another"
    assert (await raw("GET", path))[1]["description"] == "Another"
    assert (await raw("DELETE", path))[0] == 204
    assert (await raw("GET", raw.app + "/commands"))[1] == []


async def test_commands_of_one_server(bot: TinyBot, raw: Raw, local: LocalDiscord, alice: Person):
    path = f"{raw.app}/guilds/{local.guild.id}/commands"
    await raw("PUT", path, [command("trial"), command("hand")])
    names = [one.path for one in alice.client.commands(alice.id, alice.place)]
    assert "trial" in names
    assert names.count("hand") == 1, "the server's own command hides the global one"


async def test_a_translated_description(raw: Raw, local: LocalDiscord, alice: Person):
    translated = command(description_localizations={"cs": "Přesuň bojovníky"})
    await raw("PUT", raw.app + "/commands", [translated])
    alice.user.locale = "cs"
    view = local.web.view
    assert [one["description"] for one in view.commands(alice.user)] == ["Přesuň bojovníky"]
    assert [one["description"] for one in view.commands(local.person("bob").user)] == ["Move warriors"]


async def test_emoji_of_the_application(raw: Raw, local: LocalDiscord):
    body = {"name": "fox", "image": "data:image/png;base64,AAAA"}
    _, made = await raw("POST", raw.app + "/emojis", body)
    assert [one["name"] for one in (await raw("GET", raw.app + "/emojis"))[1]["items"]] == ["fox"]
    path = f"{raw.app}/emojis/{made['id']}"
    await raw("PATCH", path, {"name": "mouse"})
    assert (await raw("GET", path))[1]["name"] == "mouse"
    assert (await raw("DELETE", path))[0] == 204
    assert (await raw("GET", path))[1]["code"] == 10014
    status, _ = await raw(
        "POST", raw.app + "/emojis", body | {"image": "data:image/png;base64," + "A" * 400_000}
    )
    assert status == 400
    local.expect_violation(50035, "image")
