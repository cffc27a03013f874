"""Positions: apply, replay, refusals."""

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from gattai.kernel.event import Rolled, fold
from gattai.kernel.position import (
    GamePosition,
    apply,
    asked,
    begin,
    happened,
    observe,
    stand,
    waiting,
)
from gattai.kernel.question import Choose, Options, Roll, Steps, choose, part, place, roll
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Outcome, Table
from tests.kernel.exchange import ANSWERS, exchange
from tests.kernel.small import ANN, BOB, CAT, ONE_DIE, Counted, Go, Small, State


def test_ten_questions_in_nested_procedures_come_to_the_right_end() -> None:
    rules = Small(exchange)
    step = apply(rules, begin(rules), Go())
    for number, answer in enumerate(ANSWERS, 1):
        assert len(step.position.answers) == number
        step = apply(rules, step.position, answer)
    assert step.position == GamePosition(State(1, 15 + 50 + 15000, begin(rules).state.hands))
    assert isinstance(step.question, Outcome)


def test_every_event_is_returned_once_and_the_state_is_their_fold() -> None:
    rules = Small(exchange)
    start = begin(rules)
    step = apply(rules, start, Go())
    events = step.events
    for answer in ANSWERS:
        step = apply(rules, step.position, answer)
        events += step.events
    assert [event.rule for event in events] == [
        *(rule for n in range(1, 6) for rule in (f"S.BLOW{n}", "S.HIT", "S.MORE")),
        *("S.SUM", "S.TURN"),
    ]
    assert fold(start.state, events) == step.position.state


def test_a_throw_is_reported_with_its_faces() -> None:
    rules = Small(exchange)
    rolled, *_ = apply(rules, apply(rules, begin(rules), Go()).position, [4]).events
    assert isinstance(rolled, Rolled)
    assert (rolled.faces.open(), rolled.dice, rolled.rule) == ((4,), "1d6", "S.BLOW1")


def test_positions_can_be_forked_anywhere_without_touching_each_other() -> None:
    rules = Small(exchange)
    trunk = apply(rules, begin(rules), Go()).position
    before = msgspec.structs.replace(trunk)
    one, other = apply(rules, trunk, (1,)).position, apply(rules, trunk, (6,)).position
    assert one != other
    assert trunk == before
    assert apply(rules, trunk, (1,)).position == one
    assert apply(rules, one, "more").events == apply(rules, one, "more").events


def test_asked_is_what_the_step_said() -> None:
    rules = Small(exchange)
    step = apply(rules, begin(rules), Go())
    for answer in ANSWERS:
        assert asked(rules, step.position) == step.question
        step = apply(rules, step.position, answer)
    assert asked(rules, step.position) == step.question


def test_waiting_names_who_has_to_answer() -> None:
    rules = Small(exchange)
    start = begin(rules)
    assert waiting(rules, start) == (ANN,)
    rolling = apply(rules, start, Go()).position
    assert waiting(rules, rolling) == ()
    assert waiting(rules, apply(rules, rolling, (2,)).position) == (BOB,)
    over = Small()
    assert waiting(over, apply(over, begin(over), Go()).position) == ()


def test_a_settled_position_has_no_answers() -> None:
    rules = Small(turns=2)
    position = apply(rules, begin(rules), Go()).position
    assert position.is_settled
    assert position.answers == ()
    assert waiting(rules, position) == (BOB,)


@pytest.mark.parametrize("faces", [(), (0,), (7,), (1, 2), ("x",), (None,), None, 3, "33", Go()])
def test_faces_that_cannot_fall_are_refused(faces: Any) -> None:
    rules = Small(exchange)
    position = apply(rules, begin(rules), Go()).position
    with pytest.raises(Refused, match=r"\[S.BLOW1\]"):
        apply(rules, position, faces)
    assert apply(rules, position, (3,)).position.answers[-1].value == (3,)


def test_faces_are_recorded_as_the_die_has_them() -> None:
    rules = Small(exchange)
    position = apply(rules, begin(rules), Go()).position
    assert apply(rules, position, ["3"]) == apply(rules, position, (3,))


def test_no_seat_answers_for_the_dice() -> None:
    rules = Small(exchange)
    with pytest.raises(Refused, match="no seat is asked"):
        apply(rules, apply(rules, begin(rules), Go()).position, (3,), seat=ANN)


@pytest.mark.parametrize("seat", [BOB, CAT, 7, -1])
def test_only_the_seat_that_is_asked_may_answer(seat: Any) -> None:
    rules = Small()
    with pytest.raises(Refused, match=r"it is ann who is asked here \[S.GO\]"):
        apply(rules, begin(rules), Go(), seat=seat)
    assert apply(rules, begin(rules), Go(), seat=ANN) == apply(rules, begin(rules), Go())


