"""HA.F  The Family: faction, legends, trackers, cards."""
