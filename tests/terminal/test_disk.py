"""A disk that refuses: it is told, what was kept is named, and nothing half is left behind."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from gattai.server.local import disk
from tests.terminal.conftest import Run

WRITE_AT = disk.write_at


def full(*_: Any, **__: Any) -> None:
    """A disk that takes nothing more."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_game_whose_disk_is_full_says_what_is_kept_and_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.txt"
    written: list[int] = []

    def soon_full(*args: Any) -> None:
        written.append(1)
        if len(written) > 5:
            full()
        WRITE_AT(*args)

    monkeypatch.setattr(disk, "write_at", soon_full)
    ran = run("play", "attack-chart", "--plain", "--seed", "3", "--save", path, typed="1\n" * 20)
    assert ran.code == 2
    assert f"Goodbye. 5 answers are saved in {path}; continue with:" in ran.out
    assert f"--resume {path}" in ran.out
    said = f"gattai: the last answer could not be saved: {path}: No space left on device\n"
    assert ran.err == said
    assert run("verify", path).code == 0


def test_two_programs_on_one_game_do_not_write_over_each_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.txt"

    def after_another(file: Path, place: int, content: bytes, length: int) -> None:
        with file.open("ab") as other:
            other.write(b"a line of another program\n")
        WRITE_AT(file, place, content, length)

    monkeypatch.setattr(disk, "write_at", after_another)
    ran = run("play", "attack-chart", "--plain", "--seed", "3", "--save", path, typed="1\n" * 20)
    assert ran.code == 2
    assert f"{path}: another program has written to the file of this match" in ran.err
    assert path.read_text("utf-8").endswith("a line of another program\n")


def test_a_page_that_cannot_be_written_whole_is_not_written(
    run: Run, short_game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, page = tmp_path / "t.txt", tmp_path / "p.html"
    saved.write_text(short_game, "utf-8")
    monkeypatch.setattr(disk, "put", full)
    ran = run("replay", saved, "--html", page)
    assert (ran.code, ran.err) == (2, "gattai: No space left on device\n")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["t.txt"]


def test_what_cannot_be_begun_whole_leaves_no_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = Path.write_text, list[str]()

    def soon_full(path: Path, *args: Any, **more: Any) -> int:
        written.append(path.name)
        if len(written) > 2:
            full()
        return write(path, *args, **more)

    monkeypatch.setattr(Path, "write_text", soon_full)
    ran = run("new", "game", "tin-race", "--folder", tmp_path)
    assert ran.code == 2 and "No space left" in ran.err
    assert len(written) == 3 and not (tmp_path / "tin-race").exists()


def test_a_folder_that_is_not_there_is_reported_by_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "t.txt"
    with pytest.raises(FileNotFoundError) as caught:
        disk.write_whole(path, b"")
    assert caught.value.filename == str(path)
