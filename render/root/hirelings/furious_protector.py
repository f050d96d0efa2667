"""How the Furious Protector looks."""

from render.root.looks import Look

LOOKS = (Look(id="furious-protector", name="Furious Protector", kin="alliance", drawing="protector"),)
