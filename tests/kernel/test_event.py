"""Events: a state is the fold of them."""

from typing import ClassVar

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.event import Event, Rolled, fold, witness
from gattai.kernel.secrecy import Secret, view
from tests.kernel.small import ANN, BOB, Counted, State, TurnEnded

events = st.lists(
    st.builds(Counted, rule=st.just("S.A"), amount=st.integers(-9, 9))
    | st.just(TurnEnded(rule="S.T")),
    max_size=8,
).map(tuple)


@given(events, events)
def test_folding_is_one_event_after_the_other(
    first: tuple[Counted, ...], rest: tuple[Counted, ...]
) -> None:
    assert fold(State(), first + rest) == fold(fold(State(), first), rest)


def test_a_state_is_the_fold_of_its_events() -> None:
    happened = (Counted(rule="S.A", amount=3), TurnEnded(rule="S.T"), Counted(rule="S.A", amount=4))
    assert fold(State(), happened) == State(turns=1, count=7)
    assert fold(State(), ()) == State()


def test_dice_that_fell_change_nothing_and_say_what_they_show() -> None:
    rolled = Rolled(rule="S.R", dice="3d6", faces=Secret.of((4, 1, 6), None), what="to hit", by=ANN)
    assert rolled.after(State(count=2)) == State(count=2)
    assert rolled.describe(State()) == "3d6: 4 1 6 (to hit)"


def test_no_dice_at_all_are_reported_as_none() -> None:
    assert (
        Rolled(rule="S.R", dice="0d6", faces=Secret.of((), None)).describe(State()) == "0d6: none"
    )


def test_secret_dice_are_shown_only_to_those_who_may_know() -> None:
    rolled = Rolled(rule="S.R", dice="1d6", faces=Secret.of((4,), known_to=(ANN,)))
    assert view(rolled, ANN).describe(State()) == "1d6: 4"
    assert view(rolled, BOB).describe(State()) == "1d6: unseen"
    assert "4" not in repr(view(rolled, BOB).faces.content)


def test_an_event_that_only_tells_is_called_by_its_name() -> None:
    assert TurnEnded(rule="S.T").describe(State()) == "TurnEnded"


class Explained(Event, frozen=True, kw_only=True):
    """The same as `Counted`, by a later version that also says why."""

    explains: ClassVar[frozenset[str]] = frozenset({"terms"})

    amount: int
    terms: tuple[str, ...] = ()


class Remarked(Event, frozen=True, kw_only=True):
    """Says something and does nothing."""

    only_logs: ClassVar[bool] = True


def test_what_only_explains_does_not_count_in_a_transcript() -> None:
    plain, explained = (Explained(rule="S.A", amount=3, terms=terms) for terms in ((), ("skill",)))
    assert witness((plain,)) == witness((explained, Remarked(rule="S.A")))
    assert witness((plain,)) == '[{"type":"Explained","rule":"S.A","amount":3}]'
    assert witness((plain,)) != witness((Explained(rule="S.A", amount=4),))


def test_what_happened_counts_in_a_transcript_as_it_is() -> None:
    happened = (Counted(rule="S.A", amount=3), TurnEnded(rule="S.T"))
    assert witness(happened) == msgspec.json.encode(happened).decode()
