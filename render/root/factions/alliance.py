"""How the Woodland Alliance looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="alliance",
        name="Woodland Alliance",
        short="Alliance",
        colour="5aa04c",
        safe="35b08a",
        buildings=("base",),
        tokens=("sympathy",),
    ),
)
