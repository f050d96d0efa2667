"""How the Corvid Conspiracy looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="corvids",
        name="Corvid Conspiracy",
        short="Corvids",
        colour="6a4fa3",
        safe="4b3a78",
        tokens=("plot", "bomb", "snare", "extortion", "raid"),
    ),
)
