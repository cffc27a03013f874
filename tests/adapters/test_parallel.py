"""Our games as parallel environments: PettingZoo's test, and the same games as by turns."""

from __future__ import annotations

import random
import warnings

import pytest
from pettingzoo.test import parallel_api_test

from gattai import games
from gattai.adapters import zoo
from gattai.adapters.parallel import GattaiParallelEnv, parallel_env
from tests.adapters.test_environments import SHORT

ENOUGH = 150
"""Steps to compare."""


def made(name: str) -> GattaiParallelEnv:
    return parallel_env(name, **SHORT.get(name, {}))


@pytest.mark.parametrize("name", games.names())
def test_the_parallel_api_test_of_pettingzoo_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(made(name), num_cycles=40)


@pytest.mark.parametrize("name", ["aristeia", "attack-chart", "robot-empire"])
def test_the_same_answers_lead_to_the_same_game_as_by_turns(name: str) -> None:
    together, by_turns = made(name), zoo.env(name, **SHORT.get(name, {}))
    seen, _ = together.reset(seed=5)
    by_turns.reset(seed=5)
    draw, steps, at_once = random.Random(5), 0, 0
    while together.agents and steps < ENOUGH:
        asked = [agent for agent in together.agents if seen[agent]["action_mask"].any()]
        actions = {agent: draw.randrange(int(seen[agent]["action_mask"].sum())) for agent in asked}
        seen, rewards, ended, _, _ = together.step(actions)
        for agent in asked:
            assert by_turns.agent_selection == agent
            by_turns.step(actions[agent])
        assert together.table.step.position == by_turns.table.step.position
        assert (rewards, ended) == (by_turns.rewards, by_turns.terminations)
        at_once += len(asked) > 1
        steps += 1
    assert steps and (at_once > 0) == (name != "attack-chart"), "where seats are asked together"


def test_who_is_not_asked_is_not_heard_and_who_is_has_to_answer() -> None:
    env = made("attack-chart")
    seen, _ = env.reset(seed=1)
    (asked,) = (agent for agent in env.agents if seen[agent]["action_mask"].any())
    (other,) = (agent for agent in env.agents if agent != asked)
    with pytest.raises(ValueError, match=f"{asked} has .* none is number None"):
        env.step({other: 0})
    before = env.table.number
    env.step({asked: 0, other: 999})
    assert env.table.number > before
