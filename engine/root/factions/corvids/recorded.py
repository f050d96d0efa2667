"""13.2.3  The plots of a recorded game, where only their backs are written."""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.root.factions.corvids.plots import BACK, PRINTED
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Change, Flipped, Guessed, Moved, Swapped
from engine.root.rootlog.read import Record
from engine.root.rootlog.unseen import Place, fills, numbered, replaced


class Plot(msgspec.Struct):
    """A plot on the map: what it is, as soon as that is known, and where it is written without a name."""

    kind: str = ""
    unnamed: list[tuple[Place, Moved]] = []


@fills
def faces(record: Record) -> Record:
    """13.2.3  What a plot is tells the flip, the guess or the removal after it; of the others any that is left."""
    owner = next((player for player in record.players if letters.PLAYS[player] == PRINTED.id), "")
    here: dict[int, Plot] = {}
    plots: list[Plot] = []
    left: Counter[str] = Counter()
    for place, _, change in numbered(record):
        match change:
            case Flipped() | Guessed() if change.clearing in here and (
                isinstance(change, Flipped) or is_exposed(record, place, change)
            ):
                here[change.clearing].kind = change.piece
            case Swapped() if change.first in here and change.second in here:
                here[change.first], here[change.second] = here[change.second], here[change.first]
            case Moved() if change.owner == owner and change.piece != "warrior":
                if change.to.isdigit():
                    plot = here[int(change.to)] = Plot(change.piece if change.piece != BACK else "", [])
                    plots.append(plot)
                elif change.origin.isdigit() and int(change.origin) in here:
                    plot = here.pop(int(change.origin))
                    plot.kind = plot.kind or (change.piece if change.piece != BACK else "")
                else:
                    continue
                if change.piece == BACK:
                    plot.unnamed.append((place, change))
    for plot in plots:
        plot.kind = plot.kind or min(PRINTED.tokens, key=lambda kind: left[kind])
        left[plot.kind] += 1
    return replaced(
        record,
        {
            place: msgspec.structs.replace(change, piece=plot.kind)
            for plot in plots
            for place, change in plot.unnamed
        },
    )


def is_exposed(record: Record, place: Place, guess: Change) -> bool:
    """13.2.4  A right guess removes the plot."""
    assert isinstance(guess, Guessed)
    row, column, _ = place
    after = [one for token in record.turns[row].tokens[column + 1 : column + 2] for one in token.changes]
    return any(isinstance(one, Moved) and one.origin == str(guess.clearing) for one in after)
