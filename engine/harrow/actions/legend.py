"""H1.10  The Legend jar: the scrolls of the tracker and the unique power, in either order."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.faction import legend_of, tracker_of
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal


class UseScrolls(Option, frozen=True, tag="use_scrolls"):
    """H1.10.1  Perform the legend ability of the tracker."""


class UsePower(Option, frozen=True, tag="use_power"):
    """H1.10.1  Use the unique power of the legend."""

    legend: str


NOT_YOUR_LEGEND = Refusal("H1.10.1", "That is not your legend.")


@refuses(UsePower)
def bars_power(game: Harrow, owner: Owner, option: UsePower) -> Refusal | None:
    """H1.10.1  The power of the own legend, if it can do anything at all."""
    legend = legend_of(game, owner)
    if legend is None or legend.id != option.legend:
        return NOT_YOUR_LEGEND
    return legend.bars_power(game, owner)


def legend_jar(game: Harrow, owner: Owner) -> Flow[None]:
    """H1.10.1  Finish one before the other; each may be declined. Scrolls are counted when the action begins."""
    unlocked = game.players[owner].scrolls + 1
    left: list[Option] = [UseScrolls(), UsePower(game.players[owner].legend)]
    while left:
        options = legal(game, owner, left)
        if not options:
            break
        choice = yield from ask(owner, "legend", "H1.10.1", [*options, Done()], scrolls=unlocked)
        if isinstance(choice, Done):
            break
        left.remove(choice)
        if isinstance(choice, UseScrolls):
            game.note("scrolls", "H1.10.2", owner=owner, scrolls=unlocked)
            yield from tracker_of(game, owner).scrolls(game, owner, unlocked)
        else:
            legend = legend_of(game, owner)
            assert legend is not None
            game.note("power", legend.clause, owner=owner, legend=legend.id)
            yield from legend.power(game, owner)
