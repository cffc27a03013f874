"""Encodes a whole replay: every step as one seat may see it, as the difference from the step before.

A scene is large, and an answer changes little of it. The first scene is stored whole, each later one as a
patch: `patched(step, patch(step, next)) == next`. The browser applies the same patches
(`film.ts`).

    [value]                    a new value
    {"name": patch}            an object with changes in these fields
    {"@": 0, "id": patch}      a list of objects with ids, with changed or new items;
                               "@" is the order of all ids if the order changed
    {"3": patch}               any other list of the same length, by index
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai.kernel.record import Record
from gattai.odds.reckoning import LuckLine
from gattai.scene.parts import LogLine, Scene
from gattai.server.film.replays import step_of
from gattai.server.messages import Analysis
from gattai.server.rule_cards import RuleCard

ORDER = "@"


class Frame(msgspec.Struct, frozen=True):
    """One step: the change of the scene, and the new log lines."""

    patch: Any
    """None if nothing changed; for the first step the scene itself, as `[scene]`."""
    log: tuple[LogLine, ...] = ()


class Film(msgspec.Struct, frozen=True):
    """All steps of a replay as one seat sees them, with log and analysis."""

    match: str
    frames: tuple[Frame, ...]
    luck: tuple[LuckLine, ...] = ()
    analysis: Analysis | None = None
    rules: tuple[RuleCard, ...] = ()
    """The rules that the log cites."""


class Camera:
    """Makes the frames of a record in batches. `seat` None sees public information only."""

    def __init__(self, record: Record[Struct], seat: int | None) -> None:
        """Raise ValueError if there is no such seat."""
        self.record = record
        self.seat = seat
        self.frames: list[Frame] = []
        self.cited: set[str] = set()
        """Ids of the rules cited so far."""
        self._scene: object = None
        step_of(record, 0, seat)

    def go_on(self, steps: int) -> bool:
        """Make this many more frames; returns whether all are made."""
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
    """Return a scene without the options: nobody answers in a film."""
    ask = scene.ask and replace(scene.ask, options=())
    return replace(scene, ask=ask, log=())


def for_eyes(analysis: Analysis | None, seat: int | None) -> Analysis | None:
    """Return an analysis without what only other seats could see, such as their options."""
    if analysis is None:
        return None
    choices = (each if each.seat == seat else replace(each, worst=()) for each in analysis.choices)
    return replace(analysis, choices=tuple(choices))


def patch(old: object, new: object) -> object:
    """Return the difference, or None if there is none.

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


def _differences(parts: Iterator[tuple[str, object, object]]) -> Iterator[tuple[str, object]]:
    for key, old, new in parts:
        change = patch(old, new)
        if change is not None:
            yield key, change


def _has_ids(items: list[object]) -> TypeGuard[list[dict[str, object]]]:
    """Whether all items are objects with distinct ids."""
    ids = [item.get("id") if isinstance(item, dict) else None for item in items]
    return bool(ids) and all(isinstance(id, str) for id in ids) and len({*ids}) == len(ids)


def _by_id(old: list[dict[str, object]], new: list[dict[str, object]]) -> dict[str, object]:
    before = {str(item["id"]): item for item in old}
    order = [str(item["id"]) for item in new]
    found: dict[str, object] = {ORDER: order if order != [*before] else 0}
    for id, item in zip(order, new, strict=True):
        change = patch(before.get(id), item)
        if change is not None:
            found[id] = change
    return found


def patched(old: object, change: object) -> object:
    """Apply a patch.

    >>> patched([{"id": "x", "n": 1}], {"@": ["y", "x"], "y": [{"id": "y", "n": 1}]})
    [{'id': 'y', 'n': 1}, {'id': 'x', 'n': 1}]
    """
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    assert isinstance(change, dict), "a change is None, [new] or an object"
    if isinstance(old, list) and ORDER in change:
        before = {item["id"]: item for item in old}
        order = change[ORDER] or [*before]
        return [patched(before.get(name), change.get(name)) for name in order]
    if isinstance(old, list):
        return [patched(item, change.get(str(place))) for place, item in enumerate(old)]
    assert isinstance(old, dict), "parts of an object change"
    return {key: patched(value, change.get(key)) for key, value in old.items()}
