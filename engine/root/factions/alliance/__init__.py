"""8  Woodland Alliance."""

from engine.root.factions.alliance.faction import Alliance, Mobilize, Organize, Revolt, Spread, Train
from engine.root.factions.alliance.supporters import AllianceBoard, GiveCard, ShowHand

__all__ = [
    "Alliance",
    "AllianceBoard",
    "GiveCard",
    "Mobilize",
    "Organize",
    "Revolt",
    "ShowHand",
    "Spread",
    "Train",
]
