"""Possible targets from the end of a move, by the rules on this seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec

from gattai.kernel.action import Option
from gattai.kernel.position import Asked, Diverged, Seen, apply
from gattai.kernel.question import ByActor, Choose, Options
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours
from gattai.scene.maker import Pointing, SceneMaker

S = TypeVar("S", bound=msgspec.Struct)


def open_to(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    action: object,
    is_late: Callable[[], bool],
) -> tuple[str, ...] | None:
    """Return the pieces that the mover could target with dice after the move, each once.

    None if unknown: the move throws dice, others are asked first, or it takes too long.
    """
    if not isinstance(maker, Pointing) or not isinstance(seen.question, Asked):
        return None
    if not isinstance(action, Option):
        return None
    actor = maker.points_at(seen.state, action)[0]
    try:
        step = apply(rules, seen.position, action)
        question = step.question
        if actor is None or not isinstance(question, Choose) or step.waiting != seen.question.seats:
            return None
        found: dict[str, None] = {}
        own = _own(question, action.actor_in(seen.state))
        for chosen in _allowed(
            question, own, lambda chosen: _is_by(maker, step.table, actor, chosen)
        ):
            found.update(dict.fromkeys(_reached(maker, step.table, chosen)))
            if is_late():
                return None
    except (NotYours, Refused, Diverged):
        return None  # it depends on something hidden from this seat, or is not legal for this seat
    return tuple(each for each in found if each != actor)


def _is_by(maker: Pointing, state: object, actor: str, chosen: Option) -> bool:
    """Return whether the action is this actor's and has odds."""
    return maker.points_at(state, chosen)[0] == actor and chosen.has_odds(state)


def _own(question: Choose, actor: object) -> Iterable[object]:
    """Return the next candidates; only the mover's, if they can be found by actor."""
    options = question.options
    if not isinstance(options, Options):
        return options
    found = options.candidates
    return found.by(actor) if isinstance(found, ByActor) else found


def _allowed(
    question: Choose, among: Iterable[object], wanted: Callable[[Option], bool]
) -> Iterator[Option]:
    """Return the wanted ones of these options, without checking the others' legality."""
    options = question.options
    for chosen in among:
        if isinstance(chosen, Option) and wanted(chosen):
            if not isinstance(options, Options) or next(options.refusals(chosen), None) is None:
                yield chosen


def _reached(maker: SceneMaker, state: object, chosen: Option) -> Iterator[str]:
    """Return the target, or all pieces in the area of an action without one."""
    target = maker.points_at(state, chosen)[2] if isinstance(maker, Pointing) else None
    if target is not None:
        yield target
        return
    yield from maker.preview(state, "", chosen).reached
