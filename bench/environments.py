"""Steps per CPU-second of our environments, by random answers: `python -m bench.environments`."""

from __future__ import annotations

import random
import sys
import time

import gymnasium
import numpy as np

from gattai import games
from gattai.adapters import gym, zoo

SECONDS = 4.0


def zoo_steps(game: str) -> float:
    """Steps of the PettingZoo environment, observations among them."""
    env, draw, steps = zoo.env(game), random.Random(1), 0
    env.reset(seed=1)
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        seen, _, ended, late, _ = env.last()
        if ended or late:
            env.reset()
            continue
        env.step(draw.randrange(int(seen["action_mask"].sum())))
        steps += 1
    return steps / (time.process_time() - began)


def vector_steps(game: str, count: int) -> float:
    """Steps per second by the wall of so many environments in as many processes."""
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
        masks = seen["action_mask"]
        seen, *_ = many.step(np.array([draw.integers(max(1, mask.sum())) for mask in masks]))
        steps += count
    took = time.perf_counter() - began
    many.close()
    return steps / took


def main() -> None:
    """Print a line for each game."""
    for game in sys.argv[1:] or games.names():
        print(f"{game}: {zoo_steps(game):,.0f} steps per CPU-second", flush=True)
    one, two = vector_steps("attack-chart", 1), vector_steps("attack-chart", 2)
    print(f"vectors of attack-chart by the wall: one {one:,.0f}, two {two:,.0f} ({two / one:.2f})")


if __name__ == "__main__":
    main()
