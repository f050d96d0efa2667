"""How the Highway Bandits and the Bandit Gangs look."""

from render.root.looks import Look

LOOKS = (
    Look(id="highway-bandits", name="Highway Bandits", short="Bandits", kin="vagabond2", drawing="bandit"),
    Look(id="bandit-gangs", name="Bandit Gangs", short="Gangs", kin="vagabond2", drawing="gang"),
)
