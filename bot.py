"""Glade's door: `python bot.py` runs the bot, `python bot.py --help` lists what else it can do."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine import logs, settings, shards
from engine.commands import CommandError
from engine.rules import View
from engine.settings import Settings, SettingsError
from engine.store import StoreError, sqlite
from engine.store.address import is_postgres, password_of

if TYPE_CHECKING:
    from engine.commands.bench import Effort, Report

EXAMPLE = (
    'python bot.py simulate --seats "marquise=random,eyrie=standin,alliance=clockwork:default" --games 20'
)

SHORT = ("map", "deck")
"""Options of many games that have a form of their own on the command line."""

BENCH_PARTS = ("rules", "store", "pictures", "discord", "postgresql")

LOCAL_DATABASE = "glade-local.sqlite"  # games of the local Discord do not mix with those of the real one


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="python bot.py",
        description="Glade: deep board games on Discord, played over days and weeks. Without a command it runs the "
        "bot: on Discord if DISCORD_TOKEN is set, otherwise on this machine, in the browser.",
        epilog=f"example: {EXAMPLE}",
    )
    top.add_argument(
        "--settings", type=Path, metavar="FILE", help="a TOML file with settings (default: glade.toml)"
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    run_bot = commands.add_parser("run", help="run the bot; what happens without a command, too")
    run_bot.add_argument(
        "--shards",
        type=_shards,
        metavar="SHARDS",
        help="serve only these of Discord's shards, like 0-3/16; other processes at the same PostgreSQL serve the rest",
    )
    _database(run_bot)

    local = commands.add_parser("local", help="play on this machine, in the browser, without a token")
    local.add_argument("--port", type=_port, metavar="N", help="the page's port (0: any free one)")
    _database(local)

    simulate = commands.add_parser(
        "simulate",
        help="play whole games without people",
        epilog=f"example: {EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play whole games without people and show who won.\n\n"
        "A seat is FACTION=KIND; their order is the order of play, and a faction may stand twice. Kinds:\n"
        "  random                               any legal choice\n"
        "  standin                              the simple policy that plays for an absent player\n"
        "  clockwork[:VALUE[:VALUE+VALUE]]      the board that plays by itself, for example clockwork:hard:trait+trait",
    )
    simulate.add_argument("--game", metavar="GAME", help="which game (default: the first)")
    simulate.add_argument("--seats", required=True, metavar="SEATS", help="who plays, separated by commas")
    for short in SHORT:
        simulate.add_argument(f"--{short}", metavar="VALUE", help=f"short for --option {short}=VALUE")
    simulate.add_argument(
        "--option",
        type=_named,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="anything the lobby lets a host choose, for example suits=random; several values are joined by +",
    )
    simulate.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of the first game; then N+1, … "
    )
    simulate.add_argument(
        "--games", type=_positive, default=1, metavar="N", help="how many games (default: 1)"
    )
    simulate.add_argument(
        "--jobs", type=_positive, default=1, metavar="N", help="how many at once (default: 1)"
    )
    simulate.add_argument("--json", action="store_true", help="one line of JSON for each game")
    simulate.add_argument(
        "--pictures", type=Path, metavar="DIR", help="a picture of the board after every turn"
    )

    strength = commands.add_parser(
        "strength",
        help="measure how often the bots of a game win, by difficulty",
        description="Let every board that plays by itself play against stand-ins and against the other boards, once for "
        "each of its difficulties, and show a table in Markdown: games won of a hundred, and points at the end.",
    )
    strength.add_argument("--game", metavar="GAME", help="which game (default: the first)")
    strength.add_argument(
        "--seats", type=_positive, default=0, metavar="N", help="how many at each table (default: 4)"
    )
    strength.add_argument(
        "--games", type=_positive, default=50, metavar="N", help="games for each cell (default: 50)"
    )
    strength.add_argument("--seed", type=int, default=1, metavar="N", help="other tables (default: 1)")
    strength.add_argument(
        "--jobs", type=_positive, default=1, metavar="N", help="how many at once (default: 1)"
    )
    strength.add_argument("--json", action="store_true", help="one line of JSON for each cell")

    bench = commands.add_parser("bench", help="measure the speed, as ratios to yardsticks of the same run")
    bench.add_argument("--json", action="store_true", help="rows of JSON instead of a table")
    bench.add_argument("--short", action="store_true", help="a shorter run")
    bench.add_argument(
        "--parts",
        type=_parts,
        default=list(BENCH_PARTS),
        metavar="PARTS",
        help=f"which of {', '.join(BENCH_PARTS)} (default: all)",
    )

    check = commands.add_parser("check-games", help="load every live game with the present rules and report")
    _database(check)

    backup = commands.add_parser("backup", help="copy the database, also while the bot is running")
    backup.add_argument("--to", type=Path, metavar="DIR", help="the folder for the copy")
    _database(backup)

    restore = commands.add_parser(
        "restore", help="put a backup in the place of the database; the old one is kept"
    )
    restore.add_argument("backup", type=Path, metavar="BACKUP", help="the file to restore")
    _database(restore)

    move = commands.add_parser(
        "move-database",
        help="move all games from a file to a PostgreSQL database, or back",
        description="Copy everything from FROM to TO, compare it, and keep it all or not at all. FROM stays as it is. "
        "Stop the bot first; the games go on where TO is.",
    )
    move.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    move.add_argument("target", metavar="TO", help="the other of the two: a new file, or an empty database")
    move.add_argument("--dry-run", action="store_true", help="read everything, look at TO, write nothing")

    commands.add_parser(
        "health",
        help="is the bot on this machine well? One line; exit code 0 or 1, for a container's health check",
    )

    verify = commands.add_parser("verify", help="check every roll and shuffle of a finished game")
    verify.add_argument("export", type=Path, metavar="EXPORT", help="the file that /export gave")

    rootlog = commands.add_parser(
        "rootlog", help="records of games of Root in Rootlog, the notation of its players"
    )
    records = rootlog.add_subparsers(
        dest="records", metavar="{read,write}", title="what to do", required=True
    )
    read = records.add_parser(
        "read", help="play a record by the rules, with every card and die written, as ours are"
    )
    read.add_argument("record", type=Path, metavar="FILE", help="the record")
    read.add_argument(
        "--corrections", type=Path, metavar="FILE", help="readings that differ from what is written"
    )
    read.add_argument("--film", type=Path, metavar="OUT", help="the game as an animated picture (GIF)")
    read.add_argument("--to", type=Path, metavar="EXPORT", help="the game as a file like that of /export")
    write = records.add_parser("write", help="write a finished game as a record")
    write.add_argument("export", type=Path, metavar="EXPORT", help="the file that /export gave")
    write.add_argument(
        "--to", type=Path, metavar="FILE", help="the file for the record (default: the screen)"
    )

    soak = commands.add_parser(
        "soak",
        help="play for a set time with faults, kills and restarts; fails if anything is lost, doubled or leaked",
    )
    soak.add_argument("--minutes", type=float, default=10.0, metavar="N", help="how long (default: 10)")
    soak.add_argument(
        "--games", type=_positive, default=200, metavar="N", help="games at once in the crowd (default: 200)"
    )
    soak.add_argument("--seed", type=int, default=1, metavar="N", help="another evening (default: 1)")
    soak.add_argument(
        "--parts",
        default="kills,crowd,twins",
        metavar="PARTS",
        help="which of kills, crowd, twins, bots, and processes, which needs PostgreSQL (default: the first three)",
    )
    soak.add_argument("--json", action="store_true", help="rows of JSON instead of a table")

    commands.add_parser("settings", help="list the settings, their defaults and what they mean")
    return top


def _database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--db",
        type=str,
        metavar="PATH",
        help="the database: a file, or postgresql://… (default: glade.sqlite)",
    )


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("should be from 0 to 65535")
    return number


def _parts(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if unknown := [part for part in parts if part not in BENCH_PARTS]:
        raise argparse.ArgumentTypeError(f"there is no part called {', '.join(unknown)}")
    return parts


def _shards(text: str) -> str:
    try:
        return str(shards.read(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _named(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals or not value:
        raise argparse.ArgumentTypeError("should read NAME=VALUE")
    return name, value


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("should be 1 or more")
    return number


# --- commands ---------------------------------------------------------------------------------------------


def run(options: argparse.Namespace, chosen: Settings) -> int:
    """The bot itself."""
    on_discord = bool(chosen.token) and options.command != "local"
    if not shards.read(chosen.shards).is_all:
        if not is_postgres(chosen.database):
            raise CommandError(
                "Several processes need a database they can share: set GLADE_DATABASE=postgresql://…"
            )
        if not on_discord:
            raise CommandError("Shards are Discord's: set DISCORD_TOKEN.")
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_serve(chosen, on_discord=on_discord))
    return 0


async def _serve(chosen: Settings, *, on_discord: bool) -> None:
    from cogs.app import serve
    from engine.house import open_house

    task = asyncio.current_task()
    if task is not None:  # a polite kill closes the house as Ctrl+C does: what is under way is finished first
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    if not on_discord and chosen.database == Settings().database:
        chosen = msgspec.structs.replace(chosen, database=LOCAL_DATABASE)
    async with open_house(chosen) as table:
        if on_discord:
            await serve(chosen, table)
            return
        from local.server import LocalDiscord

        kept = LOCAL_DATABASE if is_postgres(chosen.database) else chosen.database
        discord = LocalDiscord(port=chosen.port, save_to=Path(f"{kept}.discord"))
        try:
            await discord.start()
        except OSError as error:
            raise CommandError(_no_port(chosen.port, error)) from error
        try:
            print(f"Glade is open: {discord.page_url}  (Ctrl+C closes it)", flush=True)
            await serve(chosen, table, local=discord.page_url.rstrip("/"))
        finally:
            await discord.stop()


def _no_port(port: int, error: OSError) -> str:
    taken = error.errno == errno.EADDRINUSE
    why = "is taken by another program" if taken else f"cannot be used ({os.strerror(error.errno or 0)})"
    other = port + 1 if 1024 <= port < 65535 else Settings().port
    return f'Port {port} {why}. Choose another: make play ARGS="local --port {other}", or set GLADE_PORT.'


def simulate(options: argparse.Namespace, chosen: Settings) -> int:
    from engine.commands import simulate as command
    from engine.games import GAMES

    short = {name: value for name in SHORT if (value := getattr(options, name)) is not None}
    plan = command.plan(options.game or next(iter(GAMES)), options.seats, short | dict(options.option))
    watch = _album(options.pictures) if options.pictures else None
    results = []
    for result in command.run(plan, options.seed, options.games, options.jobs, watch):
        results.append(result)
        if options.json:
            print(msgspec.json.encode(result).decode(), flush=True)
    if not options.json:
        print(command.summary(results))
    return 0


def strength(options: argparse.Namespace, chosen: Settings) -> int:
    from engine.commands import strength as command
    from engine.games import GAMES

    game = options.game or next(iter(GAMES))
    scores = command.measure(game, options.games, options.seed, options.seats, options.jobs)
    if options.json:
        print("\n".join(msgspec.json.encode(score).decode() for score in scores))
    else:
        print(command.told(game, scores))
    return 0


def _album(folder: Path) -> Callable[[int, View], None]:
    """Keep a picture of every board that is shown."""
    from render import picture

    folder.mkdir(parents=True, exist_ok=True)

    def keep(index: int, view: View) -> None:
        (folder / f"game-{index:03}-turn-{view.turn:03}.png").write_bytes(picture(view))

    return keep


def bench(options: argparse.Namespace, chosen: Settings) -> int:
    from cogs.measuring.clicks import discord_rows, picture_rows
    from engine.commands.bench import SHORT, Effort, Report
    from engine.commands.bench_rules import rules_rows
    from engine.commands.bench_store import store_rows
    from local.server import LocalDiscord

    effort = SHORT if options.short else Effort()
    report = Report(as_json=options.json)
    for what, part in (("rules", rules_rows), ("store", store_rows), ("pictures", picture_rows)):
        if what in options.parts:
            report.doing(what)
            for row in part(effort):
                report.add(row)
    if "discord" in options.parts:
        asyncio.run(discord_rows(LocalDiscord, effort, report))
    if "postgresql" in options.parts:
        _bench_postgres(effort, report)
    return report.end()


def _bench_postgres(effort: Effort, report: Report) -> None:
    """On a server of the benchmark's own, if PostgreSQL and what the tests need are on this machine."""
    from cogs.measuring.clicks import postgres_row
    from engine.commands.bench_postgres import postgres_rows
    from local.server import LocalDiscord

    try:
        servers = import_module("tests.postgres")
    except ModuleNotFoundError as error:
        print(f"no rows on PostgreSQL: {error.name} is missing", file=sys.stderr)
        return
    if why := servers.missing():
        print(f"no rows on PostgreSQL: {why}", file=sys.stderr)
        return
    report.doing("PostgreSQL")
    with servers.own_cluster(quick=False) as cluster:
        for row in asyncio.run(postgres_rows(cluster.new_database(), effort)):
            report.add(row)
        report.add(asyncio.run(postgres_row(LocalDiscord, cluster.new_database(), effort)))


