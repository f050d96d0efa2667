"""A PostgreSQL of the tests' own: on loopback, as a user without rights, in a folder that goes away with it.

`python -m tests.postgres FOLDER PID` runs one until the process PID is gone. Tests ask `server()`, which starts it
once for all workers of a run; `missing()` says what is not there on this machine.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from engine.store import address, postgres

FOLDER = "TESTS_POSTGRES"
"""In the environment of all workers: the folder of the run's server."""
USER, PASSWORD = "glade", "quiet-otter-77"
TEMPLATE = "glade_template"
PATIENCE = 30.0
QUICK = "-c fsync=off -c full_page_writes=off -c shared_buffers=32MB -c max_connections=150 -c jit=off"
"""Power cuts are PostgreSQL's own business, and tested there."""

_numbers = itertools.count()


def programs() -> Path | None:
    """The folder of initdb and pg_ctl: the newest of Debian's, or the one in the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def missing() -> str:
    """Why there can be no server here; empty if there can."""
    if programs() is None:
        return "PostgreSQL is missing. On Debian: sudo apt install postgresql"
    if os.getuid() == 0 and unprivileged() is None:
        return "PostgreSQL does not run as root, and there is no user it could run as"
    return ""


def unprivileged() -> pwd.struct_passwd | None:
    """Whom a server started by root runs as."""
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


class Cluster:
    """A server in a folder."""

    def __init__(self, folder: Path, quick: bool = True) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.quick = quick
        self.port = 0
        self._owner = unprivileged() if os.getuid() == 0 else None

    def _call(self, *words: str) -> None:
        more = {"user": self._owner.pw_uid, "group": self._owner.pw_gid} if self._owner else {}
        done = subprocess.run(
            words, capture_output=True, text=True, cwd=self.folder, check=False, timeout=120, **more
        )
        if done.returncode:
            raise RuntimeError(f"{Path(words[0]).name}: {done.stdout}{done.stderr}")

    def create(self) -> None:
        """A new cluster, in which the bot's user may create databases."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._owner:
            os.chown(self.folder, self._owner.pw_uid, self._owner.pw_gid)
        self.folder.chmod(0o700)
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        if self._owner:
            os.chown(secret, self._owner.pw_uid, self._owner.pw_gid)
        bin = programs()
        assert bin is not None
        self._call(
            *(str(bin / "initdb"), "--pgdata", str(self.data), "--username", USER, "--pwfile", str(secret)),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--no-locale", "--no-sync"),
        )

    def start(self) -> None:
        """Start it on a free port of loopback; again on the same one."""
        bin = programs()
        assert bin is not None
        if not self.port:
            with contextlib.closing(socket.socket()) as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._call(
            *(str(bin / "pg_ctl"), "start", "--pgdata", str(self.data), "--wait", "--timeout", "60"),
            *("--log", str(self.folder / "log"), "--options", f"{options} {QUICK if self.quick else ''}"),
        )

    def stop(self, how: str = "fast") -> None:
        """Stop it: `fast` sends everybody away, `immediate` is like a power cut."""
        bin = programs()
        assert bin is not None
        self._call(str(bin / "pg_ctl"), "stop", "--pgdata", str(self.data), "--mode", how, "--wait")

    def processes(self) -> list[int]:
        """The server and all that it started."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def signal(self, number: signal.Signals) -> None:
        """Freeze all of it (SIGSTOP), or let it go on (SIGCONT)."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def execute(self, sql: str, database: str = "postgres") -> None:
        """One statement, outside of any transaction."""
        with psycopg.connect(self.url(database), autocommit=True) as db:
            db.execute(sql.encode())

    def new_database(self, template: str = "template0") -> str:
        """An empty database of its own, or a copy of another; its address."""
        name = f"t{os.getpid()}_{next(_numbers)}"
        self.execute(f"create database {name} template {template} encoding 'UTF8'")
        return self.url(name)

    def drop(self, url: str) -> None:
        """The test is over."""
        self.execute(f"drop database if exists {url.rpartition('/')[2]} with (force)")


# --- one for all tests of a run ---------------------------------------------------------------------------


def server() -> Cluster:
    """The server of this run, started by whoever needs it first."""
    folder = Path(os.environ[FOLDER])
    folder.parent.mkdir(mode=0o755, exist_ok=True)
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        port = Path(f"{folder}.port")
        if not port.exists():
            keeper = os.environ[FOLDER + "_KEEPER"]
            words = [sys.executable, "-m", "tests.postgres", str(folder), keeper]
            with open(f"{folder}.log", "w") as log:  # it outlives this worker
                output = [(os.POSIX_SPAWN_DUP2, log.fileno(), 1), (os.POSIX_SPAWN_DUP2, log.fileno(), 2)]
                os.posix_spawn(sys.executable, words, os.environ, file_actions=output, setsid=True)
            until = time.monotonic() + PATIENCE
            while not port.exists():
                if time.monotonic() > until:
                    raise RuntimeError(f"PostgreSQL did not start: {Path(f'{folder}.log').read_text()}")
                time.sleep(0.05)
        cluster = Cluster(folder)
        cluster.port = int(port.read_text())
        return cluster


def prepare_environment() -> None:
    """Called once where the tests are started, before any worker."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = f"{tempfile.gettempdir()}/glade-pg-{secrets.token_hex(4)}/server"
        os.environ[FOLDER + "_KEEPER"] = str(os.getpid())


@contextlib.contextmanager
def own_cluster(folder: Path | None = None, *, quick: bool = True) -> Iterator[Cluster]:
    """A server for one test that mistreats it. Its folder can be reached by a user without rights."""
    home = Path(new_home()) if folder is None else folder.parent
    cluster = Cluster(folder or home / "server", quick)
    try:
        cluster.create()
        cluster.start()
        yield cluster
    finally:
        with contextlib.suppress(RuntimeError, OSError):
            cluster.signal(signal.SIGCONT)
        with contextlib.suppress(RuntimeError):
            cluster.stop("immediate")
        shutil.rmtree(home, ignore_errors=True)


def new_home() -> str:
    """A folder for a server; pytest's own are closed to others."""
    home = tempfile.mkdtemp(prefix="glade-pg-")
    os.chmod(home, 0o755)
    return home


def keep(folder: Path, keeper: int) -> None:
    """Run a server until the process that wanted it is gone."""
    with own_cluster(folder) as cluster:
        cluster.execute(f"create database {TEMPLATE} template template0 encoding 'UTF8'")
        postgres.prepare(address.read(cluster.url(TEMPLATE)))
        part = Path(f"{folder}.port.part")
        part.write_text(str(cluster.port))
        part.rename(f"{folder}.port")
        while Path(f"/proc/{keeper}").exists():
            time.sleep(0.5)


if __name__ == "__main__":
    keep(Path(sys.argv[1]), int(sys.argv[2]))
