"""Our games for OpenSpiel: its own random simulations, and states that can be copied and repeated.

OpenSpiel is large and not on every Python, so it is no part of what `make check` installs.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gattai import games
from gattai.kernel.dice import Shuffle
from gattai.kernel.secrecy import Secret

pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")

from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: E402

from gattai.adapters.spiel import SAMPLES, GattaiState, load, short_name  # noqa: E402
from gattai.adapters.table import MAX_RESULTS  # noqa: E402
from tests.adapters.test_environments import SHORT  # noqa: E402


def played(name: str, seed: int, answers: int) -> GattaiState:
    state = load(name, **SHORT.get(name, {})).new_initial_state()
    draw = random.Random(seed)
    for _ in range(answers):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(actions, chances)[0])
        else:
            state.apply_action(draw.choice(state.legal_actions()))
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


@pytest.mark.parametrize("name", games.names())
def test_the_results_of_a_roll_have_their_exact_probabilities(name: str) -> None:
    """What an action leads to reads as the rules' own dice say, as often as they say."""
    state = load(name, **SHORT.get(name, {})).new_initial_state()
    draw, exact = random.Random(7), 0
    while exact < 3 and not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(draw.choice(state.legal_actions()))
            continue
        dice, outcomes = state._dice(), state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        if isinstance(dice, Shuffle) and dice.total > MAX_RESULTS:
            assert len(outcomes) == SAMPLES
        else:
            read = {dice.read(state._faces(action)): chance for action, chance in outcomes}
            assert read == {reading: ways / dice.total for reading, ways in dice.outcomes()}
            exact += 1
        state.apply_action(draw.choice(outcomes)[0])
    assert exact == 3


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


LONG = pytest.param("mechastellar", marks=pytest.mark.long)


@pytest.mark.parametrize("name", [LONG if one == "mechastellar" else one for one in games.names()])
def test_the_playthrough_of_openspiel_is_written_and_repeats(name: str) -> None:
    settings = ";".join(f"{key}:{value}" for key, value in SHORT.get(name, {}).items())
    game = f"{short_name(name)}(settings={settings})" if settings else short_name(name)
    state = played(name, 11, 60)
    text = playthrough(game, [*state.history()], seed=3)
    assert "InformationStateString(0) = " in text and "ObservationTensor(0)" in text
    assert "IsTerminal() = True" in text.rpartition("# State")[2]


def test_an_information_state_remembers_what_an_observation_forgets() -> None:
    """Two ways to the same table are two information states, and one observation."""
    state = played("attack-chart", 3, 30)
    told = state.information_state_string(0)
    longer = played("attack-chart", 3, 31).information_state_string(0)
    assert longer.startswith(told.rpartition("\n")[0])
    assert "\n> deploy" in told, "what one has answered is remembered"
    assert state.information_state_string(0) != state.information_state_string(1)


def secrets_of(value: Any) -> Iterator[Secret[Any]]:
    """Every secret inside of a value."""
    if isinstance(value, Secret):
        yield value
    for inner in value if isinstance(value, tuple) else getattr(value, "__struct_fields__", ()):
        yield from secrets_of(getattr(value, inner) if isinstance(inner, str) else inner)


def test_an_information_state_holds_no_secret_of_others() -> None:
    """What others drew is told as how much of it, in every line."""
    state = played("robot-empire", 5, 60)
    events = [event for held in state.held.path() for event in held.step.events]
    hidden = [
        one
        for event in events
        for one in secrets_of(event)
        if one.known_to is not None and 0 not in one.known_to and len(one)
    ]
    assert hidden, "something was hidden from the first seat"
    told = state.information_state_string(0)
    for one in hidden:
        assert repr(one) not in told


def test_the_search_of_openspiel_runs() -> None:
    game = load("attack-chart", **SHORT["attack-chart"])
    state = played("attack-chart", 3, 20)
    while state.is_chance_node():
        state.apply_action(0)
    judge = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 3, judge, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_a_process_ends_in_peace() -> None:
    """OpenSpiel lets go of our games when Python is gone already."""
    code = "import gattai.adapters.spiel, pyspiel; pyspiel.load_game('gattai_attack_chart')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
