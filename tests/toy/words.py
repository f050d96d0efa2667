"""How Pebbles speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules import View
from engine.sentences import Sentences, WordsFile

RULES = {
    "1": ("Taking", "Take one to three pebbles, or dare a roll, as often as you like."),
    "2": ("Bidding", "All bid a card at once; the highest wins two points."),
    "3": ("The end", "It ends when the heap or the hands are empty."),
}

FILE = WordsFile(
    phases={"deal": "The deal", "take": "Taking", "bid": "Bidding"},
    verbs={"take": "Take", "dare": "Dare", "bid": "Bid", "done": "Done"},
    done={"toy.take": "Enough", "turn.end": "End Turn"},
    options={"take": "Take {pebbles:pebble|pebbles}", "dare": "Dare a roll", "bid": "Bid the {card}"},
    fields={"pebbles": "How many", "card": "Which card"},
    questions={
        "turn.end": "Nothing is left to take. End your turn?",
        "toy.take": "Take pebbles, or dare a roll.",
        "toy.bid": "Which card do you bid?",
    },
    events={
        "toy.took": "{seat:^} takes {pebbles:pebble|pebbles}.",
        "toy.bids": "All have bid; {winner} wins two points.",
        "turn": "It is {owner}'s turn.",
        "undo": "{seat:^} takes the last choice back.",
    },
    previews={"toy.points": "+{points:point|points}", "toy.dare": "none to five, as the die falls"},
    explained={
        "mode.three": "Three take from one heap.",
        "mode.two": "A duel over one heap.",
        "mode.alone": "You against a crow that plays by itself.",
        "faction.red": "Begins.",
        "extras.safe": "No dice at all.",
    },
    names={"red": "Red", "blue": "Blue", "green": "Green", "crow": "the crow", "heap": "the heap"},
)


class PebblesWords(Sentences):
    """Pebbles, in English."""

    def seat(self, view: View, seat: str) -> str:
        plays = next((one.plays for one in view.seats if one.seat == seat), seat)
        return self.names.plain(plays)

    def place(self, view: View, place: int | str) -> str:
        if isinstance(place, int):
            return f"{place} ({self.seat(view, view.seats[place - 1].seat)})"
        return self.names.plain(place)

    def rule(self, clause: str) -> tuple[str, str] | None:
        return RULES.get(clause)

    def clauses(self) -> Mapping[str, str]:
        return {clause: title for clause, (title, _) in RULES.items()}

    def told(self, view: View, field: str, value: Any) -> str:
        return str(value) if field == "card" else super().told(view, field, value)


WORDS = PebblesWords(FILE)
