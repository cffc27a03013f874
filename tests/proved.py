"""Which rules the tests of the games prove: those of tests that ran and passed, and of no other.

A test proves the ids of its `rule` marks; a scenario or an example of a catalogue is such a test. What
a run proved is kept in each game's folder as `proofs.txt`, from which `gattai rules --coverage`
reads it: `--proofs write` writes it, `--proofs check` fails if the run proved anything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from gattai import games
from gattai.terminal.commands.proofs import HEAD, proved_file

RULES = "rules"
FOLDER = "tests/games/"


def folder(game: str) -> str:
    return game.replace("-", "_")


class Proofs:
    """Gathers what the tests of the games prove; with several processes, in the one that leads."""

    def __init__(self, wants: str) -> None:
        self.wants = wants
        self.passed: dict[str, set[str]] = {}
        self.failed: set[str] = set()
        self.unsound: set[str] = set()
        """Folders of games with a test that failed."""
        self.said: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that was skipped, or is expected to fail, proves nothing; one that fails disproves."""
        if not report.nodeid.startswith(FOLDER):
            return
        rules = [rule for name, rule in report.user_properties if name == RULES]
        game = report.nodeid[len(FOLDER) :].partition("/")[0]
        if report.failed:
            self.unsound.add(game)
            self.failed.update(map(str, rules))
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed.setdefault(game, set()).update(map(str, rules))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write the files, or compare them."""
        for game in games.names():
            if folder(game) not in self.passed:
                continue
            path = proved_file(game)
            text = written(game, self.passed[folder(game)] - self.failed)
            if self.wants == "write" and folder(game) in self.unsound:
                self.said.append(f"{game}: not written, for not all of its tests passed")
            elif self.wants == "write":
                path.write_text(text, "utf-8")
            elif wrong := differences(path, text):
                self.said += [f"{game}: {one}" for one in wrong]
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What does not agree."""
        if self.said:
            terminalreporter.section("proofs (`make proofs` writes them anew)", red=True)
            for one in self.said:
                terminalreporter.line(one)


def written(game: str, ids: Iterable[str]) -> str:
    """The file of a game: the ids of its rulebook that were proved, in order."""
    book = games.load(game).rulebook
    return "".join(f"{line}\n" for line in (HEAD, *sorted(one for one in ids if one in book)))


def differences(path: Path, text: str) -> list[str]:
    """What a file says that the run did not prove, and the other way round."""
    old = {*path.read_text("utf-8").splitlines()} if path.is_file() else set()
    new = {*text.splitlines()}
    return [
        *(
            f"{one} is said to be proved, and no test that passed proves it"
            for one in sorted(old - new)
        ),
        *(f"{one} is proved, and not said to be" for one in sorted(new - old)),
    ]


def note(items: Iterable[pytest.Item]) -> None:
    """Let every report carry the rules of its test, also from one process to another."""
    for item in items:
        for mark in item.iter_markers("rule"):
            item.user_properties.extend((RULES, rule) for rule in mark.args)
