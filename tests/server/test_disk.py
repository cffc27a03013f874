"""What is on the disk: appended, synced, locked; read without being written; other rules are no damage."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.kernel.question import Choose
from gattai.kernel.record import Draft, Record, replay_entry
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.transcript import parse
from gattai.server.local import disk
from gattai.server.local.disk import Lock, Taken
from gattai.server.local.keys import Keys
from gattai.server.local.ledger import Ledger
from gattai.server.local.room import MAX_LISTED, Room
from gattai.server.local.store import MatchStore, Seating
from gattai.server.messages import AskUndo, GiveAnswer, NewMatch
from gattai.server.table.journal import Answered, Awaited, NotSaved
from gattai.server.table.opening import dice_of
from gattai.server.web.reading import read_match
from gattai.testing.walk import answer_at_random
from tests.server.failing import FailingDisk, Player, played
from tests.server.table import ROOT


def some_game(game: str = "aristeia", answers: int = 40, seed: str = "4") -> Record[Any]:
    """A game of two persons by the table's own dice."""
    record: Record[Any] = Record(games.load(game), dice=f"seeded {seed}")
    dice, rng = dice_of(record.header), random.Random(seed)
    for number in range(1, answers + 1):
        question = record.question
        seat, value = answer_at_random(record.rules, record.position, question, rng)  # type: ignore[arg-type]
        record.answer(value if seat is not None else dice.faces(question, number), seat)  # type: ignore[arg-type]
    return record


def on_a_store(folder: Path, text: str, game: str) -> tuple[MatchStore, str, Path]:
    store = MatchStore(folder)
    match = store.add(game, text, Seating())
    return store, match, store.path(match)


def one_more(record: Record[Any]) -> Draft[Any]:
    """The first answer that can be given, not given yet."""
    draft, question = record.draft(), record.question
    assert isinstance(question, Choose)
    draft.answer(question.options[0])
    return draft


def written(ledger: Ledger, draft: Draft[Any]) -> None:
    over = end_text(draft.rules, draft.question) if isinstance(draft.question, Outcome) else ""
    asyncio.run(ledger.append(Answered(draft.lines), Awaited(over=over), "key"))


def test_each_answer_is_one_more_line_and_nothing_before_it_is_touched(tmp_path: Path) -> None:
    whole = some_game().transcript()
    record: Record[Any] = Record(games.load("aristeia"), dice="seeded 4")
    _, _, path = on_a_store(tmp_path, record.transcript().text(), "aristeia")
    ledger, before, node = Ledger(path, record), path.read_bytes(), path.stat().st_ino
    for entry in whole.entries:
        draft = record.draft()
        replay_entry(draft, entry, record.count + 1, verify=True)
        written(ledger, draft)
        record.enter(draft)
        after = path.read_bytes()
        assert after.startswith(before) and after[len(before) :].count(b"\n") == 1
        before = after
    assert before.decode() == whole.text() and path.stat().st_ino == node


def test_whatever_is_written_is_synced_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        synced.append(os.fstat(handle).st_ino)

    monkeypatch.setattr(os, "fsync", fsync)
    record = some_game("attack-chart", answers=3)
    store, _, path = on_a_store(tmp_path, record.transcript().text(), "attack-chart")
    if sys.platform != "win32":
        assert synced == [path.stat().st_ino, store.matches.stat().st_ino]
    synced.clear()
    written(Ledger(path, record), one_more(record))
    assert synced == [path.stat().st_ino]


def test_a_file_that_another_program_wrote_into_is_not_written_over(tmp_path: Path) -> None:
    record = some_game("attack-chart", answers=3)
    _, _, path = on_a_store(tmp_path, record.transcript().text(), "attack-chart")
    ledger = Ledger(path, record)
    path.write_bytes(path.read_bytes() + b"4 somebody else\n")
    foreign = path.read_bytes()
    draft = one_more(record)
    for _ in range(2):
        with pytest.raises(NotSaved, match="another program"):
            written(ledger, draft)
    assert path.read_bytes() == foreign
    path.unlink()
    written(ledger, draft)
    record.enter(draft)
    assert path.read_text("utf-8") == record.transcript().text(), "thrown away, it is written again"


