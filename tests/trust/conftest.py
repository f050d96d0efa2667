"""Fixtures of the tests of trust: a whole house at the local Discord, as in tests/cogs."""

from __future__ import annotations

from tests.cogs.conftest import alice, bob, carol, dora, house
from tests.discord_fixtures import local

__all__ = ["alice", "bob", "carol", "dora", "house", "local"]
