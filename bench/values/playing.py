"""The games from which a value is learned, and those on which it is measured.

A game depends on its seed and number alone, so it does not matter how many processes play, and
games that are kept in a folder need not be played again.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from gattai import games
from gattai.lab.match import even_tables, pairings
from gattai.lab.sitting import Sitting
from gattai.server.local.disk import write_whole

Players = tuple[str, str]

SLOW = ("aristeia", "mechastellar")
"""Games in which greedy is slow: others play most of them."""
OF_SLOW: tuple[Players, ...] = (*[("policy", "policy")] * 5, ("policy", "greedy"))
"""The bots of each pair of their games, in turn."""
LEARNED_FROM: tuple[Players, ...] = (("policy", "greedy"), ("greedy", "greedy"))
MEASURED_ON: tuple[Players, ...] = (*[("greedy", "greedy")] * 9, ("veteran", "greedy"))
"""The same for the other games."""


class ValueGame(msgspec.Struct, frozen=True):
    """One game to be played."""

    game: str
    seed: str
    number: int
    held_out: bool = False
    kept: str = ""
    """The folder of games that were played before; empty if there is none."""

    @property
    def file(self) -> Path | None:
        """Return where its transcript is kept."""
        if not self.kept:
            return None
        kind = "held-out" if self.held_out else "learned"
        return Path(self.kept) / self.game / f"{kind}-{self.seed}-{self.number:05}.txt"


def players_of(game: str, *, held_out: bool) -> tuple[Players, ...]:
    """Return the bots of each pair of games, in turn."""
    if game in SLOW:
        return OF_SLOW
    return MEASURED_ON if held_out else LEARNED_FROM


def transcript_of(wish: ValueGame) -> str:
    """Return the transcript of a game, playing it unless it is kept.

    Two games form a pair: the same forces, the bots on both sides. Different bots also have the
    same dice and opening. The same bot twice would play the same game again, so it has others.
    """
    file = wish.file
    if file is not None and file.is_file():
        return file.read_text("utf-8")
    pair, leg = divmod(wish.number, 2)
    mixture = players_of(wish.game, held_out=wish.held_out)
    one, two = mixture[pair % len(mixture)]
    even = even_tables(games.load(wish.game))
    options = even[pair // 2 % len(even)] if pair // len(mixture) % 2 else {}
    # The seeds of games that are measured differ from those of games that are learned from.
    seed = f"{wish.seed}-{'held-out' if wish.held_out else 'learned'}-{pair if one != two else wish.number}"
    pairing = pairings(wish.game, one, two, 2, seed, options)[leg]
    sitting = Sitting(pairing.plan, pairing.plan.numbered(leg))
    sitting.play()
    text: str = sitting.record.transcript().text()
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
    return text
