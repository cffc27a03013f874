"""Many games at once, several in each process: one seat of each, against bots of ours.

from gattai.adapters.many import Many
with Many("attack-chart", 32, processes=2, opponent="greedy", rounds=2) as games:
    seen = games.reset(seed=7)
    seen, rewards, ended = games.step([0] * 32)

Gymnasium's own vectors hold one game in each process, and wait for the slowest after every step. Here a
process takes a step in all of its games for one message, so what a message costs is shared.
Observations lie in memory that all processes see.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from ctypes import c_byte, c_double
from itertools import pairwise
from multiprocessing import connection
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gattai.adapters.gym import SeatEnv

Arrays = dict[str, NDArray[Any]]
_CLOSE, _RESET, _STEP = "close", "reset", "step"


class Many:
    """So many games, stepped together. A game that ends begins again by itself.

    `step` gives what is seen, the rewards and which games have ended with this step; of those, what is seen
    is the first question of the next game. What is seen is overwritten by the next step: copy what you keep.

    `step` waits for the slowest. Where that is a pity, `receive` gives the games of whichever process is done
    first, and `send` lets that one go on.
    """

    def __init__(self, game: str, count: int, *, processes: int = 2, **wishes: Any) -> None:
        if not 1 <= processes <= count:
            raise ValueError(f"{count} games cannot be shared by {processes} processes")
        sample = SeatEnv(game, **wishes)
        space: Any = sample.observation_space
        self.single_observation_space: spaces.Dict = space
        self.single_action_space = sample.action_space
        self.count = count
        shapes = {name: (each.shape, each.dtype) for name, each in space.items()}
        context = multiprocessing.get_context("spawn")
        held = {
            name: context.RawArray(c_byte, int(count * np.prod(shape) * dtype.itemsize))
            for name, (shape, dtype) in shapes.items()
        }
        held |= {
            name: context.RawArray(c_byte, count * 4) for name in ("reward", "ended", "action")
        }
        clocks: Any = context.RawArray(c_double, processes)
        self.spent = np.frombuffer(clocks)
        """The seconds of CPU that each process has used so far."""
        self._all = _views(held, shapes, count)
        self.seen: Arrays = {name: self._all[name] for name in shapes}
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

    def reset(self, seed: int = 0) -> Arrays:
        """Another game everywhere; with the same seed the same games."""
        self._tell(_RESET, seed)
        self._wait()
        return self.seen

    def step(
        self, actions: Sequence[int] | NDArray[Any]
    ) -> tuple[Arrays, NDArray[np.float32], NDArray[np.int32]]:
        """Take the option of this number in each game."""
        self._all["action"][:] = actions
        self._tell(_STEP, 0)
        self._wait()
        return self.seen, self._all["reward"], self._all["ended"]

    def send(self, part: int, actions: Sequence[int] | NDArray[Any]) -> None:
        """Let one process take a step in each of its games, and go on meanwhile."""
        self._all["action"][self.parts[part]] = actions
        self._pipes[part].send((_STEP, 0))

    def receive(self) -> tuple[int, Arrays, NDArray[np.float32], NDArray[np.int32]]:
        """The first process that is done, and what came of it in its games; it waits for the others no
        more than they for it.
        """
        pipe: Any = connection.wait(self._pipes)[0]
        part = self._pipes.index(pipe)
        self._hear(pipe)
        games = self.parts[part]
        seen = {name: array[games] for name, array in self.seen.items()}
        return part, seen, self._all["reward"][games], self._all["ended"][games]

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            try:
                pipe.send((_CLOSE, 0))
            except OSError:  # it has ended already
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
            told = pipe.recv()
        except EOFError:
            told = "ended without a word"
        if told:
            self.close()
            raise RuntimeError(f"a process of games failed: {told}")


def _views(held: dict[str, Any], shapes: dict[str, Any], count: int) -> Arrays:
    """The shared memory, as arrays."""
    own = {"reward": ((), np.float32), "ended": ((), np.int32), "action": ((), np.int32)}
    return {
        name: np.frombuffer(held[name], dtype).reshape(count, *shape)
        for name, (shape, dtype) in {**shapes, **own}.items()
    }


def _work(
    pipe: Connection,
    held: dict[str, Any],
    shapes: dict[str, Any],
    count: int,
    numbers: range,
    game: str,
    wishes: dict[str, Any],
    clocks: Any,
    place: int,
) -> None:
    """What a process does until it is told to end."""
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
            pipe.send(f"{type(error).__name__}: {error}")
            return
        clocks[place] = time.process_time()
        pipe.send("")
