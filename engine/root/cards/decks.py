"""Importing this module makes the effects of both decks known."""
