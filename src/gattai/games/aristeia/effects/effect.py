"""The base class of effects. One class holds the card fields of an effect, its wording, when it is
possible, what it does, and what odds, drawing and bots need to know about it.

No rule names a card, and no rule outside of `effects` names an effect: other code calls a method of
`Effect`.
"""

from __future__ import annotations

from collections.abc import Iterable

from gattai.games.aristeia.effects.effect_card import EffectCard
from gattai.games.aristeia.effects.source import EffectSource
from gattai.games.aristeia.state import Character, State
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table


class Effect(EffectCard, frozen=True):
    """One thing a card does. A subclass with a tag is available to packs, the table, odds and bots."""

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Return whether it could do anything here, from public information."""
        return True

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        raise NotImplementedError

    def is_wasted_on(self, character: Character) -> bool:
        """For bots: whether it would be useless for the Character of the card it is on."""
        return False


def is_possible(state: State, source: EffectSource, effects: Iterable[EffectCard]) -> bool:
    """Whether any of the effects is possible."""
    return any(
        isinstance(effect, Effect) and effect.is_possible(state, source) for effect in effects
    )


def perform(
    table: Table[State], source: EffectSource, effects: Iterable[EffectCard]
) -> Steps[None]:
    """Apply all effects in the order of the card."""
    for effect in effects:
        if isinstance(effect, Effect) and effect.is_possible(table.state, source):
            yield from effect.perform(table, source)
