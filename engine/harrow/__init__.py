"""Harrow County: the rules of the second game."""
