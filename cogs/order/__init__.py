"""Keeping order at a table: who may do what, votes, pause, replace, end."""
