"""Finding the parts of Root: a module or folder in the right place is all it takes, and no list names it.

A home is a package such as `engine.root.factions`. Each part in it makes itself known when it is imported
(`@register`).
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules, walk_packages
from types import ModuleType


def found_in(home: ModuleType) -> set[str]:
    """The parts that stand in a package, as their data call them."""
    return {module.name.replace("_", "-") for module in iter_modules(home.__path__)}


def discover(*homes: ModuleType) -> None:
    """Import everything that stands in these packages."""
    for home in homes:
        for module in walk_packages(home.__path__, f"{home.__name__}."):
            import_module(module.name)
