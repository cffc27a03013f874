"""The law of undo: what is free to take back has taught its seat nothing."""

import random
from collections import Counter
from typing import Any

import msgspec

from gattai.kernel.position import GamePosition, observe
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import view
from gattai.kernel.undo import price_of_undo
from gattai.testing.laws import with_other_secrets
from gattai.testing.walk import WalkStep, moments

MOMENTS = 40
"""So many answers of a game are given in a second world too, and taken back in both."""


def free_undo_teaches_nothing(rules: AnyRuleset, seed: str, count: Counter[str]) -> None:
    """Give an answer in two worlds that its seat cannot tell apart, and take it back for nothing.

    Whatever the seat was shown in between is the same in both worlds, or it was not free in either.
    """
    rng = random.Random(seed)
    game = [moment for moment in moments(rules, rng) if moment.seat is not None]
    for moment in rng.sample(game, min(MOMENTS, len(game))):
        assert moment.seat is not None
        other = with_other_secrets(moment.rules, moment.before, moment.seat, rng)
        if other is not None and other != moment.before:
            _both_answer_and_take_back(moment, other, moment.seat, count)


def _both_answer_and_take_back(
    moment: WalkStep, other: GamePosition[Any], seat: Seat, count: Counter[str]
) -> None:
    worlds = [record_at(moment.rules, position) for position in (moment.before, other)]
    before = [_shown(world, seat) for world in worlds]
    try:
        for world in worlds:
            world.answer(moment.value, seat)
    except Refused as refused:
        raise AssertionError(f"refused in one world only: {refused}") from refused
    shown = [_shown(world, seat) for world in worlds]
    prices = [price_of_undo(world, seat) for world in worlds]
    count["pairs"] += 1
    count["free"] += prices[0] == "free"
    count["taught"] += shown[0] != shown[1]
    if "free" not in prices:
        return
    assert prices[0] == prices[1], (
        f"what it costs to take back {moment.value} tells the worlds apart"
    )
    assert shown[0] == shown[1], f"{moment.value} is free to take back, and taught {seat} something"
    for world in worlds:
        world.back_to(0)
    assert [_shown(world, seat) for world in worlds] == before


def record_at(rules: AnyRuleset, position: GamePosition[Any]) -> Record[Any]:
    """A record whose past begins here."""
    record: Record[Any] = Record(rules)
    record.stand_at(position)
    return record


def _shown(world: Record[Any], seat: Seat) -> bytes:
    """What the seat sees of the table, is asked, and is told of what has happened."""
    told = tuple(view(event, seat) for past in world.past for event in past.events)
    seen = observe(world.rules, world.position, seat)
    return msgspec.json.encode((seen, told), enc_hook=repr)
