"""The Exiles and Partisans deck."""
