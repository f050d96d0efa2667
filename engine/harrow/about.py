"""What Harrow County says of itself (`data/harrow/about.json`)."""

from engine.about import About
from engine.harrow.data import load

ABOUT = load("about.json", About)
