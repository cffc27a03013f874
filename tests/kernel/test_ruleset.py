"""Tables, and what a ruleset may be called."""

import pytest

from gattai.kernel.ruleset import QuietTable, Setting, Table
from tests.kernel.small import ANN, CAT, Counted, Small, State


def test_a_table_keeps_what_happened_in_order() -> None:
    table = Table(State())
    table.emit(Counted(rule="S.A", amount=2))
    table.emit(Counted(rule="S.B", amount=3))
    assert table.state.count == 5
    assert [event.rule for event in table.events] == ["S.A", "S.B"]


def test_a_quiet_table_comes_to_the_same_state_and_keeps_nothing() -> None:
    table = QuietTable(State())
    table.emit(Counted(rule="S.A", amount=2))
    assert table.state.count == 2
    assert table.events == []


def test_tables_share_nothing() -> None:
    one, other = Table(State()), Table(State())
    one.emit(Counted(rule="S.A", amount=2))
    assert (other.state.count, other.events) == (0, [])


def test_seats_have_names_and_so_has_chance() -> None:
    rules = Small()
    assert [rules.seat_name(seat) for seat in (ANN, CAT, None)] == ["ann", "cat", "dice"]


def test_a_game_without_secrets_guesses_what_it_sees() -> None:
    assert Small().guess(State(count=3), ANN, source=_Never()) == State(count=3)
    assert [*Small(turns=2).broken(State())] == ["three seats hold cards"]


class _Never:
    def random(self) -> float:
        raise AssertionError("there is nothing to guess")


@pytest.mark.parametrize(
    "words",
    [
        {"name": "two words"},
        {"name": ""},
        {"seats": ("the blue side", "red")},
        {"seats": ("blue", "dice")},
        {"seats": ("blue", "blue")},
        {"options": (Setting("first player", "who begins", "ann"),)},
    ],
)
def test_a_name_that_a_transcript_could_not_hold_is_refused_at_once(
    words: dict[str, object],
) -> None:
    with pytest.raises(ValueError, match="Clumsy"):
        type("Clumsy", (Small,), words)


def test_names_of_one_word_are_fine() -> None:
    good = type("Good", (Small,), {"name": "small-2", "seats": ("blue", "red", "grün")})
    assert issubclass(good, Small)
