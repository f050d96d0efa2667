"""How the Exile looks."""

from render.root.looks import Look

LOOKS = (Look(id="exile", name="The Exile", kin="vagabond", drawing="vagabond2", tokens=("club",)),)
