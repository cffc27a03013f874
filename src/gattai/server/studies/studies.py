"""Studies of a data folder: begun from a page, played in other processes, read while they run."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.lab import plan as planning
from gattai.lab import report, warnings
from gattai.lab.asking.what import OPTION, Changeable, Scalar, changeable
from gattai.lab.folder import Ended, Folder
from gattai.lab.plan import BatchPlan
from gattai.lab.runners.processes import Processes
from gattai.lab.running import Progress, run
from gattai.lab.statistics import stopping
from gattai.lab.study import STUDY, Study, StudyPlay, StudySide, StudyStop
from gattai.lab.study import read as read_study
from gattai.lab.verdict import SHARES, Verdict
from gattai.lab.watching import expected_pairs
from gattai.server.naming import NAME, readable_name
from gattai.server.studies.messages import (
    AskStudy,
    StudyAbout,
    StudyCard,
    StudyChange,
    StudyForecast,
    StudyKit,
    StudyMetric,
    StudyPlayer,
    StudyState,
)

log = logging.getLogger(__name__)

MAX_STUDIES = 200
MAX_PAIRS = 100_000
MAX_CHANGES = 20
ABOUT = "about.json"
"""The file of what is known of a study when it begins."""
PILOT = 20
"""Number of pairs from which the length of a study is estimated."""
MORE = 1.1
"""A forecast is made again when there are so many times more pairs, because it reads all of them."""
LONGEST = 2_000
"""Maximum number of answers, after which a game is a draw."""
GAMES = "games"
"""The folder of the games that a report names, as pages."""


class Stopped(Exception):
    """Raised inside a study that is to stop."""


class RunningStudy:
    """A study that is played in a thread and several processes."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.state: StudyState = "running"
        self.problem = ""
        self.forecast: StudyForecast | None = None
        self.progress: Progress | None = None
        self._foretold = 0
        """The number of pairs at the last forecast."""
        self._stops = False
        self._pool: Processes | None = None
        self._count = max(1, os.cpu_count() or 1)
        self._thread = threading.Thread(target=self._run, name="study", daemon=True)

    def begin(self) -> None:
        """Begin in a thread that does not keep the server from ending."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait until nothing is written any more. What was played is kept."""
        self._stops = True
        if self._pool is not None:
            self._pool.interrupt()
        self._thread.join()

    @property
    def is_running(self) -> bool:
        """Return whether games are being played, or the report is being written."""
        return self.state in ("running", "reporting")

    def _run(self) -> None:
        try:
            run(self.folder, self._made, self._heard)
            self.state = "reporting"
            _write_report(self.folder)
        except Exception as problem:
            if self._stops:
                self.state = "stopped"
                return
            log.exception("the study %s failed", self.folder.path.name)
            self.state = "failed"
            self.problem = str(problem) or type(problem).__name__
        else:
            self.state = "done"

    def _made(self, plan: BatchPlan) -> Processes:
        self._pool = Processes(plan, self._count)
        return self._pool

    def _heard(self, progress: Progress) -> None:
        if self._stops:
            raise Stopped
        self.progress = progress
        if progress.pairs >= MORE * self._foretold:
            self._foretold = progress.pairs
            self.forecast = forecast(self.folder, progress, self._count)


def forecast(folder: Folder, progress: Progress, processes: int) -> StudyForecast | None:
    """Return how long a study will take, from the games so far; None while there are too few."""
    if progress.pairs < PILOT:
        return None
    study, plan, rows = folder.study(), folder.plan(), folder.frame()
    a_pair = progress.cpu_seconds / progress.pairs / processes

    def expected(*, as_seen: bool) -> int:
        pairs = expected_pairs(study, plan, rows, as_seen=as_seen) or plan.pairs
        return max(progress.pairs, min(pairs, plan.pairs))

    most = expected(as_seen=False)
    pairs = min(most, expected(as_seen=True))
    return StudyForecast(pairs, round(pairs * a_pair, 1), most, round(most * a_pair, 1))


