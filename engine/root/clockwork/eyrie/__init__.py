"""RB 5  Electric Eyrie."""
