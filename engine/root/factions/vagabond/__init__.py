"""9, D  The Vagabond."""
