"""Trials of lists by bots, in other processes, while people play."""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from gattai import games
from gattai.games.building import ReadyList
from gattai.games.workshop import judge_text, settings_of, workshop_of
from gattai.lab.asking import trial as lab
from gattai.lab.batch import Span
from gattai.lab.plan import BatchPlan
from gattai.lab.runners.processes import Job, ProcessPool
from gattai.server.lists import AskTrial, ListTrial, TrialRival, TrialState

log = logging.getLogger(__name__)

MAX_GAMES = 200
"""Against each ready-made list."""
MAX_KEPT = 20
"""Finished trials that are remembered."""
MAX_PROCESSES = 2


class RunningTrial:
    """A trial that runs in a thread and several processes."""

    def __init__(
        self, asked: AskTrial, text: str, rivals: Sequence[ReadyList], packs: Sequence[Path]
    ) -> None:
        self.id = secrets.token_hex(6)
        self._asked = asked
        self._text = text
        self._rivals = tuple(rivals)
        self._packs = tuple(packs)
        self._pairs = asked.games // 2
        self._began = time.monotonic()
        self._took: float | None = None
        self._state: TrialState = "running"
        self._problem = ""
        self._plan: BatchPlan | None = None
        self._pool: ProcessPool[lab.TrialGames] | None = None
        self._played: list[lab.TrialGames] = []
        self._changing = threading.Lock()

    def begin(self) -> None:
        """Begin in a thread that does not keep the server from ending."""
        threading.Thread(target=self._run, name="trial", daemon=True).start()

    def cancel(self) -> None:
        """Stop at once; what was played is kept."""
        self._end("cancelled")
        if self._pool is not None:
            self._pool.interrupt()

    @property
    def is_running(self) -> bool:
        """Return whether games are still to be played."""
        return self._state == "running"

    def card(self) -> ListTrial:
        """Return the results so far."""
        with self._changing:
            played = [*self._played]
            took = time.monotonic() - self._began if self._took is None else self._took
        rivals = [TrialRival(each.id, each.title) for each in self._rivals]
        if self._plan is not None:
            scores = lab.scores(self._plan, played)
            for at, score in enumerate(scores):
                if score.games:
                    rivals[at] = TrialRival(
                        rivals[at].id,
                        rivals[at].title,
                        score.games,
                        score.won,
                        score.drawn,
                        round(score.share, 4),
                        round(score.low, 4),
                        round(score.high, 4),
                    )
        return ListTrial(
            id=self.id,
            game=self._asked.game,
            text=self._text,
            state=self._state,
            bot=lab.BOT,
            played=sum(len(each.results) for each in played),
            wanted=2 * self._pairs * len(self._rivals),
            seconds=round(took, 1),
            rivals=tuple(rivals),
            problem=self._problem,
        )

    def _end(self, state: TrialState, problem: str = "") -> None:
        with self._changing:
            if self._state == "running":
                self._state, self._problem = state, problem
                self._took = time.monotonic() - self._began

    def _run(self) -> None:
        try:
            self._play()
        except Exception as problem:
            log.exception("a trial of %s failed", self._asked.game)
            self._end("failed", f"the trial failed: {type(problem).__name__}")
        else:
            self._end("done")

    def _play(self) -> None:
        asked = self._asked
        texts = [each.text for each in self._rivals]
        self._plan = plan = lab.trial_plan(
            asked.game, self._text, texts, asked.settings, self._pairs, self.id, self._packs
        )
        count = max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) // 2))
        self._pool = pool = ProcessPool(plan, count, Job(lab.play_encoded, lab.decoded))
        coming = iter(range(2 * plan.pairs))
        try:
            while self.is_running:
                while pool.open < count and (number := next(coming, None)) is not None:
                    pool.submit(Span(number, number + 1))
                if not pool.open:
                    return
                found = pool.finished()
                with self._changing:
                    if self._state == "running":
                        self._played += found
        finally:
            pool.close()


class Trials:
    """The trials of a server: one runs at a time."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self._packs = tuple(packs)
        self._trials: dict[str, RunningTrial] = {}

    def begin(self, asked: AskTrial) -> ListTrial:
        """Begin a trial, and cancel the one that is running. Raises ValueError if it cannot be."""
        if not 2 <= asked.games <= MAX_GAMES:
            raise ValueError(f"a trial has 2 to {MAX_GAMES} games against each ready-made list")
        packs = games.fitting(asked.game, self._packs)
        rules = games.load(asked.game, packs)
        judged = judge_text(rules, asked.text, asked.settings)
        if not judged.is_legal:
            reasons = [fault.text for fault in judged.faults]
            reasons += [line.text for line in judged.lines if line.state == "broken"]
            raise ValueError(f"only a legal list can be tried: {'; '.join(reasons)}")
        kit = workshop_of(rules).kit(rules, settings_of(rules, asked.settings))
        rivals = [each for each in kit.ready if each.rows != judged.rows]
        if not rivals:
            raise ValueError("there is no other ready-made list to play against")
        self.close()
        while len(self._trials) >= MAX_KEPT:
            del self._trials[next(iter(self._trials))]
        made = RunningTrial(asked, judged.text, rivals, packs)
        self._trials[made.id] = made
        made.begin()
        return made.card()

    def find(self, trial_id: str) -> ListTrial:
        """Return the results so far. Raises LookupError if there is no such trial."""
        return self._find(trial_id).card()

    def cancel(self, trial_id: str) -> ListTrial:
        """Stop a trial; what was played is kept."""
        found = self._find(trial_id)
        found.cancel()
        return found.card()

    def close(self) -> None:
        """Stop the running trial."""
        for each in self._trials.values():
            each.cancel()

    def _find(self, trial_id: str) -> RunningTrial:
        if trial_id not in self._trials:
            raise LookupError("there is no such trial")
        return self._trials[trial_id]
