"""What is kept, and how. The rest of the house asks `Store` and handles the records; only this room knows SQL."""

from __future__ import annotations

from engine.store.errors import Away, Damaged, Duplicate, Stale, StoreError
from engine.store.records import (
    Annals,
    EntryRow,
    EventRow,
    GameRow,
    Loaded,
    MessageRow,
    OutboxRow,
    ReminderRow,
    Save,
    Say,
    Scope,
    SeatRow,
    SnapshotRow,
    Status,
    Waiting,
)
from engine.store.store import Store

__all__ = [
    "Annals",
    "Away",
    "Damaged",
    "Duplicate",
    "EntryRow",
    "EventRow",
    "GameRow",
    "Loaded",
    "MessageRow",
    "OutboxRow",
    "ReminderRow",
    "Save",
    "Say",
    "Scope",
    "SeatRow",
    "SnapshotRow",
    "Stale",
    "Status",
    "Store",
    "StoreError",
    "Waiting",
]
