"""The lab: change a number, play thousands of games, know with stated certainty what it did.

    study     the question, one TOML file (`Study`)
    plan      the question with all that its games need, and nothing of the machine it was asked on
    changes   numbers of rules and cards, changed by a pack that is made for it
    sitting   one game, counted from its events
    batch     pairs from, to: a pure function to rows
    rows      a row a game, as a polars frame and as Parquet
    folder    where a study keeps what it has played (`Folder`)
    schedule  which pairs come next, in batches of the right size
    watching  the metric that a study is watched by, until its `verdict` is sure
    running   a study from where it stands to its end; `runners` do the work on processes or on Ray

**Rows.** One a game: `pair` and `leg` (which game of the pair), `arm` ("a", "b", or "versus"), `seed`,
`seats` (who sits where: "a,b"; where the same players play under both, "1,2"), `winner` (a seat, or
null), `score` (of A in versus, of the first mover else), `first_mover` (the score of who moved first),
`length` (answers), `turns` (rounds, if the game counts them), `digest` (the first 16 digits of the
SHA-256 of the transcript, as `gattai lab game` prints it), `fired` (the rules that events and answered
questions cite, sorted), and a column `m.NAME` for each metric: in versus A's own, with `m.other.NAME`
for all others together; else that of the whole table. `m.won` is the score of A; where there is no A,
of player 1, who brings the first army. What a table does not have is null.

A row says nothing of clocks, machines or processes: the same study has the same rows on one process,
on two, on Ray, and after any kill and resume. What it cost stands apart, one file a batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gattai.lab.folder import Folder as Folder
    from gattai.lab.study import Study as Study

__all__ = ["Folder", "Study"]


def __getattr__(name: str) -> Any:
    """`gattai.lab.Study` and `Folder`, imported when they are wanted: not everybody has polars."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(f"gattai.lab.{name.lower()}"), name)
    raise AttributeError(name)
