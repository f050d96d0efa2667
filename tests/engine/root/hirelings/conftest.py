"""What tests of hirelings share."""

from __future__ import annotations

import msgspec
import pytest

from engine.root import data
from engine.root.hiring import control


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """The markers lie at 1, 2 and 3 points, so that somebody hires soon."""
    early = msgspec.structs.replace(data.HIRELING_TABLE, markers=(1, 2, 3))
    monkeypatch.setattr(control, "HIRELING_TABLE", early)
