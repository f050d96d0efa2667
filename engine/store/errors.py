"""What can be wrong with a change or with the database."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used, or a change could not be saved. The message is one plain sentence."""


class Away(StoreError):
    """The database does not answer now, or has too much to do. A change may or may not have been saved."""


class Damaged(StoreError):
    """One game's data make no sense; the others are not touched by that."""


class Stale(Exception):
    """The game has moved on since this change was prepared. Nothing was saved."""


class Duplicate(Exception):
    """This interaction has already taken effect. Nothing was saved; `result` is what it led to."""

    def __init__(self, rev: int, result: bytes) -> None:
        super().__init__("this interaction has already taken effect")
        self.rev = rev
        self.result = result
