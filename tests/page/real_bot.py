"""The real bot in a process of its own, so that a test can kill it: `python -m tests.page.real_bot URL DATABASE`."""

from __future__ import annotations

import asyncio
import sys

from cogs.app import serve
from engine.house import open_house
from engine.settings import Settings


async def main(address: str, database: str) -> None:
    settings = Settings(database=database, backup_minutes=0, bot_seconds=0.2)
    async with open_house(settings) as table:
        await serve(settings, table, local=address)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
