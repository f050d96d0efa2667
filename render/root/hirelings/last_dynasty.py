"""How the Last Dynasty looks."""

from render.root.looks import Look

LOOKS = (Look(id="last-dynasty", name="Last Dynasty", kin="eyrie"),)
