"""Pairs of worlds that somebody cannot tell apart: they differ in what is hidden from them alone.

What is hidden is what the rules declare: each `Secret` that is not known to whoever looks, and
answers given in secret. A second world is one that the game guesses, or a mixture of it with the
first: the fewer secrets differ, the longer two worlds can be lived in side by side.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.position import GamePosition, table_now
from gattai.kernel.question import Seat
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import Secret, may_hide, view
from gattai.testing.laws import replayed_with

Viewer = Seat | None
"""A seat, or None for those who only watch."""


def hides_something(rules: AnyRuleset) -> bool:
    """Whether a table of this game could look different from different seats."""
    return may_hide(rules.state_type)


def other_world(
    rules: AnyRuleset, position: GamePosition[Any], viewer: Viewer, rng: random.Random
) -> GamePosition[Any] | None:
    """A position that differs only in what the viewer may not know; None if none was found."""
    state = position.state
    seats = (viewer,) if viewer is not None else tuple(Seat(n) for n in range(len(rules.seats)))
    guessed = state
    for seat in seats:
        guessed = rules.guess(view(guessed, seat), seat, rng)
    state = mixed(state, guessed, viewer, rng) if rng.random() < 0.7 else guessed
    if any(True for _ in rules.broken(state)):
        state = guessed
    assert view(state, viewer) == view(position.state, viewer), (
        "one can tell the guess from the truth"
    )
    other = replayed_with(rules, position, state, viewer, rng)
    return None if other is None or other == position else other


def mixed(one: Any, other: Any, viewer: Viewer, rng: random.Random) -> Any:
    """Some secrets of one table, some of another: in whole circles of cards that change places."""
    mine, theirs = [*_hidden(one, viewer)], [*_hidden(other, viewer)]
    if [len(secret) for secret in mine] != [len(secret) for secret in theirs]:
        return other
    before = [item for secret in mine for item in secret]
    after = [item for secret in theirs for item in secret]
    circles = [*_circles(before, after)]
    share = rng.choice((0.1, 0.3, 0.6))
    for circle in circles:
        if circle is not circles[0] and rng.random() > share:
            for place in circle:
                after[place] = before[place]
    return _filled(other, viewer, iter(after))


def _hidden(value: Any, viewer: Viewer) -> Iterator[tuple[Any, ...]]:
    """The content of every secret that the viewer may not know, in the order of the fields."""
    if isinstance(value, Secret):
        if value.known_to is None or viewer in value.known_to:
            yield from _hidden(value.content, viewer)
        else:
            yield value.content if isinstance(value.content, tuple) else (value.content,)
    elif isinstance(value, tuple):
        for item in value:
            yield from _hidden(item, viewer)
    elif isinstance(value, msgspec.Struct) and may_hide(type(value)):
        for name in value.__struct_fields__:
            yield from _hidden(getattr(value, name), viewer)


def _filled(value: Any, viewer: Viewer, items: Iterator[Any]) -> Any:
    """The same value with other content in those secrets."""
    if isinstance(value, Secret):
        if value.known_to is None or viewer in value.known_to:
            return Secret(_filled(value.content, viewer, items), value.known_to)
        if isinstance(value.content, tuple):
            return value.now(tuple(next(items) for _ in value.content))
        return value.now(next(items))
    if isinstance(value, tuple):
        return tuple(_filled(item, viewer, items) for item in value)
    if isinstance(value, msgspec.Struct) and may_hide(type(value)):
        fields = {
            name: _filled(getattr(value, name), viewer, items) for name in value.__struct_fields__
        }
        return msgspec.structs.replace(value, **fields)
    return value


def _circles(before: list[Any], after: list[Any]) -> Iterator[list[int]]:
    """The places that change, grouped so that each group has the same things before and after."""
    leaving: dict[Any, list[int]] = {}
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            leaving.setdefault(old, []).append(place)
    coming = [after[place] for places in leaving.values() for place in places]
    if sorted(map(hash, coming)) != sorted(hash(before[p]) for ps in leaving.values() for p in ps):
        yield [place for places in leaving.values() for place in places]
        return
    while leaving:
        first = next(iter(leaving))
        circle, thing = [], first
        while True:
            place = leaving[thing].pop()
            if not leaving[thing]:
                del leaving[thing]
            circle.append(place)
            thing = after[place]
            if thing == first:
                break
        yield circle


def tables_of(rules: AnyRuleset, past: list[Past[Any]]) -> Iterator[tuple[int, Event, Any]]:
    """Everything that happened, with the number of the answer and the table just after the event."""
    for number, each in enumerate(past):
        table = table_now(rules, each.before)
        for event in each.events:
            table = event.after(table)
            yield number, event, table


def learnt_by(
    rules: AnyRuleset, viewer: Viewer, one: list[Past[Any]], other: list[Past[Any]]
) -> tuple[int, str] | None:
    """Where the table itself has shown the viewer in which world it is: the answer, and the event.

    A table is declared field by field: a card that lies open in a hand, a row or a pile is there to be
    seen. What is told of it beyond that is no business of the viewer's.
    """
    for (number, event, mine), (_, _, theirs) in zip(
        tables_of(rules, one), tables_of(rules, other), strict=False
    ):
        if view(mine, viewer) != view(theirs, viewer):
            return number, type(event).__name__
    return None
