"""What one seat sees of a position."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.position import Asked, Position, Step, stand
from gattai.kernel.question import Place, Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import svg, title_of

S = TypeVar("S", bound=msgspec.Struct)


class View(Generic[S]):
    """A position as one seat may see it: secrets of others are hidden, whatever is asked of it.

    >>> import gattai
    >>> view = gattai.game("robot-empire").begin(seed=7).view("cobalt")
    >>> view, [player.hand.is_open for player in view.state.players]
    (<View of robot-empire by cobalt>, [True, False])
    """

    def __init__(
        self, rules: AnyRuleset, maker: SceneMaker, step: Step[Any], seat: Seat | None
    ) -> None:
        self._rules, self._maker, self._step, self._seat = rules, maker, step, seat

    @property
    def seat(self) -> str | None:
        """Whose view it is; None is that of somebody who only watches."""
        return None if self._seat is None else self._rules.seats[self._seat]

    @property
    def state(self) -> S:
        """The table as it is now, in the middle of an action too."""
        state: S = self._step.seen(self._seat).state
        return state

    @property
    def options(self) -> tuple[str, ...]:
        """What this seat may answer, in notation; nothing if somebody else is asked.

        Where any point may be answered these are some that make sense.
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
        """All there is to see, as plain data that any client can draw."""
        return make_scene(self._rules, self._maker, self._step, self._seat, number=1)

    def svg(self) -> str:
        """The scene as a picture, one SVG file."""
        return svg(self.scene)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return _view_of, (self._rules, self._maker, self._step.position, self._seat)

    def __str__(self) -> str:
        return title_of(self.scene)

    def __repr__(self) -> str:
        return f"<View of {self._rules.name} by {self.seat or 'nobody'}>"


def _view_of(
    rules: AnyRuleset, maker: SceneMaker, position: Position[Any], seat: Seat | None
) -> View[Any]:
    return View(rules, maker, stand(rules, position), seat)
