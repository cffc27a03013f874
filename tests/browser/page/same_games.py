"""Games that natively and in a page have the same bytes: `python -m tests.browser.page.same_games 2` lists their hashes."""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

from gattai import games
from tests.laws.log import played
from tests.playthroughs.playthrough import PLAYTHROUGHS, playthrough


def hashes(count: int) -> Iterator[str]:
    """Yield a line for each playthrough, and for the transcripts of so many random games of each game."""
    for name in PLAYTHROUGHS:
        yield f"{name} {_hash(playthrough(name))}"
    for name in games.names():
        for number in range(count):
            record = played(games.load(name), random.Random(f"{name} {number}"))
            yield f"{name} {number} {_hash(record.transcript().text())}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def main(count: str) -> None:
    """Print the lines for so many random games of each game."""
    for line in hashes(int(count)):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
