"""How the Spring Uprising and the Rabbit Scouts look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="spring-uprising", name="Spring Uprising", short="Uprising", kin="alliance", drawing="rebel-mouse"
    ),
    Look(id="rabbit-scouts", name="Rabbit Scouts", short="Scouts", kin="alliance", drawing="scout-rabbit"),
)