def check_games(options: argparse.Namespace, chosen: Settings) -> int:
    from engine.commands.keep import check_games
    from engine.games import GAMES

    checks = asyncio.run(check_games(chosen.database, GAMES))
    for check in checks:
        print(f"{check.game}  {check.kind}  {check.state}  {check.detail}".rstrip())
    broken = sum(check.state == "broken" for check in checks)
    print(f"{len(checks)} live games, {broken} broken")
    return 1 if broken else 0


def _file(chosen: Settings, command: str) -> Path:
    """The database as a file; one on a server is looked after with the server's own tools."""
    if is_postgres(chosen.database):
        tools = {"backup": "pg_dump --format=custom", "restore": "pg_restore --clean --if-exists"}
        raise CommandError(f"This database is on a PostgreSQL server. Use its own tool: {tools[command]}")
    return Path(chosen.database)


def backup(options: argparse.Namespace, chosen: Settings) -> int:
    target = sqlite.backup(_file(chosen, "backup"), options.to or chosen.backup_folder)
    print(f"backup written: {target}")
    return 0


def restore(options: argparse.Namespace, chosen: Settings) -> int:
    kept = sqlite.restore(_file(chosen, "restore"), options.backup)
    print(f"restored {options.backup} to {chosen.database}")
    if kept:
        print(f"the former database is kept: {kept}")
    return 0


