"""Styles: what dice may bring beyond their mean is hoped for or feared, and nothing else changes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.bots.consider import Decision, Determinization, ranked
from gattai.bots.evaluation import Evaluation
from gattai.bots.expectation import ValueNode, value_of
from gattai.bots.kinds import STYLES
from gattai.bots.simulation import Live, Simulation
from gattai.kernel.dice import Die
from gattai.kernel.position import GamePosition, begin
from gattai.kernel.question import Seat, Steps, roll
from gattai.kernel.ruleset import AnyRuleset, Table
from tests.bots.tables import EVALUATED, acting, answers_from, ask_of
from tests.toy.parley import Changed, Parley, State, Strike

DICE = {1: (5, 5, 5, 5), 2: (2, 4, 6, 8), 3: (0, 0, 0, 20), 4: (0, 0, 0, 2)}
"""What each strike may bring: the same on average, ever more uncertain; and one that can only do good."""
BOTS = ("greedy", "veteran")


class Gambles(Parley):
    """A strike is one throw of its own die; hearts count what it showed."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        faces = DICE.get(answer.at)
        if faces is not None:
            face = yield from roll(Die("gamble", faces).throw(1, int), "TOY.STRIKE")
            hearts = (table.state.hearts[0] + int(face), 0, 0)
            table.emit(Changed(rule="TOY.HEARTS", to=replace(table.state, hearts=hearts)))


def hearts(live: Live) -> float:
    assert isinstance(live.state, State)
    return float(live.state.hearts[0])


def taken(style: str, strikes: Sequence[int]) -> tuple[int, float]:
    """What a bot of this style takes of some strikes, and what it thinks of it."""
    problem = Decision(
        Gambles(),
        Evaluation(score=lambda state, seat: 0.0),
        Seat(0),
        (Determinization(Simulation(State(hearts=(0, 0, 0)))),),
        [Strike(at=Seat(strike)) for strike in strikes],
        style=STYLES[style],
    )
    score, answer = ranked(problem, hearts, random.Random(1))[0]
    assert isinstance(answer, Strike)
    return answer.at, score


@pytest.mark.parametrize(("style", "strike"), [("balanced", 2), ("careful", 1), ("bold", 3)])
def test_of_equals_on_average_the_careful_takes_the_sure_and_the_bold_the_great_blow(
    style: str, strike: int
) -> None:
    assert taken(style, (2, 1, 3))[0] == strike


@pytest.mark.parametrize("style", STYLES)
def test_what_can_only_do_good_is_done_in_every_style(style: str) -> None:
    """A share of the variance would not do: with it the careful would leave the shot unfired."""
    strike, score = taken(style, (0, 4))
    assert strike == 4
    assert score > 0


WORTHS = st.lists(st.floats(-200, 200), min_size=1, max_size=12)


@given(worths=WORTHS, better=WORTHS, style=st.sampled_from([*STYLES.values(), -1.0, 1.0]))
def test_what_is_better_however_dice_fall_is_better_in_every_style(
    worths: list[float], better: list[float], style: float
) -> None:
    def seems(values: Sequence[float]) -> float:
        return value_of(
            [(1 / len(values), ValueNode((), [], score=value)) for value in values], style
        )

    more = [each + abs(better[number % len(better)]) for number, each in enumerate(worths)]
    assert seems(more) >= seems(worths) - 1e-6


@pytest.fixture(scope="module", params=EVALUATED)
def table(request: pytest.FixtureRequest) -> tuple[AnyRuleset, GamePosition[Any]]:
    return acting(request.param, 12)


@pytest.mark.parametrize("style", ["careful", "bold"])
@pytest.mark.parametrize("bot", BOTS)
def test_in_every_game_a_style_answers_the_same_again(
    table: tuple[AnyRuleset, GamePosition[Any]], bot: str, style: str
) -> None:
    rules, position = table
    seen, ask = ask_of(rules, position)
    first, again = (
        registry.make(f"{bot}:style={style}", "7", rules=rules).answer(seen, ask, 1)
        for _ in range(2)
    )
    assert first == again
    assert first in ask.options  # type: ignore[union-attr]


def test_without_a_word_a_bot_is_balanced() -> None:
    rules, position = acting("attack-chart", 5)
    one, two = (
        answers_from(rules, position, 1, [registry.make(name, "7", rules=rules)] * 2, 20)[0]
        for name in ("greedy", "greedy:style=balanced")
    )
    assert one == two


def test_styles_play_otherwise() -> None:
    rules = games.load("aegis")
    found = [
        answers_from(rules, begin(rules, {}), 1, [registry.make(name, "7", rules=rules)] * 2, 60)[0]
        for name in (f"greedy:style={style}" for style in STYLES)
    ]
    assert found[0] != found[1] != found[2] != found[0]


@pytest.mark.parametrize("style", ["careful", "bold"])
@pytest.mark.parametrize("level", ["rookie", "ace:seconds=0:looks=4"])
@pytest.mark.parametrize("game", ["aristeia", "robot-empire"])
def test_no_style_answers_otherwise_where_only_secrets_differ(
    game: str, level: str, style: str
) -> None:
    rules, position = acting(game, 40)
    seen, ask = ask_of(rules, position)
    state = rules.guess(seen.position.state, ask.seat, random.Random("another world"))
    assert state != position.state
    answers = [
        registry.make(f"{level}:style={style}", "7", rules=rules).answer(*ask_of(rules, each), 40)
        for each in (position, replace(position, state=state))
    ]
    assert answers[0] == answers[1]


def test_everybody_who_thinks_has_styles() -> None:
    styled = [name for name, kind in registry.kinds().items() if kind.styles]
    assert {*styled} >= {"greedy", "search", "rookie", "veteran", "ace"}
    for name in styled:
        assert registry.check(f"{name}:style=bold")


def test_who_has_no_styles_takes_none() -> None:
    with pytest.raises(registry.BadSetting, match="random has no setting 'style'"):
        registry.check("random:style=bold")
    assert registry.with_rollouts("ace:style=bold", 8) == (
        "ace:style=bold:iterations=0:rollouts=8:seconds=0"
    )
