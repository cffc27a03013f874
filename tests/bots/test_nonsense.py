"""A count of silly things that was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

from tests.bots.nonsense.kept import Kept
from tests.bots.nonsense.watching import Counts


def test_games_that_were_counted_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "counts.jsonl"
    first = Kept(path, "aristeia", "greedy")
    first.add(1, {"silly": Counts(2, 7)})
    first.add(2, {})
    again = Kept(path, "aristeia", "greedy")
    assert again.of(1) == {"silly": Counts(2, 7)}
    assert again.of(2) == {}
    assert again.of(3) is None
    assert Kept(path, "aristeia", "veteran").of(1) is None


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "counts.jsonl"
    Kept(path, "aristeia", "greedy").add(1, {"silly": Counts(2, 7)})
    path.write_bytes(path.read_bytes() + b'{"game":"arist')
    cut = Kept(path, "aristeia", "greedy")
    assert cut.of(1) is not None
    cut.add(2, {"silly": Counts(1, 1)})
    assert Kept(path, "aristeia", "greedy").of(2) == {"silly": Counts(1, 1)}


def test_without_a_file_nothing_is_kept() -> None:
    kept = Kept(None, "aristeia", "greedy")
    kept.add(1, {})
    assert kept.of(1) == {}
