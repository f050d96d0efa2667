"""Finding the parts of Root: a module or folder in the right place is all it takes, and no list names it.

A home is a package such as `engine.root.factions`. Each part in it makes itself known when it is imported
(`@register`).
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType


def discover(*homes: ModuleType) -> None:
    """Import everything that stands in these packages."""
    for home in homes:
        for module in walk_packages(home.__path__, f"{home.__name__}."):
            import_module(module.name)
