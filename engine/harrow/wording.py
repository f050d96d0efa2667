"""The words of Harrow County as data: everything a player reads is in `data/harrow/words`, a file for each part."""

from __future__ import annotations

from engine.harrow.data import FACTS, FOLDER, load
from engine.sentences import WordsFile

HIDDEN = "hidden_"
"""H4.9.3  Begins the verb of a choice that nobody else may see; it reads like the open one."""
HIDDEN_VERBS = ("move_unit", "move_token", "put_token", "pick_hex", "pick_unit", "set_aside", "take_doll")


def all_words() -> WordsFile:
    """The words of the core and of every faction, together."""
    found = WordsFile()
    for file in sorted((FOLDER / "words").glob("*.json")):
        part = load(f"words/{file.name}", WordsFile)
        for group in WordsFile.__struct_fields__:
            getattr(found, group).update(getattr(part, group))
    for verb in HIDDEN_VERBS:
        for spoken in (found.verbs, found.options, found.labels):
            if verb in spoken:
                spoken[HIDDEN + verb] = spoken[verb]
    return found


FILE = all_words()
NAMES: dict[str, str] = {
    **{
        id: fact.name
        for facts in (FACTS.cards, FACTS.legends, FACTS.offers, FACTS.quests)
        for id, fact in facts.items()
    },
    **FILE.names,
}


def faction_name(owner: str) -> str:
    """A faction as the scores call it."""
    return NAMES.get(f"faction.{owner}", owner.title())
