"""Digests of games with fixed seeds, for changes that must not change any game.

    python -m bench.digests [--long] [--write]

Each line of `digests.txt` names what plays, the game, how many answers of the first game are played
(for `batch`: how many whole games of random choices), and the digest. A faster evaluation must leave
all of them equal. A change of the rules, of a pack or of a bot changes some: `--write` stores the
new ones. Without `--long` only the quick ones are compared.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.bots import played
from gattai import games
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, any_one
from gattai.kernel.running.batch import play_out

FILE = Path(__file__).with_name("digests.txt")
BATCH = "batch"
LONG = "long"


class GuardedGame(msgspec.Struct, frozen=True):
    """Games with fixed seeds, and their digest."""

    player: str
    game: str
    count: int
    """How many answers of a game are played; for `batch`: how many games."""
    digest: str
    when: str = ""
    """`long` if it takes more than a second or two."""

    def digest_now(self) -> str:
        """Play it and return its digest."""
        if self.player == BATCH:
            return batch_digest(self.game, self.count)
        return played(self.player, self.game, 1, self.count).digest

    def line(self) -> str:
        """Return it as a line of the file."""
        count = f"{self.count:6}"
        return f"{self.player:8} {self.game:13} {count} {self.digest} {self.when}".rstrip()


def batch_digest(game: str, count: int) -> str:
    """Play random games with the batch driver and return the digest of every choice."""
    rules = games.load(game).seated({})
    start, digest = begin(rules).state, hashlib.sha256()
    for seed in range(count):
        source = random.Random(seed)

        def chosen(
            state: msgspec.Struct, question: Choose, source: random.Random = source
        ) -> object:
            value = any_one(question.options, source)
            digest.update(repr(value).encode())
            return value

        out = play_out(rules, start, (chosen,) * len(rules.seats), source, limit=2_000)
        digest.update(repr(out).encode())
    return digest.hexdigest()[:8]


def stored(*, long: bool = True) -> Iterator[GuardedGame]:
    """Yield the stored digests, the quick ones or all."""
    for line in FILE.read_text("utf-8").splitlines():
        player, game, count, digest, *when = line.split()
        if long or LONG not in when:
            yield GuardedGame(player, game, int(count), digest, *when)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the long ones too")
    parser.add_argument("--write", action="store_true", help="store all digests as they are now")
    wants = parser.parse_args()
    lines: list[str] = []
    for each in stored(long=wants.long or wants.write):
        now = msgspec.structs.replace(each, digest=each.digest_now())
        lines.append(now.line())
        print(now.line(), "" if now == each else f"was {each.digest}", flush=True)
    if wants.write:
        FILE.write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
