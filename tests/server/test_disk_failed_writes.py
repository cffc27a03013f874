"""The disk refuses every so often, over whole matches: nothing is lost, and nothing stands still."""

import asyncio
from pathlib import Path

import pytest

from gattai import games
from gattai.server.web.reading import read_match
from tests.server.failing import FailingDisk, played

GAMES = games.names()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("every", [2, 5])
def test_a_match_on_a_disk_that_refuses_every_so_often_is_the_match_on_a_good_one(
    tmp_path: Path, game: str, every: int
) -> None:
    most = 60
    good, *_ = asyncio.run(played(tmp_path / "good", game, "7", most))
    with pytest.MonkeyPatch.context() as patch:
        disk = FailingDisk(patch, lambda number: number % every == 0)
        bad, kept, told = asyncio.run(played(tmp_path / "bad", game, "7", most))
    answers = min(len(good.splitlines()), len(bad.splitlines()))
    assert disk.refused > 5
    assert bad.splitlines()[:answers] == good.splitlines()[:answers], "nothing lost or given twice"
    assert sum(" ; " in line for line in bad.splitlines()) >= most
    assert kept == bad, "what is in the file is what was played"
    assert any("No space left" in text for text in told), "the player was told"


@pytest.mark.parametrize("game", ["attack-chart", "robot-empire"])
def test_taking_back_on_such_a_disk_leaves_file_and_match_alike(tmp_path: Path, game: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        disk = FailingDisk(patch, lambda number: number % 3 == 0)
        played_, kept, _ = asyncio.run(played(tmp_path, game, "5", 60, takes_back=True))
    assert disk.refused > 5 and kept == played_
    found = read_match(kept.encode())
    assert not found.shut and found.record.transcript().text() == kept


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_failed_writes_lose_nothing_and_nothing_stands_still(
    tmp_path: Path, game: str
) -> None:
    """Two hundred and more a game: nearly every write of a long match fails once before it succeeds."""
    most, failed = 250, 0
    good, *_ = asyncio.run(played(tmp_path / "good", game, "3", most))
    for every in (2, 3, 4):
        with pytest.MonkeyPatch.context() as patch:
            disk = FailingDisk(patch, lambda number, every=every: number % every == 0)  # type: ignore[misc]
            bad, kept, _ = asyncio.run(played(tmp_path / f"bad-{every}", game, "3", most))
        common = min(len(good.splitlines()), len(bad.splitlines()))
        assert bad.splitlines()[:common] == good.splitlines()[:common]
        assert kept == bad
        failed += disk.refused
    print(f"{game}: {failed} failed writes, nothing lost or stuck")
    assert failed >= 200
