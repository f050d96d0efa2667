"""How the Sunward Expedition and the Mole Artisans look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="sunward-expedition",
        name="Sunward Expedition",
        short="Expedition",
        kin="duchy",
        drawing="expedition",
        tokens=("foothold",),
    ),
    Look(id="mole-artisans", name="Mole Artisans", short="Artisans", kin="duchy", drawing="artisan"),
)
