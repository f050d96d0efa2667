"""How the Forest Patrol and the Feline Physicians look."""

from render.root.looks import Look

LOOKS = (
    Look(id="forest-patrol", name="Forest Patrol", short="Patrol", kin="marquise", drawing="patrol"),
    Look(
        id="feline-physicians",
        name="Feline Physicians",
        short="Physicians",
        kin="marquise",
        drawing="physician",
    ),
)
