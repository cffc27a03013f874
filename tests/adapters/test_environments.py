"""Our games as environments: the tests of PettingZoo and Gymnasium, secrets, and many at once."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from gattai import games
from gattai.adapters import gym, zoo
from gattai.adapters.encoder import ROWS, WIDTH, Encoder
from gattai.kernel.position import stand
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.testing.laws import with_other_secrets
from gattai.testing.walk import WalkStep, moments
from tests.architecture.source import ROOT

SHORT: dict[str, dict[str, object]] = {
    "aegis": {"turn_limit": 4},
    "attack-chart": {"rounds": 1},
    "robot-empire": {"turn_limit": 4, "seats": 3},
}
"""What makes a game short."""


@pytest.fixture(autouse=True)
def told_only() -> Iterator[None]:
    """Their tests warn of what they only recommend; that is no failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def made(name: str, **more: Any) -> zoo.GattaiEnv:
    return zoo.env(name, **{**SHORT.get(name, {}), **more})


@pytest.mark.parametrize("name", games.names())
def test_the_api_test_of_pettingzoo_passes(name: str) -> None:
    api_test(made(name), num_cycles=40)


@pytest.mark.parametrize("name", games.names())
def test_the_seed_test_of_pettingzoo_passes(name: str) -> None:
    seed_test(lambda: made(name), num_cycles=15)


def test_the_render_test_of_pettingzoo_passes() -> None:
    render_test(lambda render_mode=None: made("attack-chart", render_mode=render_mode))
    env = made("attack-chart")
    env.reset(seed=1)
    assert env.svg().startswith("<svg") and env.render() is None


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    env = made("attack-chart")
    seen = []
    for seed in range(4):
        env.reset(seed=seed)
        draw, total = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, ended, late, _ = env.last()
            total[agent] += reward
            count = int(observation["action_mask"].sum())
            assert ended or count == len(env.texts())
            env.step(None if ended or late else draw.randrange(count))
        assert sum(total.values()) == 0 and not env.agents
        seen.append(abs(total["blue_0"]))
    assert 1.0 in seen, "somebody has won"


def test_a_number_that_stands_for_nothing_is_refused() -> None:
    env = made("attack-chart")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="none is number 1000"):
        env.step(1000)


def test_an_environment_keeps_its_seats() -> None:
    env = zoo.env("robot-empire", seats=3)
    env.reset(options={"settings": {"turn_limit": 4}})
    with pytest.raises(ValueError, match="keeps its seats"):
        env.reset(options={"settings": {"seats": 4}})
    with pytest.raises(ValueError, match="keeps its seats"):
        gym.SeatEnv("robot-empire").reset(options={"settings": {"seats": 4}})


def arrays(rules: AnyRuleset, seen: Any, seat: Seat) -> bytes:
    encoder = Encoder(rules)
    asked = getattr(seen.question, "options", None) or ()
    told = encoder.observed(seen, seat, asked)
    return b"".join(array.tobytes() for array in told.values())


def differing(moment: WalkStep, seat: Seat, rng: random.Random) -> Any:
    """A position that only looks the same to this seat; None if there is none."""
    position = moment.step.position
    other = with_other_secrets(moment.rules, position, seat, rng)
    return None if other is None or other == position else other


@pytest.mark.parametrize("name", ["aristeia", "robot-empire"])  # the others hide nothing
def test_observations_do_not_tell_two_worlds_apart(name: str) -> None:
    rng = random.Random(f"two worlds of {name}")
    compared = 0
    for count, moment in enumerate(moments(games.load(name), rng)):
        if count % 9:
            continue
        for seat in (Seat(0), Seat(1)):
            if (other := differing(moment, seat, rng)) is not None:
                there = stand(moment.rules, other).seen(seat)
                here = moment.step.seen(seat)
                assert arrays(moment.rules, there, seat) == arrays(moment.rules, here, seat)
                compared += 1
        if compared >= 40:
            break
    assert compared >= 10, "there are worlds to compare"


def test_an_encoder_that_peeks_would_be_found() -> None:
    rng = random.Random("peeking")
    for moment in moments(games.load("robot-empire"), rng):
        other = differing(moment, Seat(0), rng)
        if other is not None:
            theirs = [stand(moment.rules, at).seen(Seat(1)) for at in (moment.step.position, other)]
            one, two = (arrays(moment.rules, seen, Seat(1)) for seen in theirs)
            if one != two:
                return
    pytest.fail("what another seat sees never differed")


def test_options_and_things_are_distinguished() -> None:
    env = made("attack-chart")
    env.reset(seed=3)
    seen = env.observe(env.agent_selection)
    count = int(seen["action_mask"].sum())
    assert len({row.tobytes() for row in seen["options"][:count]}) == count
    assert not seen["options"][count:].any() and seen["observation"].any()
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any(), "who is not asked has no options"
    words = env.table.rules.words(env.table.seen(env.table.seat).state)
    assert env.texts()[0] == notation.write(env.table.choices(env.table.seat)[0], words)


def test_the_checker_of_gymnasium_passes() -> None:
    check_env(gym.SeatEnv("attack-chart", rounds=1), skip_render_check=True)
    assert {f"gattai/{name}-v0" for name in games.names()} <= {*gymnasium.registry}


def test_one_seat_plays_against_a_bot_to_the_end() -> None:
    env = gym.SeatEnv("attack-chart", seat="red", opponent="greedy", rounds=1, render_mode="ansi")
    _, info = env.reset(seed=4)
    ended, reward, draw = False, 0.0, random.Random(4)
    while not ended:
        action = draw.randrange(int(info["action_mask"].sum()))
        _, reward, ended, late, info = env.step(action)
        assert not late
    assert reward in (-1.0, 0.0, 1.0) and "over" in env.render()
    with pytest.raises(ValueError, match="no seat 'green'"):
        gym.SeatEnv("attack-chart", seat="green")


def test_what_is_illegal_loses_at_once() -> None:
    env = gym.SeatEnv("attack-chart", rounds=1)
    env.reset(seed=4)
    _, reward, ended, _, info = env.step(1023)
    assert (reward, ended, info["illegal"]) == (-1.0, True, True)


def test_many_are_stepped_at_once_in_processes_with_shared_memory() -> None:
    many = gymnasium.make_vec(
        "gattai/attack-chart-v0",
        2,
        vectorization_mode="async",
        vector_kwargs={"shared_memory": True, "context": "spawn"},
        rounds=1,
        disable_env_checker=True,
    )
    try:
        seen, _ = many.reset(seed=[1, 1])  # type: ignore[arg-type] # it takes one for each
        for _ in range(3):
            assert (seen["observation"][0] == seen["observation"][1]).all(), "the same seed"
            seen, *_ = many.step(np.zeros(2, np.int64))
    finally:
        many.close()


def test_the_page_on_learning_does_what_it_shows() -> None:
    page = (ROOT / "docs" / "how-to" / "learn-to-play.md").read_text("utf-8")
    space: dict[str, Any] = {"__name__": "page"}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(compile(block, "learn-to-play.md", "exec"), space)
    assert space["seen"]["observation"].shape == (257, 18) == (ROWS, WIDTH)
    assert space["seen"]["options"].shape == (1024, 20) and not space["battle"].agents
