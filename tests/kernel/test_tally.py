"""A number that remembers why."""

from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.tally import Tally, Term

terms = st.lists(st.builds(Term, st.integers(), st.text(), st.text()), max_size=6)


@given(terms)
def test_the_total_is_the_sum_of_the_terms(given_terms: list[Term]) -> None:
    tally = Tally.collect(iter(given_terms))
    assert tally.total == int(tally) == sum(term.amount for term in given_terms)
    assert [*tally] == given_terms


@given(terms, terms)
def test_tallies_add_up_and_keep_their_order(one: list[Term], other: list[Term]) -> None:
    both = Tally.collect(one) + Tally.collect(other)
    assert both.terms == (*one, *other)


def test_plus_leaves_the_first_tally_alone() -> None:
    first = Tally.of(4, "on the card", "T.CARD")
    second = first.plus(1, "evade", "T.EVADE")
    assert (first.total, second.total) == (4, 5)


def test_a_term_of_nothing_is_kept_for_it_answers_why() -> None:
    tally = Tally.of(4, "on the card", "T.CARD").plus(0, "no cover", "T.COVER")
    assert str(tally) == "4 = 4 on the card [T.CARD], +0 no cover [T.COVER]"


def test_what_lowers_a_number_is_written_with_its_sign() -> None:
    tally = Tally.of(-1, "wet", "T.WET").plus(-2, "dark", "T.DARK")
    assert str(tally) == "-3 = -1 wet [T.WET], -2 dark [T.DARK]"


def test_an_empty_tally_is_nought() -> None:
    assert (str(Tally()), Tally().total) == ("0", 0)


def test_sums_stay_exact_beyond_any_float() -> None:
    assert Tally.of(2**70, "much", "T.A").plus(1, "more", "T.A").total == 2**70 + 1
