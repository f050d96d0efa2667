"""RB 8  Logical Lizards."""
