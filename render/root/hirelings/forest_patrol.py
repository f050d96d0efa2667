"""How the Forest Patrol looks."""

from render.root.looks import Look

LOOKS = (Look(id="forest-patrol", name="Forest Patrol", kin="marquise"),)
