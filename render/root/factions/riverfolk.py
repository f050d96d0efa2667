"""How the Riverfolk Company looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="riverfolk",
        name="Riverfolk Company",
        short="Riverfolk",
        colour="47b0a6",
        safe="79cdf2",
        tokens=("tradepost",),
    ),
)
