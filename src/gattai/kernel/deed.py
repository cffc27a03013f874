"""One deed, one class: everything that belongs to what a player may do stands together.

`Said` is anything that may be answered to a question, with how it is said and what it points at. A
`Deed` is what may be done when the table is settled: it also says why not and what follows. Bots,
scenes, the command line and the laws read these and know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Self

import msgspec

from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.tally import Term
from gattai.kernel.text.template import fill
from gattai.kernel.text.words import tag_of


class Sketch(msgspec.Struct, frozen=True):
    """What an option looks like on the board before one commits to it, in the ids of the game."""

    way: tuple[Any, ...] = ()
    """The places passed, with both ends."""
    line: tuple[Any, ...] = ()
    """A line of sight, from place to place."""
    reached: tuple[Any, ...] = ()
    """Those it reaches."""


class Sum(msgspec.Struct, frozen=True):
    """Terms that are added up to one number, among others that are not added to them."""

    name: str
    """What the number is, such as `attack dice`."""
    terms: tuple[Term, ...]
    says: str = ""
    """The number in the words of the game, such as `needs 4+`; empty for the plain sum."""

    @property
    def heading(self) -> str:
        """The name with what it comes to."""
        return self.says or f"{self.name}: {sum(term.amount for term in self.terms)}"


class Forecast(msgspec.Struct, frozen=True):
    """What the odds of a deed are counted in, and the reasons for the numbers."""

    what: str
    """What is counted, such as `damage to GEL-100`."""
    enough: int | None = None
    """From this number on something special happens, such as destruction."""
    enough_words: str = ""
    reasons: tuple[Term, ...] = ()
    """Why, where it is one sum or none."""
    sums: tuple[Sum, ...] = ()
    """Why, where several numbers have their terms: dice, what a die needs, what is added."""
    more: tuple[tuple[str, str], ...] = ()
    """Further lines of the card: a name and a figure each."""
    count: Callable[[Any], int] | None = None
    """That number, read off the table after the deed."""
    shorter: Callable[[], Steps[int]] | None = None
    """A procedure of the rules that comes to the same number with less to walk, where there is one."""


class Said(msgspec.Struct, frozen=True):
    """Something that can be answered: how it is said, and what on the table it is about."""

    says: ClassVar[str] = ""
    """A template of its fields, such as `move to {to}`; empty for the rules' own words."""
    actor: ClassVar[str] = "unit"
    """The field that holds who does it, where there is one."""
    aim: ClassVar[str] = "target"
    """The field that holds to whom it is done, where there is one."""
    ends: ClassVar[bool] = False
    """Whether it gives up whatever could still be done, as the end of a turn does."""

    def label(self, view: Any) -> str:
        """In the words that people read; empty where only the rules' own words are there.

        A table whose options call things otherwise than its log does has `titles` beside `speech`.
        """
        return fill(self.says, self, getattr(view, "titles", None) or view.speech)

    def heading(self, view: Any) -> str:
        """Under which heading it stands in a menu."""
        return tag_of(type(self)) or ""

    def actor_in(self, view: Any) -> Any:
        """Who does it, in the ids of the game; None for nobody in particular."""
        return getattr(self, self.actor, None)

    def target_in(self, view: Any) -> Any:
        """The one it is done to; None where it is nobody, or several."""
        return getattr(self, self.aim, None)

    def picks_in(self, view: Any) -> tuple[Any, ...]:
        """Those it stands for together, in order, where they are picked one after the other."""
        return ()

    def facing_in(self, view: Any) -> int | None:
        """The direction of `tabletop.hexes` in which the one who does it ends; None for no turn."""
        return None

    def price_in(self, view: Any) -> str:
        """What it costs, in a word or two."""
        return ""

    def caution(self, view: Any) -> str:
        """What nobody would want of it as a rule, such as `hits your own GEL-100`; empty if nothing."""
        return ""

    def sketch(self, view: Any) -> Sketch | None:
        """What it looks like on the board; None where there is nothing to draw."""
        return None

    def forecast(self, view: Any) -> Forecast | None:
        """What its odds are counted in; None where it has none."""
        return None

    def has_odds(self, view: Any) -> bool:
        """Whether `forecast` will have something to say, told cheaply."""
        return False


class Deed(Said, frozen=True):
    """Something that may be done when the table is settled."""

    @classmethod
    def conceivable(cls, state: Any) -> Iterable[Self]:
        """Each that somebody could think of here, allowed or not, each once."""
        raise NotImplementedError

    def refusals(self, state: Any) -> Iterator[Refusal]:
        """Every reason why it may not be done now; none if it may."""
        return iter(())

    def happens(self, table: Table[Any]) -> None:
        """What follows, where nothing more is asked."""
        raise NotImplementedError

    def resolve(self, table: Table[Any]) -> Steps[None]:
        """What follows; a deed that asks says it here."""
        self.happens(table)
        yield from ()
