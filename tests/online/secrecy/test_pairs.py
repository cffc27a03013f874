"""Two matches that differ only in hidden cards are the same to everybody else, byte for byte."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable

import pytest

from gattai import games
from tests.laws.worlds import hides_something
from tests.online.secrecy import twins
from tests.online.secrecy.leaky import (
    LEAKS,
    WHICH,
    bots_in_a_hurry,
    transcripts_for_who_plays_alone,
)
from tests.online.secrecy.pairs import live, site
from tests.online.secrecy.twins import Told, shown

FEW = {"aristeia": 6, "robot-empire": 6}
MANY = {"aristeia": 42, "robot-empire": 42}
BATCHES = 6
"""With `--long`, so many times as many."""
BOTS = 0.3
"""Of the pairs with a viewer who plays, in so many bots sit on the other seats."""


def test_every_game_that_hides_something_is_looked_at() -> None:
    hides = {name for name in games.names() if hides_something(games.load(name))}
    assert {*FEW} == {*MANY} == hides


def _live(wanted: dict[str, int], seed: str, database: str, nats: str) -> None:
    with site(database, nats) as nodes:
        origins = [node.address for node in nodes]
        count = asyncio.run(live(origins, database, wanted, seed, BOTS))
    print(shown(count))
    assert count["pairs"] == sum(wanted.values())
    assert count["answers of addresses compared"] and count["answers of bots"]


def test_nobody_can_tell_two_matches_apart_that_differ_in_what_is_hidden(
    database: str, nats: str
) -> None:
    _live(FEW, "pairs", database, nats)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_nobody_can_tell_many_matches_apart(batch: int, database: str, nats: str) -> None:
    _live(MANY, f"pairs {batch}", database, nats)


@pytest.mark.long
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_build_that_tells_too_much_is_caught(
    leak: Callable[[], None], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = leak.__name__
    monkeypatch.setenv(WHICH, name)
    monkeypatch.setattr(twins, "LOOKS", 1.0)
    many, count = dict.fromkeys(FEW, 40), Counter[str]()
    bots = 0.9 if leak in (bots_in_a_hurry, transcripts_for_who_plays_alone) else 0.0
    with (
        site(database, "", 1, "tests.online.secrecy.leaky") as [node],
        pytest.raises(ExceptionGroup) as caught,
    ):
        asyncio.run(live([node.address], database, many, name, bots, count))
    found = [str(each) for each in caught.value.exceptions if isinstance(each, Told)]
    assert found, caught.value.exceptions
    print(f"after {count['pairs']} pairs: {found[0]}")
    assert all(re.search(LEAKS[leak], each, re.DOTALL) for each in found), found
