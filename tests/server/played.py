"""Whole games of bots with committed dice, played once for all tests that look at them."""

from functools import cache
from pathlib import Path
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.kernel.record import Record
from gattai.kernel.running.committed import Committed
from gattai.server.messages import NewMatch
from gattai.server.table.opening import opened
from gattai.terminal.client.session import TerminalSession

GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
SECRET = bytes(range(32)).hex()
SEEDS = ("anns-seed", "-")


def begun(game: str) -> Record[Any]:
    """A game that has not begun, between two bots."""
    wanted = NewMatch(game, ("random", "random"))
    return opened(wanted, dice=Committed(SECRET, SEEDS))[0]


@cache
def played(game: str) -> str:
    """The transcript of a whole game."""
    record = begun(game)
    bots = [registry.make("random", "7", rules=record.rules) for _ in record.rules.seats]
    TerminalSession(record, bots, Committed(SECRET, SEEDS)).play()
    return record.transcript().text()


def saved(game: str, folder: Path) -> Path:
    """The same as a file."""
    path = folder / f"{game}.txt"
    path.write_text(played(game), "utf-8")
    return path


assert set(GAMES) <= set(games.names())
