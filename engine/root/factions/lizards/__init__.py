"""10  Lizard Cult."""