def test_a_refused_action_gets_the_reasons_of_the_rules() -> None:
    rules = Small()
    with pytest.raises(Refused) as caught:
        apply(rules, begin(rules), Go(3))
    assert caught.value.refusals == (Refusal("S.FAR", "too far", (("far", 3), ("most", 2))),)


@pytest.mark.parametrize("value", ["go", None, (), [], {}, 3, Go(-1), object()])
def test_where_the_rules_are_silent_it_was_just_not_offered(value: Any) -> None:
    rules = Small()
    with pytest.raises(Refused, match=r"not among the options here \[S.GO\]"):
        apply(rules, begin(rules), value)


def even(number: int) -> Iterator[Refusal]:
    if number % 2:
        yield Refusal("S.EVEN", "odd")


def test_a_lazy_option_in_mid_action_is_refused_with_its_own_reason() -> None:
    def pick(table: Table[State], answer: Go) -> Steps[None]:
        table.emit(
            Counted(rule="S.N", amount=(yield from choose(CAT, Options(range(5), even), "S.PICK")))
        )

    rules = Small(pick)
    position = apply(rules, begin(rules), Go()).position
    with pytest.raises(Refused, match=r"^odd \[S.EVEN\]$"):
        apply(rules, position, 3)
    with pytest.raises(Refused, match=r"not among the options here \[S.PICK\]"):
        apply(rules, position, 6)
    assert apply(rules, position, 4, seat=CAT).position.state.count == 4


def test_when_the_game_is_over_nothing_can_be_answered() -> None:
    rules = Small()
    over = apply(rules, begin(rules), Go()).position
    with pytest.raises(Refused, match=r"the game is over: turns are over \[S.END\]"):
        apply(rules, over, Go())


def test_a_part_in_play_is_just_its_procedure() -> None:
    def throw(times: int) -> Steps[int]:
        rolled = yield from roll(ONE_DIE, "S.DIE")
        return rolled if times == 1 else rolled + (yield from part(throw, times - 1))

    def procedure(table: Table[State], answer: Go) -> Steps[None]:
        table.emit(Counted(rule="S.N", amount=(yield from part(throw, 3))))

    rules = Small(procedure)
    position = apply(rules, begin(rules), Go()).position
    for face in (1, 2, 6):
        position = apply(rules, position, (face,)).position
    assert position.state.count == 9


@pytest.mark.parametrize("value", [True, 1.0, 1])
def test_it_is_the_option_that_is_recorded_and_not_what_is_equal_to_it(value: Any) -> None:
    def pick(table: Table[State], answer: Go) -> Steps[None]:
        table.emit(Counted(rule="S.N", amount=(yield from choose(ANN, range(3), "S.PICK"))))
        yield from roll(ONE_DIE, "S.DIE")

    rules = Small(pick)
    position = apply(rules, apply(rules, begin(rules), Go()).position, value).position
    assert type(position.answers[-1].value) is int
    assert type(apply(rules, position, (1,)).position.state.count) is int


def test_open_ended_options_take_whatever_nothing_speaks_against() -> None:
    def pick(table: Table[State], answer: Go) -> Steps[None]:
        offer = Options((0, 2), even, open_ended=True)
        table.emit(Counted(rule="S.N", amount=(yield from choose(CAT, offer, "S.PICK"))))

    rules = Small(pick)
    position = apply(rules, begin(rules), Go()).position
    assert apply(rules, position, 40).position.state.count == 40
    assert apply(rules, position, False).position.state.count == 0
    for odd in (41, True):
        with pytest.raises(Refused, match=r"S.PICK|odd \[S.EVEN\]"):
            apply(rules, position, odd)


def test_what_a_position_keeps_for_speed_is_no_part_of_it() -> None:
    rules, others = Small(exchange), Small(ask=lambda _: Roll(ONE_DIE, "S.OTHER"))
    fresh, used = begin(rules), begin(rules)
    assert asked(rules, used).rule == "S.GO"
    assert asked(others, used).rule == "S.OTHER"
    assert asked(rules, used).rule == "S.GO"
    assert fresh == used
    assert hash(fresh) == hash(used)
    assert pickle.dumps(fresh) == pickle.dumps(used)
    assert msgspec.structs.replace(used, state=State(turns=1)) == GamePosition(State(turns=1))
    assert isinstance(asked(rules, msgspec.structs.replace(used, state=State(turns=1))), Outcome)


class Strip:
    """Points on a line, not left of the edge."""

    def refusals(self, point: tuple[int, int]) -> Iterator[Refusal]:
        if point[0] < 0:
            yield Refusal("S.EDGE", "off the table", (("by", -point[0]),))
        if point[1] != 0:
            yield Refusal("S.LINE", "off the line")

    def suggest(self) -> tuple[tuple[int, int], ...]:
        return ((0, 0), (100, 0))


