"""RB 11  Cogwheel Corvids."""
