"""Logs for people or for machines. Never a token, a seed or a hand in them."""

from __future__ import annotations

import datetime
import json
import logging
import re
import sys
from typing import TextIO

HIDDEN = "[hidden]"
# Discord's tokens of bots; those of interactions, in an address or in what Discord sent, let anybody answer in the bot's
# name for a quarter of an hour; and seeds: a word of exactly 32 hexadecimal digits.
SECRETS = re.compile(
    r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"
    r"|(?<=/)(?:webhooks|interactions)/\d+/[\w-]{20,}"
    r"|[\"']token[\"']\s*:\s*\\?[\"'][^\"']+"
    r"|\b(?![0-9a-f]{64}\b)[\w-]{60,}\b"
    r"|\b[0-9a-f]{32}\b"
)


class Redact:
    """Hide what must not be in a log, whoever wrote it: what looks like a token or a seed, and given words."""

    def __init__(self, *words: str) -> None:
        self.words = [word for word in words if word]

    def clean(self, text: str) -> str:
        """The text without its secrets."""
        for word in self.words:
            text = text.replace(word, HIDDEN)
        return SECRETS.sub(HIDDEN, text)


class _Formatter(logging.Formatter):
    def __init__(self, redact: Redact, *, machine: bool) -> None:
        super().__init__()
        self.redact = redact
        self.machine = machine

    def format(self, record: logging.LogRecord) -> str:
        """One record, cleaned after everything is put together, tracebacks included."""
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        game = getattr(record, "game", None)
        if self.machine:
            fields = {
                "time": moment.isoformat(timespec="milliseconds"),
                "level": record.levelname.lower(),
                "logger": record.name,
                "message": record.getMessage(),
            }
            if game:
                fields["game"] = str(game)
            if trace:
                fields["trace"] = trace
            return self.redact.clean(json.dumps(fields, ensure_ascii=False))
        where = f" [{game}]" if game else ""
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        text = f"{moment:%H:%M:%S}{where} {level}{record.getMessage()}"
        return self.redact.clean(f"{text}\n{trace}" if trace else text)


def configure(style: str, level: str, *words: str, stream: TextIO | None = None) -> None:
    """Send all logs to `stream` (standard error) in one style; `words` are hidden wherever they appear."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Formatter(Redact(*words), machine=style == "json"))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    for noisy in (
        "aiosqlite",
        "discord.gateway",
        "discord.client",
        "discord.http",
        "discord.webhook",
        "aiohttp.access",
        "asyncio",
        "PIL",
    ):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # a lost line is said by the store
