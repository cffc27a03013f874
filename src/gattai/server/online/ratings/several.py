"""Ratings for three and more players, by their order at the end (Plackett-Luce, by openskill).

The numbers use the scale of the ratings for two players, but they are separate ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from gattai.server.online.ratings.glicko import NARROWEST, START, STEADY, WIDEST, GlickoSkill

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # slow to import and rarely needed

    return PlackettLuce(mu=START, sigma=WIDEST, beta=WIDEST / 2, tau=WIDEST / 100)


def after(players: Sequence[GlickoSkill], places: Sequence[int]) -> tuple[GlickoSkill, ...]:
    """Return all players' ratings after a match with these places: 1 is the best, ties share a place."""
    if len(players) < 3 or len(players) != len(places):
        raise ValueError(f"{len(players)} players with {len(places)} places")
    model = _model()
    teams = [[model.create_rating([each.rating, each.deviation])] for each in players]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        GlickoSkill(float(one.mu), min(WIDEST, max(NARROWEST, float(one.sigma))), STEADY)
        for (one,) in rated
    )
