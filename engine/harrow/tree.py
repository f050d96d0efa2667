"""H0.7  The Tree: every cube of the battleground goes in; what falls out lies there again, the rest stays inside."""

from __future__ import annotations

from engine.flow import Flow, roll
from engine.harrow.data import TABLE
from engine.harrow.faction import effects
from engine.harrow.state import Harrow, Owner, TreeRecord


def activate_tree(game: Harrow, by: Owner, why: str, clause: str) -> Flow[None]:
    """H0.7.1 to H0.7.5, H5.13.1, H7.8.3  Colour by colour, the cubes that were inside first. Then whoever may react does (H0.7.7)."""
    odds = TABLE.tree
    record = TreeRecord(number=game.last_tree.number + 1, by=by, why=why)
    for colour in TABLE.cubes:
        dropped, inside = game.battleground.get(colour, 0), game.tree.get(colour, 0)
        if not dropped and not inside:
            continue
        falls = yield from roll(f"tree.{colour}", inside + dropped, odds.faces)
        out = sum(face < odds.inside for face in falls[:inside])
        out += sum(face < odds.dropped for face in falls[inside:])
        game.battleground[colour] = out
        game.tree[colour] = inside + dropped - out
        record.dropped[colour], record.before[colour], record.fell[colour] = dropped, inside, out
    game.last_tree = record
    game.note(
        "tree",
        clause,
        owner=by,
        why=why,
        dropped=dict(record.dropped),
        fell=dict(record.fell),
        inside=dict(game.tree),
    )
    for owner, effect in effects(game):
        yield from effect.after_tree(game, owner)