def test_a_point_is_placed_where_the_region_has_nothing_against_it() -> None:
    def put(table: Table[State], answer: Go) -> Steps[None]:
        x, _ = yield from place(BOB, Strip(), "S.PUT")
        table.emit(Counted(rule="S.N", amount=x))

    rules = Small(put)
    position = apply(rules, begin(rules), Go()).position
    with pytest.raises(Refused) as caught:
        apply(rules, position, (-5, 3))
    assert [reason.rule for reason in caught.value.refusals] == ["S.EDGE", "S.LINE"]
    with pytest.raises(Refused, match="it is bob"):
        apply(rules, position, (5, 0), seat=ANN)
    for nonsense in (None, 5, "50", (5,), (5, 0, 0), [5, 0], (5.0, 0), (True, 0), ("5", "0")):
        with pytest.raises(Refused, match=r"two whole numbers \[S.PUT\]"):
            apply(rules, position, nonsense)
    assert waiting(rules, position) == (BOB,)
    assert apply(rules, position, (250, 0)).position.state.count == 250


def test_the_next_answer_goes_on_with_the_rules_as_they_stand_and_any_other_begins_them_anew() -> (
    None
):
    runs: list[str] = []

    def careful(table: Table[State], answer: Go) -> Steps[None]:
        runs.append("in")
        try:
            table.emit(Counted(rule="S.N", amount=(yield from roll(ONE_DIE, "S.DIE"))))
            yield from choose(BOB, ("more", "enough"), "S.AGAIN")
        finally:
            runs.append("out")

    rules = Small(careful)
    rolling = apply(rules, begin(rules), Go()).position
    with pytest.raises(Refused):
        apply(rules, rolling, (9,))
    first = apply(rules, rolling, (1,))
    assert runs == ["in"]
    apply(rules, first.position, "more")
    assert runs == ["in", "out"]
    again = apply(rules, rolling, (1,))
    assert runs == ["in", "out", "in"]
    assert again == first
    other = apply(rules, rolling, (2,))
    assert other.table.count == 2
    assert runs == ["in", "out", "in", "in"]
    del again, other
    assert runs == ["in", "out", "in", "in", "out", "out"], "who is not answered is let go"


def test_a_rule_that_stumbles_is_not_gone_on_with() -> None:
    def stumbling(table: Table[State], answer: Go) -> Steps[None]:
        number = yield from roll(ONE_DIE, "S.DIE")
        table.emit(Counted(rule="S.N", amount=60 // (number - 1)))

    rules = Small(stumbling)
    position = apply(rules, begin(rules), Go()).position
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            apply(rules, position, (1,))
    assert apply(rules, position, (3,)).table.count == 30


def test_rules_that_stand_under_others_are_not_gone_on_with() -> None:
    def by(amount: int) -> Small:
        def counting(table: Table[State], answer: Go) -> Steps[None]:
            yield from roll(ONE_DIE, "S.DIE")
            table.emit(Counted(rule="S.N", amount=amount))

        return Small(counting)

    one, two = by(1), by(2)
    position = apply(one, begin(one), Go()).position
    assert apply(two, position, (3,)).table.count == 2


def test_a_position_is_saved_and_copied_without_the_rules_that_stand_beside_it() -> None:
    rules = Small(exchange)
    position = apply(rules, begin(rules), Go()).position
    for copied in (copy.copy(position), pickle.loads(pickle.dumps(position))):
        assert copied == position
        assert apply(rules, copied, (4,)) == apply(rules, position, (4,))


def test_a_step_tells_what_the_position_would_tell_if_it_were_run_again() -> None:
    rules = Small(exchange)
    step = apply(rules, begin(rules), Go())
    for answer in (*ANSWERS, None):
        bare = GamePosition(step.position.state, step.position.answers)
        known = stand(rules, bare)
        for what in ("position", "question", "table", "waiting", "action"):
            assert getattr(known, what) == getattr(step, what)
        assert step.action == happened(rules, bare)
        for seat in (ANN, BOB, None):
            assert step.seen(seat) == observe(rules, bare, seat)
            assert step.seen(seat) is step.seen(seat)
        if answer is not None:
            step = apply(rules, step.position, answer)


def test_options_of_a_game_are_checked_when_it_begins() -> None:
    assert begin(Small(), {"turns": "3"}).state.turns == -2
    with pytest.raises(ValueError, match="small has no option 'turn'; did you mean 'turns'"):
        begin(Small(), {"turn": "3"})
    with pytest.raises(ValueError, match="option mood cannot be 'sad'; it is one of calm, wild"):
        begin(Small(), {"mood": "sad"})


def test_a_random_game_ends_with_all_its_answers_forgotten() -> None:
    rules = Small(exchange, turns=20)
    step = apply(rules, begin(rules), Go())
    source = Random(3)
    while not isinstance(step.question, Outcome):
        if isinstance(step.question, Roll):
            step = apply(rules, step.position, step.question.dice.faces(source))
        else:
            assert isinstance(step.question, Choose)
            step = apply(rules, step.position, step.question.options[0])
    assert step.position.is_settled
    assert step.position.state.turns == 20
