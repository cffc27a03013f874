"""A whole replay in one piece: every step as one seat may see it, each as what is different from the one before.

A scene is large, and little of it changes with an answer. So the first is told whole and of each later
one only what is not as it was: `patched(step, patch(step, next)) == next`. The same is written once
more in the browser (`film.ts`).

    [value]                    another value in its place
    {"name": patch}            a struct, of which these fields are different
    {"@": 0, "id": patch}      a list of things with ids, of which these are different or new;
                               "@" is the order of all ids, if that is another one
    {"3": patch}               any other list of the same length, by place
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from gattai.kernel.record import Record
from gattai.odds.reckoning import LuckLine
from gattai.scene.parts import LogLine, Scene
from gattai.server.film.replays import step_of
from gattai.server.messages import Course
from gattai.server.rule_cards import RuleCard

ORDER = "@"


class Frame(msgspec.Struct, frozen=True):
    """One step: what is different in its scene, and what was told."""

    patch: Any
    """None where nothing is; of the first step the scene itself, as `[scene]`."""
    log: tuple[LogLine, ...] = ()


class Film(msgspec.Struct, frozen=True):
    """All steps of a replay through one pair of eyes, with what is told beside."""

    match: str
    frames: tuple[Frame, ...]
    luck: tuple[LuckLine, ...] = ()
    course: Course | None = None
    rules: tuple[RuleCard, ...] = ()
    """The rules that are cited in it."""


class Camera:
    """Makes the frames of a record, some at a time. `seat` None sees what is open to all."""

    def __init__(self, record: Record[Any], seat: int | None) -> None:
        """ValueError if there is no such seat."""
        self.record = record
        self.seat = seat
        self.frames: list[Frame] = []
        self.cited: set[str] = set()
        """The rules that are named in what was told."""
        self._scene: Any = None
        step_of(record, 0, seat)

    def go_on(self, steps: int) -> bool:
        """Make so many more; whether all are made."""
        last = len(self.record.entries)
        for number in range(len(self.frames), min(last + 1, len(self.frames) + steps)):
            step = step_of(self.record, number, self.seat)
            scene = msgspec.json.decode(msgspec.json.encode(_plain(step.scene)))
            change = [scene] if self._scene is None else patch(self._scene, scene)
            self.frames.append(Frame(change, step.log))
            self.cited.update(line.cites.rule for line in step.log)
            if step.scene.ending is not None:
                self.cited.add(step.scene.ending.cites.rule)
            self._scene = scene
        return len(self.frames) > last


def _plain(scene: Scene) -> Scene:
    """A scene without what could have been answered: nobody answers in a film."""
    ask = scene.ask and replace(scene.ask, options=())
    return replace(scene, ask=ask, log=())


def for_eyes(course: Course | None, seat: int | None) -> Course | None:
    """A course without what only other seats could see: which choices they had."""
    if course is None:
        return None
    choices = (each if each.seat == seat else replace(each, worst=()) for each in course.choices)
    return replace(course, choices=tuple(choices))


def patch(old: Any, new: Any) -> Any:
    """What is different; None if nothing is.

    >>> patch({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]})
    {'b': {'1': [3]}}
    >>> patch([{"id": "x", "n": 1}], [{"id": "y", "n": 1}, {"id": "x", "n": 2}])
    {'@': ['y', 'x'], 'y': [{'id': 'y', 'n': 1}], 'x': {'n': [2]}}
    """
    if old == new and type(old) is type(new):
        return None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return dict(_differences((key, old[key], new[key]) for key in new))
    if isinstance(old, list) and isinstance(new, list) and new:
        if _has_ids(old) and _has_ids(new):
            return _by_id(old, new)
        if len(old) == len(new):
            pairs = zip(old, new, strict=True)
            return dict(_differences((str(place), *pair) for place, pair in enumerate(pairs)))
    return [new]


def _differences(parts: Iterator[tuple[str, Any, Any]]) -> Iterator[tuple[str, Any]]:
    for key, old, new in parts:
        change = patch(old, new)
        if change is not None:
            yield key, change


def _has_ids(items: list[Any]) -> bool:
    if not all(isinstance(item, dict) and isinstance(item.get("id"), str) for item in items):
        return False
    return bool(items) and len({item["id"] for item in items}) == len(items)


def _by_id(old: list[Any], new: list[Any]) -> dict[str, Any]:
    before = {item["id"]: item for item in old}
    order = [item["id"] for item in new]
    found: dict[str, Any] = {ORDER: order if order != [*before] else 0}
    for item in new:
        change = patch(before.get(item["id"]), item)
        if change is not None:
            found[item["id"]] = change
    return found


def patched(old: Any, change: Any) -> Any:
    """The other way round: what it is after a change.

    >>> patched([{"id": "x", "n": 1}], {"@": ["y", "x"], "y": [{"id": "y", "n": 1}]})
    [{'id': 'y', 'n': 1}, {'id': 'x', 'n': 1}]
    """
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list) and ORDER in change:
        before = {item["id"]: item for item in old}
        order = change[ORDER] or [*before]
        return [patched(before.get(name), change.get(name)) for name in order]
    if isinstance(old, list):
        return [patched(item, change.get(str(place))) for place, item in enumerate(old)]
    return {key: patched(value, change.get(key)) for key, value in old.items()}
