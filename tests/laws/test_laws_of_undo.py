"""What is free to take back has taught nobody anything: every game with secrets, in two worlds."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gattai import games
from gattai.kernel import undo
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Steps, choose
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Looked, watched
from gattai.testing.walk import moments
from tests.laws.peeks import free_undo_teaches_nothing
from tests.laws.test_laws import WORLDS
from tests.toy.parley import Changed, Parley, State, Strike

GAMES = 5
"""Of each game; with `--games 100` so many times more."""


@pytest.mark.parametrize("name", WORLDS)
def test_nobody_learns_by_an_undo_that_is_free(name: str, request: pytest.FixtureRequest) -> None:
    count: Counter[str] = Counter()
    for number in range(max(1, round(GAMES * request.config.getoption("--games")))):
        free_undo_teaches_nothing(games.load(name), f"undo {number}", count)
    print(name, dict(count))
    assert count["free"] > count["pairs"] / 2, f"hardly anything can be taken back: {count}"


def test_an_answer_that_shows_a_hidden_card_is_met_by_the_law() -> None:
    count: Counter[str] = Counter()
    for number in range(2):
        free_undo_teaches_nothing(games.load("aristeia"), f"undo {number}", count)
    assert count["taught"]


def test_the_law_can_fail_by_looking_into_events_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def _followed(past: Any) -> bool:
        return True

    def many_games() -> None:
        for number in range(40):
            free_undo_teaches_nothing(games.load("aristeia"), f"peek {number}", Counter())

    monkeypatch.setattr(undo, "_followed", _followed)
    with pytest.raises(AssertionError, match="taught"):
        many_games()


def kept_values(value: Any) -> Iterator[tuple[Any, str, Any]]:
    """Everything in a state that is worked out once and kept: of what, its name, how."""
    if isinstance(value, tuple):
        for item in value:
            yield from kept_values(item)
    if isinstance(value, msgspec.Struct):
        for name, found in vars(type(value)).items():
            if isinstance(found, lazy):
                yield value, name, found.compute
        for name in value.__struct_fields__:
            yield from kept_values(getattr(value, name))


@pytest.mark.parametrize("name", WORLDS)
def test_what_a_state_keeps_of_itself_is_found_without_a_look_at_secrets(name: str) -> None:
    """Else rules that read it later would have looked without being seen."""
    tables = [moment.step.table for moment in moments(games.load(name), random.Random(name))]
    found = 0
    for table in tables[::25]:
        for value, what, compute in kept_values(table):
            looked: Looked = {}
            with watched(looked):
                compute(value)
            assert not looked, f"{type(value).__name__}.{what} looks into secrets"
            found += 1
    print(name, found)


class Taunting(Parley):
    """Who may strike next is a question of what somebody else holds, and nothing is said of it."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        if not isinstance(answer, Strike):
            yield from super().resolve(table, answer)
            return
        if 0 in table.state.hands[answer.at].open():
            yield from choose(answer.at, ("yes", "no"), "TOY.PARRY", "strike back?")
        table.emit(Changed(rule="TOY.STRIKE", to=replace(table.state, striker=None)))


def test_a_question_that_hangs_on_a_hidden_hand_is_not_free_to_take_back() -> None:
    count: Counter[str] = Counter()
    for number in range(60):
        free_undo_teaches_nothing(Taunting(), f"taunt {number}", count)
    assert count["taught"]
