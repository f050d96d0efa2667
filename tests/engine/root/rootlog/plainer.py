"""Our records as other people write theirs: cards without names, battles without dice, no comments, and without
what follows by itself.

python -m tests.engine.root.rootlog.plainer 40          the first 40 games
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator

from engine.root.rootlog.imported import imported
from engine.root.rootlog.inventory import CARD, Inventory
from engine.root.rootlog.read import BadRecord
from engine.root.rootlog.write import write
from tests.engine.root.rootlog.roundtrip import Played, Turns, play

FORMS = [
    (r"^(\d*)[BFMR]#(?!dom->)[a-z@]+(?:\*\*)?->([A-Z])$", r"\1#->\2"),  # drawn
    (r"^(\d*)[BFMR]#(?!dom)[a-z@]+([A-Z])->([A-Z]\$|\$)$", r"\1#\2->\3"),  # put aside, seen by nobody
    (r"^(\d*[BFMR])#(?!dom)[a-z@]+", r"\1#"),  # spent, shown, laid open
    (r"\([0-3],[0-3]\)$", ""),  # dice
    (r"^(\d*L?w\d+->)L\$$", r"\1"),  # Revenge goes without saying
    (r"^(\d*w)->\$_c$", r"\1->$"),  # an export
    (r"^(%[a-z])(?:de|d|e)->d$", r"\1->d"),
    (r"^(%[a-z][A-Z]\$)(?:de|d|e)->", r"\1->"),
]
PLOT = (r"^t_[bsre]->(\d+)$", r"t->\1")  # face down
DROPPED = (
    r"\d*[BFMR]#[a-z]+->Q",  # a quest is laid out
    r".*\$_c->.*|.*\$->\$_c",  # funds are committed
    r"[A-Z]?\$_f->\d+",
    r"%[a-z]->s",
)


def plainer(text: str) -> str:
    """A record of ours, as others would have written it."""
    lines = [line.partition("//")[0].rstrip() for line in text.split("\n")]
    setups = set()
    names = set()
    for number, line in enumerate(lines):
        player, colon, actions = line.partition(":")
        if not colon or len(player) != 1:
            continue
        if player not in names:
            names.add(player)
            continue
        tokens = actions.split("/")
        if player not in setups:
            setups.add(player)
            tokens = [
                token
                for token in tokens
                if not re.fullmatch(rf"\d*[BFMR]#[a-z@*]+(->{player}|{player}->\*\*)", token)
            ]
        lines[number] = f"{player}:{'/'.join(others(player, tokens))}"
    return "\n".join(lines)


def others(player: str, tokens: list[str]) -> Iterator[str]:
    """The tokens of a line as others write them. A card that is crafted into an item is not written."""
    kept, crafted = [], False
    for token in tokens:
        if any(re.fullmatch(form, token) for form in DROPPED):
            continue
        if crafted and re.fullmatch(r"[BFMR]#[a-z@]+[A-Z]->", token):
            crafted = False
            continue
        crafted = token.startswith("Z%")
        for form, other in [*FORMS, *([PLOT] if player == "P" else [])]:
            token = re.sub(form, other, token)
        kept.append(token)
    return iter(kept or ["++0"])


def public(found: Inventory) -> Counter[object]:
    """What everybody sees of a table: pieces, items and points, and how many cards lie where."""
    seen: Counter[object] = Counter()
    for (place, thing), count in found.gathered().items():
        place = ":".join(place.split(":")[:2])  # which column, whose funds
        if (place, thing) in found.hidden:
            seen[place, thing.kind, thing.owner] += count
        else:
            seen[(place, thing.kind) if thing.kind == CARD else (place, thing)] += count
    seen.update({("points", owner): points for owner, points in found.scores.items()})
    return seen


def faults(played: Played, text: str = "") -> Iterator[str]:
    """What a game is not after it was written as others do, or like this, and read back."""
    text = text or plainer(write(played.setup, played.entries))
    try:
        again = imported(text)
    except BadRecord as error:
        yield str(error)
        return
    first, second = Turns(played.setup, played.entries), Turns(again.setup, again.entries)
    if list(first.found) != list(second.found):
        yield f"{len(first.found)} turns became {len(second.found)}"
    for turn in list(first.found)[1:]:
        if turn in second.found:
            mine, theirs = public(first.found[turn]), public(second.found[turn])
            if mine != theirs:
                yield f"turn {turn}: {mine - theirs} is not {theirs - mine}"
                return


def main() -> None:
    count, most = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 250
    good = 0
    for number in range(count):
        start = time.perf_counter()
        wrong = list(faults(play(number, most)))
        good += not wrong
        print(number, f"{time.perf_counter() - start:.1f} s", wrong[:1] or "the same", flush=True)
    print(f"{good} of {count} come back with the same table at every turn")


if __name__ == "__main__":
    main()
