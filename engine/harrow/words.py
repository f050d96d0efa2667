"""How Harrow County speaks. The sentences are data (`data/harrow/words`), filled in by `engine.sentences`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from engine.harrow.data import FACTS, LAW, MAP, MODES, RULINGS, FactData, Ruling
from engine.harrow.view import HarrowView
from engine.harrow.wording import FILE, NAMES, faction_name
from engine.rules import Event, Place, View
from engine.sentences import Entry, Sentences, Word, capital

PLACES = {"hex", "origin", "to", "target", "place", "goblin", "hexes"}
OWNERS = {"owner", "by", "defender", "attacker", "seat", "moved_by"}
UNITS = {"unit", "figure", "figures"}
TERRAIN, GAINED = "terrain", "terrain.gained"
BY_ITSELF = "solo."
"""So begin the events of factions that move by themselves (H6, H8)."""
FIGURES = {"figure1": 1, "figure2": 2}


def printed(field: str, value: Any) -> FactData | None:
    """What is printed on the thing a field names."""
    if field in ("card", "cards", "token", "tokens"):
        return FACTS.cards.get(value)
    if field == "tracker":
        owner, _, side = str(value).rpartition("-")
        return FACTS.trackers.get(owner, {}).get(side)
    groups = {"tile": FACTS.tiles, "legend": FACTS.legends, "offer": FACTS.offers, "quest": FACTS.quests}
    return groups.get(field.removesuffix("s"), {}).get(value)


class HarrowWords(Sentences):
    """Harrow County, in English."""

    def __init__(self) -> None:
        super().__init__(FILE, NAMES)

    # --- names --------------------------------------------------------------------------------------------

    def seat(self, view: View, seat: str) -> str:
        return faction_name(seat)

    def spot(self, view: View, field: str, value: Any) -> Place | None:
        """A hex."""
        return value if field in PLACES and isinstance(value, int) and not isinstance(value, bool) else None

    def told(self, view: View, field: str, value: Any) -> str:
        """A value within a sentence."""
        if isinstance(value, (tuple, list)):
            return self.names.listed(self.told(view, field, one) for one in value)
        if isinstance(value, Mapping) and field == TERRAIN:
            return self.cubes(value)
        if isinstance(value, Mapping):
            parts = [f"{self.seat(view, owner)} {count}" for owner, count in value.items() if count]
            return ", ".join(parts) or self.names.plain("nothing")
        if (hex := self.spot(view, field, value)) is not None:
            return self.place(view, hex)
        if field in OWNERS:
            return NAMES.get(f"the.{value}", str(value))
        if field in UNITS:
            return NAMES.get(f"{field}.{value}") or self.figure(view, str(value))
        fact = printed(field, value)
        return fact.name if fact else super().told(view, field, value)

    def cubes(self, terrain: Mapping[str, int]) -> str:
        """Terrain cubes by colour: "1 bog and 2 plains cubes"."""
        found = {colour: count for colour, count in terrain.items() if count}
        if not found:
            return self.names.plain("nothing")
        parts = [f"{count} {MAP.kinds[colour].name.lower()}" for colour, count in found.items()]
        word = "cube" if sum(found.values()) == 1 else "many.cube"
        return f"{self.names.listed(parts)} {NAMES[word]}"

    def brief(self, view: View, field: str, value: Any) -> str:
        """A value in as few letters as possible: a hex by its number, a figure without its name."""
        if field in PLACES and isinstance(value, int):
            return str(value)
        return self.names.plain(value) if value in FIGURES else self.told(view, field, value)

    def place(self, view: View, place: int | str) -> str:
        """HM.3  A hex by its number and its terrain."""
        found = next((one for one in cast(HarrowView, view).hexes if one.id == place), None)
        return f"{place} ({MAP.kinds[found.kind].name.lower()})" if found else str(place or NAMES["nowhere"])

    def figure(self, view: View, label: str) -> str:
        """H4.2.3  One of two figures, with its name for who may know it; any other unit by its kind."""
        number = FIGURES.get(label, 0)
        for one in cast(HarrowView, view).hexes:
            for unit in one.units:
                if number and unit.figure == number and unit.legend != "figure":
                    return f"{NAMES[label]} ({NAMES[unit.legend]})"
        return self.names.plain(label)

    def explain(self, field: str, value: Any, bot: str = "") -> str:
        """What a card, a legend, a tile, a tracker, a faction or a mode means to somebody new."""
        fact = printed(field, value)
        if fact:
            return fact.text
        return MODES[value].line if field == "mode" and value in MODES else super().explain(field, value, bot)

    # --- sentences ----------------------------------------------------------------------------------------

    def event(self, view: View, event: Event) -> str | None:
        """What happened; what a faction did by itself names its rule, so that it can be checked."""
        told = super().event(view, event)
        if told and event.clause and event.key.startswith(BY_ITSELF):
            return NAMES["rule"].format(sentence=told.removesuffix("."), clause=event.clause)
        return told

    def story(self, view: View, events: Iterable[Event], *, named: bool = False) -> list[str]:
        """What happened; cubes that Hester gains one after another are told together."""
        told: list[Event] = []
        for event in events:
            if told and event.key == told[-1].key == GAINED:
                sum_ = Counter(told[-1].about[TERRAIN])
                sum_.update(event.about[TERRAIN])
                told[-1] = Event(GAINED, {**event.about, TERRAIN: dict(sum_)}, event.clause)
            else:
                told.append(event)
        return super().story(view, told, named=named)

    def facts(self, view: View, event: Event) -> dict[str, Word]:
        """What a sentence about an event is filled with."""
        about = self.words(view, event.about)
        if event.key == "moved":
            about |= self.who_moved(view, event)
        elif event.key == "goal":
            about["goal"] = Word(NAMES[f"goal.{event.about['kind']}"])
        elif event.key == "legend.hit":
            about["figure_of"] = Word(self.whose_figure(view, event.about["owner"], event.about["figure"]))
        elif event.key == "won":
            about["lantern"] = Word(NAMES["by.lantern"] if event.about["how"] == "lantern" else "")
        return about

    def who_moved(self, view: View, event: Event) -> dict[str, Word]:
        """Haints and legends that went together, and who moved them if it was not their owner."""
        owner, by, haints = event.about["owner"], event.about["by"], event.about["haints"]
        parts = [self.whose_figure(view, owner, figure) for figure in event.about["figures"]]
        if haints:
            parts.append(f"{self.names.several('haint', haints)} of {self.told(view, 'owner', owner)}")
        other = by if by != owner else ""
        moved_by = Word(self.told(view, "owner", other) if other else "", other)
        return {"who": Word(self.names.listed(parts)), "moved_by": moved_by}

    def whose_figure(self, view: View, owner: str, figure: str) -> str:
        """A legend by its name; a figure nobody knows by its number."""
        if figure in FIGURES:
            return self.figure(view, figure)
        faction = next((one for one in cast(HarrowView, view).factions if one.owner == owner), None)
        return NAMES.get(faction.legend, figure) if faction else figure

    def end(self, view: View) -> str:
        return NAMES.get(view.end, view.end)

    # --- the rules ----------------------------------------------------------------------------------------

    def rule(self, clause: str) -> tuple[str, str] | None:
        """Title and text of a clause."""
        law = LAW.get(clause)
        return (law.title, law.text) if law else None

    def clauses(self) -> Mapping[str, str]:
        """Every clause with its title, in order."""
        return {clause: law.title for clause, law in LAW.items()}

    def entries(self) -> Sequence[Entry]:
        """Factions, modes, cards, legends, tiles, offers, objectives and sides of trackers, by name; and what is explained."""
        groups: dict[str, Mapping[str, FactData]] = {
            "card": FACTS.cards,
            "legend": FACTS.legends,
            "tile": FACTS.tiles,
            "offer": FACTS.offers,
            "quest": FACTS.quests,
            **{f"tracker.{owner}": sides for owner, sides in FACTS.trackers.items()},
        }
        found = [
            Entry(f"{kind}.{id}", self.kind_name(kind), fact.name, fact.text, fact.clause)
            for kind, facts in groups.items()
            for id, fact in facts.items()
        ]
        found += [
            Entry(f"mode.{id}", self.kind_name("mode"), mode.name, mode.line) for id, mode in MODES.items()
        ]
        for key, text in FILE.explained.items():
            field, _, value = key.partition(".")
            if f"entry.{field}" in NAMES:
                name = NAMES.get(key) or faction_name(value)
                found.append(Entry(key, self.kind_name(field), capital(name), text))
        return found

    def kind_name(self, kind: str) -> str:
        """What an entry is, in a word or two."""
        kind, _, owner = kind.partition(".")
        return NAMES[f"entry.{kind}"] + (f", {faction_name(owner)}" if owner else "")

    def rulings(self) -> Sequence[Ruling]:
        """What we decided where the rules are silent."""
        return RULINGS


WORDS = HarrowWords()
