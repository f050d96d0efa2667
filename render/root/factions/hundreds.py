"""How the Lord of the Hundreds looks."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="hundreds",
        name="Lord of the Hundreds",
        short="Hundreds",
        colour="c03632",
        safe="b5451f",
        buildings=("stronghold",),
        tokens=("mob",),
        marks={"warlord": "warlord"},
    ),
)
