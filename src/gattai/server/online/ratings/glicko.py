"""Glicko-2, after Mark Glickman's description of it: a rating, how sure it is, and how steady its owner plays.

A period of the description is here as long as one wants: a match is rated by itself, and how sure a rating is
fades with the time since the last one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

START, WIDEST, STEADY = 1500.0, 350.0, 0.06
"""Rating, deviation and volatility of somebody of whom nothing is known."""
NARROWEST = 30.0
"""A deviation below this would let a rating stand still for ever."""
TAU = 0.5
"""How much volatility may change in one period."""
LEAST_VOLATILITY, MOST_VOLATILITY = 0.03, 0.1
PERIOD = 5 * 86_400.0
"""Seconds: somebody who plays often and stops is as unsure after a year or two as somebody new."""
SCALE = 173.7178
NEAR = 1e-6

WON, DRAWN, LOST = 1.0, 0.5, 0.0


class Skill(msgspec.Struct, frozen=True):
    """What is known of how well somebody plays."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = STEADY


NEWCOMER = Skill()


def rated(
    player: Skill, results: Iterable[tuple[Skill, float]], periods: float = 1.0, *, tau: float = TAU
) -> Skill:
    """The player after these results, each an opponent and a score from 0 to 1.

    `periods` have passed since the player was rated last. This is Glickman's own arithmetic, without the
    bounds that `after` sets.

    >>> opponents = [(Skill(1400, 30), 1.0), (Skill(1550, 100), 0.0), (Skill(1700, 300), 0.0)]
    >>> after = rated(Skill(1500, 200, 0.06), opponents)
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    information = gained = 0.0
    for other, score in results:
        away = other.deviation / SCALE
        weight = 1 / math.sqrt(1 + 3 * away**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - START) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gained += weight * (score - expected)
    if not information:
        return idle(player, periods)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * gained, tau)
    before = phi**2 + volatility**2 * periods
    phi = 1 / math.sqrt(1 / before + 1 / variance)
    return Skill(START + SCALE * (mu + phi**2 * gained), SCALE * phi, volatility)


def idle(player: Skill, periods: float) -> Skill:
    """The same player after some periods without a match: less is known the longer ago it was."""
    phi = player.deviation / SCALE
    wide = SCALE * math.sqrt(phi**2 + player.volatility**2 * max(0.0, periods))
    return msgspec.structs.replace(player, deviation=min(WIDEST, max(player.deviation, wide)))


def after(player: Skill, opponent: Skill, score: float, seconds: float) -> Skill:
    """The player after one match, so many seconds after the last one, within the bounds of the site."""
    found = rated(player, [(opponent, score)], max(0.0, seconds) / PERIOD)
    return Skill(
        min(4000.0, max(100.0, found.rating)),
        min(WIDEST, max(NARROWEST, found.deviation)),
        min(MOST_VOLATILITY, max(LEAST_VOLATILITY, found.volatility)),
    )


def expected(player: Skill, opponent: Skill) -> float:
    """What the player is to be expected to score, both uncertainties reckoned in."""
    both = (player.deviation**2 + opponent.deviation**2) / SCALE**2
    weight = 1 / math.sqrt(1 + 3 * both / math.pi**2)
    return 1 / (1 + math.exp(-weight * (player.rating - opponent.rating) / SCALE))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the description: the volatility that explains the results best (Illinois)."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        both = phi**2 + variance + grown
        return grown * (delta**2 - both) / (2 * both**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * tau) < 0:
            k += 1
        high = start - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > NEAR:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)
