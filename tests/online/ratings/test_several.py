"""Ratings of three and more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.server.online.ratings.glicko import NARROWEST, NEWCOMER, WIDEST, GlickoSkill
from gattai.server.online.ratings.several import after

skills = st.builds(GlickoSkill, st.floats(600, 2800), st.floats(NARROWEST, WIDEST))


def test_the_winner_gains_and_the_others_share_the_loss() -> None:
    first, second, third = after([NEWCOMER] * 3, [1, 2, 2])
    assert (
        first.rating > 1550
        and second.rating == pytest.approx(third.rating)
        and second.rating < 1475
    )
    assert all(one.deviation < WIDEST for one in (first, second, third))


def test_a_draw_among_equals_changes_nobody() -> None:
    assert [one.rating for one in after([NEWCOMER] * 4, [1, 1, 1, 1])] == pytest.approx([1500] * 4)


def test_places_are_distinguished() -> None:
    one, two, three, four = (skill.rating for skill in after([NEWCOMER] * 4, [1, 2, 3, 4]))
    assert one > two > three > four


@given(st.lists(skills, min_size=3, max_size=5), st.data())
def test_who_sits_where_does_not_matter(players: list[GlickoSkill], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(1, 3), min_size=len(players), max_size=len(players)))
    order = data.draw(st.permutations(range(len(players))))
    there = after(players, places)
    turned = after([players[at] for at in order], [places[at] for at in order])
    for at, skill in zip(order, turned, strict=True):
        assert skill.rating == pytest.approx(there[at].rating, abs=1e-6)
        assert NARROWEST <= skill.deviation <= WIDEST


@given(st.lists(skills, min_size=3, max_size=5))
def test_who_wins_alone_never_loses_by_it(players: list[GlickoSkill]) -> None:
    winner = after(players, [1] + [2] * (len(players) - 1))[0]
    assert winner.rating >= players[0].rating


def test_two_have_another_way() -> None:
    with pytest.raises(ValueError, match="2 players"):
        after([NEWCOMER] * 2, [1, 2])
