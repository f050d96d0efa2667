"""How each hireling looks: one file each, found by `render.root.looks`."""
