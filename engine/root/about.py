"""What Root says of itself (`data/root/about.json`); every part names the verbs that its commands find, too."""

import msgspec

from engine.about import About, Command
from engine.root.data import load
from engine.root.words import FILE


def with_verbs_of_parts(command: Command) -> Command:
    """A command that also finds the verbs which parts have declared for it (`commands` in their words)."""
    more = tuple(verb for verb, name in FILE.commands.items() if name == command.name)
    return msgspec.structs.replace(command, verbs=(*command.stands_for(), *more)) if more else command


_PRINTED = load("about.json", About)
ABOUT = msgspec.structs.replace(
    _PRINTED, commands=tuple(with_verbs_of_parts(command) for command in _PRINTED.commands)
)
