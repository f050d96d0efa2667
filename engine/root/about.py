"""What Root says of itself (`data/root/about.json`); every part names the verbs that its commands find, too."""

import msgspec

from engine.about import About, Command, Goal
from engine.root.data import files, load
from engine.root.words import FILE, RootFile


def with_verbs_of_parts(command: Command) -> Command:
    """A command that also finds the verbs which parts have declared for it (`commands` in their words)."""
    more = tuple(verb for verb, name in FILE.commands.items() if name == command.name)
    return msgspec.structs.replace(command, verbs=(*command.stands_for(), *more)) if more else command


def goal(key: str, text: str) -> Goal:
    """A goal as the words of a part hold it: round, question, and the event that shows it was reached."""
    number, ask, done = key.split()
    return Goal(int(number), ask, text, "" if done == "-" else done)


def lessons() -> dict[str, tuple[Goal, ...]]:
    """The goals of every faction that teaches itself."""
    found = {file: load(file, RootFile).lesson for file in files("words.json")}
    known = {file.split("/")[-2]: lesson for file, lesson in found.items() if lesson and "factions/" in file}
    return {name: tuple(goal(key, text) for key, text in lesson.items()) for name, lesson in known.items()}


_PRINTED = load("about.json", About)
ABOUT = msgspec.structs.replace(
    _PRINTED,
    commands=tuple(with_verbs_of_parts(command) for command in _PRINTED.commands),
    lessons=lessons(),
)
