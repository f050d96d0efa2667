"""The rules and the table."""
