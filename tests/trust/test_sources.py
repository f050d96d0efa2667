"""No code runs from a loaded file, no shell, no secret in the sources, every dependency pinned."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = [
    ROOT / "bot.py",
    *(file for name in ("cogs", "engine", "local", "render") for file in (ROOT / name).rglob("*.py")),
]

MODULES = {
    "pickle",
    "cPickle",
    "dill",
    "shelve",
    "marshal",
    "yaml",
    "jsonpickle",
    "joblib",
    "subprocess",
    "pty",
}
"""Modules that run code from data, or another program."""
BETWEEN_OUR_OWN = {"render/apart.py": ["subprocess"]}
"""The bot starts the process that draws. Nothing of a person's is in its command, and what the two say is plain values."""
CALLS = {"eval", "exec", "__import__", "input", "system", "popen", "load_module", "mktemp"}


def wrong(source: str) -> Iterator[str]:
    """What must not be in a source, by its syntax tree: comments and words do not count."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            yield str(node.module)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            owner = getattr(getattr(node.func, "value", None), "id", "")
            if name in CALLS or (name == "compile" and isinstance(node.func, ast.Name)):
                yield f"{owner}.{name}()"


@pytest.mark.parametrize("file", OURS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_code_runs_from_a_loaded_file(file):
    allowed = BETWEEN_OUR_OWN.get(str(file.relative_to(ROOT)), [])
    assert list(wrong(file.read_text(encoding="utf-8"))) == allowed


@pytest.mark.parametrize(
    "planted",
    [
        "import pickle\npickle.loads(b'')",
        "from yaml import load",
        "eval('1')",
        "import os\nos.system('ls')",
        "import marshal",
        "exec(data)",
        "from subprocess import run",
    ],
)
def test_the_search_finds_what_it_looks_for(planted):
    assert list(wrong(planted))


def test_sql_never_carries_values():
    """Values go in as parameters; only names of our own columns are put into the text of a statement."""
    room = sorted((ROOT / "engine" / "store").glob("*.py"))
    source = "\n".join(file.read_text(encoding="utf-8") for file in room)
    found = set(
        re.findall(r"\{([^{}]+)\}", " ".join(re.findall(r'f"(?:select|insert|update|delete)[^"]*"', source)))
    )
    constants = {name for name in found if re.fullmatch(r"(changes\.)?[A-Z_]+", name)}
    assert {"GAME", "SEAT"} <= constants
    assert found - constants <= {
        "table", "columns", "marks", "fresh", "where", "over",
        "', '.join(key)", "', '.join('?' * len(GameRow.__struct_fields__))",
    }  # fmt: skip


def test_every_dependency_is_pinned():
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text().splitlines():
            line = line.split("#")[0].strip()
            assert not line or line == "-r requirements.txt" or re.fullmatch(r"[\w.-]+==[\w.]+", line), line


def test_no_secret_and_no_machine_is_named_in_the_project():
    token = re.compile(
        r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}|gh[pousr]_\w{36}|-----BEGIN [A-Z ]*PRIVATE KEY"
    )
    places = [
        *OURS,
        *ROOT.glob("*.md"),
        *ROOT.glob("*.toml"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "Makefile",
    ]
    for file in places:
        assert not token.search(file.read_text(encoding="utf-8")), file
