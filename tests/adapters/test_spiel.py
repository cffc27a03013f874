"""Our games for OpenSpiel: its own random simulations, and states that can be copied and repeated.

OpenSpiel is large and not on every Python, so it is no part of what `make check` installs.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from gattai import games

pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")

from gattai.adapters.spiel import LOTS, GattaiState, load  # noqa: E402
from tests.adapters.test_environments import SHORT  # noqa: E402


def played(name: str, seed: int, answers: int) -> GattaiState:
    state = load(name, **SHORT.get(name, {})).new_initial_state()
    draw = random.Random(seed)
    for _ in range(answers):
        if state.is_terminal():
            break
        lots: list[Any] = [*range(LOTS)]
        state.apply_action(draw.choice(lots if state.is_chance_node() else state.legal_actions()))
    return state


@pytest.mark.parametrize("name", games.names())
def test_the_random_simulation_of_openspiel_passes(name: str) -> None:
    game = load(name, **SHORT.get(name, {}))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_copy_goes_its_own_way_and_history_leads_to_the_same_place() -> None:
    state = played("attack-chart", 3, 12)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0] if not copy.is_chance_node() else 0)
    assert str(copy) != str(state)
    again = load("attack-chart", **SHORT["attack-chart"]).new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.held.step.position == state.held.step.position


def test_somebody_wins_and_somebody_loses() -> None:
    returns = [played("attack-chart", seed, 10_000).returns() for seed in range(4)]
    assert all(sum(each) == 0 for each in returns) and [1.0, -1.0] in map(sorted_down, returns)


def sorted_down(values: list[float]) -> list[float]:
    return sorted(values, reverse=True)


def test_a_seat_observes_what_it_may_see() -> None:
    state = played("robot-empire", 5, 40)
    observer = state.get_game().make_py_observer()
    told = [observer.string_from(state, seat) for seat in range(3)]
    assert len({*told}) == 3 and all("Hidden" in each for each in told)
    observer.set_from(state, 1)
    assert observer.tensor.any()
