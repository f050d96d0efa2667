"""8  Woodland Alliance."""
