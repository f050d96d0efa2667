"""Answers to interactions: the callback, follow-ups, and the messages a token may touch."""

from __future__ import annotations

from typing import Any

from local.rest.routing import Call, Json, route

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def callback(call: Call) -> Json | None:
    answered = call.core.interactions.callback(
        call["interaction_id"], call["interaction_token"], call.body, call.uploads
    )
    return answered if call.flag("with_response") else None


@route("POST", WEBHOOK, own_check=True)
def follow_up(call: Call) -> Any:
    call.check("IncomingWebhookRequestPartial")
    found = call.core.interactions.by_webhook(call["webhook_id"], call["webhook_token"])
    message = call.core.interactions.follow_up(found, call.body, call.uploads)
    return call.core.payloads.message(message)


@route("GET", WEBHOOK + "/messages/{message_id}")
def get_message(call: Call) -> Json:
    found = call.core.interactions.by_webhook(call["webhook_id"], call["webhook_token"])
    return call.core.payloads.message(call.core.interactions.message_of(found, call["message_id"]))


@route("PATCH", WEBHOOK + "/messages/{message_id}")
def edit_message(call: Call) -> Json:
    interactions = call.core.interactions
    found = interactions.by_webhook(call["webhook_id"], call["webhook_token"])
    message = interactions.message_of(found, call["message_id"])
    return call.core.payloads.message(interactions.edit(found, message, call.body, call.uploads))


@route("DELETE", WEBHOOK + "/messages/{message_id}")
def delete_message(call: Call) -> None:
    interactions = call.core.interactions
    found = interactions.by_webhook(call["webhook_id"], call["webhook_token"])
    interactions.delete(found, interactions.message_of(found, call["message_id"]))
