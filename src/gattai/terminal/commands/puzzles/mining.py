"""`gattai puzzles find` and `gattai puzzles check`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from gattai import games
from gattai.bots.puzzles.checking import lead, problems
from gattai.bots.puzzles.mining import Mining, mined
from gattai.bots.puzzles.puzzle import Puzzle, puzzles_of, read_puzzles, write_puzzles
from gattai.server.local.disk import write_whole
from gattai.terminal.client.words import counted
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.printing import QUIET, print_json, say


def find(game: str, into: Path, seed: str, many: int, minutes: float, mining: Mining) -> int:
    """Add puzzles to a file until there are enough or the time is up."""
    rules, end, number = games.load(game), time.monotonic() + 60 * minutes, 0
    puzzles = _in_file(into)
    added = 0
    while added < many and time.monotonic() < end:
        for puzzle in mined(rules, f"{seed}/{number}", mining):
            if puzzle.id in {each.id for each in puzzles}:
                continue
            puzzles.append(puzzle)
            added += 1
            write_whole(into, write_puzzles(puzzles).encode(), 0o644)
            say(_line(puzzle))
            if added == many or time.monotonic() >= end:
                break
        number += 1
    say(Text(f"{counted(added, 'puzzle')} from {counted(number, 'game')}, in {into}.", QUIET))
    return 0 if added else NO


def _in_file(path: Path) -> list[Puzzle]:
    if not path.exists():
        return []
    try:
        return [*read_puzzles(path.read_text("utf-8"))]
    except (OSError, ValueError) as problem:
        raise Complaint(f"{path} is no file of puzzles: {problem}") from problem


def _line(puzzle: Puzzle) -> Text:
    proof = puzzle.proof
    return Text(
        f"{puzzle.id}  {puzzle.difficulty}, {puzzle.theme}: {puzzle.solution} wins "
        f"{proof.best:.0%} of {proof.rollouts} games, the next best {proof.second:.0%}"
    )


def check(names: Sequence[str], rollouts: int, bot: str, seed: str, *, as_json: bool) -> int:
    """Check the puzzles that come with gattai; the exit code says whether all are valid."""
    counts: dict[str, int] = {}
    wrong: list[dict[str, str]] = []
    for game in names or games.names():
        puzzles = puzzles_of(games.get(game).name)
        counts[game] = len(puzzles)
        for puzzle in puzzles:
            found = [*problems(game, puzzle)]
            if rollouts and not found and (by := lead(game, puzzle, bot, rollouts, seed)) <= 0:
                found.append(f"another answer wins {-by:.0%} more of {rollouts} games")
            wrong += [{"game": game, "id": puzzle.id, "problem": each} for each in found]
    if as_json:
        print_json({"puzzles": counts, "problems": wrong})
    else:
        for each in wrong:
            say(Text(f"{each['game']} {each['id']}: {each['problem']}"))
        for game, count in counts.items():
            say(Text(f"{game}: {counted(count, 'puzzle')}", QUIET))
    return NO if wrong else 0
