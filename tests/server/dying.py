"""A table that plays by itself and says what it has shown, to be killed again and again.

    python -m tests.server.dying FOLDER DEATHS SEED

Tables are forked from one process that has imported everything, so that a thousand deaths take minutes.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path

from gattai import games
from gattai.server.local.keys import Keys
from gattai.server.local.room import Room
from gattai.server.local.store import MatchStore
from gattai.server.messages import NewMatch
from gattai.server.table import thinking
from gattai.server.web.reading import read_match
from tests.server.failing import Player, options_for


async def _plays(
    folder: Path, game: str, match: str, seed: str, tell: int, *, takes_back: bool
) -> None:
    """Play, and write into the pipe what a page has been shown: the match, and its last answer."""
    store = MatchStore(folder)
    store.lock.take()
    room = Room(store, Keys(b"k" * 32))
    if match:
        found = await room.find(match)
        assert not found.shut, found.notice
    else:
        wanted = NewMatch(game, ("person", "random"), options_for(game), seed)
        found = await room.make(wanted)
    player = Player(found, seed, takes_back=takes_back)

    def hears() -> None:
        Player.hears(player)
        entries = found.record.entries
        last = f"{len(entries)} {entries[-1].check if entries else '-'}"
        os.write(tell, f"{found.id} {last}\n".encode())

    player.hears = hears  # type: ignore[method-assign]
    await player.plays(10**6)
    os.write(tell, f"{found.id} over\n".encode())
    await room.close()


def killed_again_and_again(folder: Path, deaths: int, seed: str) -> tuple[int, int]:
    """Let tables play in this folder, each until it is killed at some moment; the answers, and matches over.

    AssertionError if an answer that was shown is not in the file afterwards, or the file does not
    open, or the next table cannot go on.
    """
    rng = random.Random(seed)
    thinking.PAUSE = 0.0
    for game in games.names():  # loaded here, they need not be loaded after each fork
        games.scene_maker(games.load(game).name)
    match, game, answers, over, takes_back = "", "", 0, 0, False
    for number in range(deaths):
        if not match or number % 25 == 0:
            match, game, takes_back = "", rng.choice(games.names()), rng.random() < 0.25
        listen, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(listen)
                player = f"{seed}-{number}"
                asyncio.run(_plays(folder, game, match, player, tell, takes_back=takes_back))
                os._exit(0)
            except BaseException as problem:
                print(repr(problem), file=sys.stderr, flush=True)
                os._exit(1)
        os.close(tell)
        said = _until_killed(child, listen, rng)
        lines = [line.split() for line in said.decode().split("\n")[:-1]]
        if not lines:
            continue
        match = lines[-1][0]
        if lines[-1][1] == "over":
            match, over = "", over + 1
            continue
        answers += _nothing_is_lost(folder, lines, takes_back=takes_back)
    return answers, over


def _until_killed(child: int, listen: int, rng: random.Random) -> bytes:
    """All that it said before it was killed: after its first word, within a moment."""
    said = os.read(listen, 65_536)
    time.sleep(rng.random() * 0.15 if said else 0)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "the table could not go on"
    while more := os.read(listen, 65_536):
        said += more
    os.close(listen)
    return said


def _nothing_is_lost(folder: Path, lines: list[list[str]], *, takes_back: bool) -> int:
    """Everything that was shown is in the file, and the file opens as it should."""
    match = lines[-1][0]
    found = read_match((folder / "matches" / f"{match}.txt").read_bytes())
    assert not found.shut, found.notice
    entries = found.record.entries
    for _, number, check in lines if not takes_back else ():
        kept = entries[int(number) - 1].check if 0 < int(number) <= len(entries) else "-"
        assert kept == check, f"answer {number} of {match} was shown and is not kept"
    return len({line[1] for line in lines})


def main() -> None:
    folder, deaths, seed = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    began = time.monotonic()
    answers, over = killed_again_and_again(folder, deaths, seed)
    took = time.monotonic() - began
    print(
        f"{deaths} deaths, {answers} answers shown, {over} matches over, in {took:.0f} s: none lost"
    )


if __name__ == "__main__":
    main()
