"""How the Riverfolk Flotilla looks."""

from render.root.looks import Look

LOOKS = (Look(id="riverfolk-flotilla", name="Riverfolk Flotilla", kin="riverfolk"),)
