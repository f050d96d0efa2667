"""Both decks. Importing this module makes every effect known."""

from engine.root.cards import base, exiles, exiles_menu

__all__ = ["base", "exiles", "exiles_menu"]
