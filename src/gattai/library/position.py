"""Positions: values that can be stored, compared, written as text and played from."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from gattai.kernel.position import GamePosition as KernelPosition
from gattai.kernel.position import Step, stand
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.snapshot import position_text
from gattai.library.meaning import seat_of
from gattai.library.view import View
from gattai.scene.maker import SceneMaker

S = TypeVar("S", bound=msgspec.Struct)


class Position(Generic[S]):
    """An immutable position of a match: a table and its question.

    >>> import gattai
    >>> match = gattai.game("attack-chart").begin(seed=7)
    >>> before = match.position
    >>> _ = match.play(match.options()[0])
    >>> before == match.position, match.game.position(before.text()) == before
    (False, True)
    """

    def __init__(
        self,
        rules: AnyRuleset,
        maker: SceneMaker,
        position: KernelPosition[S],
        settings: tuple[tuple[str, str], ...] = (),
        step: Step[S] | None = None,
    ) -> None:
        self._rules, self._maker, self._position = rules, maker, position
        self._step = step or stand(rules, position)
        self._settings = settings

    @property
    def state(self) -> S:
        """The whole table with all its secrets; a `view` has what a seat may see."""
        state: S = self._step.table
        return state

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats to answer here; none for dice, or when it is over."""
        return tuple(self._rules.seats[seat] for seat in self._step.waiting)

    @property
    def is_over(self) -> bool:
        """Whether the match is over here."""
        return isinstance(self._step.question, Outcome)

    def view(self, seat: str | int | None = None) -> View[S]:
        """Return what this seat sees; without a seat, what everybody sees."""
        return View(self._rules, self._maker, self._step, seat_of(self._rules, seat))

    def text(self) -> str:
        """Return the position as text, which `Game.position` reads."""
        return position_text(self._rules, self._position)

    def svg(self) -> str:
        """Return a picture of what everybody sees, as SVG."""
        return self.view().svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self._rules, self._maker, self._position, self._settings)

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        return f"<Position of {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._rules.name == other._rules.name and self._position == other._position

    def __hash__(self) -> int:
        return hash((self._rules.name, self._position.state))
