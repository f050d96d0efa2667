"""How the Vault Keepers look."""

from render.root.looks import Look

LOOKS = (Look(id="vault-keepers", name="Vault Keepers", kin="keepers", buildings=("vault",)),)
