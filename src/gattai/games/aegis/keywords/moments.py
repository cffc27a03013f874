"""Every moment at which the rulebook lets an exception speak.

An Action's attributes, a unit's abilities and the temporary states of a unit are small classes
that answer some of these moments; the core asks the moments and never names a keyword. How
several voices combine is said at each: sum, any, all, the first, or everybody in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.course.acting import UnitDeed
from gattai.games.aegis.state import Effect, State, Unit, UnitId
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.table import Table
from gattai.kernel.tally import Term


class Attribute:
    """An attribute or modifier of an Action."""

    rule: ClassVar[RuleId]
    needs_sight: ClassVar[bool] = True
    """All: does the target have to be in line of sight, and does terrain stop a line?"""
    reach: ClassVar[int | None] = None
    """The first: how far the Action reaches in place of its Distance."""
    keeps_accuracy: ClassVar[bool] = False
    """Any: is the Accuracy Number always the printed one?"""
    includes_user: ClassVar[bool] = False
    """Any: is the user in the area as well?"""
    bonus_per_exact_die: ClassVar[int] = 0
    """The highest: damage for each successful die that shows exactly the number needed."""
    afflicts: ClassVar[str | None] = None
    """Everybody: a state that each affected unit is put into for a full turn."""
    changes: ClassVar[str | None] = None
    """Everybody: what a Buff raises and a Debuff lowers."""
    pushes: ClassVar[bool] = False
    """Any: does the Action push as well?"""
    divides: ClassVar[bool] = False
    """Any: is the damage divided among the units in the area?"""
    is_light: ClassVar[bool] = False
    """Any: does the Action come on top of the normal one?"""
    on_combining: ClassVar[bool] = False
    """Any: may it be used free of charge when its unit comes into play by combining?"""
    remembers: ClassVar[bool] = False
    """Any: is it written down when the Action was last used?"""
    look: ClassVar[str] = ""
    """The first that says so: how an attack with it is seen (`Beat.look`)."""

    def refusals(self, state: State, unit: Unit, action: ActionCard) -> Iterator[Refusal]:
        """Everybody: reasons why the Action may not be used now."""
        return iter(())

    def line(
        self, state: State, user: Unit, target: Unit, action: ActionCard, *, through: bool
    ) -> Iterator[UnitId]:
        """Everybody: further units that the Action hits. `through`: terrain does not stop it."""
        return iter(())

    def adds_damage(self, state: State, struck: Unit) -> Iterator[Term]:
        """Sum: damage on top, once for a unit that takes any."""
        return iter(())


class Ability:
    """A passive, combine or commander ability of a unit; `x` is the number printed after it."""

    rule: ClassVar[RuleId]
    takes_number: ClassVar[bool] = False
    flies: ClassVar[bool] = False
    """Any: do its own moves pass over terrain and units?"""
    draws_fire: ClassVar[bool] = False
    """Any: must enemies who can target it do so?"""
    answers: ClassVar[bool] = False
    """Any: may it use an Action after it was targeted by an enemy?"""
    on_combining: ClassVar[bool] = False
    """Does `enters` belong to the moment of coming into play by combining?"""
    optional: ClassVar[bool] = False
    """May `enters` be left out?"""
    comes_last: ClassVar[bool] = False
    """Does `enters` come after all others?"""
    moves: ClassVar[int] = 1
    """The highest: moves in one act."""
    moves_after: ClassVar[int] = 0
    """The highest: moves after the normal Action."""

    def __init__(self, x: int = 0) -> None:
        self.x = x

    def normal_actions(self, unit: Unit) -> int:
        """The highest: normal Actions in one act."""
        return 1

    def fewer_actions(self, unit: Unit, used: int) -> Iterator[Refusal]:
        """Why it gives the unit no further normal Action after so many, though it might have."""
        return iter(())

    def steps_for_one(self) -> int:
        """The highest: how far one energy moves it."""
        return 1

    def waits_for(self) -> int | None:
        """The first: may it stay off the field until the end of its owner's n-th turn?"""
        return None

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        """Sum: what an Action that targets its unit needs more."""
        return iter(())

    def unsettles(self, state: State, unit_id: UnitId, target_id: UnitId) -> Iterator[Term]:
        """Sum: what an Action that targets another unit needs more (or less) because of this one."""
        return iter(())

    def spoils(self, face: int) -> bool:
        """Any: does a die with this face fail against its unit when targeted?"""
        return False

    def growth(self, state: State, unit: Unit) -> int:
        """Sum: added to output, Movement Value and Integrity of its unit."""
        return 0

    def gives_reroll(self, state: State, unit_id: UnitId, user_id: UnitId) -> int | None:
        """Everybody: the X of a Reroll that this ability gives the user of an Action."""
        return None

    def tolls(self, state: State, unit_id: UnitId) -> Sequence[tuple[UnitId, int]] | None:
        """The first: by whose output each Action costs more; nobody to choose, no Action."""
        return None

    def offers(self, state: State, unit_id: UnitId) -> Sequence[UnitDeed]:
        """Everybody: deeds in place of an act that are worth considering."""
        return ()

    def enters(self, table: Table[State], unit_id: UnitId) -> Steps[None]:
        """In the owner's order: what happens when its unit comes into play by combining."""
        yield from ()

    def owes_mark(self) -> bool:
        """Any: does its owner select an enemy unit before the first turn?"""
        return False

    def perishes(self, state: State, unit: Unit) -> bool:
        """Any: is its unit destroyed now, at the end of its owner's turn?"""
        return False


class Condition:
    """A temporary state of a unit, or a change of one of its figures."""

    rule: ClassVar[RuleId]
    word: ClassVar[str]
    adds_up: ClassVar[bool] = False
    """Do several of the kind add up? If not, a new one takes the place of the old."""
    bars_moving: ClassVar[bool] = False
    bars_actions: ClassVar[bool] = False
    bars_targeting: ClassVar[bool] = False
    stops_damage: ClassVar[bool] = False
    exposes: ClassVar[bool] = False
    """Do Actions that target it gain what exact dice give?"""
    gives_reroll: ClassVar[int] = 0
    """Everybody: the X of a Reroll that it gives its unit, under its word."""

    def helps_aim(self, effect: Effect) -> int:
        """Sum: lowers what the unit's own Actions need."""
        return 0

    def evades(self, effect: Effect) -> int:
        """Sum: raises what Actions that target the unit need."""
        return 0

    def adds_damage(self, effect: Effect) -> int:
        """Sum: raises the damage the unit's Actions deal."""
        return 0

    def softens(self, effect: Effect) -> int:
        """Sum: lowers the damage Actions deal to the unit."""
        return 0

    def hastens(self, effect: Effect) -> int:
        """Sum: raises the unit's Movement Value."""
        return 0
