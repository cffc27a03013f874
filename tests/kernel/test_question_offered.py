"""Options as a seat sees them behave like the tuple of them, but are not listed without need."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from gattai.kernel.question import Offered, Options, is_single
from gattai.kernel.rulebook import Refusal


class Counting:
    """Refuses odd numbers, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def refusals(self, candidate: Any) -> Iterator[Refusal]:
        self.asked.append(candidate)
        if candidate % 2:
            yield Refusal("TOY.EVEN", "that is odd")


def offered(*candidates: int | None, open_ended: bool = False) -> tuple[Offered[Any], Counting]:
    counting = Counting()
    return Offered(Options(candidates, counting.refusals, open_ended=open_ended)), counting


def test_it_behaves_like_the_tuple_of_the_options() -> None:
    some, _ = offered(1, 2, None, 4, 6)
    assert [*some] == [2, 4, 6] and len(some) == 3 and some[1] == 4 and some[1:] == (4, 6)
    assert some == (2, 4, 6) and some != (2, 4)
    assert some == offered(2, 4, 6)[0] and hash(some) == hash((2, 4, 6))
    assert repr(some) == "(2, 4, 6)" and bool(some) and not offered(1, 3)[0]


def test_whether_one_is_offered_is_found_without_the_others() -> None:
    some, counting = offered(*range(100))
    assert 4 in some and 5 not in some and 102 not in some
    assert counting.asked == [4, 5]


def test_an_answer_that_is_legal_but_not_listed_is_not_among_them() -> None:
    some, _ = offered(1, 2, None, open_ended=True)
    assert (
        8 not in some
        and None not in some
        and 8 in Options((), Counting().refusals, open_ended=True)
    )
    assert [*some] == [2] and 8 not in some and None not in some, "the same after listing"


def test_a_single_option_is_recognized_by_looking_for_two() -> None:
    some, counting = offered(*range(100))
    assert not is_single(some) and counting.asked == [0, 1, 2]
    assert is_single(offered(1, None, 2, 3)[0]) and not is_single(offered(1, 3)[0])
    listed, _ = offered(1, 2)
    assert len(listed) == 1 and is_single(listed)
    assert is_single((7,)) and not is_single((7, 8)) and not is_single(())


def test_another_process_gets_a_plain_tuple() -> None:
    sent = pickle.loads(pickle.dumps(offered(1, 2, 4)[0]))
    assert type(sent) is tuple and sent == (2, 4)
