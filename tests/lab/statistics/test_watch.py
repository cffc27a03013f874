"""The watch says the same however batches were cut, and what the interval says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gattai.lab.statistics.betting import DIFFERENCE, interval
from gattai.lab.statistics.pairs import fold, frequencies, matched
from gattai.lab.statistics.simulation import MIRRORED
from gattai.lab.statistics.stopping import StoppingRule
from gattai.lab.statistics.watch import StoppingVerdict, Watch

STOP = StoppingRule("won", 0.05)


def some(mean: float, pairs: int, seed: int = 4) -> np.ndarray:
    return MIRRORED.tilted(mean).drawn(pairs, np.random.default_rng(seed))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 1_500), max_size=6), st.sampled_from([0.0, 0.03, 0.1]))
def test_a_verdict_does_not_depend_on_how_batches_are_cut(cuts: list[int], mean: float) -> None:
    values = some(mean, 1_500)
    for bounds in (DIFFERENCE, None):
        stop = STOP if bounds else StoppingRule("length", 0.05, percent=False)
        whole = Watch(stop, bounds).after(values)
        pieces = Watch(stop, bounds)
        for piece in np.split(values, sorted(cuts)):
            pieces = pieces.after(piece)
        assert pieces.verdict == whole.verdict
        if whole.verdict is None:
            assert pieces.kept is not None and whole.kept is not None
            assert pieces.kept.tobytes() == whole.kept.tobytes()


@pytest.mark.parametrize("mean", [0.0, 0.1, -0.1])
def test_a_verdict_falls_at_the_first_pair_at_which_the_interval_says_so(mean: float) -> None:
    values = some(mean, 4_000)
    verdict = Watch(STOP, DIFFERENCE).after(values).verdict
    assert verdict is not None
    low, high = interval(frequencies(values[: verdict.pairs]), DIFFERENCE, 0.05, finest=0.05)
    before = interval(frequencies(values[: verdict.pairs - 1]), DIFFERENCE, 0.05, finest=0.05)

    def says(low: float, high: float) -> str:
        return "more" if low > 0 else "less" if high < 0 else "same" * (max(-low, high) < 0.05)

    assert (says(*before), says(low, high)) == ("", verdict.answer)


def test_a_verdict_stays() -> None:
    watch = Watch(STOP, DIFFERENCE).after([1.0] * 40)
    assert watch.verdict is not None and watch.verdict.answer == "more"
    assert watch.after([-1.0] * 400).verdict == watch.verdict


def test_rules_that_never_differ_are_soon_the_same() -> None:
    verdict = Watch(StoppingRule("won", 0.01), DIFFERENCE).after(np.zeros(2_000)).verdict
    assert verdict is not None and verdict.answer == "same" and verdict.pairs < 900


def test_percent_of_a_metric_that_is_no_share_are_parts_of_what_it_is_under_a() -> None:
    rng = np.random.default_rng(5)
    under_a = rng.normal(60, 10, 4_000)
    stop = StoppingRule("length", 0.05)
    alike = Watch(stop, None).after(rng.normal(0.2, 8, 4_000), under_a)
    longer = Watch(stop, None).after(rng.normal(6, 8, 4_000), under_a)
    assert alike.verdict is not None and alike.verdict.answer == "same"
    assert longer.verdict == StoppingVerdict("more", 100) or (
        longer.verdict is not None and longer.verdict.answer == "more"
    )
    with pytest.raises(ValueError, match="percent of what"):
        Watch(stop, None).after([1.0])


def test_pairs_that_are_not_whole_do_not_count_and_a_gap_is_waited_for() -> None:
    found = fold([0, 0, 1, 3, 3, 2, 1], [1, 0, 1, 1, 1, 0, 0])
    assert found.number.tolist() == [0, 1, 3] and found.value.tolist() == [0.5, 0.5, 1.0]
    assert found.leading().tolist() == [0.5, 0.5]


def test_a_pair_with_too_many_games_is_refused() -> None:
    with pytest.raises(ValueError, match="pair 7 has 3 games, not 2"):
        fold([7, 7, 7], [0, 0, 1])


def test_arms_are_matched_by_their_pairs() -> None:
    a, b = fold([0, 1, 2], [0.5, 1, 0], 1), fold([2, 1, 5], [1, 1, 1], 1)
    one, other = matched(a, b)
    assert one.number.tolist() == [1, 2]
    assert (other.value - one.value).tolist() == [0.0, 1.0]


def test_frequencies_of_parts_make_those_of_the_whole() -> None:
    values = some(0.0, 300)
    both = frequencies(values[:100]).plus(frequencies(values[100:]))
    whole = frequencies(values)
    assert both.values.tolist() == whole.values.tolist()
    assert both.counts.tolist() == whole.counts.tolist()
