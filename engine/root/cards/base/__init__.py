"""The base deck."""
