"""The mean over more ways than are walked: what is left out is not forgotten."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.bots.expectation import expected
from gattai.bots.simulation import Live, Simulation
from gattai.kernel.dice import Die
from gattai.kernel.question import Steps, roll
from gattai.kernel.ruleset import Table
from tests.toy.parley import Changed, Parley, State, Strike

LONG_SHOT = Die("long shot", (0, 0, 0, 0, 0, 10))
"""Its likeliest face is a miss, five times of six; on average it shows 10/6."""


class Volley(Parley):
    """A strike is six long shots, one after the other; hearts count what they showed."""

    def resolve(self, table: Table[State], answer: object) -> Steps[None]:
        for _ in range(6):
            face = yield from roll(LONG_SHOT.throw(1, int), "TOY.STRIKE")
            hearts = (table.state.hearts[0] + int(face), 0, 0)
            table.emit(Changed(rule="TOY.HEARTS", to=replace(table.state, hearts=hearts)))


def hearts(live: Live) -> float:
    assert isinstance(live.state, State)
    return float(live.state.hearts[0])


START = Simulation(State(hearts=(0, 0, 0)))
TRUE_MEAN = 6 * 10 / 6


def mean(most: int) -> float:
    return expected(Volley(), START, Strike(at=0), hearts, most=most)  # type: ignore[arg-type]


def test_all_ways_give_the_true_mean() -> None:
    assert abs(mean(10_000) - TRUE_MEAN) < 0.2  # what is unlikelier than ENOUGH is left out


def test_few_ways_are_not_taken_for_all() -> None:
    # The likeliest of all is six misses: whoever looked only there would never fire.
    assert abs(mean(12) - TRUE_MEAN) < 2


def test_the_same_question_gets_the_same_answer() -> None:
    assert mean(12) == mean(12)
