"""The lines Discord writes by itself: somebody was added, a thread was started, a message was pinned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local.state import Channel, Message

if TYPE_CHECKING:
    from local.core import Core

ADDED, PINNED, THREAD_CREATED, THREAD_STARTER = 1, 6, 18, 21


def write(core: Core, where: Channel, by: str, kind: int, **more: Any) -> None:
    """Put such a line into a channel."""
    line = Message(
        id=core.ids.new(), channel_id=where.id, author_id=by, timestamp=core.clock.iso(), type=kind, **more
    )
    core.world.messages.setdefault(where.id, {})[line.id] = line
    core.audience.posted(line)
