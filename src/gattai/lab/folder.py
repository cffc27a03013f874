"""The results of a study on disk.

    study.toml      the question as it was asked
    plan.json       the question with everything its games need: packs, options, players
    rows/           one Parquet file per batch, named by its pairs; written by renaming
    cost/           the cost of each batch
    packs/          custom packs and changed numbers, for `gattai replay --packs`

Files are always complete: a killed process leaves at most a temporary file. Missing batches are
found by the names of the existing ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gattai.lab import plan as planning
from gattai.lab.batch import Batch, Span
from gattai.lab.plan import BatchPlan
from gattai.lab.study import ORDER, ROWS, STUDY, BadStudy, Study
from gattai.lab.verdict import Verdict

if TYPE_CHECKING:
    import polars as pl

PLAN = "plan.json"
COST = "cost"
PACKS = "packs"
UNFINISHED = ".part"
DONE = "done.json"


class Cost(msgspec.Struct, frozen=True):
    """The cost of a batch."""

    games: int
    cpu_seconds: float


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a study: the number of pairs, and the reason."""

    pairs: int
    why: str
    verdict: Verdict | None = None
    """None in folders of version 0.2 and older, or if nothing was measured."""


class Status(msgspec.Struct, frozen=True):
    """The progress of a study."""

    question: str
    game: str
    kind: str
    pairs: int
    wanted: int
    games: int
    cpu_seconds: float
    ended: str
    """Why it ended; empty if it has not."""
    verdict: Verdict | None = None
    """The verdict so far; None before its first pair."""
    opening: int = 0
    """Number of random first answers of each game; with 0 bots open as usual."""

    @property
    def opened(self) -> str:
        """Describe the openings of the games."""
        return (
            f"random openings of {self.opening} answers" if self.opening else "no random openings"
        )


