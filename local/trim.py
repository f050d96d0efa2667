"""Make the trimmed copy of Discord's API description: the request bodies of the routes we serve, nothing else.

    python -m local.trim path/to/openapi.json

The full file is `specs/openapi.json` of discord/discord-api-spec (MIT licence).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "data" / "discord" / "openapi.json"
SOURCE = "https://github.com/discord/discord-api-spec"
WORDS = {"description", "title", "x-discord-union", "contentEncoding", "summary", "examples"}

ROUTES = [
    "PATCH /applications/@me",
    "PUT /applications/{application_id}/commands",
    "POST /applications/{application_id}/commands",
    "PATCH /applications/{application_id}/commands/{command_id}",
    "PUT /applications/{application_id}/guilds/{guild_id}/commands",
    "POST /applications/{application_id}/guilds/{guild_id}/commands",
    "PATCH /applications/{application_id}/guilds/{guild_id}/commands/{command_id}",
    "POST /applications/{application_id}/emojis",
    "PATCH /applications/{application_id}/emojis/{emoji_id}",
    "PATCH /channels/{channel_id}",
    "POST /channels/{channel_id}/messages",
    "POST /channels/{channel_id}/messages/bulk-delete",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "POST /channels/{channel_id}/threads",
    "PUT /channels/{channel_id}/permissions/{overwrite_id}",
    "POST /guilds/{guild_id}/channels",
    "POST /guilds/{guild_id}/roles",
    "PATCH /guilds/{guild_id}/roles/{role_id}",
    "PATCH /guilds/{guild_id}/members/{user_id}",
    "PATCH /guilds/{guild_id}/members/@me",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "PATCH /users/@me",
    "POST /users/@me/channels",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
]


def without_words(schema: Any, *, names: bool = False) -> Any:
    """The schema without its prose. `names` is true where the keys are names of fields, not keywords."""
    if isinstance(schema, list):
        return [without_words(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: without_words(value, names=not names and key == "properties")
        for key, value in schema.items()
        if names or key not in WORDS
    }


def named_in(schema: Any) -> set[str]:
    """The names of the schemas this one refers to."""
    if isinstance(schema, list):
        return set().union(*map(named_in, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    found = set().union(*map(named_in, schema.values())) if schema else set()
    if isinstance(schema.get("$ref"), str):
        found.add(schema["$ref"].rsplit("/", 1)[-1])
    return found


def trim(full: dict[str, Any]) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    wanted: set[str] = set()
    for route in ROUTES:
        method, path = route.split()
        schema = full["paths"][path][method.lower()]["requestBody"]["content"]["application/json"]["schema"]
        schema = without_words(schema)
        content = {"application/json": {"schema": schema}}
        paths.setdefault(path, {})[method.lower()] = {"requestBody": {"content": content}}
        wanted |= named_in(schema)
    schemas: dict[str, Any] = {}
    while wanted:
        name = wanted.pop()
        schemas[name] = without_words(full["components"]["schemas"][name])
        wanted |= named_in(schemas[name]) - schemas.keys()
    info = {
        "title": "Discord API: the request bodies the local Discord checks",
        "version": full["info"]["version"],
        "license": {"name": "MIT", "url": f"{SOURCE}/blob/main/LICENSE"},
        "x-source": f"{SOURCE}/blob/main/specs/openapi.json",
    }
    return {
        "openapi": full["openapi"],
        "info": info,
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("full", type=Path, help="Discord's openapi.json")
    parser.add_argument("--to", type=Path, default=TARGET)
    given = parser.parse_args()
    small = trim(json.loads(given.full.read_text(encoding="utf-8")))
    given.to.parent.mkdir(parents=True, exist_ok=True)
    given.to.write_text(json.dumps(small, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{given.to}: {len(small['paths'])} paths, {len(small['components']['schemas'])} schemas")


if __name__ == "__main__":
    main()
