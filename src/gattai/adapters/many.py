"""Many games at once, several per process: one seat of each, against bots.

from gattai.adapters.many import Many
with Many("attack-chart", 32, processes=2, opponent="greedy", rounds=2) as games:
    seen = games.reset(seed=7)
    seen, rewards, ended = games.step([0] * 32)

Gymnasium's vector environments have one game per process, and wait for the slowest after every
step. Here a process steps all of its games for one message, which amortizes the cost of messages.
Observations are in shared memory.
"""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections.abc import Mapping
from ctypes import Array, c_byte, c_double
from itertools import pairwise
from multiprocessing import connection
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from gattai.adapters.encoder import Observation
from gattai.adapters.gym import SeatEnv

Space = tuple[tuple[int, ...], DTypeLike]
"""The shape and type of an array."""
_CLOSE, _RESET, _STEP = "close", "reset", "step"


class Many:
    """Many games stepped together. A finished game restarts automatically.

    `step` returns observations, rewards and which games ended with this step; for those, the
    observation is the first of the next game. The next step overwrites observations: copy what you
    keep.

    `step` waits for the slowest process. Alternatively `receive` returns the games of the first
    process that is done, and `send` continues that one.
    """

    def __init__(self, game: str, count: int, *, processes: int = 2, **wishes: Any) -> None:
        if not 1 <= processes <= count:
            raise ValueError(f"{count} games cannot be shared by {processes} processes")
        sample = SeatEnv(game, **wishes)
        space = self.single_observation_space = sample.observation_space
        self.single_action_space = sample.action_space
        self.count = count
        shapes = {name: (each.shape or (), np.dtype(each.dtype)) for name, each in space.items()}
        context = multiprocessing.get_context("spawn")
        held = {
            name: context.RawArray(c_byte, int(count * np.prod(shape) * dtype.itemsize))
            for name, (shape, dtype) in shapes.items()
        }
        held |= {
            name: context.RawArray(c_byte, count * 4) for name in ("reward", "ended", "action")
        }
        clocks = context.RawArray(c_double, processes)
        self.spent = np.frombuffer(memoryview(clocks))
        """The CPU-seconds of each process so far."""
        self._all = _views(held, shapes, count)
        self.seen: Observation = {name: self._all[name] for name in shapes}
        self._pipes: list[Connection] = []
        self._processes = []
        bounds = np.linspace(0, count, processes + 1).astype(int)
        self.parts = [slice(begin, end) for begin, end in pairwise(bounds)]
        """The games of each process."""
        for place, part in enumerate(self.parts):
            mine, theirs = context.Pipe()
            given = (
                theirs,
                held,
                shapes,
                count,
                range(part.start, part.stop),
                game,
                wishes,
                clocks,
                place,
            )
            process = context.Process(target=_work, args=given, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(mine)
            self._processes.append(process)

    def reset(self, seed: int = 0) -> Observation:
        """Begin new games everywhere; the same seed gives the same games."""
        self._tell(_RESET, seed)
        self._wait()
        return self.seen

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.int32]]:
        """Take the option with this number in each game."""
        self._all["action"][:] = actions
        self._tell(_STEP, 0)
        self._wait()
        return self.seen, self._all["reward"], self._all["ended"]

    def send(self, part: int, actions: ArrayLike) -> None:
        """Start a step in the games of one process, without waiting."""
        self._all["action"][self.parts[part]] = actions
        self._pipes[part].send((_STEP, 0))

    def receive(self) -> tuple[int, Observation, NDArray[np.float32], NDArray[np.int32]]:
        """Wait for the first process that is done, and return it with the results of its games."""
        pipe: Any = connection.wait(self._pipes)[0]
        part = self._pipes.index(pipe)
        self._hear(pipe)
        games = self.parts[part]
        seen = {name: array[games] for name, array in self.seen.items()}
        return part, seen, self._all["reward"][games], self._all["ended"][games]

    def close(self) -> None:
        """Stop all worker processes."""
        for pipe in self._pipes:
            try:
                pipe.send((_CLOSE, 0))
            except OSError:  # the process has ended already
                continue
        for process in self._processes:
            process.join(5)
            if process.is_alive():
                process.terminate()
        self._pipes, self._processes = [], []

    def __enter__(self) -> Many:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _tell(self, what: str, number: int) -> None:
        for pipe in self._pipes:
            pipe.send((what, number))

    def _wait(self) -> None:
        for pipe in self._pipes:
            self._hear(pipe)

    def _hear(self, pipe: Connection) -> None:
        try:
            reply = pipe.recv()
        except EOFError:
            reply = "ended without a word"
        if reply:
            self.close()
            raise RuntimeError(f"a process of games failed: {reply}")


def _views(held: dict[str, Array[c_byte]], shapes: Mapping[str, Space], count: int) -> Observation:
    """Return the shared memory as arrays."""
    own: dict[str, Space] = {
        "reward": ((), np.float32),
        "ended": ((), np.int32),
        "action": ((), np.int32),
    }
    return {
        name: np.frombuffer(memoryview(held[name]), dtype).reshape(count, *shape)
        for name, (shape, dtype) in {**shapes, **own}.items()
    }


def _work(
    pipe: Connection,
    held: dict[str, Array[c_byte]],
    shapes: Mapping[str, Space],
    count: int,
    numbers: range,
    game: str,
    wishes: dict[str, Any],
    clocks: Array[c_double],
    place: int,
) -> None:
    """Run a worker process until it gets the message to end."""
    views = _views(held, shapes, count)
    games = {number: SeatEnv(game, **wishes) for number in numbers}
    while True:
        try:
            what, seed = pipe.recv()
        except EOFError:
            return
        if what == _CLOSE:
            return
        try:
            for number, env in games.items():
                if what == _RESET:
                    seen, _ = env.reset(seed=seed * 1_000_003 + number)
                    reward, is_over = 0.0, False
                else:
                    action = int(views["action"][number])
                    seen, reward, ended, late, _ = env.step(action)
                    is_over = ended or late
                    if is_over:
                        seen, _ = env.reset()
                views["reward"][number], views["ended"][number] = reward, is_over
                for name in shapes:
                    views[name][number] = seen[name]
        except Exception as error:
            frames = "".join(traceback.format_tb(error.__traceback__))
            pipe.send(f"{type(error).__name__}: {error}\n{frames}")
            return
        clocks[place] = time.process_time()
        pipe.send("")
