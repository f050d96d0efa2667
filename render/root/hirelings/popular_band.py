"""How the Popular Band and the Street Band look."""

from render.root.looks import Look

LOOKS = (
    Look(id="popular-band", name="Popular Band", short="Band", kin="lizards", drawing="band"),
    Look(id="street-band", name="Street Band", kin="lizards", drawing="street-band"),
)
