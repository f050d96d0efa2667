"""HA.P  The Protectors: faction, legends, trackers, cards."""
