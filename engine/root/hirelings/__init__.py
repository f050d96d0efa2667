"""E  The hirelings, one module or folder each. A new one is found by itself (`engine/root/parts.py`)."""
