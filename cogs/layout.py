"""A message of components, of which discord.py remembers nothing.

Usually a view waits for its clicks: discord.py keeps it by its message, a private one for a quarter of an hour with a task
that minds the time. Ours say everything in the ids of their buttons (`components.py`), so nothing has to wait.
"""

from __future__ import annotations

from discord import ui


class Layout(ui.LayoutView):
    """A message of components, to be sent or to be put in place of another."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        """It listens to no clicks: discord.py keeps only views that are not finished."""
        return True
