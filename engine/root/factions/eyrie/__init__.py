"""7  Eyrie Dynasties."""
