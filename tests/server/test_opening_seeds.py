"""Seeds: long enough that nobody tries them out, and what bots are handed tells no die."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from gattai.kernel.record import Record
from gattai.server.messages import NewMatch
from gattai.server.table.opening import bot_of, bots_seed, dice_of, opened
from tests.server.silence import Sitting


def test_a_seed_that_nobody_chose_has_128_bits_and_can_be_typed() -> None:
    seeds = {opened(NewMatch("attack-chart", ()))[0].header.dice for _ in range(4)}
    assert len(seeds) == 4
    for dice in seeds:
        word, seed = dice.split()
        assert word == "seeded" and len(bytes.fromhex(seed)) == 16
        again, _ = opened(NewMatch("attack-chart", (), seed=seed))
        assert again.header.dice == dice


def test_a_seed_of_old_throws_what_it_threw() -> None:
    record, _ = opened(NewMatch("attack-chart", (), seed="123456789012"))
    question: Any = record.question
    thrown = question.dice.faces(random.Random("123456789012/dice/1"))
    assert dice_of(record.header).faces(question, 1) == thrown


def test_what_a_bot_is_handed_does_not_tell_the_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[str] = []

    async def whole() -> None:
        table = Sitting(tmp_path)
        real = table.room.thinkers.answer

        async def listening(*args: Any) -> Any:
            handed.append(repr(args[2:]))
            return await real(*args)

        monkeypatch.setattr(table.room.thinkers, "answer", listening)
        await table.begins("random", "random", game="attack-chart", seed="a-secret-seed")
        await table.settles()
        await table.room.close()

    asyncio.run(whole())
    assert handed and not any("a-secret-seed" in args for args in handed)


def test_bots_of_one_match_always_draw_the_same() -> None:
    record: Record[Any]
    record, _ = opened(NewMatch("attack-chart", ("person", "random"), seed="7"))
    assert bot_of(record.header, 1) == ("random", bots_seed(record.header))
    assert bots_seed(record.header) != "7" and len(bots_seed(record.header)) == 32
