"""Whom one could attack from where a move ends: the rules are asked, on what this seat may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gattai.kernel.deed import Said
from gattai.kernel.position import Asked, Diverged, Seen, apply
from gattai.kernel.question import ByActor, Choose, Options
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours
from gattai.scene.maker import Pointing, SceneMaker


def open_to(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[Any],
    action: Any,
    is_late: Callable[[], bool],
) -> tuple[str, ...] | None:
    """The pieces that whoever moves could do something with dice to after the move, each once.

    None where that is not known: dice fall on the way, others are asked first, or it takes too long.
    """
    if not isinstance(maker, Pointing) or not isinstance(seen.question, Asked):
        return None
    if not isinstance(action, Said):
        return None
    actor = maker.points_at(seen.state, action)[0]
    try:
        step = apply(rules, seen.position, action)
        question = step.question
        if actor is None or not isinstance(question, Choose) or step.waiting != seen.question.seats:
            return None
        found: dict[str, None] = {}
        own = _own(question, action.actor_in(seen.state))
        for deed in _allowed(question, own, lambda deed: _is_by(maker, step.table, actor, deed)):
            found.update(dict.fromkeys(_reached(maker, step.table, deed)))
            if is_late():
                return None
    except (NotYours, Refused, Diverged):
        return None  # it depends on something hidden from this seat, or this seat may not do it
    return tuple(each for each in found if each != actor)


def _is_by(maker: Pointing, state: Any, actor: str, deed: Any) -> bool:
    """Whether it is this one's, and something that dice decide."""
    if not isinstance(deed, Said) or maker.points_at(state, deed)[0] != actor:
        return False
    return deed.has_odds(state)


def _own(question: Choose, actor: Any) -> Iterable[Any]:
    """What may be thought of next; only of whoever moved, where candidates can be told apart by that."""
    options = question.options
    if not isinstance(options, Options):
        return options
    found = options.candidates
    return found.by(actor) if isinstance(found, ByActor) else found


def _allowed(
    question: Choose, among: Iterable[Any], wanted: Callable[[Any], bool]
) -> Iterator[Any]:
    """Those of these options that are wanted; what is not is not judged."""
    options = question.options
    for deed in among:
        if deed is not None and wanted(deed):
            if not isinstance(options, Options) or next(options.refusals(deed), None) is None:
                yield deed


def _reached(maker: SceneMaker, state: Any, deed: Said) -> Iterator[str]:
    """The target, or all in the area of what has none."""
    target = maker.points_at(state, deed)[2] if isinstance(maker, Pointing) else None
    if target is not None:
        yield target
        return
    yield from maker.preview(state, "", deed).reached
