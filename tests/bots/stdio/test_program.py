"""A program plays by lines: whole games, what it does wrong, and that no name starts one by itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

import gattai
from gattai import games
from gattai.bots import registry
from gattai.bots.stdio import message
from gattai.bots.stdio import program as stdio
from gattai.bots.stdio.program import Program, ProgramFailed
from gattai.kernel.record import Record
from gattai.lab.match import pairings, play
from tests.architecture.source import ROOT
from tests.terminal.conftest import Run
from tests.terminal.conftest import run as run

BOT = ROOT / "docs" / "examples" / "bot.js"
FIRST = """
import sys
options = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "gattai":
        print("ready", flush=True)
    elif word == "question":
        options = []
    elif word == "option":
        options.append(rest)
    elif word == "go":
        print(ANSWER, flush=True)
    elif word == "quit":
        break
"""


HEARD = """
import pathlib, sys
pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.readline())
print("ready", flush=True)
sys.stdin.read()
"""


def program(folder: Path, answer: str = "'answer ' + options[0]") -> str:
    """A program in Python that says this to every question."""
    file = folder / "bot.py"
    file.write_text(FIRST.replace("ANSWER", answer), "utf-8")
    return f'stdio:"{sys.executable}" "{file}"'


def begun(name: str) -> gattai.Match[Any]:
    game: gattai.Game[Any] = gattai.game(name)
    return game.begin(seed=5)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_forty_lines_of_javascript_play_a_whole_game(run: Run) -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 42
    match = ("bots", "match", f"stdio:node {BOT}", "greedy", "--game", "attack-chart")
    small = ("--games", "2", "--option", "rounds=1", "--workers", "1", "--seed", "4", "--json")
    ran = run(*match, *small)
    assert ran.code == 0, ran.err
    assert ran.json["score"]["games"] == 2 and ran.json["pace"][0]["decisions_per_second"] > 0


def test_the_page_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "reference" / "bot-protocol.md").read_text("utf-8")
    assert f"```js\n{BOT.read_text('utf-8')}```\n" in page


@pytest.mark.parametrize("name", ["aegis", "aristeia", "mechastellar", "robot-empire"])
def test_every_game_can_be_asked_by_lines(name: str, tmp_path: Path) -> None:
    match = begun(name)
    bot = Program(program(tmp_path), "5", rules=match._rules)
    seat = match.seats[0]
    for _ in range(25):
        taken: Any = bot if match.seat == seat else "random"
        before = match.options()
        said = match.suggest(taken)
        assert said in before and (taken != bot or said == before[0])
        match.play(said)
    bot.close()


def test_a_match_with_the_same_seed_is_the_same(tmp_path: Path) -> None:
    name = program(tmp_path)
    games = pairings("attack-chart", name, "random", 1, "9", {"rounds": "1"})
    assert [play(game).score for game in games] == [play(game).score for game in games]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("'answer nonsense'", "question 2: 'nonsense' is not among the options"),
        ("'resign'", "expected 'answer ...', it said 'resign'"),
        ("sys.exit(3)", "it has ended"),
        ("'x' * 1_000_000", "expected 'answer ...', it said 'xxx"),
        (
            "sys.stdout.buffer.write(bytes([255, 10])) and ''",
            "expected 'answer ...', it said '\ufffd'",
        ),
        ("__import__('time').sleep(9)", "it said nothing for 0.5 seconds"),
    ],
)
def test_a_program_that_breaks_the_protocol_gets_the_reason_and_is_ended(
    tmp_path: Path, answer: str, why: str
) -> None:
    match = begun("aegis")
    bot = Program(program(tmp_path, answer), "5", patience=10)
    bot._patience = 0.5 if "sleep" in answer else 10
    with pytest.raises(ProgramFailed, match=why.replace("...", ".*")):
        match.suggest(bot)
    assert bot._process.poll() is not None


def test_a_second_line_is_not_taken_for_the_answer_to_the_next_question(tmp_path: Path) -> None:
    """It would be an option there, perhaps, and nobody would notice."""
    match = begun("aegis")
    bot = Program(
        program(tmp_path, "'answer ' + options[0] + chr(10) + 'answer ' + options[-1]"), "5"
    )
    match.play(match.suggest(bot))
    while bot._said.empty():  # until the second line has come too
        time.sleep(0.01)
    with pytest.raises(ProgramFailed, match="one line answers one question"):
        match.suggest(bot)
    assert bot._process.poll() is not None


def test_a_match_with_a_bad_program_ends_with_a_message(run: Run, tmp_path: Path) -> None:
    ran = run("bots", "match", "stdio:./no-such-bot", "greedy")
    assert ran.code == 2 and "no program './no-such-bot' can be run" in ran.err
    bad = program(tmp_path, "'answer nonsense'")
    few = ("--game", "attack-chart", "--games", "1", "--workers", "1")
    ran = run("bots", "match", bad, "random", *few)
    assert ran.code == 2 and "is not among the options" in ran.err


def test_no_name_starts_a_program_by_itself(run: Run, tmp_path: Path) -> None:
    """Names come from transcripts, studies and strangers."""
    mark = tmp_path / "started"
    name = f"stdio:touch {mark}"
    for ask in (registry.check, lambda name: registry.make(name, "7")):
        with pytest.raises(registry.UnknownPlayer):
            ask(name)
    with pytest.raises(LookupError):
        begun("aegis").suggest(name)
    assert run("play", "aegis", "--seats", f"{name},random", "--quiet").code == 2
    saved = tmp_path / "t.txt"
    rules = games.load("attack-chart")
    record: Record[Any] = Record(rules, players=(name, "random"), dice="seeded 7")
    saved.write_text(record.transcript().text(), "utf-8")
    ran = run("play", "--resume", saved, "--quiet")
    assert ran.code == 2 and "no player 'stdio'" in ran.err
    assert not mark.exists()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (r"stdio:C:\bots\bot.exe --fast", [r"C:\bots\bot.exe", "--fast"]),
        (r'stdio:"C:\My Bots\bot.exe" 7', [r"C:\My Bots\bot.exe", "7"]),
        (r"stdio:'C:\My Bots\bot.exe' 7", [r"C:\My Bots\bot.exe", "7"]),
    ],
)
def test_a_path_of_windows_keeps_its_backslashes(
    typed: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "WINDOWS", True)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert stdio.command_of(typed) == words


def test_a_line_ends_in_the_same_way_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = subprocess.Popen

    def started(words: list[str], **settings: Any) -> subprocess.Popen[str]:
        process: subprocess.Popen[str] = real(words, **settings)
        assert isinstance(process.stdin, TextIOWrapper)
        process.stdin.reconfigure(newline="\r\n")  # what the system there does
        return process

    monkeypatch.setattr(subprocess, "Popen", started)
    bot, heard = tmp_path / "bot.py", tmp_path / "heard"
    bot.write_text(HEARD, "utf-8")
    Program(f'stdio:"{sys.executable}" "{bot}" "{heard}"', "1").close()
    assert heard.read_bytes() == f"{message.HELLO}\n".encode()


def test_elsewhere_a_backslash_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "WINDOWS", False)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert stdio.command_of(r"stdio:./my\ bot 'a b'") == ["./my bot", "a b"]
