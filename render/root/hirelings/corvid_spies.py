"""How the Corvid Spies look."""

from render.root.looks import Look

LOOKS = (Look(id="corvid-spies", name="Corvid Spies", kin="corvids"),)
