"""The door: commands, help, and plain words for whatever is wrong."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from pathlib import Path

import pytest

import bot
from engine import export, shards
from engine.flow import Done
from engine.games import GAMES
from engine.house import open_house
from engine.settings import Settings
from engine.store import GameRow, SeatRow, Store
from engine.table import Table
from engine.together import Together
from tests import toy
from tests.postgres import PASSWORD


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(GAMES, "pebbles", toy.PEBBLES)
    for name in list(__import__("os").environ):
        if name.startswith("GLADE_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)


def command(capsys, *arguments: str) -> tuple[int, str, str]:
    code = bot.main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def seed_database(
    path: Path = Path("glade.sqlite"), games: tuple[str, ...] = ("g1",), play: bool = False
) -> None:
    async def fill():
        async with await Store.open(path) as store:
            table = Table(store, GAMES)
            for game in games:
                await store.create(GameRow(game, "pebbles"))
                kind = "random" if play else "human"
                await table.start(
                    game, toy.setup(), [SeatRow("ann", 0, kind=kind), SeatRow("bob", 1, kind=kind)]
                )
                if not play:
                    await table.answer(game, "ann", Done())
            if play:
                Path("export.json").write_bytes(await export.export(store, games[0]))

    asyncio.run(fill())


# --- the bot ----------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_named_in_one_sentence(capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, out, err = command(capsys, "local", "--port", str(port))
    assert code == 2
    assert out == ""
    assert err.splitlines() == [
        f"Port {port} is taken by another program. "
        f'Choose another: make play ARGS="local --port {port + 1}", or set GLADE_PORT.'
    ]
    assert asyncio.run(_opens_again())


async def _opens_again() -> bool:
    """Nothing was left behind: the database has no owner."""
    async with await Store.open(Path(bot.LOCAL_DATABASE)):
        return True


def test_what_only_tests_need_is_not_installed_with_the_bot():
    root = Path(bot.__file__).parent
    wanted = (root / "requirements.txt").read_text().partition("# brought along")[0]
    direct = [line.partition("==")[0] for line in wanted.splitlines() if "==" in line]
    modules = {"discord.py": "discord", "Pillow": "PIL"}
    sources = [
        path.read_text()
        for part in ("cogs", "engine", "local", "render")
        for path in (root / part).rglob("*.py")
    ]
    for name in direct:
        use = re.compile(rf"^ *(import|from) {modules.get(name, name.replace('-', '_'))}\b", re.MULTILINE)
        assert any(use.search(source) for source in sources), f"nothing but tests needs {name}"


# --- help and settings ------------------------------------------------------------------------------------


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as caught:
        bot.main(["--help"])
    text = capsys.readouterr().out
    assert caught.value.code == 0
    for name in filter(None, bot.COMMANDS):
        assert f"    {name} " in text or f"    {name}\n" in text


def test_every_command_has_its_own_help(capsys):
    for name in filter(None, bot.COMMANDS):
        with pytest.raises(SystemExit) as caught:
            bot.main([name, "--help"])
        assert caught.value.code == 0


def test_bad_settings_are_listed_and_nothing_starts(capsys, monkeypatch):
    monkeypatch.setenv("GLADE_PORT", "x")
    monkeypatch.setenv("GLADE_LOG", "loud")
    code, out, err = command(capsys, "settings")
    assert (code, out) == (2, "")
    assert err.splitlines()[0] == "These settings make no sense:"
    assert len(err.splitlines()) == 3


def test_settings_are_listed(capsys):
    code, out, _ = command(capsys, "settings")
    assert code == 0
    assert "GLADE_DATABASE" in out


# --- simulate ---------------------------------------------------------------------------------------------


def simulate(capsys, *more: str, seats: str = "red=random,blue=standin"):
    two = () if any("mode=" in one for one in more) else ("--option", "mode=two")
    return command(capsys, "simulate", "--game", "pebbles", "--seats", seats, *two, *more)


def test_simulate_prints_one_line_of_json_for_each_game(capsys):
    code, out, _ = simulate(capsys, "--games", "3", "--seed", "7", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["seed"] for row in rows] == [7, 8, 9]
    assert set(rows[0]) == {"game", "seed", "winner", "scores", "turns", "decisions", "seconds", "end"}
    assert rows[0]["end"] == "points"
    assert set(rows[0]["winner"]) <= {"red", "blue"} == set(rows[0]["scores"])


def test_simulate_gives_the_same_games_for_the_same_seed(capsys):
    def games(*more):
        rows = [json.loads(line) for line in simulate(capsys, "--json", *more)[1].splitlines()]
        return [{k: v for k, v in row.items() if k not in ("seconds", "game")} for row in rows]

    first = games("--games", "4", "--seed", "3")
    assert first == games("--games", "4", "--seed", "3")
    assert first[2:] == games("--games", "2", "--seed", "5")


def test_simulate_shows_people_a_table(capsys):
    code, out, _ = simulate(
        capsys, "--games", "2", "--option", "mode=three", seats="red=random, green=random, blue=random"
    )
    assert code == 0
    assert "green" in out
    assert "2 games in" in out


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ("red", "should read FACTION=KIND"),
        ("red=wizard,blue=random", "is no kind of seat"),
        ("red=random:hard,blue=random", "is no kind of seat"),
        ("green=random,blue=random", "no faction 'green'"),
        ("red=clockwork:easy,blue=random", "no board that plays 'red' by itself"),
        ("blue=clockwork:mad,red=random", "no difficulty 'mad'"),
        ("blue=clockwork:easy:slow,red=random", "no traits 'slow'"),
        ("blue=clockwork:easy:quick:more,red=random", "says too much"),
        ("red=random,red=random", "Too many players play Red"),
        ("red=random", "takes 2 players"),
        ("", "takes 2 players"),
    ],
)
def test_simulate_refuses_seats_that_make_no_sense(capsys, seats, reason):
    code, out, err = simulate(capsys, seats=seats)
    assert (code, out) == (2, "")
    assert reason in err


def test_simulate_refuses_an_unknown_game(capsys):
    code, _, err = command(capsys, "simulate", "--game", "ludo", "--seats", "a=random")
    assert code == 2
    assert "There is no game 'ludo'" in err


def test_simulate_understands_boards_with_difficulty_and_traits():
    from engine.commands.simulate import plan

    made = plan("pebbles", "blue=clockwork:easy:quick+greedy,red=random", {"mode": "two", "heap": "12"})
    assert made.setup.seats[0].board == "clockwork"
    assert made.setup.seats[0].options == {"difficulty": "easy", "traits": ["quick", "greedy"]}
    assert made.kinds == {"blue": "clockwork", "red": "random"}


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--option", "moon=full"], "has no option 'moon'. It has: mode, heap, extras, light"),
        (["--map", "autumn"], "has no option 'map'"),
        (["--option", "heap=99"], "no heap '99'. There are: 30, 12"),
        (["--option", "extras=safe+moon"], "no extras 'moon'"),
        (["--option", "mode=three", "--option", "extras=rival"], "no extras 'rival'"),
        (["--option", "extras=safe+rival"], "Rivals need dares"),
    ],
)
def test_simulate_takes_the_options_of_the_game_and_no_others(capsys, more, reason):
    code, out, err = simulate(capsys, *more)
    assert (code, out) == (2, "")
    assert reason in err


def test_simulate_joins_several_values_of_one_option():
    from engine.commands.simulate import plan

    made = plan("pebbles", "red=random,blue=random", {"mode": "two", "extras": "safe+night"})
    assert made.setup.options == {"mode": "two", "extras": ["safe", "night"]}


def test_simulate_has_short_forms_where_a_game_has_such_options(capsys):
    arguments = (
        "simulate",
        "--seats",
        "marquise=standin,eyrie=standin",
        "--map",
        "winter",
        "--deck",
        "exiles",
    )
    code, out, _ = command(capsys, *arguments)
    assert code == 0
    assert "1 games in" in out
    code, _, err = command(capsys, *arguments[:3], "--map", "moon")
    assert (code, "no map 'moon'" in err) == (2, True)


# --- strength ---------------------------------------------------------------------------------------------


def strength(capsys, *more: str):
    return command(capsys, "strength", "--game", "pebbles", "--games", "3", *more)


def test_strength_shows_a_row_for_each_board_and_a_column_for_each_difficulty(capsys):
    code, out, _ = strength(capsys)
    assert code == 0
    lines = out.splitlines()
    assert lines[:4] == [
        "### Against stand-ins",
        "",
        "| Bot | Default | Easy |",
        "| --- | ---: | ---: |",
    ]
    assert re.fullmatch(r"\| Blue by itself( \| \d+ % · \d+){2} \|", lines[4])
    # then there is no table of other boards where there are none
    assert "other bots" not in out


def test_strength_gives_the_same_table_for_the_same_seed_with_any_number_of_jobs(capsys):
    def rows(*more):
        return [json.loads(line) for line in strength(capsys, "--json", *more)[1].splitlines()]

    first = rows("--seed", "3")
    assert [(row["board"], row["value"], row["games"]) for row in first] == [
        ("blue", "default", 3),
        ("blue", "easy", 3),
    ]
    assert first == rows("--seed", "3", "--jobs", "2")
    assert [row["points"] for row in first] != [row["points"] for row in rows("--seed", "8")]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--seats", "9"), "takes 3 to 3 players, not 9"),
        (("--game", "ludo"), "There is no game 'ludo'"),
        (("--game", "harrow"), "has no boards that play by themselves"),
    ],
)
def test_strength_refuses_what_makes_no_sense(capsys, more, reason):
    code, out, err = strength(capsys, *more)
    assert (code, out) == (2, "")
    assert reason in err


# --- keeping games ----------------------------------------------------------------------------------------


def test_backup_and_restore(capsys):
    seed_database()
    code, out, _ = command(capsys, "backup")
    (copy,) = Path("backups").iterdir()
    assert code == 0
    assert str(copy) in out
    Path("glade.sqlite").write_bytes(b"spoilt" * 1000)
    code, _, err = command(capsys, "check-games")
    assert code == 2
    assert "damaged" in err
    code, out, _ = command(capsys, "restore", str(copy))
    assert code == 0
    assert "kept" in out
    code, out, _ = command(capsys, "check-games")
    assert (code, out.splitlines()) == (0, ["g1  pebbles  ok", "1 live games, 0 broken"])


def test_check_games_reports_a_broken_game_and_goes_on(capsys):
    seed_database(games=("g1", "g2"))
    db = sqlite3.connect("glade.sqlite")
    db.execute("update snapshot set state = x'00' where game = 'g1'")
    db.commit()
    db.close()
    code, out, _ = command(capsys, "check-games")
    assert code == 1
    assert "g1  pebbles  broken" in out
    assert "g2  pebbles  ok" in out


def test_commands_on_a_missing_database_say_so(capsys):
    for arguments in (["backup"], ["check-games", "--db", "none.sqlite"], ["restore", "none.sqlite"]):
        code, _, err = command(capsys, *arguments)
        assert code == 2
        assert "does not exist" in err
    assert not Path("glade.sqlite").exists()


def test_verify_says_yes_or_no(capsys):
    seed_database(play=True)
    code, out, _ = command(capsys, "verify", "export.json")
    assert code == 0
    assert out.startswith("yes: All ")
    forged = json.loads(Path("export.json").read_text())
    forged["seed"] = "0" * 32
    Path("export.json").write_text(json.dumps(forged))
    code, out, _ = command(capsys, "verify", "export.json")
    assert code == 1
    assert out.startswith("no: ")
    code, _, err = command(capsys, "verify", "none.json")
    assert code == 2
    assert "none.json" in err


async def test_the_house_makes_a_backup_when_the_last_one_is_old():
    async with open_house(Settings(backup_minutes=60)) as table:
        async with asyncio.timeout(5):
            while await table.store.meta("backup") is None:
                await asyncio.sleep(0.01)
    assert len(list(Path("backups").iterdir())) == 1
    async with open_house(Settings(backup_minutes=60)):
        await asyncio.sleep(0.05)
    assert len(list(Path("backups").iterdir())) == 1


# --- health -----------------------------------------------------------------------------------------------


async def test_health_of_a_file_is_whether_a_bot_holds_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert await asyncio.to_thread(bot.main, ["health"]) == 1
    async with await Store.open(Path("glade.sqlite")):
        assert await asyncio.to_thread(bot.main, ["health"]) == 0
    assert await asyncio.to_thread(bot.main, ["health"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "no: glade.sqlite does not exist.",
        "yes: a bot uses glade.sqlite",
        "no: no bot uses glade.sqlite.",
    ]


async def test_health_of_a_server_is_whether_this_machine_is_there(
    tmp_path, monkeypatch, capsys, database_url
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GLADE_DATABASE", database_url)
    assert await asyncio.to_thread(bot.main, ["health"]) == 1
    async with await Store.open(database_url) as store, Together(store, shards.read("0-3/16")):
        assert await asyncio.to_thread(bot.main, ["health"]) == 0
    monkeypatch.setenv("GLADE_DATABASE", database_url.replace(PASSWORD, "wrong-one"))
    assert await asyncio.to_thread(bot.main, ["health"]) == 1
    said = capsys.readouterr()
    first, second, third = said.out.splitlines()
    assert first.startswith("no: no process of this machine is at")
    assert second == "yes: 1 on this machine, shards 0-3/16"
    assert "refused the user or the password" in third
    assert not {PASSWORD, "wrong-one"} & set(re.split(r"\W+", said.out + said.err))


# --- shards -----------------------------------------------------------------------------------------------


def test_shards_need_a_database_that_can_be_shared_and_a_token(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    assert bot.main(["run", "--shards", "0-3/16"]) == 2
    assert "Several processes need a database they can share" in capsys.readouterr().err
    monkeypatch.delenv("DISCORD_TOKEN")
    assert bot.main(["run", "--shards", "0-3/16", "--db", "postgresql://u:s3cret@127.0.0.1:1/db"]) == 2
    assert "set DISCORD_TOKEN" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        bot.main(["run", "--shards", "9/4"])
    assert "of 4 shards the last is 3" in capsys.readouterr().err
    monkeypatch.setenv("GLADE_SHARDS", "some")
    assert bot.main(["run"]) == 2
    assert "GLADE_SHARDS: shards are written like 0-3/16" in capsys.readouterr().err


def test_a_server_that_cannot_be_reached_is_one_sentence_without_the_password(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GLADE_DATABASE", "postgresql://glade:s3cret@127.0.0.1:1/games")
    for command in ([], ["run"], ["local", "--port", "0"], ["check-games"]):
        assert bot.main(command) == 2
        said = capsys.readouterr()
        assert (
            said.err == "No server answers at the address of games on 127.0.0.1:1. Is PostgreSQL running?\n"
        )
        assert "s3cret" not in said.out
    for command in (["backup"], ["restore", "x"]):
        assert bot.main(command) == 2
        assert "Use its own tool: pg_" in capsys.readouterr().err
