"""The real bot in a process of its own, so that a test can kill it: `python -m tests.page.real_bot URL DATABASE`."""

from __future__ import annotations

import asyncio
import random
import sys
from typing import Any

from cogs.app import serve
from cogs.lobby import opening
from engine.house import open_house
from engine.settings import Settings


class AsListed(random.Random):
    """Lots that leave everything as it is listed: the bot at a table is always the same."""

    def shuffle(self, x: Any) -> None:
        pass


async def main(address: str, database: str) -> None:
    opening.chance = AsListed()
    settings = Settings(database=database, backup_minutes=0, bot_seconds=0.2)
    async with open_house(settings) as table:
        await serve(settings, table, local=address)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
