"""HA.K  Kammi: faction, goblins, trackers, cards."""