def move_database(options: argparse.Namespace, chosen: Settings) -> int:
    from engine.commands.keep import check_games
    from engine.commands.move import move, told
    from engine.games import GAMES

    moved = move(options.source, options.target, dry=options.dry_run)
    checks = asyncio.run(check_games(options.source if options.dry_run else options.target, GAMES))
    print(told(moved, options.source, options.target, dry=options.dry_run))
    wrong = [check for check in checks if check.state != "ok"]
    for check in wrong:
        print(f"{check.game}  {check.kind}  {check.state}  {check.detail}".rstrip())
    print(
        f"{len(checks)} games in play were loaded with the present rules, {len(wrong)} of them not as they were"
    )
    return 0


def health(options: argparse.Namespace, chosen: Settings) -> int:
    from engine.commands.health import look

    well, sentence = look(chosen)
    print(("yes: " if well else "no: ") + sentence)
    return 0 if well else 1


def verify(options: argparse.Namespace, chosen: Settings) -> int:
    from engine import export
    from engine.games import GAMES

    try:
        verdict = export.verify(export.read(options.export.read_bytes()), GAMES)
    except (OSError, ValueError) as error:
        raise CommandError(f"{options.export}: {error}") from error
    print(("yes: " if verdict.fair else "no: ") + verdict.sentence)
    return 0 if verdict.fair else 1


