"""The platform names no game: neither a game nor anything of one stands in the code that serves them all."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games import GAMES

HOUSE = Path(__file__).resolve().parents[1]
REGISTRY = HOUSE / "engine" / "games.py"
FILES = sorted(
    {
        *(HOUSE / "cogs").rglob("*.py"),
        *(HOUSE / "engine").glob("*.py"),
        *(HOUSE / "engine" / "commands").rglob("*.py"),
        *(HOUSE / "engine" / "store").rglob("*.py"),
        *(HOUSE / "render").glob("*.py"),
    }
    - {REGISTRY}
)
EVERYDAY = {"root", "family"}
"""A logger has a root and figures come in families: as names of the program they are allowed, as texts they are not."""


def words_of_games() -> dict[str, str]:
    """Names that belong to one game: its own, its factions', its bots', and options that are no everyday words."""
    found: dict[str, str] = {}
    for id, kind in GAMES.items():
        lobby = kind.lobby
        names = {id, kind.name, *lobby.factions(), *lobby.factions().values(), *lobby.boards().values()}
        own = {name for name in lobby.choices() if "_" in name}
        found |= {name.lower(): id for name in (*names, *own)}
    return found


def spoken(path: Path) -> Iterator[tuple[int, str]]:
    """Every name and every text of a module that is code, with its line."""
    tree = ast.parse(path.read_text())
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.Name) and node.id not in EVERYDAY:
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def strangers(path: Path) -> list[str]:
    """What a module says that belongs to one game."""
    known = words_of_games()
    pattern = re.compile(
        r"(?<![a-z])(" + "|".join(map(re.escape, sorted(known, key=len))) + r")(?![a-z])", re.I
    )
    return [
        f"{path.relative_to(HOUSE)}:{line} {match.group(0)!r} is of {known[match.group(0).lower()]}"
        for line, text in spoken(path)
        for match in pattern.finditer(text)
    ]


def test_every_module_of_the_platform_is_in_the_contract() -> None:
    contracts = tomllib.loads((HOUSE / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (platform,) = [one for one in contracts if one["name"] == "the platform knows no game"]
    rooms = {path.parent.name for path in (HOUSE / "engine").glob("*/__init__.py")} - set(GAMES) - {"harrow"}
    modules = {path.stem for path in (HOUSE / "engine").glob("*.py")} - {"__init__"}
    assert {f"engine.{name}" for name in modules | rooms} == set(platform["source_modules"])
    assert {f"engine.{game}" for game in GAMES} <= set(platform["forbidden_modules"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_the_platform_names_no_game(path: Path) -> None:
    assert strangers(path) == []


def test_a_name_of_a_game_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_platform.HOUSE", tmp_path)
    module = tmp_path / "named.py"
    module.write_text(
        '"""Root may stand here."""\nif plan.options.get("any_reach") == "on" or plays == "marquise":\n    pass\n'
    )
    assert strangers(module) == [
        "named.py:2 'marquise' is of root",
        "named.py:2 'any_reach' is of root",
    ]
