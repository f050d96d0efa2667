"""15  Keepers in Iron."""