def rootlog(options: argparse.Namespace, chosen: Settings) -> int:
    return read_record(options) if options.records == "read" else write_record(options)


def write_record(options: argparse.Namespace) -> int:
    from engine import export
    from engine.games import GAMES
    from engine.rules import Unwritable

    try:
        record = export.written(export.read(options.export.read_bytes()), GAMES)
        if options.to is not None:
            options.to.write_text(record, encoding="utf-8")
    except (OSError, ValueError, Unwritable) as error:
        raise CommandError(f"{options.export}: {error}") from error
    if options.to is None:
        print(record, end="")
    return 0


def read_record(options: argparse.Namespace) -> int:
    import msgspec

    from engine import export
    from engine.games import GAMES
    from engine.rules import Unreadable
    from render import Studio

    kind = next(kind for kind in GAMES.values() if kind.notation_name == "Rootlog")
    try:
        text = options.record.read_text(encoding="utf-8")
        corrections = options.corrections.read_bytes() if options.corrections else b""
        game = export.from_record(kind, options.record.stem, text, corrections)
        views = export.views(game, GAMES)
        if options.to is not None:
            options.to.write_bytes(msgspec.json.format(msgspec.json.encode(game), indent=1))
        if options.film is not None:
            options.film.write_bytes(asyncio.run(Studio().film(views)).data)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        raise CommandError(f"{options.record}: {error}") from error
    names = ", ".join(kind.words.seat(views[-1], seat) for seat in views[-1].winners)
    print(
        f"{views[-1].turn} turns played by the rules. "
        + (f"Won by: {names}." if names else "Nobody has won.")
    )
    return 0


