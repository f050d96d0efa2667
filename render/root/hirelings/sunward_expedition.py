"""How the Sunward Expedition looks."""

from render.root.looks import Look

LOOKS = (Look(id="sunward-expedition", name="Sunward Expedition", kin="duchy", tokens=("foothold",)),)
