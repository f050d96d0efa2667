"""The factions, one folder each. A new folder is found by itself (`engine/root/parts.py`)."""
