"""Games that were saved long ago. Every later version opens them, shows them and finds them sound.

Those in the folders of the games, once fifty, were written by version 0.1.0 and are never written anew: if one of
them no longer verifies, either a rule was mended (then its game's rules get another version, and that
transcript moves to `other-rules`, where it has to open as far as it holds) or something is broken.
So does one that was played with cards of ours that were corrected since, such as a ready deck.
"""

import asyncio
import shutil
from pathlib import Path

import pytest

from gattai import games
from gattai.kernel.text.transcript import parse
from gattai.server.film.replays import step_of
from gattai.server.local.keys import Keys
from gattai.server.local.room import Room
from gattai.server.local.store import MatchStore
from gattai.server.table.match import TableMatch
from tests.terminal.conftest import run_here

FOLDER = Path(__file__).parent
OLD = sorted(path for path in FOLDER.glob("*/*.txt") if path.parent.name in games.names())
OTHER_RULES = sorted((FOLDER / "other-rules").glob("*.txt"))
LOOKS = 12
"""At so many moments of each game a picture is made for every seat and for watchers."""


def called(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def opened(path: Path, folder: Path) -> TableMatch:
    """The match as the table opens it; what is in its folder is compared before and after."""

    async def open_it() -> TableMatch:
        shelf = MatchStore(folder)
        name = f"{parse(path.read_text('utf-8')).header.game}-aaaaaaaa"
        shutil.copy(path, shelf.path(name))
        before = contents(folder)
        room = Room(shelf, Keys(b"k" * 32))
        try:
            assert len(room.cards()) == 1
            match = await room.find(name)
            match.viewers.join(None)
            look_at(match)
        finally:
            await room.close()
        assert contents(folder) == before, "to look at a match writes nothing"
        return match

    return asyncio.run(open_it())


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def look_at(match: TableMatch) -> None:
    """Pictures and log lines for every seat and for watchers, through the whole game."""
    record = match.record
    last = len(record.entries)
    seats = (None, *range(len(record.rules.seats)))
    for look in range(LOOKS + 1):
        step = step_of(record, last * look // LOOKS, seats[look % len(seats)])
        assert step.scene.board or step.scene.cards or step.scene.zones or step.scene.pieces
    for seat in seats:
        step_of(record, last, seat)


def test_none_of_them_is_lost() -> None:
    kept = {name: sum(path.parent.name == name for path in OLD) for name in games.names()}
    moved = {
        name: sum(path.stem.startswith(name) for path in OTHER_RULES) for name in games.names()
    }
    assert kept == {**dict.fromkeys(games.names(), 10), "mechastellar": 9}
    assert moved == {
        **dict.fromkeys(games.names(), 0),
        "attack-chart": 1,
        "mechastellar": 2,
        "robot-empire": 1,
    }


@pytest.mark.parametrize("path", OLD, ids=called)
def test_an_old_transcript_verifies_and_stays_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    ran = run_here("replay", path, "--verify")
    assert ran.code == 0, ran.text
    assert ran.out.startswith("verified: ")
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", OLD, ids=called)
def test_an_old_transcript_is_opened_and_looked_at_and_stays_as_it_is(
    path: Path, tmp_path: Path
) -> None:
    match = opened(path, tmp_path)
    assert match.is_over
    assert match.record.transcript().text() == path.read_text("utf-8")


@pytest.mark.parametrize("path", OTHER_RULES, ids=called)
def test_a_transcript_of_rules_or_packs_that_were_mended_opens_as_far_as_it_holds(
    path: Path, tmp_path: Path
) -> None:
    match = opened(path, tmp_path)
    assert match.shut, "it is looked at and not played on"
    assert match.record.entries
    assert "played with" in match.why and "1.0.0" in match.why
    ran = run_here("replay", path, "--verify")
    assert ran.code == 1
    assert "answer " in ran.err
    assert "1.0.0, this is 1." in ran.err or "decks 1.0.0" in ran.err
