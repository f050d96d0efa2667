"""H5, HA.H  Hester: roots, snakes, fires, cards."""
