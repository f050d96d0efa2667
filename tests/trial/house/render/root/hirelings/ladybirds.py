"""How the Ladybirds and the Aphids look."""

from render.root.looks import Look

LOOKS = (
    Look(id="ladybirds", name="Ladybirds", kin="marquise", drawing="ladybird"),
    Look(id="aphids", name="Aphids", kin="marquise", drawing="aphid"),
)
