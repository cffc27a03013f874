"""The contract every game fulfils.

A game says what is asked when the table is settled (`standing`); why something may not be done and
what follows from it is said by each deed (`kernel.deed`). Everything else in the house
(apply, replay, odds, bots, laws, command line) is written against this class and knows no game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from gattai.kernel.deed import Deed
from gattai.kernel.dice import Randomness
from gattai.kernel.event import Event
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook, RuleId
from gattai.kernel.table import QuietTable as QuietTable
from gattai.kernel.table import Table as Table
from gattai.kernel.text.words import Words

S = TypeVar("S", bound=msgspec.Struct)
R = TypeVar("R", bound=msgspec.Struct)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (several or nobody is a draw), why, and by which rule."""

    winners: tuple[Seat, ...]
    reason: str
    rule: RuleId
    scores: tuple[int, ...] = ()


class Option(msgspec.Struct, frozen=True):
    """One thing that can be set before a game starts, and what it may be set to."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    """What it may be; empty when any text goes, as the game's `setup` will judge."""
    needs: tuple[tuple[str, str], ...] = ()
    """How other options have to be set for this one to matter."""
    is_listed: bool = False
    """Whether pages offer only what the packs hold, and no text of one's own."""
    titles: tuple[str, ...] = ()
    """What each choice means, in the order of `choices`; empty where they speak for themselves."""
    ruling: RuleId = ""
    """The ruling whose readings are the choices; empty for an ordinary option."""


def ruling_options(book: Rulebook) -> tuple[Option, ...]:
    """The switchable rulings of a game as options, for its `options`."""
    return tuple(
        Option(
            name,
            ruling.question,
            switch.default,
            tuple(reading.name for reading in switch.readings),
            titles=tuple(reading.text for reading in switch.readings),
            ruling=ruling.id,
        )
        for name, (ruling, switch) in book.switches.items()
    )


def chosen_readings(kind: type[R], options: Mapping[str, str]) -> R:
    """The readings that a match is played with, as the struct its state keeps them in.

    The struct has a field for each switch, with `_` for a hyphen.
    """
    names = {field: field.replace("_", "-") for field in kind.__struct_fields__}
    return kind(**{field: options[name] for field, name in names.items() if name in options})


class Ruleset(ABC, Generic[S]):
    """One game: its rulebook, its packs, and its rules. Holds nothing that changes in play."""

    name: ClassVar[str]
    version: ClassVar[str]
    seats: tuple[str, ...]
    """The names of the seats, in the order in which they are counted: all there can be, until
    `seated` says how many sit at a table."""
    state_type: ClassVar[type[msgspec.Struct]]
    action_types: ClassVar[tuple[type[msgspec.Struct], ...]]
    """Every struct that can be an option of any question, for reading answers from text."""
    event_types: ClassVar[tuple[type[Event], ...]]
    options: tuple[Option, ...] = ()
    """What can be set before a game starts; a game adds `ruling_options` of its rulebook."""
    rulebook: Rulebook
    readings: Mapping[str, str] = {}
    """The readings of rulings at this table that differ from the default; see `read_as`."""
    packs: str = ""
    """Names, versions and fingerprint of the packs in use; part of every transcript."""

    def __init_subclass__(cls) -> None:
        """Whatever stands as one word in a transcript is one word, and nobody is called dice."""
        super().__init_subclass__()
        seats = cls.__dict__.get("seats", ())
        names = (*seats, *(option.name for option in cls.__dict__.get("options", ())))
        for word in (cls.__dict__.get("name", "-"), *names):
            if not isinstance(word, str) or word.split() != [word]:
                raise ValueError(f"{cls.__name__}: {word!r} is not one word")
        if "dice" in seats or len({*seats}) < len(seats):
            raise ValueError(f"{cls.__name__}: seats have names of their own, not {seats}")

    def seated(self, options: Mapping[str, str]) -> Self:
        """The same rules for a table with these options: with the seats that are taken there.

        A game that is always played by as many has nothing to do; what is left out of the options
        has its default. ValueError for a number of seats that cannot be.
        """
        return self

    def read_as(self, state: S) -> Self:
        """The same rules for a table with these readings, so that citations can name them.

        A state keeps its readings in `rulings`. The rules themselves look there.
        """
        chosen = getattr(state, "rulings", None)
        differing = {
            name: reading
            for name, (_, switch) in self.rulebook.switches.items()
            if (reading := getattr(chosen, name.replace("-", "_"), switch.default))
            != switch.default
        }
        if differing == self.readings:
            return self
        rules = copy(self)
        rules.readings = differing
        return rules

    @abstractmethod
    def setup(self, options: Mapping[str, str]) -> S:
        """The table before anybody has done anything. ValueError for options that cannot be."""

    @abstractmethod
    def standing(self, state: S) -> Question | Outcome:
        """What is asked when the table is settled, or how the game has ended."""

    def resolve(self, table: Table[S], answer: Any) -> Steps[None]:
        """What follows from the answer to the standing question: what the deed says.

        A game whose settled table may wait for dice says what follows from those.
        """
        deed: Deed = answer
        return deed.resolve(table)

    def refusals(self, state: S, action: Any) -> Iterator[Refusal]:
        """Every reason why this may not be answered to the standing question; none if it may."""
        return action.refusals(state) if isinstance(action, Deed) else iter(())

    def conceivable(self, state: S) -> Iterable[Any]:
        """Every action somebody could think of here, allowed or not, each once.

        The laws compare it with what is offered; clients grey out what is refused.
        """
        for kind in self.action_types:
            if issubclass(kind, Deed):
                yield from kind.conceivable(state)

    @abstractmethod
    def words(self, state: S) -> Words:
        """How the small numbers of this table (units, weapons, hexes) are written as words."""

    def words_of_text(self, plain: Mapping[str, Any]) -> Words:
        """Words for a state that is still text: those of the usual table.

        A game whose words hang on a part of the state looks at that part first.
        """
        return self.words(self.setup({option.name: option.default for option in self.options}))

    def broken(self, state: S) -> Iterator[str]:
        """What is wrong with this table that no rule could have made: the game's invariants."""
        return iter(())

    def guess(self, seen: S, seat: Seat, source: Randomness) -> S:
        """A table that looks to this seat exactly like `seen`: its secrets filled in at random.

        A game without secrets has nothing to guess.
        """
        return seen

    def seat_name(self, seat: Seat | None) -> str:
        """The name of a seat; of chance when it is None."""
        return "dice" if seat is None else self.seats[seat]


AnyRuleset = Ruleset[Any]
