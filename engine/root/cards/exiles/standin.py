"""What the effects of the Exiles and Partisans deck are worth to a stand-in."""

from engine.root.standin.instinct import always, marks
from engine.root.standin.marks import spend

marks("give_back")(spend)
marks("league")(always(0.1))
