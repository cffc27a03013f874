"""Machines to do harm to: PostgreSQL, NATS, nodes and workers, each a process in a network of its own.

Where namespaces of the network are not permitted all are on one machine, and a cable that is cut is a
process that is stopped for a while: whoever speaks to it hears nothing.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.online.nemesis.forking import OFFSET, Forked
from tests.online.services import same_path

ROOT = Path(__file__).parents[3]


class Network:
    """A switch, and a machine with an address for each name that is asked for."""

    def __init__(self) -> None:
        self._tag = f"g{os.getpid() % 100000:x}"
        self._net = f"10.{200 + os.getpid() % 50}.{os.getpid() // 50 % 250}"
        self._names: list[str] = []
        self.is_real = os.geteuid() == 0 and shutil.which("ip") is not None and self._plugged()

    def _plugged(self) -> bool:
        """Make the switch; False if that is not permitted."""
        try:
            ip("link", "add", self._bridge, "type", "bridge")
            ip("addr", "add", f"{self._net}.254/24", "dev", self._bridge)
            ip("link", "set", self._bridge, "up")
            ip("netns", "add", f"{self._tag}try")
            ip("netns", "del", f"{self._tag}try")
        except subprocess.CalledProcessError:
            subprocess.run(["ip", "link", "del", self._bridge], check=False, capture_output=True)
            return False
        return True

    @property
    def _bridge(self) -> str:
        return f"{self._tag}sw"

    def address(self, name: str) -> str:
        """Of a machine, which is plugged in if it is new."""
        if not self.is_real:
            return "127.0.0.1"
        if name not in self._names:
            self._names.append(name)
            cable, space = f"{self._tag}{name}", f"{self._tag}{name}"
            ip("netns", "add", space)
            ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
            ip("link", "set", cable, "master", self._bridge, "up")
            within = ("-n", space)
            ip(*within, "link", "set", "lo", "up")
            ip(*within, "addr", "add", f"{self._net}.{len(self._names)}/24", "dev", "eth0")
            ip(*within, "link", "set", "eth0", "up")
        return f"{self._net}.{self._names.index(name) + 1}"

    def space(self, name: str) -> str:
        """The namespace of a machine; empty where there are none."""
        return f"{self._tag}{name}" if self.is_real else ""

    def inside(self, name: str) -> list[str]:
        """What comes in front of a command that is to run on this machine."""
        return ["ip", "netns", "exec", f"{self._tag}{name}"] if self.is_real else []

    def cut(self, name: str) -> None:
        """Pull its plug."""
        ip("link", "set", f"{self._tag}{name}", "down")

    def mend(self, name: str) -> None:
        """Plug it in again."""
        ip("link", "set", f"{self._tag}{name}", "up")

    def mute(self, name: str, towards: str) -> None:
        """Let nothing that it says reach another one, while it hears everything."""
        ip(
            "-n",
            f"{self._tag}{name}",
            "route",
            "replace",
            "blackhole",
            f"{self.address(towards)}/32",
        )

    def unmute(self, name: str, towards: str) -> None:
        """Let it be heard again."""
        ip("-n", f"{self._tag}{name}", "route", "del", "blackhole", f"{self.address(towards)}/32")

    def close(self) -> None:
        """Take everything apart."""
        if self.is_real:
            for name in self._names:
                subprocess.run(["ip", "netns", "del", f"{self._tag}{name}"], check=False)
            subprocess.run(["ip", "link", "del", self._bridge], check=False)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Machine:
    """A process that can be killed, stopped and started again, at an address that stays."""

    def __init__(self, network: Network, name: str, port: int | None = None) -> None:
        self.network, self.name = network, name
        self.host = network.address(name)
        self.port = free_port() if port is None else port
        self.command: Sequence[str] = ()
        self.log = Path(tempfile.gettempdir()) / f"gattai-nemesis-{os.getpid()}-{name}.log"
        self.process: subprocess.Popen[bytes] | Forked | None = None

    def start(self) -> None:
        """Start it, unless it runs."""
        if self.is_running:
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.network.inside(self.name), *self.command],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=same_path(), cwd=ROOT,
            )  # fmt: skip

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As the power fails: with all that it has started."""
        below = children(self.process.pid) if self.process is not None else []
        self._send(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()
        for pid in below:
            kill_quietly(pid)

    def stop(self) -> None:
        """Stop it where it is."""
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on as if nothing had happened."""
        self._send(signal.SIGCONT)

    def close(self) -> None:
        """For good."""
        self.go_on()
        self.kill()
        self.log.unlink(missing_ok=True)

    def _send(self, what: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(what)


class Postgres(Machine):
    """A cluster of its own."""

    def __init__(self, network: Network, name: str) -> None:
        super().__init__(network, name)
        self._bin = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self._folder = Path(tempfile.mkdtemp(prefix="gattai-nemesis-"))
        self._as: list[str] = []
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
            self._as = [
                "setpriv",
                f"--reuid={owner.pw_uid}",
                f"--regid={owner.pw_gid}",
                "--clear-groups",
            ]
        self._folder.chmod(0o700)
        made = [str(self._bin / "initdb"), "-D", str(self._data), "-U", "postgres", "-A", "trust"]
        subprocess.run(
            [*self._as, *made, "-E", "UTF8", "--locale", "C"],
            check=True,
            capture_output=True,
            cwd="/",
        )
        with (self._data / "pg_hba.conf").open("a") as file:
            file.write("host all all 0.0.0.0/0 trust\n")
        settings = {
            "listen_addresses": "*", "port": str(self.port), "unix_socket_directories": "",
            "restart_after_crash": "on", "tcp_keepalives_idle": "2", "tcp_user_timeout": "4000",
        }  # fmt: skip
        self.command = [
            *self._as, str(self._bin / "postgres"), "-D", str(self._data),
            *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
        ]  # fmt: skip
        self.address = f"postgresql://postgres@{self.host}:{self.port}/postgres"

    @property
    def _data(self) -> Path:
        return self._folder / "cluster"

    def kill_one(self, choose: Callable[[list[int]], int]) -> None:
        """Kill one that serves somebody: all others are ended then, and it recovers."""
        if self.process is not None:
            served = [pid for pid in children(self.process.pid) if b"postgres" in title(pid)]
            if served:
                kill_quietly(choose(served))

    def start(self) -> None:
        """Start it; those of the last time have to be gone first."""
        for _ in range(100):
            super().start()
            time.sleep(0.1)
            if self.process is not None and self.process.poll() is None and answers(self):
                return
        raise RuntimeError(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    def close(self) -> None:
        """With all that it wrote."""
        super().close()
        shutil.rmtree(self._folder, ignore_errors=True)


class NatsMachine(Machine):
    """A NATS server."""

    def __init__(self, network: Network, name: str) -> None:
        super().__init__(network, name)
        self.command = ["nats-server", "--addr", self.host, "--port", str(self.port)]
        self.address = f"nats://{self.host}:{self.port}"


class NodeMachine(Machine):
    """A small node or worker, made for this."""

    def __init__(
        self,
        network: Network,
        name: str,
        kind: str,
        database: str,
        nats: str,
        broken: str = "",
    ) -> None:
        super().__init__(network, name)
        self.command = [
            sys.executable, "-m", "tests.online.nemesis.small.node", kind, "--database", database, "--nats", nats,
            "--listen", self.host, "--port", str(self.port),
            *(["--broken", broken] if broken else []),
        ]  # fmt: skip


class HostMachine(Machine):
    """`gattai host`, as anybody starts it; a worker is one that nobody visits, and bots think there."""

    def __init__(
        self,
        network: Network,
        name: str,
        kind: str,
        database: str,
        nats: str,
        broken: str = "",
    ) -> None:
        super().__init__(network, name)
        self._broken = broken
        self.command = [
            "host", "--database", database, "--nats", nats,
            "--listen", self.host, "--port", str(self.port),
        ]  # fmt: skip
        # All players come from one address, far too often for one person.
        self._said = {"GATTAI_WORKERS": "2" if kind == "worker" else "0", "GATTAI_RATES": "0"}
        self._clock = self.log.with_suffix(".clock")
        self._clock.write_bytes(OFFSET.pack(0.0))

    def sets_clock(self, seconds: float) -> None:
        """Have its clock go so many seconds fast, or slow, from now on: others are not touched."""
        with self._clock.open("r+b", buffering=0) as file:  # at once: somebody may be reading it
            file.write(OFFSET.pack(seconds))

    def start(self) -> None:
        """Start it, unless it runs."""
        if not self.is_running:
            space = self.network.space(self.name)
            self.process = Forked(
                space, self.command, self._said, self.log, self._broken, self._clock
            )

    def close(self) -> None:
        """With its clock."""
        super().close()
        self._clock.unlink(missing_ok=True)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answers(machine: Machine) -> bool:
    try:
        socket.create_connection((machine.host, machine.port), timeout=0.5).close()
    except OSError:
        return False
    return True


def children(pid: int) -> list[int]:
    """All below this process."""
    found: list[int] = []
    for path in Path("/proc").glob(f"{pid}/task/*/children"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            for word in path.read_text().split():
                found += [int(word), *children(int(word))]
    return found


def title(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def kill_quietly(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
