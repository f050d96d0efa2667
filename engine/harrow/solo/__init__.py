"""H6  The solo game: Hester against automated Protectors and Family."""
