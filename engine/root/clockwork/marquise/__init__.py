"""RB 4  Mechanical Marquise 2.0."""
