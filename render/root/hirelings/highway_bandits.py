"""How the Highway Bandits look."""

from render.root.looks import Look

LOOKS = (Look(id="highway-bandits", name="Highway Bandits", kin="vagabond2", drawing="bandit"),)
