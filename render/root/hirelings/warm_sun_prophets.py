"""How the Warm Sun Prophets and the Lizard Envoys look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="warm-sun-prophets", name="Warm Sun Prophets", short="Prophets", kin="lizards", drawing="prophet"
    ),
    Look(id="lizard-envoys", name="Lizard Envoys", short="Envoys", kin="lizards", drawing="envoy"),
)
