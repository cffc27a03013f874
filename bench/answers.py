"""The cost of one answer at the table: CPU of the server's own path, and runs of the rules.

    python bench/answers.py [--games aegis aristeia mechastellar] [--answers 300] [--lines] [--json]

A person on every seat has a page and takes random options; messages go through the connection, the
match, the file and all pages as with browsers. It measures the CPU time of the serving thread; luck
is computed in another one; what the random players do is not counted. A run of the rules is a call
of `resolve`; a step is a value given to running rules; bytes are those of one page, before
compression and as a socket compresses them. To compare two commits, run the script of each in
turns, because machines are noisy.

With `--lines` pages receive the new lines of the transcript instead of scenes, as a page could that
runs the rules itself. Only games without hidden information can be played so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.question import ENTER, Place, Roll, Seat, any_one, part_of
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import may_hide
from gattai.kernel.text.answers import answer_text
from gattai.server.local.ledger import Ledger
from gattai.server.messages import NewMatch
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import Viewer
from gattai.server.web import connection as socket

GAMES = ("aegis", "aristeia", "mechastellar")


class Counts:
    """Number of runs of the rules in the serving thread."""

    def __init__(self) -> None:
        self.standing = self.runs = self.steps = 0


@contextmanager
def counted(rules: Any) -> Iterator[Counts]:
    """Count calls to the rules of this game inside this context."""
    counts, kind, here = Counts(), type(rules), threading.get_ident()
    standing, resolve = kind.next_question, kind.resolve

    def stands(self: Any, state: Any) -> Any:
        counts.standing += threading.get_ident() == here
        return standing(self, state)

    def resolves(self: Any, table: Any, answer: Any) -> Any:
        if threading.get_ident() != here:
            return (yield from resolve(self, table, answer))
        counts.runs += 1
        counts.steps += 1
        steps, value = resolve(self, table, answer), None
        while True:
            try:
                asked = steps.send(value)
            except StopIteration as end:
                return end.value
            value = yield asked
            counts.steps += value is not ENTER

    kind.next_question, kind.resolve = stands, resolves
    try:
        yield counts
    finally:
        kind.next_question, kind.resolve = standing, resolve


class Player:
    """The other end of a connection: a page that answers at random."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = Seat(seat)
        self._packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._rng = random.Random(seat)
        self._says: asyncio.Queue[str] = asyncio.Queue()
        self._answered = 0

    async def receive(self) -> str:
        return await self._says.get()

    async def send(self, text: str) -> None:
        began = thread_time()
        self._game.bytes += len(text.encode())
        packed = self._packer.compress(text.encode()) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        self._game.packed += len(packed)
        self._hear(msgspec.json.decode(text))
        self._game.others += thread_time() - began

    def _hear(self, said: dict[str, Any]) -> None:
        if said["type"] == "lines":
            self._follow()
        elif said["type"] == "scene":
            scene, ask = said["scene"], said["scene"]["ask"]
            if scene["ending"] or self._game.left == 0:
                self._game.done.set()
            elif ask["is_mine"] and ask["number"] > self._answered:
                self._game.left -= 1
                self._answered = ask["number"]
                option = self._rng.choice(ask["options"])["text"]
                self._say(option)

    def _follow(self) -> None:
        """Find the options by the rules, as a page that runs them would."""
        record = self._game.match.record
        step, number = record.step, record.count + 1
        if isinstance(step.question, Outcome) or self._game.left == 0:
            self._game.done.set()
        elif self._seat in step.waiting and number > self._answered:
            ask = part_of(step.question, self._seat)
            assert not isinstance(ask, Roll)
            options = ask.region.suggest() if isinstance(ask, Place) else ask.options
            value = any_one(options, self._rng)
            self._game.left -= 1
            self._answered = number
            self._say(answer_text(record.rules, step.position, step.question, value, step.table))

    def _say(self, text: str) -> None:
        answer = {"type": "answer", "number": self._answered, "text": text}
        self._says.put_nowait(json.dumps(answer))

    async def close(self, code: int, reason: str) -> None:
        self._game.done.set()


