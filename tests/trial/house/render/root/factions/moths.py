"""How the Moths look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="moths",
        name="Moths of the Lantern",
        short="Moths",
        colour="7b6bb0",
        safe="6644aa",
        buildings=("lantern",),
    ),
)