class Folder:
    """The results of one study on disk."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    @classmethod
    def create(cls, path: Path | str, study: Study, plan: BatchPlan, text: str = "") -> Folder:
        """Make a folder for a study, or continue one with the same plan."""
        folder = cls(path)
        if folder.exists():
            if not planning.is_recorded(plan, folder.plan(), study):
                raise BadStudy(
                    [f"{path}: contains another study; choose another folder with --out"]
                )
            return folder
        if folder.path.is_dir() and any(folder.path.iterdir()):
            raise BadStudy([f"{path}: already exists and contains no study"])
        for name in (ROWS, COST):
            (folder.path / name).mkdir(parents=True, exist_ok=True)
        for arm in plan.arms:
            planning.write_packs(arm.packs, folder.path / PACKS / arm.name)
        folder.write(STUDY, (text or study.text()).encode())
        folder.write(PLAN, msgspec.json.format(msgspec.json.encode(plan)))
        return folder

    def exists(self) -> bool:
        """Return whether the folder has a study."""
        return (self.path / PLAN).is_file()

    def study(self) -> Study:
        """Return the study as it was asked."""
        return Study.load(self.path)

    def plan(self) -> BatchPlan:
        """Return the plan of its games."""
        try:
            return msgspec.json.decode((self.path / PLAN).read_bytes(), type=BatchPlan)
        except FileNotFoundError:
            raise BadStudy([f"{self.path}: contains no study"]) from None
        except msgspec.ValidationError as problem:
            raise BadStudy([f"{self.path}: was written by another version: {problem}"]) from None

    def packs(self, arm: int) -> tuple[Path, ...]:
        """Return the folders that `gattai replay --packs` needs for games of an arm."""
        plan = self.plan()
        home = self.path / PACKS / plan.arms[arm].name
        return tuple(home / str(number) for number in range(len(plan.arms[arm].packs)))

    # Batches

    def spans(self) -> list[Span]:
        """Return the stored batches, in order."""
        found = []
        for path in (self.path / ROWS).glob("*-*.parquet"):
            start, _, stop = path.stem.partition("-")
            found.append(Span(int(start), int(stop)))
        return sorted(found)

    def missing(self, pairs: int) -> Iterator[Span]:
        """Return the ranges of pairs still to play."""
        at = 0
        for span in self.spans():
            if span.start > at:
                yield Span(at, min(span.start, pairs))
            at = max(at, span.stop)
            if at >= pairs:
                return
        if at < pairs:
            yield Span(at, pairs)

    def add(self, plan: BatchPlan, batch: Batch) -> None:
        """Store the rows and the cost of a batch, each atomically."""
        from gattai.lab import rows

        cost = Cost(len(batch.rows), round(batch.cpu_seconds, 4))
        self.write(f"{COST}/{batch.span.name}.json", msgspec.json.encode(cost))
        self._write_frame(batch.span, rows.frame(plan, batch.rows))

    def rows_of(self, span: Span) -> pl.DataFrame:
        """Return the rows of one batch."""
        import polars as pl

        return pl.read_parquet(self._file(span))

    def scan(self) -> pl.LazyFrame:
        """Return all rows as a lazy frame."""
        import polars as pl

        files = [self._file(span) for span in self.spans()]
        if not files:
            from gattai.lab import rows

            return pl.LazyFrame(schema=rows.schema(self.plan()))
        return pl.scan_parquet(files)

    def frame(self) -> pl.DataFrame:
        """Return all rows, sorted, for studies that fit into memory."""
        return self.scan().collect().sort(ORDER)

    def cut(self, pairs: int) -> None:
        """Delete rows beyond this number of pairs."""
        import polars as pl

        for span in self.spans():
            if span.stop <= pairs:
                continue
            if span.start < pairs:
                rows = self.rows_of(span).filter(pl.col("pair") < pairs)
                self._write_frame(Span(span.start, pairs), rows)
                cost = self.path / COST / f"{span.name}.json"
                if cost.is_file():
                    cost.replace(self.path / COST / f"{Span(span.start, pairs).name}.json")
            self._file(span).unlink()

    # Progress

    def costs(self) -> tuple[int, float]:
        """Return the number of games and their CPU-seconds, including batches played twice."""
        columns = [
            msgspec.json.decode(path.read_bytes(), type=Cost)
            for path in sorted((self.path / COST).glob("*.json"))
        ]
        return sum(cost.games for cost in columns), sum(cost.cpu_seconds for cost in columns)

    def end(self, ended: Ended) -> None:
        """Store the end of the study."""
        self.write(DONE, msgspec.json.encode(ended))

    def ended(self) -> Ended | None:
        """Return how the study ended; None if it has not."""
        path = self.path / DONE
        return msgspec.json.decode(path.read_bytes(), type=Ended) if path.is_file() else None

    def verdict(self) -> Verdict | None:
        """Return the verdict: as stored at the end, or from the pairs so far.

        Short games finish first, so only pairs before the first gap are a fair sample.
        """
        ended = self.ended()
        if ended is not None and ended.verdict is not None:
            return ended.verdict
        from gattai.lab.watching import judged

        return judged(self.study(), self.plan(), map(self.rows_of, self.leading()))

    def leading(self) -> Iterator[Span]:
        """Return the batches before the first gap, in order."""
        at = 0
        for span in self.spans():
            if span.start != at:
                return
            yield span
            at = span.stop

    def status(self) -> Status:
        """How far the study has come."""
        plan, study, ended = self.plan(), self.study(), self.ended()
        spans = self.spans()
        _, cpu_seconds = self.costs()
        pairs = sum(span.pairs for span in spans)
        return Status(
            question=study.question,
            game=plan.game,
            kind=plan.kind,
            pairs=pairs,
            wanted=plan.pairs,
            games=pairs * plan.games_a_pair,
            cpu_seconds=round(cpu_seconds, 3),
            ended=ended.why if ended is not None else "",
            verdict=self.verdict(),
            opening=plan.opening,
        )

    def _file(self, span: Span) -> Path:
        return self.path / ROWS / f"{span.name}.parquet"

    def _write_frame(self, span: Span, frame: pl.DataFrame) -> None:
        path = self._file(span)
        part = path.with_suffix(UNFINISHED)
        frame.write_parquet(part, compression="zstd", statistics=True)
        part.replace(path)

    def write(self, name: str, content: bytes) -> None:
        """Write a file of the folder atomically."""
        path = self.path / name
        part = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
        part.write_bytes(content)
        part.replace(path)
