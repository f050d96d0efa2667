"""A Discord on this machine: a gateway, REST routes, people and a page. See docs/local-discord.md."""

from local.clock import Clock
from local.errors import Violation
from local.forms import CannotDo
from local.ledger import Ledger
from local.people import Answer, Choice, NoAnswer, Person, Seen
from local.permissions import Allow
from local.rates import REAL, WIDE
from local.server import LocalDiscord

__all__ = [
    "REAL",
    "WIDE",
    "Allow",
    "Answer",
    "CannotDo",
    "Choice",
    "Clock",
    "Ledger",
    "LocalDiscord",
    "NoAnswer",
    "Person",
    "Seen",
    "Violation",
]
