"""The umpire of the clocks sees when somebody loses who had time."""

from types import SimpleNamespace
from typing import Any

import pytest

from gattai.server.table.journal import Answered, SeatNamed, TimedOut
from gattai.server.table.seating import Seating
from tests.online.nemesis.clocks import Umpire

PERSONS = ("person", "person")
ROW = Answered(("",))


def asks(seat: int, count: int) -> Any:
    """A record that asks one seat after so many answers."""
    return SimpleNamespace(question=None, step=SimpleNamespace(waiting=(seat,)), count=count)


def umpire(**limits: int) -> Umpire:
    """One who has seen both come, and seat 0 asked at second 100."""
    found = Umpire(Seating(**limits), PERSONS)  # type: ignore[arg-type]
    for seat in (0, 1):
        found.sees(SeatNamed(seat, ""), 90.0, ())
    found.then(asks(0, 0), 100.0)
    return found


@pytest.mark.parametrize(("at", "unjust"), [(114.0, 1), (115.0, 0)])
def test_who_loses_on_time_has_had_it(at: float, unjust: int) -> None:
    one = umpire(bank_seconds=15)
    one.sees(TimedOut(0), at, ())
    assert (one.rung, len(one.unjust)) == (1, unjust)


@pytest.mark.parametrize(("at", "unjust"), [(126.5, 1), (127.0, 0)])
def test_what_was_used_up_and_added_counts(at: float, unjust: int) -> None:
    one = umpire(bank_seconds=15, increment_seconds=2)
    one.sees(ROW, 110.0, [(0, False)])
    one.then(asks(0, 1), 120.0)
    one.sees(TimedOut(0), at, ())
    assert len(one.unjust) == unjust


@pytest.mark.parametrize(("at", "unjust"), [(104.0, 1), (105.0, 0)])
def test_the_table_answers_for_nobody_who_has_time(at: float, unjust: int) -> None:
    one = umpire(turn_seconds=5, reaction_seconds=5)
    one.sees(ROW, at, [(0, True)])
    assert (one.rung, len(one.unjust)) == (1, unjust)


def test_who_comes_too_late_is_not_heard() -> None:
    one = umpire(turn_seconds=5, reaction_seconds=5)
    one.sees(ROW, 104.0, [(0, False)])
    assert not one.unjust
    one.then(asks(0, 1), 104.0)
    one.sees(ROW, 112.0, [(0, False)])
    assert one.unjust


def test_who_is_not_asked_cannot_lose() -> None:
    one = umpire(bank_seconds=15)
    one.sees(ROW, 101.0, [(0, False)])
    one.then(asks(1, 1), 101.0)
    one.sees(TimedOut(0), 200.0, ())
    assert one.unjust
