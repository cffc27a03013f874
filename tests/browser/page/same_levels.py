"""Games of bots, which are the same natively and in a page: `python -m tests.browser.page.same_levels ace:aegis:2:0`.

Each word names a level, a game, how many games it plays against rookies, and how many answers of each are played;
0 for whole games.
"""

from __future__ import annotations

import hashlib
import pickle
import random
import sys

from msgspec import Struct

from gattai import games
from gattai.bots import registry
from gattai.bots.worker import Where
from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.server.page import bridge
from gattai.server.table.thinking import problem_of

LEVELS = ("rookie", "veteran", "ace")
OPTIONS = {"attack-chart": {"rounds": "1"}}
"""Short games, so that there can be many."""


class Sent:
    """Work as it goes to the second worker of a page."""

    def __init__(self, work: bytes) -> None:
        self._work = work

    def to_bytes(self) -> bytes:
        return self._work


def played(level: str, game: str, seed: str, answers: int) -> Record[Struct]:
    """Return a game of a level against rookies: in a page as its second worker thinks, natively as any bot does."""
    options = OPTIONS.get(game, {})
    rules = games.load(game).seated(options)
    where = Where.of(rules, (), options)
    assert where is not None
    players = (level, *("rookie" for _ in rules.seats[1:]))
    record: Record[Struct] = Record(rules, options=options, players=players)
    bots = [registry.make(bridge.counted(name, game), seed, rules=rules) for name in players]
    dice = Seeded(random.Random, seed)
    while not isinstance(question := record.question, Outcome):
        number = record.count + 1
        if 0 < answers < number:
            break
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        seat = record.step.waiting[0]
        seen, ask = problem_of(record.step, seat)
        if sys.platform == "emscripten":
            work = pickle.dumps(((), bridge.think, (players[seat], seed, seen, ask, number, where)))
            record.answer(pickle.loads(bridge.work(Sent(work))), seat)
        else:
            record.answer(bots[seat].answer(seen, ask, number), seat)
    return record


def main(*words: str) -> None:
    """Print a line with the hash of the transcript for each game."""
    for word in words:
        level, game, count, answers = word.split(":")
        for number in range(int(count)):
            text = played(level, game, f"{level} {number}", int(answers)).transcript().text()
            digest = hashlib.sha256(text.encode()).hexdigest()
            print(level, game, number, text.count("\n"), digest, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
