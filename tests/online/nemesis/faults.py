"""The nemesis: at random, from a seed, it kills, stops and cuts off whatever a site is made of."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence

from tests.online.nemesis.machines import HostMachine, Machine, Network, Postgres

Fault = Callable[[], Awaitable[None]]


class Nemesis:
    """Does one thing after the other with each of her hands, mends it, and counts."""

    def __init__(
        self,
        network: Network,
        chance: random.Random,
        postgres: Postgres,
        nats: Machine,
        nodes: list[Machine],
        workers: list[Machine],
    ) -> None:
        self._network, self._chance = network, chance
        self._postgres, self._nats, self._nodes, self._workers = postgres, nats, nodes, workers
        self._held: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """One hand at a time at a machine."""
        self.done: Counter[str] = Counter()
        everybody = [*nodes, *workers]
        kinds: dict[str, tuple[int, Fault]] = {
            "kill a node": (6, lambda: self._kill(chance.choice(nodes))),
            "kill a worker": (3, lambda: self._kill(chance.choice(workers))),
            "kill PostgreSQL": (2, lambda: self._kill(postgres)),
            "kill one that serves": (3, self._kill_one),
            "kill NATS": (3, lambda: self._kill(nats)),
            "stop a node": (2, lambda: self._stop(chance.choice(everybody))),
            "stop PostgreSQL": (1, lambda: self._stop(postgres)),
        }
        if network.is_real:
            kinds |= {
                "cut a node off": (3, lambda: self._cut(chance.choice(everybody))),
                "cut PostgreSQL off": (1, lambda: self._cut(postgres)),
                "cut NATS off": (2, lambda: self._cut(nats)),
                "lose PostgreSQL's replies": (4, lambda: self._mute(postgres)),
                "lose NATS's messages": (3, lambda: self._mute(nats)),
            }
        hosts = [machine for machine in everybody if isinstance(machine, HostMachine)]
        if hosts:
            kinds["step a clock"] = (3, lambda: self._step(hosts))
        self._kinds = kinds

    async def rage(
        self, until: asyncio.Event, pause: float, hands: int = 1, only: Sequence[str] = ()
    ) -> None:
        """Until it is over; everything is mended then."""
        async with asyncio.TaskGroup() as group:
            for _ in range(hands):
                group.create_task(self._rage(until, pause, only))

    async def _rage(self, until: asyncio.Event, pause: float, only: Sequence[str]) -> None:
        names = [name for name in self._kinds if not only or name in only]
        weights = [self._kinds[name][0] for name in names]
        while not until.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._chance.uniform(0.2, 2) * pause):
                    await until.wait()
                return
            (name,) = self._chance.choices(names, weights)
            await self._kinds[name][1]()
            self.done[name] += 1

    async def keep(self) -> None:
        """What systemd does meanwhile: start again whatever has ended by itself."""
        while True:
            await asyncio.sleep(0.5)
            for machine in (*self._nodes, *self._workers):
                if not machine.is_running and not self._held[machine.name].locked():
                    await asyncio.to_thread(machine.start)

    async def _kill(self, machine: Machine) -> None:
        async with self._held[machine.name]:
            await asyncio.to_thread(machine.kill)
            await asyncio.sleep(self._chance.uniform(0, 0.8))
            await asyncio.to_thread(machine.start)

    async def _kill_one(self) -> None:
        await asyncio.to_thread(self._postgres.kill_one, self._chance.choice)

    async def _stop(self, machine: Machine) -> None:
        async with self._held[machine.name]:
            machine.stop()
            await asyncio.sleep(self._chance.uniform(0.2, 3))
            machine.go_on()

    async def _cut(self, machine: Machine) -> None:
        async with self._held[machine.name]:
            await asyncio.to_thread(self._network.cut, machine.name)
            await asyncio.sleep(self._chance.uniform(0.2, 3))
            await asyncio.to_thread(self._network.mend, machine.name)

    async def _step(self, machines: list[HostMachine]) -> None:
        """The clocks of some machines are wrong for a while, by seconds or by an hour."""
        for machine in machines:
            machine.sets_clock(self._chance.choice([-20.0, 0.0, 20.0, 600.0, 3600.0]))
        await asyncio.sleep(self._chance.uniform(2, 5))
        for machine in machines:
            machine.sets_clock(0.0)

    async def _mute(self, speaker: Machine) -> None:
        """Of PostgreSQL: rows are written, and nobody is told so. Of NATS: a node misses what others do."""
        deaf = self._chance.choice([*self._nodes, *self._workers]).name
        async with self._held[deaf]:
            await asyncio.to_thread(self._network.mute, speaker.name, deaf)
            await asyncio.sleep(self._chance.uniform(0.2, 2.5))
            await asyncio.to_thread(self._network.unmute, speaker.name, deaf)
