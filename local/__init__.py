"""A Discord on this machine."""
