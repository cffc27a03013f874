"""Every hook of the rules that keywords can override.

An Action's attributes, a unit's abilities and its temporary states are small classes that override
some of these hooks. The core calls the hooks and never names a keyword. Each docstring begins with
how several results combine: sum, any, all, highest, first, or each in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.phases.acting import UnitAction
from gattai.games.aegis.state import Effect, State, Unit, UnitId
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.table import Table
from gattai.kernel.tally import Term


class Attribute:
    """An attribute or modifier of an Action."""

    rule: ClassVar[RuleId]
    needs_sight: ClassVar[bool] = True
    """All: whether the target must be in line of sight, and terrain stops a line."""
    reach: ClassVar[int | None] = None
    """First: a range that replaces the Action's Distance."""
    keeps_accuracy: ClassVar[bool] = False
    """Any: whether the Accuracy Number is always the printed one."""
    includes_user: ClassVar[bool] = False
    """Any: whether the user is in the area as well."""
    bonus_per_exact_die: ClassVar[int] = 0
    """Highest: extra damage for each successful die that shows exactly the number needed."""
    afflicts: ClassVar[str | None] = None
    """Each: a state that affected units gain for a full turn."""
    changes: ClassVar[str | None] = None
    """Each: the figure that a Buff raises and a Debuff lowers."""
    pushes: ClassVar[bool] = False
    """Any: whether the Action also pushes."""
    divides: ClassVar[bool] = False
    """Any: whether the damage is divided among the units in the area."""
    is_light: ClassVar[bool] = False
    """Any: whether the Action does not use up the normal one."""
    on_combining: ClassVar[bool] = False
    """Any: whether it may be used free of charge when its unit comes into play by combining."""
    remembers: ClassVar[bool] = False
    """Any: whether the last use of the Action is recorded."""
    look: ClassVar[str] = ""
    """First that is set: how an attack with it is drawn (`Motion.look`)."""

    def refusals(self, state: State, unit: Unit, action: ActionCard) -> Iterator[Refusal]:
        """Each: reasons why the Action may not be used now."""
        return iter(())

    def line(
        self, state: State, user: Unit, target: Unit, action: ActionCard, *, through: bool
    ) -> Iterator[UnitId]:
        """Each: further units that the Action hits. `through`: terrain does not stop it."""
        return iter(())

    def adds_damage(self, state: State, struck: Unit) -> Iterator[Term]:
        """Sum: extra damage, once for each unit that takes any."""
        return iter(())


class Ability:
    """A passive, combine or commander ability of a unit; `x` is the number printed after it."""

    rule: ClassVar[RuleId]
    takes_number: ClassVar[bool] = False
    flies: ClassVar[bool] = False
    """Any: whether its own moves pass over terrain and units."""
    draws_fire: ClassVar[bool] = False
    """Any: whether enemies that can target it must do so."""
    answers: ClassVar[bool] = False
    """Any: whether it may use an Action after an enemy targeted it."""
    on_combining: ClassVar[bool] = False
    """Whether `enters` is called when the unit comes into play by combining."""
    optional: ClassVar[bool] = False
    """Whether `enters` may be skipped."""
    comes_last: ClassVar[bool] = False
    """Whether `enters` comes after all others."""
    moves: ClassVar[int] = 1
    """Highest: moves per act."""
    moves_after: ClassVar[int] = 0
    """Highest: moves after the normal Action."""

    def __init__(self, x: int = 0) -> None:
        self.x = x

    def normal_actions(self, unit: Unit) -> int:
        """Highest: normal Actions per act."""
        return 1

    def fewer_actions(self, unit: Unit, used: int) -> Iterator[Refusal]:
        """Why the unit has no further normal Action now, although the ability could give one."""
        return iter(())

    def steps_for_one(self) -> int:
        """Highest: the number of steps for one energy."""
        return 1

    def waits_for(self) -> int | None:
        """First: whether the unit may stay off the field until the end of its owner's n-th turn."""
        return None

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        """Sum: the increase of the number needed by an Action that targets the unit."""
        return iter(())

    def unsettles(self, state: State, unit_id: UnitId, target_id: UnitId) -> Iterator[Term]:
        """Sum: the change of the number needed by an Action that targets another unit."""
        return iter(())

    def spoils(self, face: int) -> bool:
        """Any: whether a die with this face fails against the unit when it is targeted."""
        return False

    def growth(self, state: State, unit: Unit) -> int:
        """Sum: the bonus to output, Movement Value and Integrity of the unit."""
        return 0

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        """Each: the X of a Reroll that this ability gives the user of an Action."""
        return None

    def tolls(self, state: State, unit_id: UnitId) -> Sequence[tuple[UnitId, int]] | None:
        """First: the units whose output is added to the cost of each Action. Without one, no Action
        is possible.
        """
        return None

    def offers(self, state: State, unit_id: UnitId) -> Sequence[UnitAction]:
        """Each: actions in place of an act that are worth considering."""
        return ()

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """In the owner's order: the effect when the unit comes into play by combining."""
        yield from ()

    def owes_mark(self) -> bool:
        """Any: whether its owner selects an enemy unit before the first turn."""
        return False

    def perishes(self, state: State, unit: Unit) -> bool:
        """Any: whether the unit is destroyed now, at the end of its owner's turn."""
        return False


class Condition:
    """A temporary state of a unit, or a temporary change of one of its figures."""

    rule: ClassVar[RuleId]
    word: ClassVar[str]
    adds_up: ClassVar[bool] = False
    """Whether several of the kind add up. If not, a new one replaces the old."""
    bars_moving: ClassVar[bool] = False
    bars_actions: ClassVar[bool] = False
    bars_targeting: ClassVar[bool] = False
    stops_damage: ClassVar[bool] = False
    exposes: ClassVar[bool] = False
    """Whether Actions that target the unit gain the bonus for exact dice."""
    gives_reroll: ClassVar[int] = 0
    """Each: the X of a Reroll that it gives its unit, under its name."""

    def helps_aim(self, effect: Effect) -> int:
        """Sum: lowers the number needed by the unit's own Actions."""
        return 0

    def evades(self, effect: Effect) -> int:
        """Sum: raises the number needed by Actions that target the unit."""
        return 0

    def strengthens(self, effect: Effect) -> int:
        """Sum: raises the damage the unit's Actions deal."""
        return 0

    def softens(self, effect: Effect) -> int:
        """Sum: lowers the damage Actions deal to the unit."""
        return 0

    def hastens(self, effect: Effect) -> int:
        """Sum: raises the unit's Movement Value."""
        return 0
