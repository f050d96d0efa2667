"""How the Keepers in Iron look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="keepers",
        name="Keepers in Iron",
        short="Keepers",
        colour="97b0bc",
        safe="c2ccd2",
        buildings=("waystation",),
        tokens=("relic",),
    ),
)
