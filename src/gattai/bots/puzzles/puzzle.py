"""A puzzle and its file: `puzzles.toml` in the folder of a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from gattai import games
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import read_position

FILE = "puzzles.toml"
Difficulty = Literal["easy", "medium", "hard"]


class ComparedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that was compared with the solution."""

    answer: str
    share: float
    """The share of the games that its seat won."""
    rollouts: int


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often the games were won that went on with each answer; all with the same dice."""

    bot: str
    """Who played all seats to the end of each game."""
    rollouts: int
    seeds: tuple[str, ...]
    """The seeds of the dice, each for an equal part of the rollouts."""
    best: float
    second: float
    options: int
    """Number of legal answers."""
    compared: int
    """Number of answers that were played on at all, with fewer games if they did badly."""
    tried: tuple[ComparedAnswer, ...]
    """The best of the other answers, the best first."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the best answer to its question."""

    id: str
    seat: str
    solution: str
    """The answer, in notation."""
    theme: str
    difficulty: Difficulty
    missed: tuple[str, ...]
    """The bots that answer differently."""
    proof: Proof
    position: str
    """The position as text (`kernel.text.snapshot`)."""


class _PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    puzzle: tuple[Puzzle, ...] = ()


class NoPuzzle(LookupError):
    """Raised if there is no puzzle of that name."""


def path_of(game: str) -> Path:
    """Return where the puzzles of a game are."""
    return games.get(game).folder / FILE


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game; none if it has no file."""
    path = path_of(game)
    return read_puzzles(path.read_text("utf-8")) if path.is_file() else ()


def puzzle_of(game: str, puzzle_id: str) -> Puzzle:
    """Return one puzzle. Raises `NoPuzzle` if the game has none of that name."""
    for puzzle in puzzles_of(game):
        if puzzle.id == puzzle_id:
            return puzzle
    raise NoPuzzle(f"{game} has no puzzle {puzzle_id!r}")


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file."""
    return msgspec.toml.decode(text, type=_PuzzleFile).puzzle


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file; positions are laid out as `save position` does."""
    return "\n".join(_written(puzzle) for puzzle in puzzles)


def _written(puzzle: Puzzle) -> str:
    proof = puzzle.proof
    rows = [
        "[[puzzle]]",
        *(f"{name} = {_quoted(getattr(puzzle, name))}" for name in _PLAIN),
        f"missed = {_quoted(puzzle.missed)}",
        f"position = '''\n{puzzle.position}'''",
        "[puzzle.proof]",
        *(f"{name} = {_quoted(getattr(proof, name))}" for name in _PROVED),
        *(
            f"[[puzzle.proof.tried]]\nanswer = {_quoted(one.answer)}\n"
            f"share = {one.share}\nrollouts = {one.rollouts}"
            for one in proof.tried
        ),
    ]
    return "\n".join(rows) + "\n"


_PLAIN = ("id", "seat", "solution", "theme", "difficulty")
_PROVED = ("bot", "rollouts", "seeds", "best", "second", "options", "compared")


def _quoted(value: object) -> str:
    """Return a value in TOML; text and lists of text are written as in JSON."""
    return msgspec.json.encode(value).decode()


class Placed(msgspec.Struct, frozen=True):
    """A puzzle on the table."""

    rules: AnyRuleset
    position: GamePosition[msgspec.Struct]
    seat: Seat


def placed(game: str, text: str, seat: str) -> Placed:
    """Return the position of a puzzle under the present rules. ValueError if it is impossible."""
    rules = games.load(game)
    if any(option.name == "seats" for option in rules.options):
        rules = rules.seated({"seats": str(len(seats_of(text)))})
    position = read_position(rules, text)
    rules = rules.read_as(position.state)
    return Placed(rules, position, Seat(rules.seats.index(seat)))


def seats_of(position: str) -> tuple[str, ...]:
    """Return the names of the seats in a position's text."""
    return msgspec.json.decode(position, type=_Seats).words.names


class _Words(msgspec.Struct, frozen=True):
    names: tuple[str, ...] = msgspec.field(name="Seat")


class _Seats(msgspec.Struct, frozen=True):
    words: _Words
