"""The questions of rules: `roll`, `choose`, `may_choose`, `together`, `place`.

`part` and `last` mark sub-procedures that `odds` may merge.

A rule is a generator. It asks with `yield from`, continues with the answer, and reads like the
paragraph it implements:

    hits = yield from roll(dice, "...")
    if (yield from choose(seat, (SPEND, KEEP), "...")) == SPEND: ...
    saved = yield from part(saves, hits, armour)

Each of these functions yields one question (`Roll`, `Choose`, `Together`, `Place`) to the driver of
the rule and returns the answer, typed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import (
    Any,
    Final,
    Generic,
    NewType,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    assert_never,
    overload,
    runtime_checkable,
)

import msgspec

from gattai.kernel.dice import Dice, R, Randomness, Reading, Shuffle, Throw
from gattai.kernel.rulebook import Refusal, RuleId

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. A player (a person, a bot) sits on it."""

T = TypeVar("T")
N = TypeVar("N")
H = TypeVar("H", bound=Hashable)
O_co = TypeVar("O_co", covariant=True)
P = ParamSpec("P")


class Roll(msgspec.Struct, frozen=True):
    """Ask chance. The rule is resumed with the *reading* of the throw, not with its faces."""

    dice: Throw
    rule: RuleId
    what: str = ""
    by: Seat | None = None
    """Who throws at a real table. It only affects wording."""
    known_to: tuple[Seat, ...] | None = None
    """The seats that see the result; None is everybody, `()` nobody, as for a shuffled deck."""


class Choose(msgspec.Struct, frozen=True):
    """Ask one seat to pick one of the options. The rule is resumed with the option picked."""

    seat: Seat
    options: Sequence[Any]
    rule: RuleId
    what: str = ""
    secret: bool = False
    """Whether only its seat knows the choice, until an event reveals it."""
    otherwise: object = None
    """The option that spends nothing, for odds in which nobody spends."""
    describe: Callable[[Any], str] | None = None
    """Returns the log line for the option picked; empty for no line.

    For choices that no event of the game reports in time, such as those made before dice are
    thrown. Secret choices are not logged.
    """


class Together(msgspec.Struct, frozen=True):
    """Ask several seats at once, in secret from each other.

    They answer in any order. When all have answered, the rule is resumed with a tuple of the
    answers in the order of `asks`. Until then no seat sees another's answer.
    """

    asks: tuple[Choose, ...]
    rule: RuleId
    what: str = ""

    def __post_init__(self) -> None:
        seats = [ask.seat for ask in self.asks]
        if not seats or len(dict.fromkeys(seats)) < len(seats):
            raise ValueError(f"several seats are asked, each once, not {seats} [{self.rule}]")

    def of(self, seat: Seat) -> Choose:
        """Return the question for this seat."""
        return next(ask for ask in self.asks if ask.seat == seat)


class Region(Protocol):
    """Where a point may be placed: gives refusals, and suggests points for bots."""

    def refusals(self, point: tuple[int, int]) -> Iterator[Refusal]:
        """Yield every reason against this point; nothing if it is legal."""
        ...

    def suggest(self) -> Sequence[tuple[int, int]]:
        """Yield some sensible points, in a fixed order; at least one if a legal one exists."""
        ...


class Place(msgspec.Struct, frozen=True):
    """Ask one seat for a free point, in whole hundredths of an inch."""

    seat: Seat
    region: Region
    rule: RuleId
    what: str = ""


Question: TypeAlias = Roll | Choose | Together | Place


def part_of(question: object, seat: Seat) -> Choose | Place:
    """Return the question for this seat; for a question to several, its own part."""
    if isinstance(question, Together):
        return question.of(seat)
    assert isinstance(question, Choose | Place)
    return question


class Part(msgspec.Struct, frozen=True):
    """The mark that `part` yields to the driver of the rule. Nobody is asked."""

    procedure: Callable[..., Generator[Question | Part, object, Hashable]]
    args: tuple[object, ...]
    is_last: bool = False
    """Whether its result is the result of the whole procedure."""


ENTER: Final = object()
"""The driver's answer to a `Part` that is to be played step by step."""

Steps: TypeAlias = Generator[Question | Part, object, T]
"""A rule in progress: it yields questions and finally returns a T."""
_Asking: TypeAlias = Generator[Question | Part, Any, T]
"""Only this module may trust the type of the answer to a bare `yield`."""


