"""Pairs of matches from random games, many at once, at a site of two nodes."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice, zip_longest
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.server.online.store.pool import Database
from gattai.testing.walk import moments
from tests.laws.worlds import Viewer, other_world
from tests.online.hosting import Hosted, hosted
from tests.online.secrecy.twins import Club, Twins

FORKS = 6
"""So many moments of one game begin a pair."""
AT_ONCE = 4


class Pair(msgspec.Struct, frozen=True):
    """Two positions that somebody cannot tell apart."""

    rules: AnyRuleset
    viewer: Viewer
    one: GamePosition[Any]
    other: GamePosition[Any]
    bot: str
    seed: str


def pairs(game: str, seed: str, share_of_bots: float) -> Iterator[Pair]:
    """As many as one wants, from one random game after the other."""
    number = 0
    while True:
        number += 1
        rng = random.Random(f"{seed} {game} {number}")
        whole = [*moments(games.load(game), rng)]
        for moment in rng.sample(whole, min(FORKS, 1 + len(whole) // 12)):
            rules, position = moment.rules, moment.step.position
            seat = rng.randrange(-1, len(rules.seats))
            viewer = None if seat < 0 else Seat(seat)
            other = other_world(rules, position, viewer, rng)
            if other is not None and moment.step.waiting:
                has_bot = viewer is not None and rng.random() < share_of_bots
                bot = rng.choice(("random", "rookie")) if has_bot else ""
                yield Pair(rules, viewer, position, other, bot, f"{seed} {number}")


async def live(
    origins: list[str],
    database: str,
    wanted: dict[str, int],
    seed: str,
    bots: float,
    count: Counter[str] | None = None,
) -> Counter[str]:
    """Live through so many pairs of each game; the figures. `Told` for the first that can be told apart."""
    count = Counter() if count is None else count
    async with Database(database, size=4) as read:
        club = Club(origins, read)
        of_each = [islice(pairs(game, seed, bots), many) for game, many in wanted.items()]
        in_turn = (pair for some in zip_longest(*of_each) for pair in some if pair is not None)
        # Found when they are wanted: one that tells is mostly an early one.
        numbered, finding = enumerate(in_turn), asyncio.Lock()
        await club.guest(7)  # all of them, before several are made at once

        async def found() -> tuple[int, Pair] | None:
            # Beside the sockets: who says nothing for twenty seconds is taken for somebody who has gone.
            async with finding:
                return await asyncio.to_thread(next, numbered, None)

        async def one_after_the_other() -> None:
            while (one := await found()) is not None:
                number, pair = one
                rng = random.Random(f"{pair.seed} {pair.viewer} {number}")
                twins = Twins(club, pair.rules, pair.viewer, rng, count)
                await twins.live(pair.one, pair.other, pair.bot)

        try:
            async with asyncio.TaskGroup() as crowd:
                for _ in range(AT_ONCE):
                    crowd.create_task(one_after_the_other())
        finally:
            await club.closes()
    return count


@contextmanager
def site(
    database: str, nats: str, nodes: int = 2, build: str = "tests.online.secrecy.same_dice"
) -> Iterator[list[Hosted]]:
    """Some nodes that let one ask as often as one likes."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("GATTAI_RATES", "0")
        more = ("--nats", nats) if nodes > 1 else ()
        yield [stack.enter_context(hosted(database, *more, build=build)) for _ in range(nodes)]