def _write_report(folder: Folder) -> None:
    """Write the report and its games in a process, because replaying games takes long."""
    command = [sys.executable, "-m", "gattai", "lab", "report", str(folder.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the report could not be written: {done.stderr.strip()[-500:]}")


class Studies:
    """The studies of a data folder: one is played at a time."""

    def __init__(self, folder: Path, packs: Sequence[Path] = ()) -> None:
        self._home = folder / "studies"
        self._packs = tuple(packs)
        self._running: dict[str, RunningStudy] = {}
        self._kits: dict[str, StudyKit] = {}
        self._changing = threading.Lock()

    def kit(self, game: str) -> StudyKit:
        """Return what can be changed in a game. Raises ValueError if nothing can."""
        if game not in self._kits:
            if games.find(game) is None:
                raise LookupError(f"there is no game {game!r}")
            plan = planning.made(self._study(AskStudy(game, {}), {}))
            names = planning.counted_names(plan)
            packs = games.fitting(game, self._packs)
            rules = games.load(game, packs)
            found = changeable(game, packs)
            self._kits[game] = StudyKit(
                game=game,
                title=rules.rulebook.game.title,
                changeable=found,
                players=tuple(
                    StudyPlayer(name, kind.about)
                    for name, kind in registry.kinds().items()
                    if name != planning.RANDOM and not registry.seconds_of(name)
                ),
                metrics=(
                    *(StudyMetric(name, about) for name, about in planning.COMMON.items()),
                    *(StudyMetric(name) for name in names),
                ),
                fielded=warnings.fielded(rules, names),
            )
        return self._kits[game]

    def begin(self, asked: AskStudy) -> StudyCard:
        """Begin a study. Raises ValueError if it cannot be, or if another one is being played."""
        if not asked.change:
            raise ValueError(
                "change something first: a study compares the game as printed with a changed one"
            )
        if len(asked.change) > MAX_CHANGES:
            raise ValueError(
                f"a study changes at most {MAX_CHANGES} things, not {len(asked.change)}"
            )
        if not 2 <= asked.pairs <= MAX_PAIRS:
            raise ValueError(f"a study has 2 to {MAX_PAIRS} pairs of games, not {asked.pairs}")
        kit = self.kit(asked.game)
        if asked.metric not in [each.name for each in kit.metrics]:
            raise ValueError(f"{asked.game} measures nothing called {asked.metric!r}")
        known = {each.path: each for each in kit.changeable}
        unknown = next((path for path in asked.change if path not in known), None)
        if unknown is not None:
            raise ValueError(f"{asked.game} has nothing called {unknown!r} that can be changed")
        same = [path for path, value in asked.change.items() if known[path].value == value]
        if same:
            raise ValueError(f"{same[0]} is {asked.change[same[0]]} already")
        study = self._study(asked, known)
        text = study.text()
        plan = planning.made(read_study(text))
        changes = tuple(
            StudyChange(path, known[path].of, known[path].value, value)
            for path, value in asked.change.items()
        )
        about = StudyAbout(plan.seats[0], changes, tuple(warnings.before(study, plan)))
        with self._changing:
            self._check_idle()
            if len(self._paths()) >= MAX_STUDIES:
                raise ValueError(f"{MAX_STUDIES} studies are stored; delete some")
            name = readable_name(asked.game)
            folder = Folder.create(self._home / name, study, plan, text)
            folder.write(ABOUT, msgspec.json.encode(about))
            self._play(name, folder)
        return self.find(name)

    def resume(self, name: str) -> StudyCard:
        """Continue a study that was stopped."""
        with self._changing:
            self._check_idle()
            self._play(name, self._folder(name))
        return self.find(name)

    def stop(self, name: str) -> StudyCard:
        """Stop a study; what was played is kept."""
        self._folder(name)
        if name in self._running:
            self._running[name].stop()
        return self.find(name)

    def delete(self, name: str) -> StudyCard:
        """Delete a study, and return what it was."""
        found = self.stop(name)
        self._running.pop(name, None)
        shutil.rmtree(self._folder(name).path)
        return found

    def all(self) -> list[StudyCard]:
        """Return all studies, the last begun first."""
        paths = sorted(self._paths(), key=lambda path: path.stat().st_mtime, reverse=True)
        return [self.find(path.parent.name) for path in paths]

    def find(self, name: str) -> StudyCard:
        """Return a study as it stands. Raises LookupError if there is none."""
        folder, running = self._folder(name), self._running.get(name)
        study, ended = folder.study(), folder.ended()
        card = _card(name, folder, study)
        if running is not None and running.is_running and ended is None:
            card = _with_progress(card, running)
        else:
            status = folder.status()
            card = _with_verdict(card, status.verdict, ended)
            card = msgspec.structs.replace(
                card, pairs=status.pairs, games=status.games, cpu_seconds=status.cpu_seconds
            )
        if running is not None:
            return msgspec.structs.replace(card, state=running.state, problem=running.problem)
        return msgspec.structs.replace(card, state="stopped" if ended is None else "done")

    def text(self, name: str) -> str:
        """Return the file of a study, as `gattai lab run` reads it."""
        return (self._folder(name).path / STUDY).read_text("utf-8")

    def pack(self, name: str) -> str:
        """Return the changes of a study as a pack. Raises LookupError if it only changes options."""
        text = planning.changed_pack(self._folder(name).plan())
        if not text:
            raise LookupError("this study changes options of the table, which need no pack")
        return text

    def page(self, name: str, path: str) -> bytes:
        """Return the report of a study, or the page of one of its games."""
        home = self._folder(name).path
        file = home / report.REPORT if not path else home / GAMES / f"{path}.html"
        if (path and not path.isdecimal()) or not file.is_file():
            raise LookupError("the report has no such page")
        return file.read_bytes()

    def close(self) -> None:
        """Stop the study that is being played."""
        for each in self._running.values():
            each.stop()

    def _play(self, name: str, folder: Folder) -> None:
        self._running[name] = RunningStudy(folder)
        self._running[name].begin()

    def _check_idle(self) -> None:
        for name, each in self._running.items():
            if each.is_running:
                raise ValueError(f"the study {name} is being played; stop it or wait until it ends")

    def _study(self, asked: AskStudy, known: Mapping[str, Changeable]) -> Study:
        options = {
            path.removeprefix(OPTION): str(value)
            for path, value in asked.change.items()
            if path.startswith(OPTION)
        }
        cards = {path: value for path, value in asked.change.items() if not path.startswith(OPTION)}
        changed = [_what_if(known[path], value) for path, value in asked.change.items()]
        rule = stopping.StoppingRule(asked.metric, asked.difference)
        return Study(
            game=asked.game,
            question=f"What if {', '.join(changed)}?" if changed else "",
            asked="under",
            a=StudySide(),
            b=StudySide(options=options, change=dict(cards)),
            play=StudyPlay(
                bot=asked.player,
                pairs=asked.pairs,
                packs=tuple(
                    path.absolute().as_posix() for path in games.fitting(asked.game, self._packs)
                ),
                longest=LONGEST,
            ),
            stop=StudyStop(str(rule)),
        )

    def _paths(self) -> list[Path]:
        return [*self._home.glob(f"*/{ABOUT}")]

    def _folder(self, name: str) -> Folder:
        folder = Folder(self._home / name)
        if not NAME.fullmatch(name) or not (folder.path / ABOUT).is_file():
            raise LookupError(f"there is no study {name[:60]!r}")
        return folder


def _what_if(field: Changeable, value: Scalar) -> str:
    place = field.path.removeprefix(OPTION).split(".")
    name = " ".join(place[2:] or place).replace("-", " ")
    return f"{field.of} had {name} {value} instead of {field.value}"


def _card(name: str, folder: Folder, study: Study) -> StudyCard:
    """Return the card of a study without its figures."""
    about = msgspec.json.decode((folder.path / ABOUT).read_bytes(), type=StudyAbout)
    rule = stopping.parse(study.stop.at)
    return StudyCard(
        id=name,
        game=study.game,
        changes=about.changes,
        player=study.play.bot,
        player_1=about.player_1,
        state="stopped",
        pairs=0,
        wanted=study.play.pairs,
        games=0,
        cpu_seconds=0.0,
        metric=rule.metric,
        is_share=rule.metric in SHARES,
        difference=rule.amount,
        warnings=about.warnings,
        has_report=(folder.path / report.REPORT).is_file(),
    )


def _with_progress(card: StudyCard, running: RunningStudy) -> StudyCard:
    """Return the card of a study that is being played, with what is known of it so far."""
    so_far = running.progress
    if so_far is None:
        return card
    return msgspec.structs.replace(
        card,
        pairs=so_far.pairs,
        games=so_far.games,
        cpu_seconds=round(so_far.cpu_seconds, 1),
        value=so_far.value,
        low=so_far.low,
        high=so_far.high,
        forecast=running.forecast,
    )


def _with_verdict(card: StudyCard, verdict: Verdict | None, ended: Ended | None) -> StudyCard:
    if verdict is None:
        return card
    return msgspec.structs.replace(
        card,
        value=verdict.mean,
        low=verdict.low,
        high=verdict.high,
        sentence=verdict.sentence,
        population=verdict.population,
        ended="" if ended is None else ended.why,
    )