def soak(options: argparse.Namespace, chosen: Settings) -> int:
    try:
        run_soak = import_module("tests.trust.soak").run
    except ModuleNotFoundError as error:
        raise CommandError(f"The soak needs what the tests need ({error.name}): make soak") from error
    return int(run_soak(options.minutes, options.games, options.seed, options.parts, as_json=options.json))


def show_settings(options: argparse.Namespace, chosen: Settings) -> int:
    for name, default, meaning in settings.describe():
        print(f"{name:26} {default or '–':14} {meaning}")
    return 0


COMMANDS: dict[str | None, Callable[[argparse.Namespace, Settings], int]] = {
    None: run,
    "run": run,
    "local": run,
    "simulate": simulate,
    "strength": strength,
    "bench": bench,
    "check-games": check_games,
    "backup": backup,
    "restore": restore,
    "move-database": move_database,
    "health": health,
    "verify": verify,
    "rootlog": rootlog,
    "soak": soak,
    "settings": show_settings,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; whatever is wrong is said in plain lines, without a traceback."""
    options = parser().parse_args(arguments)
    try:
        chosen = settings.read(os.environ, options.settings)
        chosen_here = {
            name: getattr(options, option, None)
            for name, option in (("database", "db"), ("port", "port"), ("shards", "shards"))
        }
        chosen = msgspec.structs.replace(chosen, **{k: v for k, v in chosen_here.items() if v is not None})
        given = [chosen.database, getattr(options, "source", ""), getattr(options, "target", "")]
        logs.configure(chosen.log, chosen.level, chosen.token, *map(password_of, given))
        return COMMANDS[options.command](options, chosen)
    except SettingsError as error:
        print("\n".join(["These settings make no sense:", *error.problems]), file=sys.stderr)
    except (StoreError, CommandError) as error:
        print(error, file=sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()
    return 2


if __name__ == "__main__":
    sys.exit(main())
