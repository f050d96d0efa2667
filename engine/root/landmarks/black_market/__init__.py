"""F.5  The Black Market."""