class Game:
    """The number of answers still to be given, and whether all were."""

    def __init__(self, answers: int, match: TableMatch) -> None:
        self.match = match
        self.left = answers
        self.done = asyncio.Event()
        self.bytes = self.packed = 0
        """What all pages together were sent, plain and compressed."""
        self.others = 0.0
        """The seconds of the players."""


class Lines(msgspec.Struct, tag_field="type", tag="lines"):
    """Lines of the transcript, in place of a scene."""

    lines: tuple[str, ...]


class LinesOnly(Viewer):
    """A page that receives what was answered, and no scene."""

    sent = 0

    def take(self) -> list[Any]:
        entries = self.match.record.entries
        new = tuple(entry.line(at) for at, entry in enumerate(entries[self.sent :], self.sent + 1))
        self.sent = len(entries)
        return [Lines(new)]


async def played(
    name: str, answers: int, seed: int, folder: Path, *, lines: bool = False
) -> dict[str, float]:
    """Play so many answers of persons; CPU seconds and counts for all answers in the file."""
    seats = len(games.load(name).seated({}).seats)
    record, _ = opened(NewMatch(name, ("person",) * seats, {}, str(seed)), ())
    path = folder / f"{name}-{seed}.txt"
    path.write_text(record.transcript().text(), "utf-8")
    guests, pen = tuple(range(1, seats)), Ledger(path, record)
    match = TableMatch("here", record, games.scene_maker(name), Thinkers(), pen, guests)
    game = Game(answers, match)
    assert not (lines and may_hide(record.rules.state_type)), f"{name} hides something"
    with counted(record.rules) as counts:
        began = thread_time()
        match.start()
        viewers = [match.viewers.join(seat) for seat in range(seats)]
        if lines:
            for viewer in viewers:
                viewer.__class__ = LinesOnly
        pages = [
            asyncio.create_task(socket.Connection(Player(game, seat), match, viewer).run())
            for seat, viewer in enumerate(viewers)
        ]
        await game.done.wait()
        took = thread_time() - began - game.others
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
        await match.stop()
    return {
        "answers": len(record.entries),
        "seconds": took,
        "runs": counts.runs,
        "steps": counts.steps,
        "standing": counts.standing,
        "bytes": game.bytes / seats,
        "packed": game.packed / seats,
        "settled": sum(past.before.is_settled for past in record.past),
    }


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", nargs="*", default=[*GAMES])
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--lines", action="store_true", help="send lines instead of scenes")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    socket.A_SECOND = 10**9  # nobody is too quick here
    rows: list[dict[str, Any]] = []
    for game in wanted.games:
        with TemporaryDirectory() as folder:
            asyncio.run(played(game, 20, 0, Path(folder)))  # warms up tables and caches
            found = [
                asyncio.run(played(game, wanted.answers, seed, Path(folder), lines=wanted.lines))
                for seed in range(1, wanted.matches + 1)
            ]
        total = {name: sum(each[name] for each in found) for name in found[0]}
        answers = total["answers"]
        rows.append(
            {
                "game": game,
                "answers": int(answers),
                "ms_per_answer": round(1e3 * total["seconds"] / answers, 2),
                "bytes_per_answer": round(total["bytes"] / answers),
                "packed_per_answer": round(total["packed"] / answers),
                "runs_per_answer": round(total["runs"] / answers, 2),
                "steps_per_answer": round(total["steps"] / answers, 2),
                "standing_per_action": round(total["standing"] / total["settled"], 2),
            }
        )
    if wanted.json:
        print(json.dumps(rows, indent=2))
        return
    names = [name for name in rows[0] if name != "game"]
    print(f"{'game':14}" + "".join(f"{name:>20}" for name in names))
    for row in rows:
        print(f"{row['game']:14}" + "".join(f"{row[name]:>20}" for name in names))


if __name__ == "__main__":
    main()
