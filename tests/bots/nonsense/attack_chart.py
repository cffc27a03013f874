"""Silly things in Attack Chart."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.bots.evaluations.attack_chart_shots import chance_of
from gattai.games.attack_chart.actions import Attack, Finish
from gattai.games.attack_chart.attack.attack import aim
from gattai.games.attack_chart.state import State
from tests.bots.nonsense.watching import Moment, Sight


class Firefight:
    """Watches for weapons that stay silent."""

    def see(self, moment: Moment) -> Iterator[Sight]:
        """At the end of each activation."""
        if isinstance(moment.answer, Finish):
            idle = any(
                isinstance(option, Attack) and could_hurt(moment.before, option)
                for option in moment.options
            )
            yield "an activation ended with a possible attack unused", idle


def could_hurt(state: State, attack: Attack) -> bool:
    """Whether an attack can cost anybody HP at all."""
    assert state.acting is not None
    weapon = state.units[state.acting].card.find_weapon(attack.weapon)
    assert weapon is not None
    shots = [aim(state, state.acting, weapon, each.target, each.models) for each in attack.aims]
    return any(chance_of(shot) > 0 for shot in shots)
