"""How the Underground Duchy looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="duchy",
        name="Underground Duchy",
        short="Duchy",
        colour="cf9c76",
        safe="e8c3a8",
        buildings=("citadel", "market"),
        tokens=("tunnel",),
        places={13: "Burrow"},
    ),
)
