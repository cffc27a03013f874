"""Where a study keeps what it has played.

    study.toml      the question as it was asked
    plan.json       the same with all that its games need: packs as they were, options, who sits where
    rows/           one Parquet file a batch, named by its pairs; each comes to be by renaming
    cost/           for each batch what it cost
    packs/          packs of one's own and changed numbers, for `gattai replay --packs`

What is there is whole: whoever is killed leaves at most a file under another name. Batches that are
missing are found by the names of those that are there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gattai.lab import plan as planning
from gattai.lab.batch import Batch, Span
from gattai.lab.plan import Plan
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
    """What a batch cost."""

    games: int
    cpu_seconds: float


class Ended(msgspec.Struct, frozen=True, omit_defaults=True):
    """That a study has come to its end, after so many pairs, and why."""

    pairs: int
    why: str
    verdict: Verdict | None = None
    """None in folders of version 0.2 and older, and where nothing was measured."""


class Status(msgspec.Struct, frozen=True):
    """How far a study has come."""

    question: str
    game: str
    kind: str
    pairs: int
    wanted: int
    games: int
    cpu_seconds: float
    ended: str
    """Why it came to its end; empty while it has not."""
    verdict: Verdict | None = None
    """What it says by now; None before its first pair is played."""
    opening: int = 0
    """So many first answers of each game were drawn at random; 0: bots opened as they always do."""

    @property
    def opened(self) -> str:
        """How games open, in words."""
        return (
            f"random openings of {self.opening} answers" if self.opening else "no random openings"
        )


class Folder:
    """The results of one study on disk."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    @classmethod
    def create(cls, path: Path | str, study: Study, plan: Plan, text: str = "") -> Folder:
        """A new folder for a study; one that has its very plan already is gone on with."""
        folder = cls(path)
        if folder.exists():
            if not planning.is_recorded(plan, folder.plan(), study):
                raise BadStudy([f"{path}: holds another study; choose another folder with --out"])
            return folder
        if folder.path.is_dir() and any(folder.path.iterdir()):
            raise BadStudy([f"{path}: is there already, and holds no study"])
        for name in (ROWS, COST):
            (folder.path / name).mkdir(parents=True, exist_ok=True)
        for arm in plan.arms:
            planning.write_shelves(arm.packs, folder.path / PACKS / arm.name)
        folder._write(STUDY, (text or study.text()).encode())
        folder._write(PLAN, msgspec.json.format(msgspec.json.encode(plan)))
        return folder

    def exists(self) -> bool:
        """Whether there is a study."""
        return (self.path / PLAN).is_file()

    def study(self) -> Study:
        """The question as it was asked."""
        return Study.load(self.path)

    def plan(self) -> Plan:
        """All that its games need."""
        try:
            return msgspec.json.decode((self.path / PLAN).read_bytes(), type=Plan)
        except FileNotFoundError:
            raise BadStudy([f"{self.path}: holds no study"]) from None
        except msgspec.ValidationError as problem:
            raise BadStudy([f"{self.path}: was written by another version: {problem}"]) from None

    def packs(self, arm: int) -> tuple[Path, ...]:
        """The folders that `gattai replay --packs` needs for games of an arm."""
        plan = self.plan()
        home = self.path / PACKS / plan.arms[arm].name
        return tuple(home / str(number) for number in range(len(plan.arms[arm].packs)))

    # What is played.

    def spans(self) -> list[Span]:
        """The batches that are there, in order."""
        found = []
        for path in (self.path / ROWS).glob("*-*.parquet"):
            start, _, stop = path.stem.partition("-")
            found.append(Span(int(start), int(stop)))
        return sorted(found)

    def missing(self, pairs: int) -> Iterator[Span]:
        """What is not played yet of so many pairs."""
        at = 0
        for span in self.spans():
            if span.start > at:
                yield Span(at, min(span.start, pairs))
            at = max(at, span.stop)
            if at >= pairs:
                return
        if at < pairs:
            yield Span(at, pairs)

    def add(self, plan: Plan, batch: Batch) -> None:
        """Keep what was played: rows and cost, each whole or not at all."""
        from gattai.lab import rows

        cost = Cost(len(batch.rows), round(batch.cpu_seconds, 4))
        self._write(f"{COST}/{batch.span.name}.json", msgspec.json.encode(cost))
        self._write_frame(batch.span, rows.frame(plan, batch.rows))

    def rows_of(self, span: Span) -> pl.DataFrame:
        """The rows of one batch."""
        import polars as pl

        return pl.read_parquet(self._file(span))

    def scan(self) -> pl.LazyFrame:
        """All rows, read only as far as they are wanted."""
        import polars as pl

        files = [self._file(span) for span in self.spans()]
        if not files:
            from gattai.lab import rows

            return pl.LazyFrame(schema=rows.schema(self.plan()))
        return pl.scan_parquet(files)

    def frame(self) -> pl.DataFrame:
        """All rows at once, sorted: for studies that fit into memory."""
        return self.scan().collect().sort(ORDER)

    def cut(self, pairs: int) -> None:
        """Forget what was played beyond so many pairs."""
        import polars as pl

        for span in self.spans():
            if span.stop <= pairs:
                continue
            if span.start < pairs:
                kept = self.rows_of(span).filter(pl.col("pair") < pairs)
                self._write_frame(Span(span.start, pairs), kept)
                cost = self.path / COST / f"{span.name}.json"
                if cost.is_file():
                    cost.replace(self.path / COST / f"{Span(span.start, pairs).name}.json")
            self._file(span).unlink()

    # How far it is.

    def costs(self) -> tuple[int, float]:
        """Games, and the CPU-seconds that they took; of batches that were played twice, both."""
        told = [
            msgspec.json.decode(path.read_bytes(), type=Cost)
            for path in sorted((self.path / COST).glob("*.json"))
        ]
        return sum(cost.games for cost in told), sum(cost.cpu_seconds for cost in told)

    def end(self, ended: Ended) -> None:
        """Write down that the study has come to its end."""
        self._write(DONE, msgspec.json.encode(ended))

    def ended(self) -> Ended | None:
        """How the study came to its end; None while it has not."""
        path = self.path / DONE
        return msgspec.json.decode(path.read_bytes(), type=Ended) if path.is_file() else None

    def verdict(self) -> Verdict | None:
        """What the study says: as it was written at its end, or from the pairs played so far.

        Short games are over first, so only pairs before the first gap are a fair sample.
        """
        ended = self.ended()
        if ended is not None and ended.verdict is not None:
            return ended.verdict
        from gattai.lab.watching import judged

        return judged(self.study(), self.plan(), map(self.rows_of, self._leading()))

    def _leading(self) -> Iterator[Span]:
        """The batches before the first gap, in order."""
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

    def _write_frame(self, span: Span, told: pl.DataFrame) -> None:
        path = self._file(span)
        part = path.with_suffix(UNFINISHED)
        told.write_parquet(part, compression="zstd", statistics=True)
        part.replace(path)

    def _write(self, name: str, content: bytes) -> None:
        path = self.path / name
        part = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
        part.write_bytes(content)
        part.replace(path)
