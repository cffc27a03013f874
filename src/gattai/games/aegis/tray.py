"""The dice of an Action as they lie there: what each hits, which are rolled again, what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gattai.games.aegis.course.acting import UnitDeed
from gattai.games.aegis.deeds.using import Toll
from gattai.games.aegis.events.combining import UnitCombined
from gattai.games.aegis.events.strike import ActionUsed, NumbersNeeded
from gattai.games.aegis.keywords.registry import voices
from gattai.games.aegis.keywords.rerolls import reroll_sources
from gattai.games.aegis.state import State, UnitId
from gattai.games.aegis.strike.aiming import area, tolls_of
from gattai.games.aegis.strike.roll import RollAgain, judge, judged_kinds
from gattai.kernel.dice import Face
from gattai.kernel.event import Event, Rolled
from gattai.scene.parts import Option

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def counted(view: State, answers: Sequence[Any], faces: Sequence[Face]) -> tuple[str, ...]:
    """AEGIS.DICE.PER-UNIT: which units each die hits; exactly on the number where that tells."""
    used = next((value for value in reversed(answers) if _uses(view, value)), None)
    if used is None or view.units[used.unit].at is None:
        return ("",) * len(faces)
    card = used.card_in(view)
    reached = area(view, used.unit, card, used.target)
    kinds = judged_kinds(judge(view, used.unit, card, used.target, unit) for unit in reached)
    names = [view.units[unit].card.name for unit in reached]
    return tuple(_hits(names, kinds[int(face) - 1]) for face in faces)


def _uses(view: State, answer: Any) -> bool:
    return isinstance(answer, UnitDeed) and answer.card_in(view) is not None


def _hits(names: Sequence[str], kind: Sequence[int]) -> str:
    """What one die does to those in the area."""
    if len(names) == 1:
        return ("", "hit", "hit, exactly on the number")[kind[0]]
    hit = [name for name, judged in zip(names, kind, strict=True) if judged]
    return f"hits {', '.join(hit)}" if hit else ""


def in_context(
    view: State,
    events: Sequence[Event],
    answers: Sequence[Any],
    options: Sequence[Option],
    actions: Sequence[Any],
) -> tuple[Option, ...]:
    """The same options, worded by what has happened in this Action."""
    kinds = {type(action) for action in actions}
    if RollAgain in kinds:
        return _rerolls(view, events, answers, options, actions)
    if Toll in kinds:
        return _tolls(view, answers, options, actions)
    free = _comes_free(view, events)
    return tuple(replace(o, price="free") if o.has_odds and o.actor == free else o for o in options)


def _comes_free(view: State, events: Sequence[Event]) -> str | None:
    """AEGIS.MOD.CMB: the unit that has just come into play, unless it is asked to strike back."""
    if not any(isinstance(event, UnitCombined) for event in events):
        return None
    made = UnitId(len(view.units) - 1)
    last = next((event for event in reversed(events) if isinstance(event, ActionUsed)), None)
    answering = bool(voices(view.units[made].card, "answers"))
    return None if last and last.target == made and answering else view.units[made].name


def _tolls(
    view: State, answers: Sequence[Any], options: Sequence[Option], actions: Sequence[Any]
) -> tuple[Option, ...]:
    """AEGIS.COMMANDER.STELLAR-LIMITER: whose output, and how much that is."""
    use = next(answer for answer in reversed(answers) if _uses(view, answer))
    paid = dict(tolls_of(view, use.unit) or ())
    return tuple(
        replace(option, price=f"{paid[action.ally]} energy")
        for option, action in zip(options, actions, strict=True)
    )


def _rerolls(
    view: State,
    events: Sequence[Event],
    answers: Sequence[Any],
    options: Sequence[Option],
    actions: Sequence[Any],
) -> tuple[Option, ...]:
    """AEGIS.PASSIVE.REROLL: the dice by the faces that lie on the table, kind by kind."""
    at = max(
        (n for n, event in enumerate(events) if isinstance(event, NumbersNeeded)), default=None
    )
    if at is None:
        return tuple(options)
    read = events[at]
    assert isinstance(read, NumbersNeeded)
    lying = _lying(read, events[at + 1 :], answers)
    prices = {name: x for name, x, _ in reroll_sources(view, read.unit)}
    return tuple(
        _reroll(option, action, lying, prices) if isinstance(action, RollAgain) else option
        for option, action in zip(options, actions, strict=True)
    )


def _lying(
    read: NumbersNeeded, events: Sequence[Event], answers: Sequence[Any]
) -> dict[int, list[int]]:
    """The faces on the table, under the lowest face of their kind; of like ones the lowest went."""
    kinds = judged_kinds(read.needed)
    lying: dict[int, list[int]] = {kinds.index(kind) + 1: [] for kind in kinds}
    throws = [event for event in events if isinstance(event, Rolled)]
    again = [answer for answer in answers if isinstance(answer, RollAgain)]
    for number, throw in enumerate(throws):
        if number:
            for lowest, count in again[number - len(throws)].dice:
                del lying[lowest][:count]
        for face in map(int, throw.faces.open()):
            lying[kinds.index(kinds[face - 1]) + 1].append(face)
        for faces in lying.values():
            faces.sort()
    return lying


def _reroll(
    option: Option, action: RollAgain, lying: dict[int, list[int]], prices: dict[str, int]
) -> Option:
    said = " and ".join(_dice(lying[lowest], count) for lowest, count in action.dice)
    label = f"roll again {said} ({action.source})"
    return replace(option, label=label, price=f"{prices[action.source]} energy")


def _dice(faces: Sequence[int], count: int) -> str:
    shown = ", ".join(map(str, faces))
    if count == len(faces):
        return shown
    return f"{NUMBERS[count] if count < len(NUMBERS) else count} of {shown}"
