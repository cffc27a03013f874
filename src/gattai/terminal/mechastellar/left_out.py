"""What the odds of one attack leave out, and why: only what could matter to this attack is named."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.strike.attack import may_counter
from gattai.games.mechastellar.strike.countering import counter_cost
from gattai.terminal.mechastellar.forecast import Forecast
from gattai.terminal.mechastellar.laid_table import TARGET, USER


def left_out(forecast: Forecast) -> tuple[str, ...]:
    """Each with its reason."""
    return tuple(_left_out(forecast))


def _left_out(forecast: Forecast) -> Iterator[str]:
    state, strike = forecast.state, forecast.strike
    user, target, weapon = state.units[USER], state.units[TARGET], strike.weapon
    if target.card.is_elite and weapon.pen and not weapon.pen_suffix:
        yield (
            "Battle Damage: an Elite target may lose a weapon, shield or limb for each failed save; "
            "what that is worth to it no number says, so it pays with HP here."
        )
    if weapon.pen_suffix == "P":
        yield (
            "where a push leads: whoever it meets loses Momentum or HP, and that depends on the table."
        )
    if may_counter(state, TARGET) and not strike.counter:
        cost = counter_cost(state, strike)
        yield (
            f"the Counter, for {cost} Momentum: an attack of its own, which --counter asks for the "
            "other way round."
        )
    yield (
        "squads: both stand alone. Each other model with this weapon would be one die more; Hits on a "
        "squad go to whichever models the attacker likes."
    )
    if any(each.support_atk or says(each, "is_free") for each in user.card.weapon):
        yield (
            "the attacker's weapons in Support Mode, unless --uses names them (support- and the "
            "weapon); the target's are part of its best defence."
        )
    if any(offer.rerolls for offer in forecast.defender_offers):
        yield "rerolls of some dice only: all that failed are rolled again, or none."
    if state.rules.orders.reduction:
        yield "orders of captains and repairs: only these two units are on the table."
