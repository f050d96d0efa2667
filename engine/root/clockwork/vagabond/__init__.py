"""RB 7  Vagabot: its items, its way, the characters, and its turn."""
