"""Steps of our environments by random answers, also in several processes: `python -m bench.environments`."""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

import gymnasium
import numpy as np

from gattai import games
from gattai.adapters import gym, zoo
from gattai.adapters.many import Many

SECONDS = 4.0


def steps_of(env: Any) -> float:
    """Steps of a PettingZoo environment for each CPU-second, observations among them."""
    draw, steps = random.Random(1), 0
    env.reset(seed=1)
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        seen, _, ended, late, _ = env.last()
        if ended or late:
            env.reset()
            continue
        env.step(int(draw.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps / (time.process_time() - began)


def peers() -> None:
    """PettingZoo's own chess and connect four, where they are installed: `pip install 'pettingzoo[classic]'`."""
    try:
        from pettingzoo.classic import chess_v6, connect_four_v3
    except ImportError as missing:
        print(f"no peers: {missing}", flush=True)
        return
    for name, peer in (("chess", chess_v6), ("connect four", connect_four_v3)):
        print(f"PettingZoo's {name}: {steps_of(peer.env()):,.0f} steps per CPU-second", flush=True)


def vector_steps(game: str, count: int) -> float:
    """Steps per second by the wall of so many environments in as many processes, Gymnasium's way."""
    gym.register()
    many = gymnasium.make_vec(
        f"gattai/{game}-v0",
        count,
        vectorization_mode="async",
        vector_kwargs={"shared_memory": True, "context": "spawn"},
        disable_env_checker=True,
    )
    draw = np.random.default_rng(1)
    seen, _ = many.reset(seed=1)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        seen, *_ = many.step(drawn(draw, seen["action_mask"]))
        steps += count
    took = time.perf_counter() - began
    many.close()
    return steps / took


def drawn(draw: np.random.Generator, masks: Any) -> Any:
    """An option of each, by chance."""
    most = np.maximum(1, masks.sum(axis=1, dtype=np.int64))
    return (draw.random(len(most)) * most).astype(np.int64)


def batch_steps(
    game: str, processes: int, count: int = 32, steps: int = 200
) -> tuple[float, float]:
    """Steps a second of our own batches: by the wall, and as it would be if every process had a core.

    The latter is by the CPU time of the process that used most and of the asking one, after each
    other: so it can be measured on a busy machine, and is rather too low than too high. As many steps
    go before that do not count: each process works out for itself what can be known of a map.
    """
    draw = np.random.default_rng(1)
    with Many(game, count, processes=processes) as many:
        seen = many.reset(seed=1)
        for part, games_of in enumerate(many.parts):
            many.send(part, drawn(draw, seen["action_mask"][games_of]))
        for _ in range(2):  # the first time is the one that does not count
            before, own, began = many.spent.copy(), time.process_time(), time.perf_counter()
            total = 0
            while total < steps * count:
                part, seen, rewards, _ = many.receive()
                total += len(rewards)
                many.send(part, drawn(draw, seen["action_mask"]))
        own, took = time.process_time() - own, time.perf_counter() - began
        most = float((many.spent - before).max())
        for _ in many.parts:
            many.receive()
        return total / took, total / (most + own)


def batches(game: str, rounds: int = 3) -> None:
    """One process and two in turn, so that what else the machine does falls on both."""
    pairs = [(batch_steps(game, 1), batch_steps(game, 2)) for _ in range(rounds)]
    for at, how in enumerate(("by the wall", "with a core for each")):
        one, two = (
            statistics.median(each[at] for each in side) for side in zip(*pairs, strict=True)
        )
        told = ", ".join(f"{two[at] / one[at]:.2f}" for one, two in pairs)
        print(
            f"  batches of 32 {how}: {one:,.0f} and {two:,.0f} steps a second ({told})", flush=True
        )


def main() -> None:
    """Print a line for each game."""
    peers()
    for game in sys.argv[1:] or games.names():
        print(f"{game}: {steps_of(zoo.env(game)):,.0f} steps per CPU-second", flush=True)
        batches(game)
    one, two = vector_steps("attack-chart", 1), vector_steps("attack-chart", 2)
    print(f"Gymnasium's vectors of attack-chart: one {one:,.0f}, two {two:,.0f} ({two / one:.2f})")


if __name__ == "__main__":
    main()
