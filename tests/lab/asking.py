"""Small studies for tests: games of a few answers."""

from pathlib import Path
from typing import Any

from gattai.lab.folder import Folder
from gattai.lab.plan import BatchPlan, made
from gattai.lab.runners.here import Here
from gattai.lab.running import run
from gattai.lab.study import Study, StudyPlay, StudySide

SHORT = {"rounds": "1", "blue": "gunners", "red": "swarm"}
"""A firefight of one unit a side and one round."""


def study(
    pairs: int = 4, *, b: StudySide | None = None, a: StudySide | None = None, **play: Any
) -> Study:
    settings = {"bot": "random", "options": SHORT, "openings": "none", **play}
    return Study(
        game="attack-chart",
        a=a or StudySide(),
        b=b,
        play=StudyPlay(pairs=pairs, seed="7", **settings),
    )


def under(pairs: int = 4, **play: Any) -> Study:
    return study(pairs, b=StudySide(change={"unit.swarm.hp": 9}), **play)


def versus(pairs: int = 4, **play: Any) -> Study:
    return study(pairs, a=StudySide(bot="greedy"), b=StudySide(bot="random"), **play)


def played(folder: Path, asked: Study, plan: BatchPlan | None = None) -> Folder:
    """Played in this process, from nothing to its end."""
    found = Folder.create(folder, asked, plan or made(asked))
    run(found, Here)
    return found


def whole(folder: Folder) -> bytes:
    """All rows, sorted, as the bytes of one file."""
    from io import BytesIO

    out = BytesIO()
    folder.frame().write_parquet(out)
    return out.getvalue()
