"""The interface that every game implements.

A game gives the question at a settled table (`next_question`); each action (`kernel.action`) gives
its refusals and its effect. Everything else (apply, replay, odds, bots, laws, command line) is
written against this class and knows no game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from gattai.kernel.action import Action
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


class Setting(msgspec.Struct, frozen=True):
    """One match setting and its possible values."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    """The possible values; empty for free text, which the game's `setup` checks."""
    needs: tuple[tuple[str, str], ...] = ()
    """The values of other settings that make this one relevant."""
    is_listed: bool = False
    """Whether pages offer only values from the packs, and no free text."""
    titles: tuple[str, ...] = ()
    """A title for each of `choices`, in the same order; empty if they are clear without."""
    ruling: RuleId = ""
    """The ruling whose readings are the choices; empty for an ordinary setting."""


def ruling_settings(book: Rulebook) -> tuple[Setting, ...]:
    """Return the switchable rulings of a game as settings, for its `options`."""
    return tuple(
        Setting(
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
    """Return the readings of a match as the struct in its state.

    The struct has a field for each switch, with `_` for a hyphen.
    """
    names = {field: field.replace("_", "-") for field in kind.__struct_fields__}
    return kind(**{field: options[name] for field, name in names.items() if name in options})


class Ruleset(ABC, Generic[S]):
    """One game: its rulebook, its packs, and its rules. It holds no state of play."""

    name: ClassVar[str]
    version: ClassVar[str]
    seats: tuple[str, ...]
    """The names of the seats, in order: the maximum, until `seated` sets the number for a table."""
    state_type: ClassVar[type[msgspec.Struct]]
    action_types: ClassVar[tuple[type[msgspec.Struct], ...]]
    """Every struct that can be an option of a question, for reading answers from text."""
    event_types: ClassVar[tuple[type[Event], ...]]
    options: tuple[Setting, ...] = ()
    """The match settings; a game adds `ruling_settings` of its rulebook."""
    rulebook: Rulebook
    readings: Mapping[str, str] = {}
    """The readings of rulings at this table that differ from the default; see `read_as`."""
    packs: str = ""
    """The names, versions and fingerprint of the packs in use; part of every transcript."""

    def __init_subclass__(cls) -> None:
        """Check that ids in transcripts are single words, and that no seat is called dice."""
        super().__init_subclass__()
        seats = cls.__dict__.get("seats", ())
        names = (*seats, *(option.name for option in cls.__dict__.get("options", ())))
        for word in (cls.__dict__.get("name", "-"), *names):
            if not isinstance(word, str) or word.split() != [word]:
                raise ValueError(f"{cls.__name__}: {word!r} is not one word")
        if "dice" in seats or len({*seats}) < len(seats):
            raise ValueError(f"{cls.__name__}: seats have names of their own, not {seats}")

    def choices(self, option: Setting) -> Mapping[str, str]:
        """Return suggested values from the packs for a free-text setting: titles by value."""
        return {}

    def armies(self) -> Sequence[str]:
        """Return ready-made armies that any side may take, as setting values."""
        return ()

    def seated(self, options: Mapping[str, str]) -> Self:
        """Return these rules for a table with these options, with the seats in use there.

        A game with a fixed number of players need not override this. Missing options have their
        default. ValueError for an impossible number of seats.
        """
        return self

    def read_as(self, state: S) -> Self:
        """Return these rules for a table with these readings, so that citations can name them.

        A state keeps its readings in `rulings`, where the rules read them.
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
        """Return the first table. ValueError for impossible options."""

    @abstractmethod
    def next_question(self, state: S) -> Question | Outcome:
        """Return the question at a settled table, or how the game ended."""

    def is_over(self, state: S) -> bool:
        """Return whether the game has ended at a settled table.

        Override this if `next_question` is slow: bots ask at every table that they score.
        """
        return isinstance(self.next_question(state), Outcome)

    def resolve(self, table: Table[S], answer: Any) -> Steps[None]:
        """Carry out the answer to the next question: the action's own `resolve`.

        A game whose settled table may wait for dice handles those here.
        """
        action: Action = answer
        return action.resolve(table)

    def refusals(self, state: S, action: object) -> Iterator[Refusal]:
        """Yield every reason why this answer is not legal now; nothing if it is."""
        return action.refusals(state) if isinstance(action, Action) else iter(())

    def candidates(self, state: S) -> Iterable[object]:
        """Yield every candidate action here, legal or not, each once.

        The laws compare them with the options offered; clients grey out the refused ones.
        """
        for kind in self.action_types:
            if issubclass(kind, Action):
                yield from kind.candidates(state)

    @abstractmethod
    def words(self, state: S) -> Words:
        """Return how the ids of this table (units, weapons, hexes) are written as words."""

    def words_of_text(self, plain: Mapping[str, object]) -> Words:
        """Return the words for a state that is still text: those of the usual table.

        A game whose words depend on part of the state reads that part first.
        """
        return self.words(self.setup({option.name: option.default for option in self.options}))

    def broken(self, state: S) -> Iterator[str]:
        """Yield the game's invariants that this table violates."""
        return iter(())

    def guess(self, seen: S, seat: Seat, source: Randomness) -> S:
        """Return a determinization: a table like `seen` to this seat, with random secrets.

        A game without secrets returns the table itself.
        """
        return seen

    def seat_name(self, seat: Seat | None) -> str:
        """Return the name of a seat; None is chance."""
        return "dice" if seat is None else self.seats[seat]


AnyRuleset = Ruleset[Any]
