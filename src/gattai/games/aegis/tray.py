"""The dice tray of an Action: what each die hits, which dice are rerolled, what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gattai.games.aegis.actions.using import Toll
from gattai.games.aegis.attack.aiming import area, tolls_of
from gattai.games.aegis.attack.roll import RollAgain, judge, judged_kinds
from gattai.games.aegis.events.attack import ActionUsed, NumbersNeeded
from gattai.games.aegis.events.combining import UnitCombined
from gattai.games.aegis.keywords.registry import hooks
from gattai.games.aegis.keywords.rerolls import reroll_sources
from gattai.games.aegis.phases.acting import UnitAction
from gattai.games.aegis.state import State, UnitId
from gattai.kernel.dice import Face
from gattai.kernel.event import Event, Rolled
from gattai.scene.parts import ListedOption

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def counted(view: State, answers: Sequence[Any], faces: Sequence[Face]) -> tuple[str, ...]:
    """AEGIS.DICE.PER-UNIT: the units each die hits, and whether it shows exactly the number if that
    matters.
    """
    used = next((value for value in reversed(answers) if _uses(view, value)), None)
    if used is None or view.units[used.unit].at is None:
        return ("",) * len(faces)
    card = used.card_in(view)
    reached = area(view, used.unit, card, used.target)
    kinds = judged_kinds(judge(view, used.unit, card, used.target, unit) for unit in reached)
    names = [view.units[unit].card.name for unit in reached]
    return tuple(_hits(names, kinds[int(face) - 1]) for face in faces)


def _uses(view: State, answer: object) -> bool:
    return isinstance(answer, UnitAction) and answer.card_in(view) is not None


def _hits(names: Sequence[str], kind: Sequence[int]) -> str:
    """The result of one die for the units in the area."""
    if len(names) == 1:
        return ("", "hit", "hit, exactly on the number")[kind[0]]
    hit = [name for name, judged in zip(names, kind, strict=True) if judged]
    return f"hits {', '.join(hit)}" if hit else ""


def in_context(
    view: State,
    events: Sequence[Event],
    answers: Sequence[object],
    options: Sequence[ListedOption],
    actions: Sequence[object],
) -> tuple[ListedOption, ...]:
    """The same options, worded for the situation in this Action."""
    kinds = {type(action) for action in actions}
    if RollAgain in kinds:
        return _rerolls(view, events, answers, options, actions)
    if Toll in kinds:
        return _tolls(view, answers, options, actions)
    free = _comes_free(view, events)
    return tuple(replace(o, price="free") if o.has_odds and o.actor == free else o for o in options)


def _comes_free(view: State, events: Sequence[Event]) -> str | None:
    """AEGIS.MOD.CMB: the unit that has just come into play, unless the question is about retaliation."""
    if not any(isinstance(event, UnitCombined) for event in events):
        return None
    made = UnitId(len(view.units) - 1)
    last = next((event for event in reversed(events) if isinstance(event, ActionUsed)), None)
    answering = bool(hooks(view.units[made].card, "answers"))
    return None if last and last.target == made and answering else view.units[made].name


def _tolls(
    view: State, answers: Sequence[Any], options: Sequence[ListedOption], actions: Sequence[Any]
) -> tuple[ListedOption, ...]:
    """AEGIS.COMMANDER.STELLAR-LIMITER: each ally and its output."""
    use = next(answer for answer in reversed(answers) if _uses(view, answer))
    paid = dict(tolls_of(view, use.unit) or ())
    return tuple(
        replace(option, price=f"{paid[action.ally]} energy")
        for option, action in zip(options, actions, strict=True)
    )


def _rerolls(
    view: State,
    events: Sequence[Event],
    answers: Sequence[object],
    options: Sequence[ListedOption],
    actions: Sequence[object],
) -> tuple[ListedOption, ...]:
    """AEGIS.PASSIVE.REROLL: the dice by the faces on the table, kind by kind."""
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
    read: NumbersNeeded, events: Sequence[Event], answers: Sequence[object]
) -> dict[int, list[int]]:
    """The faces on the table by kind, named by their lowest face; the lowest of a kind are rerolled
    first.
    """
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
    option: ListedOption, action: RollAgain, lying: dict[int, list[int]], prices: dict[str, int]
) -> ListedOption:
    dice = " and ".join(_dice(lying[lowest], count) for lowest, count in action.dice)
    label = f"roll again {dice} ({action.source})"
    return replace(option, label=label, price=f"{prices[action.source]} energy")


def _dice(faces: Sequence[int], count: int) -> str:
    shown = ", ".join(map(str, faces))
    if count == len(faces):
        return shown
    return f"{NUMBERS[count] if count < len(NUMBERS) else count} of {shown}"
