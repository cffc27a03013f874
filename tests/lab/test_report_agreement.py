"""Run, status, report and JSON of a study never contradict each other, whatever was played."""

from __future__ import annotations

import html
import json
import random
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from gattai.lab import report
from gattai.lab.folder import DONE, Folder
from gattai.lab.plan import PlannedGame
from gattai.lab.report import Findings
from gattai.lab.sitting import Row
from gattai.lab.study import (
    Kind,
    Study,
    StudyMeasures,
    StudyPlay,
    StudyPopulation,
    StudySide,
    StudyStop,
)
from gattai.terminal.commands import findings, lab
from tests.lab.asking import SHORT
from tests.lab.simulated import Odds, Simulated

SIDES: dict[Kind, tuple[StudySide, StudySide | None]] = {
    "versus": (StudySide(bot="greedy"), StudySide(bot="random")),
    "under": (StudySide(), StudySide(change={"unit.swarm.hp": 9})),
    "alone": (StudySide(), None),
}
POPULATIONS = (
    StudyPopulation(),
    StudyPopulation(),
    StudyPopulation(players={"random": 1.0, "greedy": 1.0, "rookie": 1.0}),
    StudyPopulation(players={"random": 2.0, "greedy": 1.0, "rookie": 1.0}, openings=4),
)
EFFECTS = (0.0, 0.05, 0.2, 0.5, 1.5)
"""In log odds."""


class Measured(Simulated):
    """Every metric has a value, and some of them differ between the arms."""

    def row(self, seating: PlannedGame) -> Row:
        row = super().row(seating)
        rng = random.Random(f"{seating.seed}-{seating.arm}-{seating.leg}-rest")
        length = float(row.length + rng.randrange(20) + 4 * seating.arm)
        told = [
            length if name == "length" else rng.random() if value is None else value
            for name, value in zip(self.plan.metrics, row.metrics, strict=True)
        ]
        return msgspec.structs.replace(row, metrics=tuple(told), length=int(length))


def asked(number: int) -> tuple[Study, float]:
    """A study of its own for each number, and what is true in it."""
    rng = random.Random(number)
    kind = [*SIDES][number % 3]
    a, b = SIDES[kind]
    metrics = ["first_mover"] if kind == "alone" else ["won", "first_mover"]
    population = POPULATIONS[number % 4] if kind != "versus" else StudyPopulation()
    grouped = population != StudyPopulation()
    metric = rng.choice([*metrics, "length"] if kind == "under" and not grouped else metrics)
    amount = rng.choice(("2 %", "5 %", "10 %"))
    stop = (
        f"difference of {amount} in '{metric}' decided either way, error {rng.choice((1, 5, 10))} %"
    )
    study = Study(
        game="attack-chart",
        question="Who wins?",
        asked=kind,
        a=a,
        b=b,
        play=StudyPlay(
            bot="greedy" if grouped else "random",
            pairs=rng.choice((20, 80, 300)),
            seed=str(number),
            options=SHORT,
        ),
        population=population,
        measure=StudyMeasures(("won", "first_mover", "length", "damage")),
        stop=StudyStop(stop if rng.random() < 0.8 else ""),
    )
    return study, rng.choice((-1, 1)) * rng.choice(EFFECTS)


def odds(kind: str, effect: float) -> Odds:
    def of(seating: PlannedGame) -> float:
        if kind == "versus":
            return effect if seating.own == 0 else -effect
        if kind == "under":
            return (effect if seating.own == 0 else -effect) * seating.arm
        return effect

    return of


def surfaces(folder: Folder, told: Findings, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """All that is said about a study, as plain text in one line each."""
    for command in (lab.status, lab.resume):
        command(folder.path)
        yield capsys.readouterr().out
        command(folder.path, as_json=True)
        yield json.loads(capsys.readouterr().out)["status"]["verdict"]["sentence"]
    findings.print_short(told)
    yield capsys.readouterr().out
    lab.report(folder.path, films=False, as_json=True)
    printed = json.loads(capsys.readouterr().out)
    yield printed["findings"]["verdict"]["sentence"]
    yield html.unescape(Path(printed["report"]).read_text("utf-8"))


@pytest.mark.parametrize("studies", [36, pytest.param(1_000, marks=pytest.mark.long)])
def test_run_status_report_and_json_agree(
    studies: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Pictures show the figures that the page prints as well, and take most of the time.
    monkeypatch.setattr(import_module("gattai.lab.report.page"), "charts", lambda told: {})
    monkeypatch.setattr(report, "vega_script", lambda: "")
    said: dict[str, int] = {}
    for number in range(studies):
        study, effect = asked(number)
        file = tmp_path / f"{number}.toml"
        file.write_text(study.text(), "utf-8")
        make = partial(Measured, odds=odds(study.kind, effect))
        monkeypatch.setattr(lab, "runner_of", lambda *_, make=make: make)
        folder = Folder(tmp_path / str(number))
        lab.run(file, folder.path)
        ran = " ".join(capsys.readouterr().out.split())
        verdict = folder.verdict()
        assert verdict is not None and verdict.sentence in ran, number
        told = report.found(folder)
        for text in surfaces(folder, told, capsys):
            assert verdict.sentence in " ".join(text.split()), number
        headline = told.headline.difference
        ended = folder.ended()
        assert headline is not None and ended is not None
        assert headline.surely == verdict.is_sure == (verdict.answer in ("more", "less"))
        assert (headline.mean, headline.pairs) == (verdict.mean, verdict.pairs)
        if told.estimates or not folder.plan().sizes:
            assert told.estimates[-1].mean == pytest.approx(verdict.mean)
        if verdict.low is not None and verdict.high is not None:
            assert told.estimates[-1].low == pytest.approx(verdict.low)
            outside = not verdict.low <= verdict.against <= verdict.high
            assert outside == verdict.is_sure, (number, verdict)
            assert not outside or (verdict.mean > verdict.against) == (verdict.answer == "more")
        decided = verdict.answer != "open" and bool(study.stop.at)
        assert ended.why.startswith("decided") == decided
        if decided:
            word = "no difference" if verdict.answer == "same" else f"there is {verdict.answer}"
            assert word in ended.why
        assert folder.frame()["pair"].n_unique() == verdict.pairs == ended.pairs
        said[verdict.answer] = said.get(verdict.answer, 0) + 1
        # A folder of an older version has no verdict written down: it follows from its rows.
        (folder.path / DONE).write_bytes(
            msgspec.json.encode({"pairs": ended.pairs, "why": ended.why})
        )
        assert folder.verdict() == verdict, number
    assert {*said} == {"more", "less", "same", "open"}, said
