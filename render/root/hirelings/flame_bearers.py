"""How the Flame Bearers and the Rat Smugglers look."""

from render.root.looks import Look

LOOKS = (
    Look(id="flame-bearers", name="Flame Bearers", short="Bearers", kin="hundreds", drawing="bearer"),
    Look(id="rat-smugglers", name="Rat Smugglers", short="Smugglers", kin="hundreds", drawing="smuggler"),
)
