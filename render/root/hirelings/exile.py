"""How the Exile and the Brigand look."""

from render.root.looks import Look

LOOKS = (
    Look(id="exile", name="The Exile", short="Exile", kin="vagabond", drawing="exile-wolf", tokens=("club",)),
    Look(id="brigand", name="The Brigand", short="Brigand", kin="vagabond", drawing="brigand-fox"),
)
