"""How the Last Dynasty and the Bluebird Nobles look."""

from render.root.looks import Look

LOOKS = (
    Look(id="last-dynasty", name="Last Dynasty", short="Dynasty", kin="eyrie", drawing="dynasty"),
    Look(id="bluebird-nobles", name="Bluebird Nobles", short="Nobles", kin="eyrie", drawing="noble"),
)
