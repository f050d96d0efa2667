"""How the Furious Protector and the Stoic Protector look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="furious-protector",
        name="Furious Protector",
        short="Protector",
        kin="alliance",
        drawing="protector",
    ),
    Look(
        id="stoic-protector",
        name="Stoic Protector",
        short="Protector",
        kin="alliance",
        drawing="stoic-protector",
    ),
)
