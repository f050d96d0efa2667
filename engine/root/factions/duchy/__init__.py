"""12  Underground Duchy."""