def relay(question: Question | Part) -> _Asking[object]:
    """Pass on a question from rules that run inside another rule, and return the answer."""
    answer: object = yield question
    return answer


@overload
def roll(
    dice: Dice[R],
    rule: RuleId,
    what: str = "",
    by: Seat | None = None,
    known_to: tuple[Seat, ...] | None = None,
) -> Steps[R]: ...
@overload
def roll(
    dice: Shuffle,
    rule: RuleId,
    what: str = "",
    by: Seat | None = None,
    known_to: tuple[Seat, ...] | None = None,
) -> Steps[tuple[int, ...]]: ...
def roll(
    dice: Throw,
    rule: RuleId,
    what: str = "",
    by: Seat | None = None,
    known_to: tuple[Seat, ...] | None = None,
) -> _Asking[Reading]:
    """Throw dice and return the reading, not the faces. See `Roll`."""
    reading: Reading = yield Roll(dice, rule, what, by, known_to)
    return reading


def choose(
    seat: Seat,
    options: Sequence[T],
    rule: RuleId,
    what: str = "",
    *,
    secret: bool = False,
    otherwise: T | None = None,
    describe: Callable[[T], str] | None = None,
) -> _Asking[T]:
    """Ask one seat to pick one of the options. See `Choose`."""
    picked: T = yield Choose(seat, options, rule, what, secret, otherwise, describe)
    return picked


def may_choose(
    seat: Seat,
    options: Iterable[T],
    decline: N,
    rule: RuleId,
    what: str = "",
    *,
    describe: Callable[[T | N], str] | None = None,
) -> _Asking[T | N]:
    """Ask one seat to pick one of the options or to decline, which spends nothing."""
    everything = (*options, decline)
    picked: T | N = yield Choose(seat, everything, rule, what, False, decline, describe)
    return picked


def together(asks: tuple[Choose, ...], rule: RuleId, what: str = "") -> _Asking[tuple[object, ...]]:
    """Ask several seats at once and return their answers in the order of `asks`. See `Together`."""
    picked: tuple[object, ...] = yield Together(asks, rule, what)
    return picked


def place(seat: Seat, region: Region, rule: RuleId, what: str = "") -> _Asking[tuple[int, int]]:
    """Ask one seat for a free point."""
    point: tuple[int, int] = yield Place(seat, region, rule, what)
    return point


def part(procedure: Callable[P, Steps[H]], *args: P.args, **kwargs: P.kwargs) -> _Asking[H]:
    """Run a sub-procedure of which only the return value matters afterwards.

    In play this is `yield from procedure(*args)`. In `odds`, which answers a rule with every
    outcome, branches that return the same value are merged here, and equal calls are computed once.
    So the procedure gets values only (never the table), and its arguments and result are small and
    hashable.
    """
    if kwargs:
        raise TypeError("a part takes its arguments by position, so that equal calls are equal")
    answer: H = yield Part(procedure, args)
    if answer is ENTER:
        return (yield from procedure(*args, **kwargs))
    return answer


def last(procedure: Callable[P, Steps[H]], *args: P.args, **kwargs: P.kwargs) -> _Asking[H]:
    """Run a sub-procedure as a tail call: `return (yield from last(...))`.

    In play this is `yield from procedure(*args)`. In `odds` its result is the whole result, so
    choices in it can be judged at once, and equal calls are computed once: a procedure that
    continues this way from step to step is walked once for each state it can reach. It takes values
    only, as for `part`. If anything follows the procedure, use `part`.
    """
    if kwargs:
        raise TypeError("a part takes its arguments by position, so that equal calls are equal")
    answer: H = yield Part(procedure, args, True)
    if answer is ENTER:
        return (yield from procedure(*args, **kwargs))
    return answer


def declines_to(
    plain: Callable[P, Steps[T]],
) -> Callable[[Callable[P, Steps[T]]], Callable[P, Steps[T]]]:
    """Declare that `plain` gives the same result if everybody declines everything asked.

    The plain form can read its dice more coarsely, because no choice depends on them. In play
    nothing changes; `odds` walks the plain form if nobody spends. A game proves by a test that both
    have the same odds.
    """

    def mark(procedure: Callable[P, Steps[T]]) -> Callable[P, Steps[T]]:
        procedure.declined = plain  # type: ignore[attr-defined]
        return procedure

    return mark


