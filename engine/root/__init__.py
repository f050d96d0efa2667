"""Root."""
