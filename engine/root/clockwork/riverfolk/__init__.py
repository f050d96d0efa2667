"""RB 9  Riverfolk Robots."""
