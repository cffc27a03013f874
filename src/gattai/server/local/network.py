"""The local network: whether it can reach this table, and at which addresses.

A table listens on the loopback address. It can listen on the addresses of its networks too, from the start or
on the host's request, and stop that again.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gattai.server.web.serving import Server

log = logging.getLogger(__name__)


class Network:
    """Whether others in the network can reach this table."""

    def __init__(
        self,
        port: int = 0,
        names: Sequence[str] = (),
        *,
        is_open: bool = False,
        own_names: Callable[[], tuple[str, ...]] | None = None,
    ) -> None:
        self.port = port
        self.names = (*names,)
        """Names of this machine under which the network may reach it, most likely first."""
        self.is_open = is_open
        self.is_fixed = is_open
        """Whether it is open since the start, and until the end."""
        self.server: Server | None = None
        self._own_names = own_names or own_names_of_this_machine
        self._listening: list[socket.socket] = []

    @property
    def addresses(self) -> tuple[str, ...]:
        """Return the addresses to put before a link."""
        return tuple(f"http://{name}:{self.port}" for name in self.names) if self.is_open else ()

    async def open(self) -> None:
        """Listen on the addresses of this machine's networks. Raises ValueError if that is impossible."""
        if self.is_open:
            return
        if self.server is None:
            raise ValueError("this table cannot listen to a network")
        names = self._own_names()
        problem = "this machine is not connected to a network"
        for name in filter(is_number, names):
            try:
                self._listening.append(await self.server.listen(_bound(name, self.port)))
            except OSError as refused:
                problem = f"nothing can listen at {name}:{self.port}: {refused.strerror}"
        if not self._listening:
            raise ValueError(problem)
        numbers = [listening.getsockname()[0] for listening in self._listening]
        self.names = tuple(name for name in names if not is_number(name) or name in numbers)
        self.is_open = True
        log.warning("the local network can reach this table at %s", ", ".join(self.addresses))

    def close(self) -> None:
        """Stop listening to the network, and end its connections. Raises ValueError if it is open since the start."""
        if self.is_fixed:
            raise ValueError("this table was started with --lan: restart it without to close it")
        if not self.is_open:
            return
        self.is_open, self.names = False, ()
        if self.server is not None:
            for listening in self._listening:
                self.server.leave(listening)
        self._listening.clear()
        log.warning("the local network can no longer reach this table")


def is_loopback(address: str) -> bool:
    """Whether a connection from this address comes from this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.0.2.7"), is_loopback("")
    (True, True, False, False)
    """
    return is_number(address) and ipaddress.ip_address(address).is_loopback


def is_number(name: str) -> bool:
    """Whether this is an IP address and no name.

    >>> is_number("192.0.2.7"), is_number("[::1]"), is_number("table.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def own_names_of_this_machine() -> tuple[str, ...]:
    """Return the addresses of this machine in its networks, then its name.

    The address of the default route comes first, then those in private networks.
    """
    found: dict[str, None] = {}
    for there in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((there, 9))  # sends nothing, only looks up the route
            found[probe.getsockname()[0]] = None
    numbers = [number for number in found if not number.startswith("127.")]
    return (*numbers, socket.gethostname().lower())


def _bound(name: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((name, port))
    except OSError:
        listening.close()
        raise
    return listening
