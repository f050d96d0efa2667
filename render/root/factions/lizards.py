"""How the Lizard Cult looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="lizards",
        name="Lizard Cult",
        short="Lizards",
        colour="e3cd40",
        safe="f0e442",
        buildings=("garden",),
    ),
)
