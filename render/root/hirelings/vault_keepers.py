"""How the Vault Keepers and the Badger Bodyguards look."""

from render.root.looks import Look

LOOKS = (
    Look(
        id="vault-keepers",
        name="Vault Keepers",
        short="Vaults",
        kin="keepers",
        drawing="vault-keeper",
        buildings=("vault",),
    ),
    Look(
        id="badger-bodyguards",
        name="Badger Bodyguards",
        short="Bodyguards",
        kin="keepers",
        drawing="bodyguard",
    ),
)
