"""Settings and logs: checked at the door, and nothing secret in them."""

from __future__ import annotations

import io
import json
import logging

import pytest

from engine import logs, settings
from engine.settings import SettingsError

TOKEN = "M" * 24 + ".Gabcde." + "x" * 30


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_without_anything_the_defaults_hold():
    found = settings.read({"PATH": "/bin"})
    assert (found.token, found.database, found.port, str(found.backup_folder)) == (
        "",
        "glade.sqlite",
        8765,
        "backups",
    )


def test_the_environment_wins_over_the_file(tmp_path):
    (tmp_path / "glade.toml").write_text('port = 1000\ndatabase = "games/g.sqlite"\nbot_seconds = 2\n')
    found = settings.read({"GLADE_PORT": "2000", "DISCORD_TOKEN": TOKEN})
    assert (found.port, found.database, found.bot_seconds, found.token) == (
        2000,
        "games/g.sqlite",
        2.0,
        TOKEN,
    )
    assert str(found.backup_folder) == "games/backups"


def test_every_bad_value_gets_its_own_line(tmp_path):
    (tmp_path / "glade.toml").write_text('log = "loud"\nbackup_minutes = "often"\n')
    with pytest.raises(SettingsError) as caught:
        settings.read({"GLADE_PORT": "99999", "GLADE_PROT": "1", "GLADE_TEST_SERVER": "my server"})
    assert caught.value.problems == [
        "glade.toml: log: should be human or json, not 'loud'",
        "glade.toml: backup_minutes: should be minutes between backups; 0: none (from 0 to 10080), not 'often'",
        "GLADE_PORT: should be port of the local Discord; 0: any free one (from 0 to 65535), not '99999'",
        "GLADE_PROT: there is no such setting. did you mean GLADE_PORT?",
        "GLADE_TEST_SERVER: should be id of a server that gets new commands at once; empty: none, not 'my server'",
    ]


def test_a_broken_or_missing_file_is_said(tmp_path):
    broken = tmp_path / "broken.toml"
    broken.write_text("port = = 1")
    with pytest.raises(SettingsError, match="is not a TOML file"):
        settings.read({}, broken)
    with pytest.raises(SettingsError, match="cannot be read"):
        settings.read({}, tmp_path / "none.toml")


def test_a_bad_token_is_not_repeated(tmp_path):
    (tmp_path / "glade.toml").write_text("token = 123456789\n")
    with pytest.raises(SettingsError) as caught:
        settings.read({})
    assert "123456789" not in str(caught.value)


def test_every_setting_is_described():
    rows = settings.describe()
    assert rows[0][0] == "DISCORD_TOKEN"
    assert all(name and what for name, _, what in rows)


@pytest.fixture
def log_text():
    root = logging.getLogger()
    before = (root.handlers[:], root.level)

    def write(style: str) -> tuple[logging.Logger, io.StringIO]:
        stream = io.StringIO()
        logs.configure(style, "info", "a-secret-word", stream=stream)
        return logging.getLogger("test"), stream

    yield write
    root.handlers[:], level = before[0], before[1]
    root.setLevel(level)


@pytest.mark.parametrize("style", ["human", "json"])
def test_logs_hide_tokens_seeds_and_given_words(log_text, style):
    log, stream = log_text(style)
    seed = "0123456789abcdef" * 2
    try:
        raise ValueError(f"in a traceback: {TOKEN} {seed}")
    except ValueError:
        log.exception("token %s seed %s word %s", TOKEN, seed, "a-secret-word", extra={"game": "g7"})
    text = stream.getvalue()
    assert TOKEN not in text
    assert seed not in text
    assert "a-secret-word" not in text
    assert text.count(logs.HIDDEN) == 5
    assert "g7" in text


def test_a_published_hash_is_not_hidden(log_text):
    log, stream = log_text("human")
    log.info("pledge %s", "ab" * 32)
    assert "ab" * 32 in stream.getvalue()


def test_json_logs_are_one_object_a_line(log_text):
    log, stream = log_text("json")
    log.info("two\nlines")
    log.warning("again")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["message"], first["level"], second["level"]) == ("two\nlines", "info", "warning")
