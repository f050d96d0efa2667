"""T  The Moths: a faction of the tests."""
