"""How the Spring Uprising looks."""

from render.root.looks import Look

LOOKS = (Look(id="spring-uprising", name="Spring Uprising", kin="alliance"),)
