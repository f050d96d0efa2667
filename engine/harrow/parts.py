"""Finding factions and courses: a folder with a `faction` or a `course` module is all it takes, and no list names it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

HERE = Path(__file__).parent


def discover() -> None:
    """Import everything that stands in the folders of factions and courses; each part makes itself known."""
    folders = {file.parent for name in ("faction", "course") for file in HERE.glob(f"*/{name}.py")}
    for folder in sorted(folders):
        for module in iter_modules([str(folder)]):
            import_module(f"engine.harrow.{folder.name}.{module.name}")
