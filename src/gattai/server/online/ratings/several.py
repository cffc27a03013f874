"""Ratings where three and more play, each for themselves: who came before whom (Plackett and Luce, by openskill).

The numbers are on the scale of the ratings of two, so that they can be read alike; they are not the same ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from gattai.server.online.ratings.glicko import NARROWEST, START, STEADY, WIDEST, Skill


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # slow to import, and few need it

    return PlackettLuce(mu=START, sigma=WIDEST, beta=WIDEST / 2, tau=WIDEST / 100)


def after(players: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """All players after one match, with the place each came to: 1 is the best, equal places are shared."""
    if len(players) < 3 or len(players) != len(places):
        raise ValueError(f"{len(players)} players with {len(places)} places")
    model = _model()
    teams = [[model.create_rating([each.rating, each.deviation])] for each in players]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        Skill(float(one.mu), min(WIDEST, max(NARROWEST, float(one.sigma))), STEADY)
        for (one,) in rated
    )
