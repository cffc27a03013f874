"""One class per action, with everything that belongs to it: legality, effect, wording, forecast.

`Option` is any possible answer to a question, with its wording and what it points at. `Action` is
an option at a settled table: it also gives the refusals and the effect. Bots,
scenes, the command line and the laws read these and know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.tally import Term
from gattai.kernel.text.template import Speaking, fill
from gattai.kernel.text.words import tag_of

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    State = TypeVarWithDefault("State", bound="Speaking", default=Any)
else:
    State = TypeVar("State")


class Highlight(msgspec.Struct, frozen=True):
    """What to highlight on the board for an option before it is chosen, in the ids of the game."""

    way: tuple[object, ...] = ()
    """The places on the path, both ends included."""
    line: tuple[object, ...] = ()
    """A line of sight, from place to place."""
    reached: tuple[object, ...] = ()


class Total(msgspec.Struct, frozen=True):
    """One number and the terms that add up to it."""

    name: str
    """What the number is, such as `attack dice`."""
    terms: tuple[Term, ...]
    says: str = ""
    """The number in the game's words, such as `needs 4+`; empty to show the plain sum."""

    @property
    def heading(self) -> str:
        """The name with the total."""
        return self.says or f"{self.name}: {sum(term.amount for term in self.terms)}"


class Forecast(msgspec.Struct, frozen=True):
    """What the odds of an action count, and the reasons for the numbers."""

    what: str
    """What is counted, such as `damage to GEL-100`."""
    enough: int | None = None
    """The smallest number at which something special happens, such as destruction."""
    enough_words: str = ""
    reasons: tuple[Term, ...] = ()
    """The reasons, if they form at most one sum."""
    sums: tuple[Total, ...] = ()
    """The reasons, if several numbers have terms of their own: dice, what a die needs, bonuses."""
    more: tuple[tuple[str, str], ...] = ()
    """More lines of the odds card, each a name and a figure."""
    on_request: Callable[[], tuple[tuple[str, str], ...]] | None = None
    """Still more such lines, if they take long to compute."""
    count: Callable[[Any], int] | None = None
    """Reads that number off the table after the action."""
    shorter: Callable[[], Steps[int]] | None = None
    """An optional procedure of the rules that returns the same number but is faster to walk."""
    defended: Callable[[], Mapping[int, Fraction]] | None = None
    """The chances of that number if the target spends optimally, if the game can compute them.

    This is slow, so it is called only on request.
    """


class Option(msgspec.Struct, Generic[State], frozen=True):
    """A possible answer to a question: its wording, and what on the table it is about."""

    says: ClassVar[str] = ""
    """A template of its fields, such as `move to {to}`; empty for the rules' own words."""
    actor: ClassVar[str] = "unit"
    """The field that holds the actor, if there is one."""
    aim: ClassVar[str] = "target"
    """The field that holds the target, if there is one."""
    ends: ClassVar[bool] = False
    """Whether it forgoes all remaining actions, as ending the turn does."""

    def label(self, view: State) -> str:
        """Return the label that people read; empty if only the notation exists.

        A table whose options name things differently from its log has `titles` beside `speech`.
        """
        return fill(self.says, self, getattr(view, "titles", None) or view.speech)

    def heading(self, view: State) -> str:
        """Return the menu heading for this option."""
        return tag_of(type(self)) or ""

    def actor_in(self, view: State) -> object:
        """Return the actor, in the ids of the game; None if there is none."""
        return getattr(self, self.actor, None)

    def target_in(self, view: State) -> object:
        """Return the target; None if there is none, or several."""
        return getattr(self, self.aim, None)

    def picks_in(self, view: State) -> tuple[object, ...]:
        """Return the things it combines, in order, if they are picked one after the other."""
        return ()

    def facing_in(self, view: State) -> int | None:
        """Return the actor's new facing (a `tabletop.hexes` direction); None for no turn."""
        return None

    def price_in(self, view: State) -> str:
        """Return the cost, in a word or two."""
        return ""

    def caution(self, view: State) -> str:
        """Return a warning such as `hits your own GEL-100`; empty if there is none."""
        return ""

    def highlight(self, view: State) -> Highlight | None:
        """Return what to highlight on the board; None if there is nothing to draw."""
        return None

    def forecast(self, view: State) -> Forecast | None:
        """Return what its odds count; None if it has no odds."""
        return None

    def has_odds(self, view: State) -> bool:
        """Return whether `forecast` returns something, found cheaply."""
        return False

    def effect(self, view: State) -> Forecast | None:
        """Return what it counts even if no dice are thrown; None if it always throws some."""
        return None


class Action(Option[State], frozen=True):
    """Something that a player may do when the table is settled."""

    @classmethod
    def candidates(cls, state: State) -> Iterable[Self]:
        """Yield every candidate action of this type here, legal or not, each once."""
        raise NotImplementedError

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Yield every reason why it is not legal now; nothing if it is."""
        return iter(())

    def perform(self, table: Table[State]) -> None:
        """Carry out an action that asks no further questions."""
        raise NotImplementedError

    def resolve(self, table: Table[State]) -> Steps[None]:
        """Carry out the action; override this if it asks questions."""
        self.perform(table)
        yield from ()
