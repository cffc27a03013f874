"""What ten million games cost, reckoned from games per CPU-second as the lab plays them.

    python -m bench.cost measure [GAME ...] [--bots random greedy] [--seconds 20]
                               # plays, keeps what it measured in bench/cost.toml, writes the table
    python -m bench.cost       # prints the table
    python -m bench.cost write # puts it into docs/explanation/lab.md

Measured are the games of a study of each game's usual table, by `lab.batch.play`, and what the driver does for each of
them: read the answer, write the row, look at the figure. Everything else in the table follows; a test holds the page to it.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
import time
import tomllib
from pathlib import Path

import msgspec
import tomli_w

from gattai import games
from gattai.lab.batch import Batch, Span, decoded, play
from gattai.lab.folder import Folder
from gattai.lab.plan import BatchPlan, PlannedGame, made
from gattai.lab.running import run
from gattai.lab.schedule import LONGEST
from gattai.lab.sitting import Row
from gattai.lab.study import ROWS, Study, StudyPlay

HERE = Path(__file__).parent
KEPT = HERE / "cost.toml"
PAGE = HERE.parent / "docs" / "explanation" / "lab.md"
BEGIN, END = "<!-- cost -->", "<!-- end of cost -->"
BOTS = ("random", "greedy")
GAMES = 10_000_000
CORES = 200
"""Cores of the cluster assumed in the table."""
NIGHT = 12
MAX_FILES = 100_000
"""Files of rows in one folder that we would still want to list, open and scan."""
SAMPLES = 8
"""Batches that the driver is measured with."""
MAX_ROWS = 2_000
"""In one of them."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured of one game and one bot."""

    game: str
    bot: str
    games: int
    cpu_seconds: float
    row_bytes: float
    """Of a game in a Parquet file of as many rows as a batch has."""
    driver_ms: float
    """CPU of the driver for a game."""

    @property
    def rate(self) -> float:
        """Return games per CPU-second."""
        return self.games / self.cpu_seconds

    @property
    def cpu_hours(self) -> float:
        """Return the CPU-hours for ten million games."""
        return GAMES / self.rate / 3600

    @property
    def hours(self) -> float:
        """Return the hours on the cluster: of its cores, or of its driver if that takes longer."""
        return max(self.cpu_hours / CORES, GAMES * self.driver_ms / 3.6e6)

    @property
    def night_cores(self) -> int:
        """Return the number of cores that finish in one night."""
        return math.ceil(self.cpu_hours / NIGHT)

    @property
    def fed(self) -> float:
        """Return the number of cores whose rows one driver can process."""
        return 1e3 / self.driver_ms / self.rate

    @property
    def gigabytes(self) -> float:
        """Return the gigabytes of rows."""
        return GAMES * self.row_bytes / 1e9

    @property
    def files(self) -> int:
        """Batches of the longest kind, each a file."""
        return math.ceil(GAMES / self.rate / LONGEST)

    @property
    def breaks(self) -> str:
        """What gives way first on the cluster."""
        if self.fed < CORES:
            return "the driver"
        if self.files > MAX_FILES:
            return "the number of files"
        return "patience" if self.hours > NIGHT else "nothing"


class Kept(msgspec.Struct, frozen=True):
    """All that was measured."""

    measured: tuple[Cost, ...]


def costs() -> tuple[Cost, ...]:
    """Those of the file beside this one."""
    return msgspec.convert(tomllib.loads(KEPT.read_text("utf-8")), Kept).measured


COLUMNS = (
    "game",
    "bot",
    "games per CPU-second",
    "CPU-hours",
    f"hours on {CORES} cores",
    f"cores for a night of {NIGHT} hours",
    "cores that a driver can feed",
    "GB of rows",
    "files",
    "breaks first",
)


