"""A node looks through its old things every few minutes, and not whenever it has grown."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from gattai.server.online.ops import garbage
from gattai.server.online.ops.garbage import Garbage


class Ring:
    """Something that holds itself, as a match does."""

    def __init__(self) -> None:
        self.me = self


def old_ring() -> weakref.ref[Ring]:
    """One that nobody holds any more, and that has outlived every look at young things."""
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


def grows() -> list[int]:
    """So much that Python would look through everything: how often it has, of each age."""
    before = [each["collections"] for each in gc.get_stats()]
    kept = [[number] for number in range(garbage.YOUNG * garbage.OFTEN * 15)]
    after = [each["collections"] for each in gc.get_stats()]
    assert kept
    return [now - then for now, then in zip(after, before, strict=True)]


def test_old_things_are_looked_through_by_the_clock_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_a_node() -> None:
        part = Garbage()
        await part.start()
        assert gc.get_freeze_count() > 10_000, "code is not looked through"
        ring = old_ring()
        young, middle, old = grows()
        assert young > middle > 1 and old == 0
        assert ring() is not None
        await asyncio.sleep(0.2)
        assert ring() is None, "what was let go is found in the end"
        await part.stop()

    monkeypatch.setattr(garbage, "SECONDS", 0.05)
    found = gc.get_threshold()
    asyncio.run(at_a_node())
    assert gc.get_threshold() == found and gc.get_freeze_count() == 0


def test_without_it_python_looks_by_itself() -> None:
    """So that the test above means something."""
    gc.collect()
    assert grows()[2] > 0
