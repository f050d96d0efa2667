"""Finding the factions: a folder with a `faction` module is all it takes, and no list names it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

HERE = Path(__file__).parent


def discover() -> None:
    """Import everything that stands in the folders of factions; each part makes itself known."""
    for folder in sorted(file.parent for file in HERE.glob("*/faction.py")):
        for module in iter_modules([str(folder)]):
            import_module(f"engine.harrow.{folder.name}.{module.name}")
