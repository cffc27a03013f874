"""The lab: change a number, play thousands of games, and measure the effect with stated certainty.

    study     the question, one TOML file (`Study`)
    plan      the question with everything its games need, independent of the machine
    changes   changed numbers of rules and cards, as a generated pack
    sitting   one game, with metrics from its events
    batch     a range of pairs: a pure function to rows
    rows      one row per game, as a polars frame and as Parquet
    folder    the results of a study on disk (`Folder`)
    schedule  the next pairs, in batches of a suitable size
    watching  the main metric of a study, until its `verdict` is sure
    running   runs or resumes a study; `runners` do the work in processes or on Ray

**Rows.** One per game: `pair` and `leg` (which game of the pair), `arm` ("a", "b", or "versus"),
`seed`, `seats` (who sits where: "a,b"; if the same players play under both, "1,2"), `winner` (a
seat, or null), `score` (of A in versus, otherwise of the first mover), `first_mover` (the first
mover's score), `length` (answers), `turns` (rounds, if the game counts them), `digest` (the first
16 digits of the SHA-256 of the transcript, as `gattai lab game` prints it), `fired` (the rules that
events and answered questions cite, sorted), and a column `m.NAME` for each metric: in versus A's
own, with `m.other.NAME` for all others together; otherwise that of the whole table. `m.won` is the
score of A; without an A, of player 1, who brings the first army. Missing values are null.

A row has no times, machines or processes: the same study has the same rows on one process, on two,
on Ray, and after any kill and resume. Costs are stored separately, one file per batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gattai.lab.folder import Folder as Folder
    from gattai.lab.study import Study as Study

__all__ = ["Folder", "Study"]


def __getattr__(name: str) -> object:
    """Import `gattai.lab.Study` and `Folder` when used, because polars is optional."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(f"gattai.lab.{name.lower()}"), name)
    raise AttributeError(name)
