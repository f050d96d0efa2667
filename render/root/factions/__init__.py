"""How each faction looks: one file each, found by `render.root.looks`. See «How to draw a faction» in docs/pictures.md."""
