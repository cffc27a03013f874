"""The studies that come with gattai can be played: their words are right, and so is every table."""

from pathlib import Path

import pytest

from gattai.lab.plan import made
from gattai.lab.study import Study

STUDIES = sorted((Path(__file__).parents[2] / "studies").glob("*.toml"))


@pytest.mark.parametrize("path", STUDIES, ids=[path.stem for path in STUDIES])
def test_a_study_that_ships_can_be_played(path: Path) -> None:
    study = Study.load(path)
    plan = made(study)
    assert study.question.endswith("?") and plan.pairs
    assert plan.game in path.stem or study.b is not None
