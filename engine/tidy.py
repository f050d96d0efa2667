"""Garbage is collected without holding anybody up.

A full collection looks at all that is alive: with 200 games in memory it stops the event loop for 60 to 100 ms, every
few seconds. So what survives one is set aside, and the next one looks only at what is new. What was set aside is
looked at when nobody has wanted anything for a moment, and now and then even if somebody always does.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

EVERY = 600.0
"""Seconds between two looks at everything, if there is a quiet moment."""
QUIET = 2.0
"""Seconds without a wish make a quiet moment: people who play come back sooner than that."""
PATIENCE = 3600.0
"""Seconds to wait for a quiet moment; then it is done anyway."""
GLANCE = 1.0
"""Seconds between two looks whether it is quiet."""
OFTEN = 3
"""After so many small collections comes a full one (10 by itself): what is new since the last one is little then."""


def set_aside() -> None:
    """Collect everything, and leave what is alive out of later collections."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class Tidy:
    """Keeps collections short while it runs. `quiet_for` tells for how many seconds nobody has wanted anything."""

    def __init__(self, quiet_for: Callable[[], float]) -> None:
        self.quiet_for = quiet_for

    async def run(self) -> None:
        """Tidy up until cancelled."""
        gc.callbacks.append(self._after)
        before = gc.get_threshold()
        gc.set_threshold(*before[:2], OFTEN)
        try:
            while True:
                set_aside()
                await asyncio.sleep(EVERY)
                await self._quiet_moment()
        finally:
            gc.callbacks.remove(self._after)
            gc.set_threshold(*before)
            gc.unfreeze()

    async def _quiet_moment(self) -> None:
        """Wait until it has been quiet for a while, but not for ever."""
        waited = 0.0
        while self.quiet_for() < QUIET and waited < PATIENCE:
            await asyncio.sleep(GLANCE)
            waited += GLANCE

    def _after(self, phase: str, info: dict[str, Any]) -> None:
        """After a full collection, set aside what is left."""
        if phase == "stop" and info["generation"] == 2:
            gc.freeze()
