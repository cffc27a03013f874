"""What was counted in each game, kept in a file, so that a long count can be taken up again."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.bots.nonsense.watching import Counts


class Line(msgspec.Struct, frozen=True):
    """One game that was watched to its end."""

    game: str
    bot: str
    seed: int
    counts: dict[str, Counts]


class Kept:
    """The games of one bot that were watched; without a path nothing is kept.

    A line is written once its game is over. One that was cut off, because somebody stopped the count
    while it was written, is left out and its game is played again.
    """

    def __init__(self, path: Path | None, game: str, bot: str) -> None:
        self.path = path
        self.game = game
        self.bot = bot
        self.found: dict[int, dict[str, Counts]] = {}
        if path is None or not path.is_file():
            return
        for text in path.read_bytes().splitlines():
            try:
                line = msgspec.json.decode(text, type=Line)
            except msgspec.DecodeError:
                continue
            if (line.game, line.bot) == (game, bot):
                self.found[line.seed] = line.counts

    def of(self, seed: int) -> dict[str, Counts] | None:
        """What was counted in a game; None if it was not watched yet."""
        return self.found.get(seed)

    def add(self, seed: int, counts: dict[str, Counts]) -> None:
        """Write a game down, on a line of its own even after one that was cut off."""
        self.found[seed] = counts
        if self.path is None:
            return
        whole = not self.path.is_file() or self.path.read_bytes()[-1:] in (b"", b"\n")
        with self.path.open("ab") as file:
            line = msgspec.json.encode(Line(self.game, self.bot, seed, counts))
            file.write((b"" if whole else b"\n") + line + b"\n")