class Windows:
    """Its locks: each process locks bytes, and nobody else can read them, not even ahead."""

    LK_NBLCK = 2
    AHEAD = 8_192

    def __init__(self) -> None:
        self.places: list[int] = []

    def locking(self, handle: int, mode: int, length: int) -> None:
        assert (mode, length) == (self.LK_NBLCK, 1)
        place = os.lseek(handle, 0, os.SEEK_CUR)
        if place in self.places:
            raise PermissionError(13, "Permission denied")
        self.places.append(place)


def test_on_windows_the_locked_byte_is_not_read_with_the_process_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = Windows()
    monkeypatch.setattr(disk, "msvcrt", windows, raising=False)
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        first = Lock(tmp_path / "lock")
        first.take()
        with pytest.raises(Taken, match=f"process {os.getpid()}"):
            Lock(tmp_path / "lock").take()
        first.give_back()
    assert min(windows.places) > Windows.AHEAD


def test_a_second_table_on_the_same_folder_is_reported_and_writes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    store = MatchStore(data)
    store.lock.take()
    store.lock.take()
    with pytest.raises(Taken, match=f"process {os.getpid()}.*--data"):
        Lock(data / "lock").take()
    before = sorted(path.name for path in data.rglob("*"))
    code = "import sys;from gattai.terminal.main import main;sys.exit(main())"
    play = ["play", "aegis", "--seats", "person,random", "--no-open", "--data", str(data)]
    second = subprocess.run(
        [sys.executable, "-c", code, *play], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert second.returncode in (1, 2) and "another server" in second.stderr
    assert "Traceback" not in second.stderr
    assert sorted(path.name for path in data.rglob("*")) == before
    store.lock.give_back()
    free = Lock(data / "lock")
    free.take()
    free.give_back()


def test_a_lock_ends_with_the_process_that_had_it(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys; from gattai.server.local.disk import Lock\n"
        "Lock(pathlib.Path(sys.argv[1])).take(); print('mine', flush=True); os.kill(os.getpid(), 9)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "lock")], capture_output=True, text=True
    )
    assert ran.stdout == "mine\n" and ran.returncode
    free = Lock(tmp_path / "lock")
    free.take()
    free.give_back()


OTHERS = {
    "another version": lambda text: re.sub(r"(?m)^(game \S+) .*", r"\1 0.0.9", text, count=1),
    "other packs": lambda text: re.sub(r"(?m)^packs .*", "packs basic 9 #abc", text, count=1),
    "another check": lambda text: re.sub(r"#\w{6}(?=\n20 )", "#000000", text),
}


@pytest.mark.parametrize("how", OTHERS)
@pytest.mark.parametrize("game", games.names())
def test_a_match_that_other_rules_wrote_is_shown_whole_and_its_bytes_stay(
    tmp_path: Path, game: str, how: str
) -> None:
    text = some_game(game).transcript().text()
    other = OTHERS[how](text)
    if how == "other packs" and other == text:
        pytest.skip("this game has no packs")
    assert other != text
    store, match, path = on_a_store(tmp_path, other, game)
    before, stamp = path.read_bytes(), path.stat().st_mtime_ns

    async def look() -> None:
        room = Room(store, Keys(b"k" * 32))
        found = await room.find(match)
        assert found.shut and len(found.record.entries) == 40
        assert {"another version": "0.0.9", "other packs": "basic 9", "another check": "answer 19"}[
            how
        ] in found.notice
        page = found.viewers.join(0)
        assert page.take()
        for seat in (*range(len(found.record.rules.seats)), None):
            found.history.log(seat)
        room.cards()
        await asyncio.sleep(0.05)
        await room.close()

    asyncio.run(look())
    assert path.read_bytes() == before and path.stat().st_mtime_ns == stamp
    assert sorted(p.name for p in tmp_path.rglob("*") if p.is_file()) == [path.name]


def test_what_is_said_of_a_damaged_file_quotes_no_answer(tmp_path: Path) -> None:
    text = some_game("aristeia", 44).transcript().text()
    lines = text.splitlines()
    for place, line in [*enumerate(lines)][-24:]:
        for forged in (line[:-1] + ("0" if line[-1] != "0" else "1"), line[:-3], "?" + line):
            content = "\n".join([*lines[:place], forged, *lines[place + 1 :], ""])
            notice = read_match(content.encode()).notice
            answer = line.split(" ", 2)[2].partition(" ; ")[0]
            assert notice and (len(answer) < 4 or answer not in notice)


def test_a_repair_for_which_there_is_no_room_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = OTHERS["another check"](some_game().transcript().text())
    store, match, path = on_a_store(tmp_path, text, "aristeia")

    async def repair() -> None:
        room = Room(store, Keys(b"k" * 32))
        for last in range(3, 0, -1):  # the copy, the seating, the new file: each fails once
            with monkeypatch.context() as patch:
                failing = FailingDisk(patch, lambda number, last=last: number == last)  # type: ignore[misc]
                with pytest.raises(OSError, match="No space"):
                    await room.repair(match)
                assert failing.refused == 1
            assert path.read_bytes() == text.encode()
            assert (await room.find(match)).shut
        found = await room.repair(match)
        assert not found.shut and len(found.record.entries) == 40
        await room.close()

    asyncio.run(repair())
    assert any(kept.read_bytes() == text.encode() for kept in store.aside.iterdir())
    again = read_match(path.read_bytes())
    assert not again.shut and len(again.record.entries) == 40


def test_an_answer_from_before_something_was_taken_back_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room(MatchStore(tmp_path), Keys(b"k" * 32))
        found = await room.make(NewMatch("attack-chart", ("person", "person"), {}, "1"))
        player = Player(found, "1")
        page = player.page

        async def says(message: object) -> None:
            found.inbox.say(page, message)  # type: ignore[arg-type]
            await asyncio.sleep(0.01)
            player.hears()

        await asyncio.sleep(0.05)
        before = len(found.record.entries)
        ask = found.history.scene(found.waiting[0]).ask
        assert ask is not None
        old = GiveAnswer(ask.number, ask.options[0].text, player.epoch)
        await says(old)
        assert len(found.record.entries) == before + 1
        await says(AskUndo(ask.number + 1))
        assert len(found.record.entries) == before
        await says(old)
        assert len(found.record.entries) == before and "taken back" in player.told[-1]
        await says(GiveAnswer(ask.number, ask.options[1].text, player.epoch))
        assert len(found.record.entries) == before + 1
        await room.close()

    asyncio.run(play())


def test_two_thousand_matches_are_listed_in_a_moment(tmp_path: Path, patience: float) -> None:
    text = some_game("attack-chart", 120).transcript().text()
    store = MatchStore(tmp_path)
    for number in range(2_000):
        (store.matches / f"attack-chart-{number:08}.txt").write_text(text, "utf-8")
    room = Room(store, Keys(b"k" * 32))
    began = time.perf_counter()
    first = room.cards()
    took = time.perf_counter() - began
    began = time.perf_counter()
    again = room.cards()
    print(
        f"2,000 matches: listed in {took:.3f} s, and again in {time.perf_counter() - began:.3f} s"
    )
    assert len(first) == MAX_LISTED and first == again and took < patience
    assert first[0].answers == 120 and first[0].headline == "in progress"


def test_the_list_is_reported_whatever_lies_in_the_folder(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    good = store.add("aegis", some_game("aegis", 5).transcript().text(), Seating())
    odd = {
        "aegis-aaaaaaaa": b"",
        "aegis-bbbbbbbb": b"\xff\xfe",
        "aegis-cccccccc": b"gattai transcript 1\nbegin\n",
        "aegis-dddddddd": b"gattai transcript 1\ngame chess 1\nbegin\n1 x",
        "no name of ours": b"hello",
        "aegis-eeeeeeee": b"gattai transcript 1\ngame aegis 1.0.0\nposition {\nbegin\n",
    }
    for name, content in odd.items():
        (store.matches / f"{name}.txt").write_bytes(content)
    (store.matches / "aegis-ffffffff.txt").mkdir()
    cards = {card.id: card for card in Room(store, Keys(b"k" * 32)).cards()}
    assert cards[good].answers == 5 and not cards[good].damaged
    assert all(cards[name].damaged for name in odd if name != "aegis-eeeeeeee")


def test_what_is_read_of_a_long_damaged_file_takes_time_in_proportion(
    tmp_path: Path, patience: float
) -> None:
    text = some_game("attack-chart", 60).transcript().text()
    spoiled = text + "x\n" * 200_000
    began = time.perf_counter()
    found = read_match(spoiled.encode())
    assert found.shut and len(found.record.entries) == 60
    assert time.perf_counter() - began < 5 * patience
    assert parse(found.record.transcript().text()).entries


def test_a_match_in_play_goes_through_the_same_pen(tmp_path: Path) -> None:
    whole, kept, _ = asyncio.run(played(tmp_path, "attack-chart", "9", 40, takes_back=True))
    assert whole == kept
