"""E, A.6  What all hirelings share. Each hireling itself is a module of `engine.root.hirelings`, found by itself."""
