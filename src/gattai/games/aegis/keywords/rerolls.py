"""The sources of rerolls that a unit has."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aegis.events.attack import EffectGained
from gattai.games.aegis.keywords.registry import conditions, hooks, name_of
from gattai.games.aegis.state import State, UnitId, other
from gattai.kernel.rulebook import RuleId
from gattai.kernel.table import Table


def reroll_sources(state: State, user_id: UnitId) -> Iterator[tuple[str, int, RuleId]]:
    """Each source of Reroll the user has now: its name, its X and its rule (AMB.REROLL-STACK)."""
    seat = state.units[user_id].seat
    for unit_id, unit, _ in state.on_field:
        if unit.seat == seat:
            for ability in hooks(unit.card, "gives_reroll"):
                x = ability.gives_reroll(state, unit_id, user_id)
                if x is not None:
                    yield name_of(ability), x, ability.rule
    for kind in conditions(state.units[user_id]):
        if kind.gives_reroll:
            yield kind.word, kind.gives_reroll, kind.rule


def note_target(table: Table[State], user_id: UnitId, target_id: UnitId | None) -> None:
    """AEGIS.COMMANDER.ARREST-MANDATE: a unit that targets a marked unit has Reroll 1 until the turn
    ends.
    """
    state = table.state
    if (state.units[user_id].seat, target_id) in state.marks:
        rule, until = "AEGIS.COMMANDER.ARREST-MANDATE", other(state.turn)
        table.emit(EffectGained(rule=rule, unit=user_id, kind="WARRANT", until=until))
