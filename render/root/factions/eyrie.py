"""How the Eyrie Dynasties look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="eyrie",
        name="Eyrie Dynasties",
        short="Eyrie",
        colour="3f67b3",
        safe="0072b2",
        buildings=("roost",),
        cards={"loyal-vizier": ("Loyal Vizier", "bird")},
    ),
)
