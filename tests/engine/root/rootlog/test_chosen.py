"""Choices that no token tells stand in a comment, and lead to the very same game."""

from __future__ import annotations

import pytest

from engine.flow import Ask, Done, Option
from engine.root.actions.battle import Fight
from engine.root.actions.move import Move
from engine.root.rootlog.changes import Fought, Moved
from engine.root.rootlog.chosen import (
    HEAD,
    RUINS,
    Chosen,
    choices_of,
    comment,
    is_told,
    meant,
    put_off,
    spelled,
)
from engine.root.rootlog.imported import imported
from engine.root.rootlog.read import BadRecord, read
from engine.root.rootlog.write import write
from tests.engine.root.rootlog.roundtrip import Turns, play


class Hidden(Option, frozen=True, tag="hidden"):
    """Something that shows in no change."""

    name: str


class Call(Option, frozen=True, tag="call"):
    """A battle that is called otherwise."""

    clearing: int
    defender: str


MARCH = Moved(2, "marquise", "warrior", "3", "7")
BATTLE = Fought("marquise", "eyrie", 7)


def asked(*options: Option) -> Ask:
    return Ask("marquise", "test", "1.1", (*options, Done()))


@pytest.mark.parametrize(
    ("options", "changes", "told"),
    [
        ([Move(3, 7, 5)], [MARCH], True),
        ([Hidden("banker")], [MARCH], False),
        ([Fight(7, "eyrie")], [], False),
        ([Fight(7, "eyrie")], [BATTLE], True),
        ([Fight(7, "eyrie"), Call(7, "eyrie")], [BATTLE], False),
    ],
)
def test_an_answer_is_told_by_its_changes_or_not(
    options: list[Option], changes: list[Moved | Fought], told: bool
) -> None:
    answer = options[0].with_number(2) if options[0].COUNTED else options[0]
    assert is_told(asked(*options), answer, changes) is told


def test_several_things_are_told_by_changes_in_their_order() -> None:
    question = Ask("marquise", "test", "1.1", (Hidden("a"), Hidden("b")), many=True, most=2)
    changes = [Moved(1, "marquise", name, "3", "supply") for name in ("b", "a")]
    assert is_told(question, (Hidden("b"), Hidden("a")), changes)
    assert not is_told(question, (Hidden("a"), Hidden("b")), changes)


def test_what_was_on_offer_before_somebody_was_done_is_put_off() -> None:
    first, second = asked(Fight(7, "eyrie")), asked(Call(7, "eyrie"))
    assert put_off([first], second, Call(7, "eyrie"), [BATTLE]) == 1
    assert put_off([first], second, Done(), []) == 0
    assert put_off([second, asked(Hidden("a"))], first, Fight(7, "eyrie"), [BATTLE]) == 1


def test_a_spelling_is_read_back_at_its_question() -> None:
    question = asked(Move(3, 7, 5), Hidden("banker"))
    for answer in (Move(3, 7, 4), Hidden("banker"), Done()):
        assert list(meant(question, spelled(answer))) == [answer]
    assert list(meant(question, "hidden(mayor)")) == []
    assert (
        comment([Chosen(4, 2, "hidden(banker)"), Chosen(4, 3, "done")])
        == " // chosen: 2 hidden(banker); 3 done"
    )
    assert comment([]) == ""


# --- records ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text() -> str:
    return write((played := play(0, 60)).setup, played.entries)


def test_a_record_without_its_comments_is_played_too(text: str) -> None:
    # given a record of ours, with comments, and the same without
    bare = "\n".join(line.partition(" //")[0] for line in text.splitlines())
    assert choices_of(text, read(text))
    assert not choices_of(bare, read(bare))
    # when both are played, then the same lies on the table at every turn
    one, other = imported(text), imported(bare)
    first, second = Turns(one.setup, one.entries), Turns(other.setup, other.entries)
    assert [a.differs(second.found[turn]) for turn, a in first.found.items()] == [[] for _ in first.found]


def test_comments_that_do_not_fit_are_passed_over(text: str) -> None:
    wrong = text.replace(f"{HEAD} 0 ", f"{HEAD} 0 hidden(banker); 0 ")
    assert wrong != text
    assert imported(wrong).state == imported(text).state


def test_with_its_comments_a_record_is_played_almost_without_a_wrong_try(text: str) -> None:
    played = imported(text)
    assert played.tries < 2 * len(played.entries)


def test_a_running_game_tells_no_choices() -> None:
    played = play(0, 60)
    assert "//" not in write(played.setup, played.entries, whole=False)


def test_a_broken_record_with_comments_still_names_its_line(text: str) -> None:
    lines = text.splitlines()
    number = max(n for n, line in enumerate(lines) if HEAD in line)
    lines[number] = lines[number].replace("/", "/++9/", 1)
    with pytest.raises(BadRecord) as refused:
        imported("\n".join(lines))
    assert refused.value.line == number + 1


@pytest.mark.parametrize("wrong", ["6 bag", "99 bag", "1 bag+bag, 6 nothing", ""])
def test_ruins_that_cannot_have_lain_so_are_passed_over(wrong: str) -> None:
    # given a game with a Vagabond, whose record tells what lay under the ruins
    played = play(7, 20)
    lines = write(played.setup, played.entries).splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith(RUINS))
    lines[number] = f"{RUINS} {wrong}"
    # when the comment is spoilt, then the record is played all the same
    assert imported("\n".join(lines)).entries
