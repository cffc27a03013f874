"""Glicko-2 after Mark Glickman's description: rating, deviation (uncertainty) and volatility.

Here every match is a rating period of its own, and the deviation grows with the time since
the last one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

START, WIDEST, STEADY = 1500.0, 350.0, 0.06
"""Rating, deviation and volatility of a new player."""
NARROWEST = 30.0
"""Minimum deviation; below it a rating would hardly ever change."""
TAU = 0.5
"""The constant that limits the change of volatility in one period."""
MIN_VOLATILITY, MAX_VOLATILITY = 0.03, 0.1
PERIOD = 5 * 86_400.0
"""Length of a period in seconds, chosen so that a player who stops becomes as uncertain as a new one after a year or two."""
SCALE = 173.7178
NEAR = 1e-6

WON, DRAWN, LOST = 1.0, 0.5, 0.0


class GlickoSkill(msgspec.Struct, frozen=True):
    """The rating of a player with its uncertainty."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = STEADY


NEWCOMER = GlickoSkill()


def rated(
    player: GlickoSkill,
    results: Iterable[tuple[GlickoSkill, float]],
    periods: float = 1.0,
    *,
    tau: float = TAU,
) -> GlickoSkill:
    """Return the player's rating after these results, each an opponent and a score from 0 to 1.

    `periods` have passed since the player's last match. This is Glickman's own arithmetic, without the
    bounds that `after` adds.

    >>> opponents = [
    ...     (GlickoSkill(1400, 30), 1.0),
    ...     (GlickoSkill(1550, 100), 0.0),
    ...     (GlickoSkill(1700, 300), 0.0),
    ... ]
    >>> after = rated(GlickoSkill(1500, 200, 0.06), opponents)
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
    return GlickoSkill(START + SCALE * (mu + phi**2 * gained), SCALE * phi, volatility)


def idle(player: GlickoSkill, periods: float) -> GlickoSkill:
    """Return the player's rating after some periods without a match: the deviation grows."""
    phi = player.deviation / SCALE
    wide = SCALE * math.sqrt(phi**2 + player.volatility**2 * max(0.0, periods))
    return msgspec.structs.replace(player, deviation=min(WIDEST, max(player.deviation, wide)))


def after(player: GlickoSkill, opponent: GlickoSkill, score: float, seconds: float) -> GlickoSkill:
    """Return the player's rating after one match, this many seconds after the last one, within the site's bounds."""
    found = rated(player, [(opponent, score)], max(0.0, seconds) / PERIOD)
    return GlickoSkill(
        min(4000.0, max(100.0, found.rating)),
        min(WIDEST, max(NARROWEST, found.deviation)),
        min(MAX_VOLATILITY, max(MIN_VOLATILITY, found.volatility)),
    )


def expected(player: GlickoSkill, opponent: GlickoSkill) -> float:
    """Return the player's expected score, given both uncertainties."""
    both = (player.deviation**2 + opponent.deviation**2) / SCALE**2
    weight = 1 / math.sqrt(1 + 3 * both / math.pi**2)
    return 1 / (1 + math.exp(-weight * (player.rating - opponent.rating) / SCALE))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the description: solve for the new volatility (Illinois algorithm)."""
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
