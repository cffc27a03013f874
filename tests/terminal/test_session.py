"""A game played, saved, cut anywhere and resumed; also one with secrets and reactions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.bots import registry
from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.running.source import Scripted, Seeded
from gattai.kernel.text.transcript import parse
from gattai.terminal.client.session import TerminalSession, write_text
from gattai.terminal.client.story import Retelling
from tests.terminal.conftest import Run
from tests.toy.parley import Parley


def bots(record: Record[Any]) -> TerminalSession:
    players = [registry.make("random", "s") for _ in record.rules.seats]
    return TerminalSession(record, players, Seeded(random.Random, "s"))


def test_a_game_with_secrets_and_simultaneous_choices_is_played_and_resumed() -> None:
    session = bots(Record(Parley(), dice="seeded s"))
    outcome = session.play()
    whole = session.record.transcript()
    assert outcome.rule and whole.end
    for cut in range(0, len(whole.entries), 3):
        lines = whole.text().splitlines(keepends=True)
        head = lines.index("begin\n") + 1
        retelling = Retelling(Parley(), parse("".join(lines[: head + cut])))
        assert len(list(retelling.chapters())) == cut
        resumed = bots(retelling.record)
        resumed.narrator = retelling.narrator
        resumed.play()
        assert resumed.record.transcript().text() == whole.text()


def test_the_narrator_keeps_step_with_the_table() -> None:
    session = bots(Record(games.load("attack-chart"), dice="seeded s"))
    session.play()
    assert session.narrator.state == session.record.position.state


def test_dice_from_a_script() -> None:
    rules = games.load("attack-chart")
    record = Record(rules, options={"blue": "oracle", "red": "swarm", "rounds": "1"})
    session = bots(record)
    session.dice = Scripted([(9, 1)])
    assert isinstance(record.question, Roll)
    session.one_answer(record.question)
    assert record.entries[0].text == "9 1"


def test_every_answer_is_saved_before_the_next(tmp_path: Path) -> None:
    save = tmp_path / "t.txt"
    seen: list[int] = []
    session = bots(Record(games.load("attack-chart"), dice="seeded s"))
    session.save = save
    session.watch = lambda entry, told: seen.append(len(parse(save.read_text("utf-8")).entries))
    session.play()
    assert seen == list(range(1, len(session.record.entries) + 1))
    assert [path.name for path in tmp_path.iterdir()] == ["t.txt"]


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"."):
        write_text(tmp_path / "folder", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def answers_of(text: str) -> int:
    return text.splitlines().index("begin") + 1


@pytest.mark.long
def test_cut_after_any_line_and_resumed_it_ends_the_same(
    run: Run, whole_game: str, tmp_path: Path
) -> None:
    lines = whole_game.splitlines(keepends=True)
    for cut in range(answers_of(whole_game), len(lines) + 1):
        resumes_the_same(run, whole_game, "".join(lines[:cut]), tmp_path)


def test_cut_and_resumed_it_ends_the_same(run: Run, whole_game: str, tmp_path: Path) -> None:
    lines = whole_game.splitlines(keepends=True)
    dice = [n for n, line in enumerate(lines) if " dice " in line]
    # At the very start, in the middle of attacks (before and after their dice), and at the end.
    cuts = [answers_of(whole_game), dice[1], dice[2], dice[3], dice[5], len(lines) - 1, len(lines)]
    for cut in cuts:
        resumes_the_same(run, whole_game, "".join(lines[:cut]), tmp_path)


def test_cut_in_the_middle_of_a_line_it_goes_on_from_the_line_before(
    run: Run, short_game: str, tmp_path: Path
) -> None:
    start = short_game.index("begin\n") + len("begin\n")
    for cut in (
        start + 5,
        start + 40,
        len(short_game) - 70,
        len(short_game) - 10,
        len(short_game) - 1,
    ):
        resumes_the_same(run, short_game, short_game[:cut], tmp_path)


def resumes_the_same(run: Run, whole: str, cut: str, folder: Path) -> None:
    path = folder / "cut.txt"
    path.write_text(cut, "utf-8")
    ran = run("play", "--resume", path, "--quiet")
    assert ran.code == 0, ran.text
    assert path.read_bytes() == whole.encode()
