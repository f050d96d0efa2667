"""Every clause has a rule that cites it, or stands in the table of deliberate omissions; the core names nobody."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import engine.harrow
from engine.harrow.data import FACTS, LAW, OMISSIONS, TABLE
from tests.sources import names_and_texts, texts

HERE = Path(engine.harrow.__file__).parent
CLAUSE = r"H(?:A\.[PFKH]|[MPDXE]|[0-9])(?:\.[A-Z]?[0-9]+|\.[BKLTUGC])+"
RANGE = re.compile(rf"({CLAUSE}) to ({CLAUSE})")
ELSEWHERE = ("HD.", "HP.", "HX.", "HE.")
"""Tables of missing facts, decisions and cases."""
CORE = [
    *sorted((HERE / "actions").glob("*.py")),
    *sorted((HERE / "standin").glob("*.py")),
    *(
        HERE / f"{name}.py"
        for name in (
            "turn",
            "round",
            "setup",
            "verbs",
            "land",
            "tree",
            "menu",
            "faction",
            "choices",
            "rows",
            "rules",
        )
    ),
    *(
        HERE / f"{name}.py"
        for name in ("projection", "hidden", "check", "state", "words", "wording", "lobby")
    ),
]


@cache
def cited() -> frozenset[str]:
    """The clauses that the rules cite, ranges written out, and those of the printed things."""
    printed = (FACTS.cards, FACTS.legends, FACTS.tiles, FACTS.offers, FACTS.quests)
    found = {fact.clause for facts in printed for fact in facts.values()}
    order = list(LAW)
    for file in HERE.rglob("*.py"):
        for text in texts(file):
            found.update(re.findall(CLAUSE, text))
            for first, last in RANGE.findall(text):
                if first in LAW and last in LAW:
                    found.update(order[order.index(first) : order.index(last) + 1])
    return frozenset(found)


def test_every_clause_is_cited_or_left_out_on_purpose() -> None:
    missing = [clause for clause in LAW if clause not in cited() and clause not in OMISSIONS]
    assert not missing, f"{len(missing)} clauses without a rule: {missing}"


def test_no_clause_is_both_built_and_left_out() -> None:
    assert sorted(set(OMISSIONS) & cited()) == []
    assert sorted(set(OMISSIONS) - set(LAW)) == []


def test_every_cited_clause_exists() -> None:
    here = {one for one in cited() if not one.startswith(ELSEWHERE)}
    assert sorted(one for one in here if not any(clause.startswith(one) for clause in LAW)) == []


@cache
def proper_names() -> frozenset[str]:
    """Ids of factions, legends and cards, as one would write them in code."""
    ids = {*TABLE.factions, *FACTS.legends, *FACTS.cards}
    return frozenset(name.replace("-", "_").lower() for name in ids)


@pytest.mark.parametrize("file", CORE, ids=lambda file: file.name)
def test_the_core_names_no_faction_no_legend_and_no_card(file: Path) -> None:
    found = []
    for text in names_and_texts(file):
        joined = f"_{'_'.join(re.split(r'[^a-z0-9]+', text.lower()))}_"
        found += [text for name in proper_names() if f"_{name}_" in joined and "." not in text[:4]]
    assert [text for text in found if not re.search(r"H[A0-9]", text)] == []


def test_every_decision_of_ours_is_listed_for_readers() -> None:
    page = (HERE.parents[1] / "docs" / "harrow-decisions.md").read_text()
    ours = [clause for clause, law in LAW.items() if law.ours]
    missing = [clause for clause in ours if f"| {clause} |" not in page]
    assert not missing, f"docs/harrow-decisions.md lacks {missing}"
