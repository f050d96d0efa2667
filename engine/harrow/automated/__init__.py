"""H6, H8  Factions that move by themselves: solo cards, their fields, movement and attacks. Any course may use them."""
