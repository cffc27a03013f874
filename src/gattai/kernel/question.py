"""All that a rule may ask: `Roll`, `Choose`, `Together`, `Place`; and `part` and `last`, which odds
may merge.

A rule is a generator. It yields a question, is resumed with the answer, and reads like the
paragraph it implements:

    hits = yield Roll(dice, rule="...")
    if (yield Choose(seat, (SPEND, KEEP), rule="...")) == SPEND: ...
    saved = yield from part(saves, hits, armour)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, Generic, NewType, ParamSpec, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from gattai.kernel.dice import Randomness, Throw
from gattai.kernel.rulebook import Refusal, RuleId

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. A player (a person, a bot) sits on it."""

T = TypeVar("T")
O_co = TypeVar("O_co", covariant=True)
P = ParamSpec("P")


class Roll(msgspec.Struct, frozen=True):
    """Ask chance. The rule is resumed with the *reading* of the throw, not with its faces."""

    dice: Throw
    rule: RuleId
    what: str = ""
    by: Seat | None = None
    """Who throws at a real table. Nothing depends on it but the wording."""
    known_to: tuple[Seat, ...] | None = None
    """Who may see the result; None is everybody. A shuffled deck is known to `()`, nobody."""


class Choose(msgspec.Struct, frozen=True):
    """Ask one seat to pick one of the options. The rule is resumed with the option picked."""

    seat: Seat
    options: Sequence[Any]
    rule: RuleId
    what: str = ""
    secret: bool = False
    """A secret choice is known to its seat alone, until an event tells."""
    otherwise: Any = None
    """The option that spends nothing, for asking the odds when nobody spends."""
    tells: Callable[[Any], str] | None = None
    """How the log words what was picked, in the rules' own words; empty for what is not worth a line.

    For choices that no event of the game tells in time, such as what is decided before dice fall.
    What is secret is not told.
    """


class Together(msgspec.Struct, frozen=True):
    """Ask several seats at once, in secret from each other.

    They answer in any order; the rule is resumed, when all have, with their answers as a tuple in
    the order of `asks`. Until then no seat can see what another has answered.
    """

    asks: tuple[Choose, ...]
    rule: RuleId
    what: str = ""

    def __post_init__(self) -> None:
        seats = [ask.seat for ask in self.asks]
        if not seats or len(dict.fromkeys(seats)) < len(seats):
            raise ValueError(f"several seats are asked, each once, not {seats} [{self.rule}]")

    def of(self, seat: Seat) -> Choose:
        """What this one of them is asked."""
        return next(ask for ask in self.asks if ask.seat == seat)


class Region(Protocol):
    """Where a point may be placed: it says why not, and can suggest points for bots."""

    def refusals(self, point: tuple[int, int]) -> Iterator[Refusal]:
        """Every reason against this point; none means it may be placed there."""
        ...

    def suggest(self) -> Sequence[tuple[int, int]]:
        """Some sensible points, in a fixed order; at least one if there is any."""
        ...


class Place(msgspec.Struct, frozen=True):
    """Ask one seat for a free point, in whole hundredths of an inch."""

    seat: Seat
    region: Region
    rule: RuleId
    what: str = ""


Question: TypeAlias = Roll | Choose | Together | Place


def part_of(question: object, seat: Seat) -> Choose | Place:
    """What this seat is asked; of a question to several, its own part."""
    if isinstance(question, Together):
        return question.of(seat)
    assert isinstance(question, Choose | Place)
    return question


class Part(msgspec.Struct, frozen=True):
    """The mark that `part` leaves for whoever drives the rule. Not a question: nobody is asked."""

    procedure: Callable[..., Generator[Any, Any, Any]]
    args: tuple[Any, ...]
    is_last: bool = False
    """Whether what it returns is what the whole procedure returns."""


ENTER: Any = object()
"""What a driver answers to a `Part` to have it played step by step."""

Steps: TypeAlias = Generator[Question | Part, Any, T]
"""A rule in progress: it asks questions and in the end returns a T."""


def part(procedure: Callable[P, Steps[T]], *args: P.args, **kwargs: P.kwargs) -> Steps[T]:
    """Run a sub-procedure whose return value is all that matters afterwards.

    In play this is `yield from procedure(*args)`. In `odds`, where a rule is answered with every
    outcome, branches that return the same value are merged here, and equal calls are computed
    once. So the procedure gets values only (never the table), and its arguments and its
    result are small and hashable.
    """
    if kwargs:
        raise TypeError("a part takes its arguments by position, so that equal calls are equal")
    answer = yield Part(procedure, args)
    if answer is ENTER:
        return (yield from procedure(*args, **kwargs))
    return answer  # type: ignore[no-any-return]


