"""How the Vagabonds look: there may be two."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="vagabond",
        name="Vagabond",
        short="Vagabond",
        colour="82868c",
        safe="9a9a9a",
        marks={"torch": "scorched"},
    ),
    Look(id="vagabond2", name="Second Vagabond", short="Vagabond 2", colour="4b4752", safe="4a4a4a"),
)
