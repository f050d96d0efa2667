"""Every body the bot sends is held against Discord's own description of the route."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from local.errors import Fault, Refused
from local.schema import Check, Schemas

DESCRIPTION = Path(__file__).parent.parent / "data" / "discord" / "openapi.json"


class Checker:
    def __init__(self, description: dict[str, Any]):
        self.schemas = Schemas(description["components"]["schemas"])
        self._routes = {
            f"{method.upper()} {path}": operation["requestBody"]["content"]["application/json"]["schema"]
            for path, operations in description["paths"].items()
            for method, operation in operations.items()
        }
        self._compiled: dict[str, Check] = {}

    def knows(self, route: str) -> bool:
        return route in self._routes

    def check(self, route: str, body: Any, *, schema: str | None = None) -> None:
        """`schema` names the part of a union when the place, not the body, decides which one is meant."""
        if schema is not None:
            compiled = self.schemas.of(schema)
        else:
            compiled = self._compiled.get(route) or self._compiled.setdefault(
                route, self.schemas.compile(self._routes[route])
            )
        faults: list[Fault] = []
        compiled(body, (), faults)
        if faults:
            raise Refused(50035, *faults)


@cache
def checker() -> Checker:
    """One for the whole process: compiling takes a moment, and the description does not change."""
    return Checker(json.loads(DESCRIPTION.read_text(encoding="utf-8")))
