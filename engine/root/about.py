"""What Root says of itself (`data/root/about.json`)."""

from engine.about import About
from engine.root.data import load

ABOUT = load("about.json", About)
