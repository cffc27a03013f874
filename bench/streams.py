"""Records what the page of one player receives in whole games, to play it back in a page or in its code alone.

    python -m bench.streams FOLDER [--games aegis ...] [--plays 100] [--seed 1] [--answers 400]

Each game becomes a file `<game>-<seed>.json`: the messages in their order, with `{"type": "answered"}` where the player answered.
Seats are played by the greedy and the random bot in turns. The games are the same each time; only when luck arrives may differ.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Bot
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import answer_text
from gattai.server.local.ledger import Ledger
from gattai.server.messages import NewMatch
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers, problem_of
from gattai.server.web import connection as socket

Json = dict[str, Any]
SHARE_OF_CHANCE = 0.2
"""How often a greedy player answers at random, so that games differ."""


class Recording:
    """A game that is being played, and what the page of the first seat has received."""

    def __init__(self, name: str, seed: int, answers: int) -> None:
        self.name, self.seed, self.left = name, seed, answers
        self.done = asyncio.Event()
        self.messages: list[Json] = []

    async def play(self, folder: Path) -> list[Json]:
        seats = len(games.load(self.name).seated({}).seats)
        begun = NewMatch(self.name, ("person",) * seats, {}, str(self.seed))
        record, _ = opened(begun, ())
        path = folder / f"{self.name}-{self.seed}.txt"
        path.write_text(record.transcript().text(), "utf-8")
        guests = tuple(range(1, seats))
        maker = games.scene_maker(self.name)
        match = TableMatch("here", record, maker, Thinkers(), Ledger(path, record), guests)
        match.start()
        pages = [
            asyncio.create_task(
                socket.Connection(Page(self, match, seat), match, match.viewers.join(seat)).run()
            )
            for seat in range(seats)
        ]
        await self.done.wait()
        # The last scene and the luck of the last action.
        for _ in range(200):
            await asyncio.sleep(0.005)
            if match.aftermath.is_quiet:
                break
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
        await match.stop()
        return self.messages


class Page:
    """One seat: answers like a bot, greedy in every second game."""

    def __init__(self, recording: Recording, match: TableMatch, seat: int) -> None:
        self._recording, self._match, self._seat = recording, match, Seat(seat)
        seed = f"streams/{recording.name}/{recording.seed}/{seat}"
        self._rng = random.Random(seed)
        kind = "greedy" if (recording.seed + seat) % 3 else "random"
        self._bot: Bot = registry.make(kind, seed, rules=match.record.rules)
        self._says: asyncio.Queue[str] = asyncio.Queue()
        self._answered = 0

    async def receive(self) -> str:
        return await self._says.get()

    async def send(self, text: str) -> None:
        recording, said = self._recording, msgspec.json.decode(text)
        if self._seat == 0:
            recording.messages.append(said)
        if said["type"] != "scene":
            return
        scene, ask = said["scene"], said["scene"]["ask"]
        if scene["ending"] or recording.left <= 0:
            recording.done.set()
        elif ask["is_mine"] and ask["number"] > self._answered:
            recording.left -= 1
            self._answered = ask["number"]
            if self._seat == 0:
                recording.messages.append({"type": "answered"})
            answer = {"type": "answer", "number": ask["number"], "text": self._answer(ask)}
            self._says.put_nowait(json.dumps(answer))

    def _answer(self, ask: Json) -> str:
        texts: list[str] = [option["text"] for option in ask["options"]]
        step = self._match.record.step
        question = step.question
        if (
            self._rng.random() >= SHARE_OF_CHANCE
            and self._seat in step.waiting
            and not isinstance(question, Outcome)
        ):
            found = self._bot.answer(*problem_of(step, self._seat), ask["number"])
            rules = self._match.record.rules
            text = answer_text(rules, step.position, question, found, step.table)
            if text in texts:
                return text
        return self._rng.choice(texts)

    async def close(self, code: int, reason: str) -> None:
        self._recording.done.set()


def recorded(name: str, seed: int, answers: int = 400) -> list[Json]:
    """What the first seat's page receives in one game."""
    socket.A_SECOND = 10**9  # nobody is too quick here
    with TemporaryDirectory() as folder:
        return asyncio.run(Recording(name, seed, answers).play(Path(folder)))


def write(folder: Path, name: str, plays: int, first: int = 1, answers: int = 400) -> list[Path]:
    """Record games into files; those that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}-{seed}.json" for seed in range(first, first + plays)]
    for seed, path in enumerate(paths, first):
        if not path.exists():
            path.write_bytes(msgspec.json.encode(recorded(name, seed, answers)))
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--plays", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", type=int, default=400)
    wants = parser.parse_args()
    for name in wants.games:
        write(wants.folder, name, wants.plays, wants.seed, wants.answers)


if __name__ == "__main__":
    main()
