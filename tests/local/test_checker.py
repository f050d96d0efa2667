"""Every body is held against Discord's description, and the wrong field is named."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from local import LocalDiscord
from local.checker import DESCRIPTION, checker
from local.errors import Refused
from local.trim import trim
from tests.local.conftest import Raw, errors_at

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
MESSAGE = "POST /channels/{channel_id}/messages"
V2 = 1 << 15


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(options: int = 1, **more: Any) -> dict[str, Any]:
    listed = [{"label": str(number), "value": str(number)} for number in range(options)]
    return {"type": 3, "custom_id": "menu", "options": listed, **more}


def container(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(parts)}


GOOD = [
    {"content": "hello"},
    {"content": None, "embeds": [{"title": "t", "fields": [{"name": "a", "value": "b"}]}]},
    {"flags": V2, "components": [container(text(), row(button(), button("b")))]},
    {"content": "x", "components": [row(select(25))], "nonce": 5, "enforce_nonce": True},
    {"content": "x", "attachments": [{"id": "0", "filename": "a.png", "description": "alt"}]},
    {"content": "x", "allowed_mentions": {"parse": ["users"], "replied_user": False}},
]
BAD = [
    ({"components": [row(button("x" * 101))]}, "components.0.components.0.custom_id"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
    ({"components": [row(select(26))]}, "components.0.components.0.options"),
    ({"components": [row(*[button(str(one)) for one in range(6)])]}, "components.0.components"),
    (
        {"components": [container(row({"type": 2, "label": "no style"}))]},
        "components.0.components.0.components.0.style",
    ),
    ({"components": [{"type": 99}]}, "components.0.type"),
    ({"components": [container(container(text()))]}, "components.0.components.0.type"),
    ({"embeds": [{}] * 11}, "embeds"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ({"embeds": [{"fields": [{"name": "a", "value": "x" * 1025}]}]}, "embeds.0.fields.0.value"),
    ({"content": 5}, "content"),
    ({"flags": "many"}, "flags"),
    ({"attachments": [{"id": "0", "description": "x" * 1025}]}, "attachments.0.description"),
    ({"allowed_mentions": {"users": ["1"] * 101}}, "allowed_mentions.users"),
]


@pytest.mark.parametrize("body", GOOD)
def test_a_good_body_passes(body: dict[str, Any]):
    checker().check(MESSAGE, body)


@pytest.mark.parametrize(("body", "path"), BAD)
def test_a_wrong_field_is_named(body: dict[str, Any], path: str):
    with pytest.raises(Refused) as refused:
        checker().check(MESSAGE, body)
    assert refused.value.code == 50035
    assert path in [fault.field for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("body", "good"), [(body, True) for body in GOOD] + [(body, False) for body, _ in BAD]
)
def test_the_compiled_check_agrees_with_jsonschema(body: dict[str, Any], good: bool):
    description = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    schema = description["paths"]["/channels/{channel_id}/messages"]["post"]["requestBody"]["content"]
    whole = {**schema["application/json"]["schema"], "components": description["components"]}
    assert jsonschema.Draft202012Validator(whole).is_valid(body) is good


def test_trimming_keeps_only_what_is_referred_to():
    full = {
        "openapi": "3.1.0",
        "info": {"version": "10"},
        "paths": {},
        "components": {
            "schemas": {"Unused": {}, "A": {"$ref": "#/components/schemas/B"}, "B": {"type": "string"}}
        },
    }
    body = {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}
    from local.trim import ROUTES

    for route in ROUTES:
        method, path = route.split()
        full["paths"].setdefault(path, {})[method.lower()] = body
    assert list(trim(full)["components"]["schemas"]) == ["A", "B"]


# what the description does not say


REFUSED = {
    "a 41st component": (
        {"flags": V2, "components": [container(*[text()] * 39), text()]},
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "a 4,001st character": (
        {"flags": V2, "components": [text("x" * 2000), text("x" * 2001)]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "embeds of more than 6,000 characters": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "content of more than 2,000 characters": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content beside components of the new kind": (
        {"content": "x", "flags": V2, "components": [text()]},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "new components without the flag": ({"components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    "a sixth row": (
        {"content": "x", "components": [row(button(str(one))) for one in range(6)]},
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a button beside a menu": (
        {"content": "x", "components": [row(select(), button())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "the same id twice": (
        {"content": "x", "components": [row(button(), button())]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a button that says nothing": (
        {"content": "x", "components": [row({"type": 2, "style": 1, "custom_id": "a"})]},
        "components.0.components.0.label",
        "BUTTON_COMPONENT_INVALID_EMPTY",
    ),
    "a link with an id": (
        {"content": "x", "components": [row(button(style=5, url="https://example.org"))]},
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "more to choose than there is": (
        {"content": "x", "components": [row(select(2, max_values=3))]},
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES",
    ),
    "the same option twice": (
        {"content": "x", "components": [row(select() | {"options": [{"label": "a", "value": "a"}] * 2})]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a picture that did not come along": (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}]},
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a nonce of 26 characters": ({"content": "x", "nonce": "x" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    "mentions both parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions.parse",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_message_is_refused_for(what: str, local: LocalDiscord, raw: Raw):
    body, path, code = REFUSED[what]
    status, answer = await raw("POST", raw.lobby + "/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in errors_at(answer, path)
    assert local.violations[0].path == path
    assert local.person("alice").sees() == []
    local.expect_violation(50035, path)


async def test_forty_components_and_4000_characters_pass(raw: Raw):
    parts = [container(*[text("x" * 100)] * 38), text("x" * 200)]
    status, _ = await raw("POST", raw.lobby + "/messages", {"flags": V2, "components": parts})
    assert status == 200


async def test_an_empty_message_is_refused(local: LocalDiscord, raw: Raw):
    local.expect_violation(50006)
    status, answer = await raw("POST", raw.lobby + "/messages", {"content": "  "})
    assert (status, answer["code"]) == (400, 50006)


async def test_a_body_that_is_not_json(local: LocalDiscord, raw: Raw):
    local.expect_violation(50109)
    async with raw.session.post(
        local.http_url + raw.lobby + "/messages", data="{", headers={"Authorization": "Bot x"}
    ) as response:
        assert response.status == 400


async def test_a_route_that_is_not_served_fails_the_test(local: LocalDiscord, raw: Raw):
    status, _ = await raw("POST", "/guilds/1/soundboard-sounds", {})
    assert status == 404
    assert str(local.violations[0]).startswith("POST /guilds/1/soundboard-sounds: 404")
    local.expect_violation(404)


async def test_a_bot_without_token_is_refused(local: LocalDiscord, raw: Raw):
    local.expect_violation(40001)
    async with raw.session.get(local.http_url + "/users/@me") as response:
        assert response.status == 401