def table(found: tuple[Cost, ...]) -> str:
    """The table of ten million games."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|---|" + "---:|" * 7 + "---|"]
    for each in found:
        cells = (
            each.game,
            each.bot,
            shown(each.rate),
            shown(each.cpu_hours),
            shown(each.hours),
            f"{each.night_cores:,}",
            f"{each.fed:,.0f}",
            shown(each.gigabytes),
            f"{each.files:,}",
            each.breaks,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def shown(value: float) -> str:
    """A figure with as many places as it is worth.

    >>> shown(0.12345), shown(3.21), shown(12345.6)
    ('0.12', '3.2', '12,346')
    """
    return f"{value:.2g}" if value < 1 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def put(text: str, found: tuple[Cost, ...]) -> str:
    """The page with the table of today between its marks."""
    before, begun, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not (begun and ended):
        raise ValueError("the page has no place for the table")
    return f"{before}{BEGIN}\n\n{table(found)}\n\n{END}{after}"


class Handed:
    """A runner whose games were played before: what is left is the driver's own work."""

    width = 1

    def __init__(self, plan: BatchPlan, rows: tuple[Row, ...], size: int) -> None:
        self.plan = plan
        self.size = size
        """Pairs of a batch: each claims to take so long that this is what is handed out."""
        self.apart = 0.0
        """CPU-seconds that were spent on what workers do."""
        self._sample = rows
        self._rng = random.Random("cost")
        self._waiting: list[Span] = []

    @property
    def open(self) -> int:
        return len(self._waiting)

    def submit(self, span: Span) -> None:
        self._waiting.append(span)

    def finished(self) -> list[Batch]:
        began = time.process_time()
        span = self._waiting.pop(0)
        pairs = range(span.start, span.stop)
        rows = tuple(self._mixed(each) for pair in pairs for each in self.plan.seatings(pair))
        answer = msgspec.msgpack.encode(Batch(span, rows, span.pairs / self.size))
        self.apart += time.process_time() - began
        return [decoded(answer)]

    def _mixed(self, seating: PlannedGame) -> Row:
        """A row whose every figure is of some game that was played: the same row again would pack too well."""
        drawn = self._rng.choices(self._sample, k=len(self.plan.metrics))
        return msgspec.structs.replace(
            self._rng.choice(self._sample),
            pair=seating.pair,
            leg=seating.leg,
            seed=seating.seed,
            digest=f"{self._rng.getrandbits(64):016x}",
            metrics=tuple(row.metrics[at] for at, row in enumerate(drawn)),
        )

    def close(self) -> None:
        self._waiting.clear()


def measure(game: str, bot: str, seconds: float) -> Cost:
    """Play for about so many CPU-seconds, after one pair that counts nothing, and hand the rows to a driver."""
    study = Study(game=game, play=StudyPlay(bot=bot, seed="cost"))
    plan = made(study)
    play(plan, Span(0, 1))
    rows: list[Row] = []
    spent, pair = 0.0, 1
    while spent < seconds:
        batch = play(plan, Span(pair, pair + 1))
        rows += batch.rows
        spent += batch.cpu_seconds
        pair += 1
    rate = len(rows) / spent
    row_bytes, driver_ms = drive(study, tuple(rows), rate)
    return Cost(
        game, bot, len(rows), round(spent, 2), float(f"{row_bytes:.4g}"), float(f"{driver_ms:.3g}")
    )


def drive(study: Study, rows: tuple[Row, ...], rate: float) -> tuple[float, float]:
    """Bytes of a row, and milliseconds of a driver for one, in batches of the longest kind."""
    a_pair = made(study).games_a_pair
    size = max(1, min(MAX_ROWS, round(LONGEST * rate)) // a_pair)
    asked = msgspec.structs.replace(
        study, play=msgspec.structs.replace(study.play, pairs=SAMPLES * size)
    )
    plan = made(asked)
    handed = Handed(plan, rows, size)
    with tempfile.TemporaryDirectory() as home:
        folder = Folder.create(Path(home) / "study", asked, plan)
        began = time.process_time()
        run(folder, lambda plan: handed)
        spent = time.process_time() - began - handed.apart
        written = sum(file.stat().st_size for file in (folder.path / ROWS).iterdir())
    count = plan.pairs * a_pair
    return written / count, 1e3 * spent / count


def keep(found: dict[tuple[str, str], Cost]) -> None:
    """Write down what was measured, in the order of games and bots."""
    ordered = sorted(found.values(), key=lambda each: (each.game, -each.rate))
    told = tomli_w.dumps({"measured": [msgspec.to_builtins(each) for each in ordered]})
    KEPT.write_text(f"# Made by `python -m bench.cost measure`.\n\n{told}", "utf-8")


def main() -> None:
    """Print the table, put it into the page, or measure anew."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", nargs="?", choices=("measure", "write", "print"), default="print")
    asked.add_argument("games", nargs="*", default=games.names())
    asked.add_argument("--bots", nargs="*", default=BOTS)
    asked.add_argument("--seconds", type=float, default=20.0)
    said = asked.parse_args()
    if said.what == "measure":
        found = {(each.game, each.bot): each for each in costs()} if KEPT.is_file() else {}
        for game in said.games:
            for bot in said.bots:
                found[game, bot] = measure(game, bot, said.seconds)
                print(found[game, bot], flush=True)
                keep(found)
    if said.what == "print":
        print(table(costs()))
    else:
        PAGE.write_text(put(PAGE.read_text("utf-8"), costs()), "utf-8")


if __name__ == "__main__":
    main()
