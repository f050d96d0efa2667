"""Every worked example (HX) and edge case (HE) of chapters 1 to 4 is a test with its id; refusals cite the law."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import engine.harrow
from engine.harrow.data import LAW
from engine.rules import Refusal

HERE = Path(__file__).parent
CASES = (HERE / "cases.txt").read_text().split()
MODULES = [
    ".".join(("engine.harrow", *file.relative_to(Path(engine.harrow.__file__).parent).with_suffix("").parts))
    for file in sorted(Path(engine.harrow.__file__).parent.rglob("*.py"))
]


def known_ids() -> set[str]:
    """The ids in the names and parameters of the tests; a range in a name stands for all between."""
    found: set[str] = set()
    for file in HERE.glob("test_*.py"):
        source = file.read_text()
        found.update(re.findall(r"\"(H[XE]\.\d+)\"", source))
        for name in re.findall(r"def test_(\w+)", source):
            found.update(f"{kind}.{number}" for kind, number in re.findall(r"(HX|HE)_(\d+)", name))
    return found


def test_every_case_is_a_test() -> None:
    assert [case for case in CASES if case not in known_ids()] == []


@pytest.mark.parametrize("name", MODULES)
def test_every_refusal_cites_a_clause_and_says_why(name: str) -> None:
    for key, value in vars(import_module(name)).items():
        if isinstance(value, Refusal):
            assert value.clause in LAW, key
            assert value.sentence.endswith(".")