def last(procedure: Callable[P, Steps[T]], *args: P.args, **kwargs: P.kwargs) -> Steps[T]:
    """Go on with a sub-procedure after which nothing follows: `return (yield from last(...))`.

    In play this is `yield from procedure(*args)`. In `odds` its result is the whole result, so
    choices in it can be judged there and then, and equal calls are computed once: a procedure that
    goes on from step to step like this is walked once for each table it can come to. Values only,
    as for `part`; and whoever has something to do after such a procedure calls it as a `part`.
    """
    if kwargs:
        raise TypeError("a part takes its arguments by position, so that equal calls are equal")
    answer = yield Part(procedure, args, True)
    if answer is ENTER:
        return (yield from procedure(*args, **kwargs))
    return answer  # type: ignore[no-any-return]


def declines_to(
    plain: Callable[P, Steps[T]],
) -> Callable[[Callable[P, Steps[T]]], Callable[P, Steps[T]]]:
    """Decorator: if everybody declines whatever this procedure asks, `plain` comes to the same.

    The plain form can read its dice more coarsely, for nothing is decided by looking at them. In
    play nothing changes; `odds` walks the plain form where nobody spends. A game shows by a test
    that both have the same odds.
    """

    def mark(procedure: Callable[P, Steps[T]]) -> Callable[P, Steps[T]]:
        procedure.declined = plain  # type: ignore[attr-defined]
        return procedure

    return mark


@runtime_checkable
class ByActor(Protocol):
    """Candidates of which those of one actor can be had without finding the others'."""

    def by(self, actor: Any) -> Iterator[Any]:
        """What this one could do, and what is nobody's in particular."""
        ...


class Options(Sequence[O_co], Generic[O_co]):
    """The candidates against which there is no refusal, found only as far as somebody looks.

    Legality is written once, as `refusals`: what is offered and why the rest is not come from the
    same function. A bot that needs one option at random does not build three hundred. Where
    candidates are numbered rather than listed, a number may stand for nothing: None.
    """

    __slots__ = ("_allowed", "_candidates", "are_examples", "open_ended", "refusals")

    def __init__(
        self,
        candidates: Sequence[O_co] | Callable[[], Sequence[O_co]],
        refusals: Callable[[Any], Iterator[Refusal]],
        *,
        open_ended: bool = False,
        are_examples: bool = False,
    ) -> None:
        self._candidates = candidates
        self.refusals = refusals
        self.open_ended = open_ended
        """Whether something that is no candidate may be answered too, if nothing speaks against it."""
        self.are_examples = are_examples
        """Whether candidates are a few of endlessly many, as points on open ground are."""
        self._allowed: tuple[O_co, ...] | None = None

    @property
    def candidates(self) -> Sequence[O_co]:
        """What may be thought of; listed only now where it was handed over as a function."""
        candidates = self._candidates
        if callable(candidates):
            candidates = self._candidates = candidates()
        return candidates

    def _all(self) -> tuple[O_co, ...]:
        if self._allowed is None:
            self._allowed = tuple([c for c in self.candidates if c is not None and self._allows(c)])
        return self._allowed

    def _allows(self, candidate: object) -> bool:
        return next(self.refusals(candidate), None) is None

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[O_co]:
        return iter(self._all())

    def __getitem__(self, index: Any) -> Any:
        return self._all()[index]

    def __contains__(self, option: object) -> bool:
        return (self.open_ended or option in self.candidates) and self._allows(option)

    def __bool__(self) -> bool:
        return self._allowed != () and any(self._allows(c) for c in self.candidates)

    def any_one(self, source: Randomness) -> O_co:
        """One option, each as likely: candidates are drawn until one is allowed."""
        candidates = self.candidates
        count = len(candidates)
        for _ in range(16 if count else 0):
            candidate = candidates[int(source.random() * count)]
            if candidate is not None and next(self.refusals(candidate), None) is None:
                return candidate
        allowed = self._all()
        return allowed[int(source.random() * len(allowed))]


def any_one(options: Sequence[T], source: Randomness) -> T:
    """One option at random, each as likely; lazily where the options are lazy."""
    if isinstance(options, Options):
        return options.any_one(source)  # type: ignore[no-any-return]
    return options[int(source.random() * len(options))]


def seats_asked(question: Question) -> tuple[Seat, ...]:
    """The seats whose answer is wanted; none when it is chance that answers."""
    match question:
        case Roll():
            return ()
        case Together(asks=asks):
            return tuple(ask.seat for ask in asks)
        case Choose(seat=seat) | Place(seat=seat):
            return (seat,)
