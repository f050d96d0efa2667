"""Who plays Pebbles for an absent player: the first thing on offer."""

from engine.flow import Answer, Ask
from engine.rules import View


def choose(view: View, ask: Ask) -> Answer:
    return ask.options[0]
