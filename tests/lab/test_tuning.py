"""Several numbers tuned at once: which are tried follows from the seed of the study."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gattai.lab.asking import tune
from gattai.lab.asking.numbers import Range
from gattai.lab.study import Study, StudyPlay

NUMBERS = (Range("unit.swarm.hp", 1, 99, True), Range("unit.gunners.hp", 1, 99, True))


def tried(seed: str, monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """The numbers that a search tries, without a game being played."""
    found: list[Mapping[str, Any]] = []

    def changed(study: Study, told: Mapping[str, Any], *_: object) -> Study:
        found.append(told)
        return study

    monkeypatch.setattr(tune, "changed", changed)
    monkeypatch.setattr(tune, "play", lambda *_: None)
    monkeypatch.setattr(tune, "values", lambda *_: np.array([0.5]))
    monkeypatch.setattr(tune, "mean_of", lambda *_, **__: None)
    study = Study("attack-chart", play=StudyPlay(seed=seed))
    tune.search(study, NUMBERS, "first_mover", 0.5, 3, Path(), lambda plan: pytest.fail("played"))
    return found


def test_the_same_seed_tries_the_same_and_another_other_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert tried("7", monkeypatch) == tried("7", monkeypatch) != tried("8", monkeypatch)
