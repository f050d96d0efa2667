"""Settings: from the environment, or from a TOML file, checked before anything else happens.

Each setting has one name: `database` in the file is GLADE_DATABASE in the environment, which wins. The token
is DISCORD_TOKEN, as everywhere.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, get_type_hints

import msgspec
from msgspec import Meta

from engine import shards
from engine.store.address import is_postgres

PREFIX = "GLADE_"
TOKEN = "DISCORD_TOKEN"
FILE = "glade.toml"
SECRET = ("token", "database")  # never repeated: one is a secret, the other may hold one


class SettingsError(Exception):
    """Settings that make no sense: one line for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How this bot is to run. The descriptions are shown in error messages and by `bot.py settings`."""

    token: Annotated[str, Meta(description="the bot's token from the Discord developer portal")] = ""
    database: Annotated[
        str, Meta(min_length=1, description="the file that holds all games, or postgresql://… of a server")
    ] = "glade.sqlite"
    connections: Annotated[
        int, Meta(ge=1, le=100, description="connections to a PostgreSQL server, of one process")
    ] = 4
    shards: Annotated[
        str,
        Meta(description="the shards of Discord this process serves, like 0-3/16; empty: all"),
    ] = ""
    lease_seconds: Annotated[
        float,
        Meta(ge=2, le=600, description="seconds after which a silent process counts as dead (PostgreSQL)"),
    ] = 15.0
    backups: Annotated[
        str, Meta(description="the folder for backups; empty: backups beside the database")
    ] = ""
    backups_kept: Annotated[
        int, Meta(ge=1, le=10_000, description="newest backups that are kept, whatever their age")
    ] = 24
    backup_days: Annotated[
        int, Meta(ge=0, le=3650, description="days of which one backup each is kept besides")
    ] = 14
    lobby_days: Annotated[
        int, Meta(ge=1, le=3650, description="days after which a table that never began is forgotten")
    ] = 30
    replay_days: Annotated[
        int,
        Meta(ge=1, le=36500, description="days after the end for which a game can be replayed turn by turn"),
    ] = 90
    game_days: Annotated[
        int, Meta(ge=1, le=36500, description="days after the end after which a game is forgotten")
    ] = 730
    report_days: Annotated[int, Meta(ge=1, le=3650, description="days for which reports are kept")] = 180
    backup_minutes: Annotated[int, Meta(ge=0, le=10080, description="minutes between backups; 0: none")] = 60
    port: Annotated[int, Meta(ge=0, le=65535, description="port of the local Discord; 0: any free one")] = (
        8765
    )
    metrics_port: Annotated[
        int,
        Meta(
            ge=0, le=65535, description="port on this machine for /metrics (Prometheus) and /health; 0: none"
        ),
    ] = 0
    log: Annotated[Literal["human", "json"], Meta(description="human or json")] = "human"
    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="debug, info, warning or error")
    ] = "info"
    active_games: Annotated[int, Meta(ge=1, le=100_000, description="games kept in memory")] = 500
    games_per_person: Annotated[
        int, Meta(ge=1, le=10_000, description="running games one person may host")
    ] = 20
    games_per_server: Annotated[int, Meta(ge=1, le=100_000, description="running games in one server")] = 200
    bot_seconds: Annotated[
        float, Meta(ge=0, le=600, description="longest random delay of an automatic answer, in seconds")
    ] = 4.0
    test_server: Annotated[
        str, Meta(pattern=r"^\d*$", description="id of a server that gets new commands at once; empty: none")
    ] = ""

    @property
    def folder(self) -> Path:
        """Where files of the house go: beside the database, or here if that is on a server."""
        return Path() if is_postgres(self.database) else Path(self.database).parent

    @property
    def backup_folder(self) -> Path:
        """Where backups go."""
        return Path(self.backups) if self.backups else self.folder / "backups"


_TYPES = get_type_hints(Settings, include_extras=True)


def environment_name(field: str) -> str:
    """The name of a setting in the environment."""
    return TOKEN if field == "token" else PREFIX + field.upper()


def describe() -> list[tuple[str, str, str]]:
    """Every setting: its name in the environment, its default, and what it is."""
    defaults = Settings()
    return [
        (environment_name(name), str(getattr(defaults, name)), _meta(name).description or "")
        for name in _TYPES
    ]


def read(environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings of this run. Raises SettingsError with one line for every value that makes no sense.

    `file` is named on the command line and must exist; without it, glade.toml is read if it is there.
    """
    problems: list[str] = []
    values: dict[str, object] = {}
    for name, value in _from_file(file, problems).items():
        _take(values, problems, name, value, f"{file or FILE}: {name}")
    for variable, text in environment.items():
        if variable == TOKEN:
            _take(values, problems, "token", text, TOKEN)
        elif variable.startswith(PREFIX):
            _take(values, problems, variable.removeprefix(PREFIX).lower(), text, variable)
    try:
        shards.read(str(values.get("shards", "")))
    except ValueError as error:
        problems.append(f"{environment_name('shards')}: {error}")
    if problems:
        raise SettingsError(problems)
    return msgspec.convert(values, Settings)


def _from_file(file: Path | None, problems: list[str]) -> dict[str, object]:
    path = file or Path(FILE)
    if file is None and not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        problems.append(f"{path}: cannot be read ({error.strerror})")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path}: is not a TOML file ({error})")
    return {}


def _take(values: dict[str, object], problems: list[str], name: str, value: object, where: str) -> None:
    """Check one value and keep it, or note what is wrong with it. A secret is never repeated."""
    if name not in _TYPES:
        near = difflib.get_close_matches(name, _TYPES, 1)
        known = (
            f"did you mean {environment_name(near[0]) if where.startswith(PREFIX) else near[0]}?"
            if near
            else ""
        )
        problems.append(f"{where}: there is no such setting. {known}".rstrip())
        return
    try:
        values[name] = msgspec.convert(value, _TYPES[name], strict=not isinstance(value, str))
    except msgspec.ValidationError:
        shown = "" if name in SECRET else f", not {value!r}"
        problems.append(f"{where}: should be {_wanted(name)}{shown}")


def _meta(name: str) -> Meta:
    meta: Meta = _TYPES[name].__metadata__[0]
    return meta


def _wanted(name: str) -> str:
    meta = _meta(name)
    limits = f" (from {meta.ge} to {meta.le})" if meta.ge is not None else ""
    return f"{meta.description}{limits}"
