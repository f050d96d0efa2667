"""A view in, picture bytes out. No rules."""
