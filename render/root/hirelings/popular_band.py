"""How the Popular Band looks."""

from render.root.looks import Look

LOOKS = (Look(id="popular-band", name="Popular Band", kin="lizards", drawing="band"),)
