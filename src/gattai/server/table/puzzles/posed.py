"""A puzzle at a table: one answer is asked for, and then judged."""

from __future__ import annotations

from msgspec import Struct

from gattai import games
from gattai.bots.puzzles.puzzle import Puzzle, puzzles_of
from gattai.bots.puzzles.verdict import JudgedAnswer, names, verdict
from gattai.kernel.record import Past, Record
from gattai.scene.maker import SceneMaker
from gattai.server.messages import PuzzleCard, PuzzleShown


class PosedPuzzle:
    """The puzzle of a match. Nobody plays on after the answer."""

    def __init__(self, puzzle: Puzzle, record: Record[Struct], maker: SceneMaker) -> None:
        self.puzzle = puzzle
        self._record = record
        self._maker = maker

    @property
    def is_answered(self) -> bool:
        """Whether an answer was given."""
        return bool(self._record.past)

    def shown(self) -> PuzzleShown:
        """Return the puzzle, and the verdict if it was answered."""
        puzzle = self.puzzle
        past = self._record.past
        return PuzzleShown(
            id=puzzle.id,
            seat=puzzle.seat,
            theme=puzzle.theme,
            difficulty=puzzle.difficulty,
            verdict=self._verdict(past[0]) if past else None,
        )

    def _verdict(self, past: Past[Struct]) -> JudgedAnswer:
        assert past.seat is not None, "a puzzle asks a seat"
        name = names(self._record.rules, self._maker, past.at, past.seat)
        return verdict(self.puzzle, self._record.entries[0].text, name)


def puzzle_cards() -> list[PuzzleCard]:
    """Return the puzzles of all games."""
    return [
        PuzzleCard(puzzle.id, game, puzzle.theme, puzzle.difficulty)
        for game in games.names()
        for puzzle in puzzles_of(game)
    ]
