"""health: is the bot on this machine well? Asked by people and by containers."""

from __future__ import annotations

import asyncio
import contextlib
import urllib.error
import urllib.request
from pathlib import Path

from engine.settings import Settings
from engine.store import StoreError, sqlite
from engine.store.address import is_postgres, shown

PATIENCE = 5.0


def look(settings: Settings) -> tuple[bool, str]:
    """Ask the bot itself if it has a port for that; otherwise see whether there is one."""
    if settings.metrics_port:
        return _ask(settings.metrics_port)
    if is_postgres(settings.database):
        return asyncio.run(_among_processes(settings.database))
    return _owned(Path(settings.database))


def _ask(port: int) -> tuple[bool, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
            return True, answer.read().decode().strip()
    except urllib.error.HTTPError as error:
        with contextlib.closing(error):
            return False, error.read().decode().strip()
    except OSError:
        return False, f"nobody answers on port {port}."


async def _among_processes(address: str) -> tuple[bool, str]:
    """Is there a process of this machine at the database, with its lease?"""
    from engine.store.postgres import Server
    from engine.store.sharing import Sharing
    from engine.together import is_here

    try:
        server = await Server.open(address, 1)
    except StoreError as error:
        return False, str(error)
    try:
        mine = [one for one in await Sharing(server).present() if is_here(one.place)]
    finally:
        await server.close()
    if mine:
        return True, f"{len(mine)} on this machine, shards {', '.join(one.shards for one in mine)}"
    return False, f"no process of this machine is at {shown(address)}."


def _owned(path: Path) -> tuple[bool, str]:
    """Does a running bot hold the file?"""
    if not path.exists():
        return False, f"{path} does not exist."
    try:
        with sqlite.sole_owner(path):
            return False, f"no bot uses {path}."
    except StoreError:
        return True, f"a bot uses {path}"
