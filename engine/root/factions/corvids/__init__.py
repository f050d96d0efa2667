"""13  Corvid Conspiracy."""
