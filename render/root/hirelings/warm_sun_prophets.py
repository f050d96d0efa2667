"""How the Warm Sun Prophets look."""

from render.root.looks import Look

LOOKS = (Look(id="warm-sun-prophets", name="Warm Sun Prophets", kin="lizards"),)
