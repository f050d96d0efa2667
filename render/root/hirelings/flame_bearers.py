"""How the Flame Bearers look."""

from render.root.looks import Look

LOOKS = (Look(id="flame-bearers", name="Flame Bearers", kin="hundreds"),)
