"""F  The landmarks, one module or folder each. A new one is found by itself (`engine/root/parts.py`)."""
