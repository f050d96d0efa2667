"""How the Marquise de Cat looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="marquise",
        name="Marquise de Cat",
        short="Marquise",
        colour="dd7a2b",
        safe="e69f00",
        buildings=("sawmill", "workshop", "recruiter"),
        tokens=("wood", "keep"),
    ),
)
