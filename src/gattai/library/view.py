"""Views: what one seat sees of a position."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from gattai.kernel.position import Asked, GamePosition, Step, stand
from gattai.kernel.question import Place, Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import svg, title_of

S = TypeVar("S", bound=msgspec.Struct)


class View(Generic[S]):
    """A position as one seat may see it; secrets of others are always hidden.

    >>> import gattai
    >>> view = gattai.game("robot-empire").begin(seed=7).view("cobalt")
    >>> view, [player.hand.is_open for player in view.state.players]
    (<View of robot-empire by cobalt>, [True, False])
    """

    def __init__(
        self, rules: AnyRuleset, maker: SceneMaker, step: Step[S], seat: Seat | None
    ) -> None:
        self._rules, self._maker, self._step, self._seat = rules, maker, step, seat

    @property
    def seat(self) -> str | None:
        """The seat of the view; None for a spectator."""
        return None if self._seat is None else self._rules.seats[self._seat]

    @property
    def state(self) -> S:
        """The table now, also in the middle of an action."""
        state: S = self._step.seen(self._seat).state
        return state

    @property
    def options(self) -> tuple[str, ...]:
        """Return the options of this seat in notation; empty if another seat is asked.

        For a free point these are some sensible examples.
        """
        seen, question = self._step.seen(self._seat), self._step.question
        if not isinstance(seen.question, Asked) or self._seat not in seen.question.seats:
            return ()
        if isinstance(question, Place):
            return tuple(notation.write(point, {}) for point in question.region.suggest())
        words = self._rules.words(seen.state)
        return tuple(notation.write(option, words) for option in seen.question.options or ())

    @property
    def scene(self) -> Scene:
        """Return the scene as plain data that any client can draw."""
        return make_scene(self._rules, self._maker, self._step, self._seat, number=1)

    def svg(self) -> str:
        """Return the scene as one SVG file."""
        return svg(self.scene)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[object, ...]:
        return _view_of, (self._rules, self._maker, self._step.position, self._seat)

    def __str__(self) -> str:
        return title_of(self.scene)

    def __repr__(self) -> str:
        return f"<View of {self._rules.name} by {self.seat or 'nobody'}>"


def _view_of(
    rules: AnyRuleset, maker: SceneMaker, position: GamePosition[S], seat: Seat | None
) -> View[S]:
    return View(rules, maker, stand(rules, position), seat)
