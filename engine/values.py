"""Values: made once, never changed, and leading to nothing but other values.

So none of them can be part of a circle, and the garbage collector need not look at them. It would look at some thousand
for every view, and the views of all games in memory hold it up for longer than people should wait.
"""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False):
    """What rules, views, logs and the store say to each other. Its fields are values, too, or plain things with nothing else in them."""
