"""How the Riverfolk Flotilla and the Otter Divers look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="riverfolk-flotilla",
        name="Riverfolk Flotilla",
        short="Flotilla",
        kin="riverfolk",
        drawing="flotilla",
    ),
    Look(id="otter-divers", name="Otter Divers", short="Divers", kin="riverfolk", drawing="diver"),
)