@runtime_checkable
class ByActor(Protocol):
    """Candidates that can be found for one actor alone."""

    def by(self, actor: object) -> Iterator[object]:
        """Return the candidates of this actor, and those without an actor."""
        ...


class Options(Sequence[O_co], Generic[O_co]):
    """A lazy sequence of the candidates that have no refusal.

    Legality is written once, as `refusals`: the options offered and the reasons against the others
    come from the same function. A bot that needs one random option does not build three hundred. If
    candidates are numbered rather than listed, a number may have no candidate: None.
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
        """Whether an answer that is no candidate is legal too if it has no refusal."""
        self.are_examples = are_examples
        """Whether candidates are examples from an infinite set, such as points on open ground."""
        self._allowed: tuple[O_co, ...] | None = None

    @property
    def candidates(self) -> Sequence[O_co]:
        """Return the candidates; a function that was passed for them is called now."""
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

    @overload
    def __getitem__(self, index: int) -> O_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[O_co, ...]: ...
    def __getitem__(self, index: int | slice) -> O_co | tuple[O_co, ...]:
        return self._all()[index]

    def __contains__(self, option: object) -> bool:
        return (self.open_ended or option in self.candidates) and self._allows(option)

    def lists(self, option: object) -> bool:
        """Return whether this is one of the options listed; others may be legal if open-ended."""
        if self._allowed is not None:
            return option in self._allowed
        return option is not None and option in self.candidates and self._allows(option)

    def is_single(self) -> bool:
        """Return whether there is exactly one option; no more than two are looked for."""
        if self._allowed is not None:
            return len(self._allowed) == 1
        allowed = (c for c in self.candidates if c is not None and self._allows(c))
        return len(tuple(islice(allowed, 2))) == 1

    def __bool__(self) -> bool:
        return self._allowed != () and any(self._allows(c) for c in self.candidates)

    def any_one(self, source: Randomness) -> O_co:
        """Return a uniformly random option, by drawing candidates until one is legal."""
        candidates = self.candidates
        count = len(candidates)
        for _ in range(16 if count else 0):
            candidate = candidates[int(source.random() * count)]
            if candidate is not None and next(self.refusals(candidate), None) is None:
                return candidate
        allowed = self._all()
        return allowed[int(source.random() * len(allowed))]


class Offered(Sequence[O_co], Generic[O_co]):
    """Options that behave like the tuple of them, but are listed only if that is needed.

    Unlike `Options` it does not show the candidates or the reasons against them.
    """

    __slots__ = ("_options",)

    def __init__(self, options: Options[O_co]) -> None:
        self._options = options

    def __len__(self) -> int:
        return len(self._options)

    def __iter__(self) -> Iterator[O_co]:
        return iter(self._options)

    @overload
    def __getitem__(self, index: int) -> O_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[O_co, ...]: ...
    def __getitem__(self, index: int | slice) -> O_co | tuple[O_co, ...]:
        return self._options[index]

    def __contains__(self, option: object) -> bool:
        return self._options.lists(option)

    def __bool__(self) -> bool:
        return bool(self._options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offered | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[O_co, ...]], tuple[tuple[O_co, ...]]]:
        return tuple, (tuple(self),)

    def is_single(self) -> bool:
        """Return whether there is exactly one option; no more than two are looked for."""
        return self._options.is_single()


def is_single(options: Sequence[object]) -> bool:
    """Return whether there is exactly one option, without listing lazy ones."""
    if isinstance(options, Options | Offered):
        return options.is_single()
    return len(options) == 1


def any_one(options: Sequence[T], source: Randomness) -> T:
    """Return a uniformly random option, lazily if the options are lazy."""
    if isinstance(options, Options):
        return options.any_one(source)  # type: ignore[no-any-return]
    return options[int(source.random() * len(options))]


def seats_asked(question: Question) -> tuple[Seat, ...]:
    """Return the seats that have to answer; empty for chance."""
    match question:
        case Roll():
            return ()
        case Together(asks=asks):
            return tuple(ask.seat for ask in asks)
        case Choose(seat=seat) | Place(seat=seat):
            return (seat,)
        case _:
            assert_never(question)
