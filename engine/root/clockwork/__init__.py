"""RB  The Clockwork bots: what all boards share, and one folder for each, by the faction it plays."""
