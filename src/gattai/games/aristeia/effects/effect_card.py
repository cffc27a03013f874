"""An effect as a card holds it: its wording, and what packs, pools, odds and drawing need from it.

In a pack an effect is a table with the field `do`, the tag of its class. The names in it mean:

* `self`: the Character the card belongs to. For an Action, Switch or skill that is the Character
whose card shows it; for a Tactic its `owner`; for a Standard Tactic the active Character, or in the
moments of a roll the Character of the player's own side that rolls. * `target`: for an Action and
its Switches the Target; for a General Switch the Character rolled against
(ARISTEIA.AMB.DISENGAGE-SWITCHES: also in a Disengage Roll); for a Tactic the Character its `pick`
chose, or in the moments `after-damage` and `after-displacement` the one just affected.

The player of the effect chooses spaces and may stop early if it says "up to".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, Union

import msgspec

from gattai.games.aristeia.effects.wording import NOBODY, Cast

Colour = Literal["red", "green", "orange", "blue", "yellow", "black"]
Symbol = Literal["S", "SC", "B", "BC", "X"]
Who = Literal["self", "target"]


class EffectCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The part of an effect that cards and dice need. `effect.Effect` also knows the state.

    The state contains cards and cards contain effects, so this module cannot import the state.
    """

    heals: ClassVar[bool] = False
    """Whether it removes Damage. A Character with such an Action is drawn as a medic."""
    may_be_declined: ClassVar[bool] = False
    """Whether its player can stop before it does anything, so that no question to apply it is needed."""
    ignores_cover: ClassVar[bool] = False
    """Whether its Character's Attacks give the Target no die for Cover."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """The text on cards and buttons; by default its name in packs."""
        return str(self.__struct_config__.tag).replace("-", " ")

    def cover_die(self) -> Colour | None:
        """The die its Character may roll instead of the one for Cover."""
        return None

    def ally_reach(self) -> int:
        """The reach to an ally for whom a Tactic with it is played; 0 if it is for its owner."""
        return 0

    def states_named(self) -> tuple[str, ...]:
        """The ids of the States it names, which must exist as cards."""
        return ()

    def exchanges(self) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]] | None:
        """For odds: the symbols it adds to the own result and removes from the other's.

        None if it does something else.
        """
        return None

    def gives_movement(self) -> bool:
        """For bots: whether its Character gains Movement Points."""
        return False


if TYPE_CHECKING:
    AnyEffect: TypeAlias = EffectCard
else:

    def __getattr__(name: str) -> object:
        """Return `AnyEffect`, the union type of all effect classes registered so far.

        Cards refer to it as `effect_card.AnyEffect`, which is evaluated when the first card is
        read.
        """
        if name != "AnyEffect":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        known = [one for each in EffectCard.__subclasses__() for one in each.__subclasses__()]
        known.sort(key=lambda kind: kind.__struct_config__.tag)
        return Union[tuple(known)]  # noqa: UP007 - built at run time


def effects_in_words(effects: Iterable[EffectCard], cast: Cast = NOBODY) -> str:
    """The texts of several effects, one after the other."""
    return ", ".join(effect.in_words(cast) for effect in effects)
