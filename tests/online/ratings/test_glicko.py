"""Glicko-2: its author's worked example, and what must hold of any ratings."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gattai.server.online.ratings.glicko import (
    DRAWN,
    LOST,
    MAX_VOLATILITY,
    MIN_VOLATILITY,
    NARROWEST,
    NEWCOMER,
    PERIOD,
    SCALE,
    START,
    WIDEST,
    WON,
    GlickoSkill,
    after,
    expected,
    idle,
    rated,
)

PLAYER = GlickoSkill(1500, 200, 0.06)
OPPONENTS = [
    (GlickoSkill(1400, 30), WON),
    (GlickoSkill(1550, 100), LOST),
    (GlickoSkill(1700, 300), LOST),
]

skills = st.builds(
    GlickoSkill,
    st.floats(600, 2800),
    st.floats(NARROWEST, WIDEST),
    st.floats(MIN_VOLATILITY, MAX_VOLATILITY),
)
scores = st.sampled_from([WON, DRAWN, LOST])
seconds = st.floats(0, 400 * 86_400)


def test_the_worked_example_of_its_author_comes_out_to_his_digits() -> None:
    """He rounds on the way, to four places: so do we, on his scale, before we compare with 1464.06."""
    found = rated(PLAYER, OPPONENTS)
    mu, phi = (found.rating - START) / SCALE, found.deviation / SCALE
    assert (round(mu, 4), round(phi, 4)) == (-0.2069, 0.8722)
    assert round(SCALE * round(mu, 4) + START, 2) == 1464.06
    assert round(SCALE * round(phi, 4), 2) == 151.52
    assert math.floor(found.volatility * 1e5) / 1e5 == 0.05999
    assert abs(found.rating - 1464.06) < 0.01 and round(found.deviation, 2) == 151.52


def test_the_steps_of_the_example_are_his_too() -> None:
    mus = [(other.rating - START) / SCALE for other, _ in OPPONENTS]
    assert [round(mu, 4) for mu in mus] == [-0.5756, 0.2878, 1.1513]
    phis = [other.deviation / SCALE for other, _ in OPPONENTS]
    weights = [1 / math.sqrt(1 + 3 * phi**2 / math.pi**2) for phi in phis]
    assert [round(weight, 4) for weight in weights] == [0.9955, 0.9531, 0.7242]


def test_who_did_not_play_is_only_less_sure() -> None:
    found = rated(PLAYER, [])
    assert found.rating == PLAYER.rating and found.volatility == PLAYER.volatility
    assert found.deviation == pytest.approx(SCALE * math.hypot(200 / SCALE, 0.06))


@given(skills, skills, scores, seconds)
def test_it_stays_within_bounds(
    one: GlickoSkill, other: GlickoSkill, score: float, passed: float
) -> None:
    found = after(one, other, score, passed)
    assert 100 <= found.rating <= 4000
    assert NARROWEST <= found.deviation <= WIDEST
    assert MIN_VOLATILITY <= found.volatility <= MAX_VOLATILITY
    assert abs(found.rating - one.rating) < 900


@given(skills, skills, seconds)
def test_to_win_never_costs_and_to_lose_never_pays(
    one: GlickoSkill, other: GlickoSkill, passed: float
) -> None:
    won, drawn, lost = (after(one, other, score, passed) for score in (WON, DRAWN, LOST))
    assert lost.rating <= one.rating <= won.rating
    assert lost.rating < drawn.rating < won.rating


@given(skills, scores, seconds)
def test_equals_win_what_the_other_loses(one: GlickoSkill, score: float, passed: float) -> None:
    winner, loser = after(one, one, score, passed), after(one, one, 1 - score, passed)
    assert winner.rating - one.rating == pytest.approx(one.rating - loser.rating, abs=1e-6)
    assert winner.deviation == pytest.approx(loser.deviation)
    assert winner.volatility == pytest.approx(loser.volatility)


@given(skills, skills, scores, seconds)
def test_it_is_the_same_seen_in_a_mirror(
    one: GlickoSkill, other: GlickoSkill, score: float, passed: float
) -> None:
    mirrored = [GlickoSkill(2 * START - s.rating, s.deviation, s.volatility) for s in (one, other)]
    there = rated(one, [(other, score)], passed / PERIOD)
    back = rated(mirrored[0], [(mirrored[1], 1 - score)], passed / PERIOD)
    assert there.rating - START == pytest.approx(START - back.rating, abs=1e-5)
    assert there.deviation == pytest.approx(back.deviation)


@given(skills, st.floats(0, 1000), st.floats(0, 1000))
def test_the_longer_ago_the_less_is_known(one: GlickoSkill, some: float, more: float) -> None:
    sooner, later = idle(one, some), idle(one, some + more)
    assert one.deviation <= sooner.deviation <= later.deviation <= WIDEST
    assert sooner.rating == later.rating == one.rating
    twice = idle(idle(one, some), more).deviation
    assert twice == pytest.approx(later.deviation)


def test_after_a_year_or_two_without_a_match_little_is_known() -> None:
    sure = GlickoSkill(1800, 60, 0.06)
    assert 100 < idle(sure, 365 * 86_400 / PERIOD).deviation < 130
    assert idle(sure, 20 * 365 * 86_400 / PERIOD).deviation == WIDEST


@given(skills, skills)
def test_what_is_to_be_expected_adds_up_to_one(one: GlickoSkill, other: GlickoSkill) -> None:
    assert expected(one, other) + expected(other, one) == pytest.approx(1)
    assume(abs(one.rating - other.rating) > 1)
    assert (expected(one, other) > 0.5) == (one.rating > other.rating)


@given(st.lists(st.tuples(skills, scores), min_size=2, max_size=2), st.floats(45, 90))
def test_two_matches_at_once_come_to_much_the_same_in_either_order(
    results: list[tuple[GlickoSkill, float]], deviation: float
) -> None:
    one = GlickoSkill(1500, deviation)
    (first, a), (second, b) = results
    there = after(after(one, first, a, 0), second, b, 0)
    back = after(after(one, second, b, 0), first, a, 0)
    assert abs(there.rating - back.rating) < 3


def test_who_plays_as_well_as_their_rating_stays_there_and_becomes_known() -> None:
    other, player = GlickoSkill(1500, 50), NEWCOMER
    for number in range(60):
        player = after(player, other, WON if number % 2 else LOST, 3600)
    assert abs(player.rating - 1500) < 40 and player.deviation < 70
