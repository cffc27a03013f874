"""Play the missing games of a game's studies, and summarize the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from bench.studies.found import (
    STUDIES,
    Compared,
    First,
    Pieces,
    Played,
    Rule,
    Rules,
    Rulesets,
    Squads,
    Summary,
    Version,
)
from gattai import games
from gattai.lab import report, running
from gattai.lab.asking.balance import Matrix, balance, matrix
from gattai.lab.asking.played import Make, values
from gattai.lab.folder import Folder
from gattai.lab.plan import made
from gattai.lab.report.rules import fired
from gattai.lab.runners.here import Here
from gattai.lab.statistics.betting import DIFFERENCE, SHARE
from gattai.lab.statistics.figures import ComparedFigure, Figure, mean_of, several
from gattai.lab.statistics.pairs import Floats
from gattai.lab.study import Study
from gattai.lab.verdict import SHARES

SELDOM = 0.01
VERSIONS_FOR = ("first_mover", "won", "length", "turns", "damage", "finishing_blows")
"""Metrics shown for each ruleset; differences are shown for the first three."""
DIFFER_IN = VERSIONS_FOR[:3]
WHOLE = ("pieces",)
"""Studies that are summarized only when all their games are played."""


class Studies:
    """The studies of one game, each in a folder of its own below `out`."""

    def __init__(self, game: str, out: Path, make: Make | None = None) -> None:
        """Without `make`, summarize what was played and play nothing."""
        self.game = game
        self.out = out
        self.make = make
        self.face = games.get(game)
        self.rules = games.load(game)

    def play(self, kinds: Iterable[str]) -> None:
        """Play these studies one after the other; skip those without a file."""
        for kind in kinds:
            if path := self.file(kind):
                print(f"{path.stem}: {Study.load(path).question}", flush=True)
                KINDS[kind](self)

    def begun(self) -> bool:
        """Return whether any game was played."""
        return any(self._folders(kind) for kind in KINDS)

    def summary(self) -> Summary:
        """Return the results so far; pieces only when all of their games are played."""
        told: dict[str, object] = {
            kind: ask(self)
            for kind, ask in KINDS.items()
            if (found := self._folders(kind))
            and (kind not in WHOLE or all(folder.ended() for folder in found))
        }
        if "first" not in told and (others := self._folders("squads")):
            told["first"] = self._first_of(others, "squads")
        kept = {
            "game": self.game,
            "title": self.rules.rulebook.game.title,
            "rules": self.fired(),
            **told,
        }
        return msgspec.convert(msgspec.to_builtins(kept), Summary)

    def file(self, kind: str) -> Path | None:
        """Return the file of this kind of study, or None if the game has none."""
        named = {"first": f"first-mover-{self.game}", "compared": "ver10-against-rev116"}
        named |= {"pieces": f"worth-{self.game}"}
        path = STUDIES / f"{named.get(kind, f'{kind}-{self.game}')}.toml"
        return path if path.is_file() and Study.load(path).game == self.game else None

    def _folders(self, kind: str) -> list[Folder]:
        path = self.file(kind)
        home = self.out / path.stem if path else self.out / "none"
        found = [Folder(home), *(Folder(each) for each in sorted(home.glob("*")) if each.is_dir())]
        return [folder for folder in found if folder.exists() and folder.spans()]

    def _asked(self, kind: str) -> tuple[Study, Path]:
        path = self.file(kind)
        assert path is not None
        return Study.load(path), self.out / path.stem

    def _played(self, kind: str) -> Played:
        path = self.file(kind)
        assert path is not None
        told = [folder.status() for folder in self._folders(kind)]
        return Played(
            path.name,
            (study := Study.load(path)).question,
            study.play.bot,
            sum(each.games for each in told),
            sum(each.cpu_seconds for each in told),
            min((each.opening for each in told), default=0),
        )

    def _run(self, study: Study, path: Path) -> Folder:
        folder = Folder.create(path, study, made(study))
        if self.make is not None:
            running.run(folder, self.make)
        return folder

    # The studies: each plays its missing games.

    def first(self) -> First:
        """Return the first mover's share at the usual table and in the squads study."""
        study, path = self._asked("first")
        folder = self._run(study, path)
        own = self._first_of([folder], "first")
        met = self._folders("squads")
        return msgspec.structs.replace(
            own, everywhere=self._first_of(met, "squads").figure if met else None
        )

    def _first_of(self, folders: Sequence[Folder], kind: str) -> First:
        found = np.concatenate(
            [values(folder.frame(), "alone", "first_mover") for folder in folders]
        )
        fair = 1 / len(folders[0].plan().seats)
        ended = folders[0].status().ended
        return First(self._played(kind), mean_of(found, SHARE, against=fair), ended)

    def squads(self) -> Squads:
        """Return the results of every ready squad against every other."""
        study, path = self._asked("squads")
        if self.make is not None:
            found = matrix(study, (), path, self.make)
        else:
            found = _so_far(self._folders("squads")[0])
        seat = self.rules.seats[0]
        option = next(each for each in self.rules.options if each.name == seat)
        titles = dict(self.face.offered(self.rules, option))
        return Squads(
            self._played("squads"), {each: titles.get(each, each) for each in found.squads}, found
        )

    def pieces(self) -> Pieces:
        """Return the value of each piece, estimated from mixed forces."""
        study, path = self._asked("pieces")
        found = balance(study, "", path, self.make or Here)
        cards = getattr(self.rules, "units", None) or getattr(
            getattr(self.rules, "content", None), "units", {}
        )
        names = {
            each.name: getattr(cards.get(each.name), "name", each.name) for each in found.pieces
        }
        return Pieces(self._played("pieces"), names, found)

    def rulesets(self) -> Rulesets:
        """Return the results of the same seeds under every ruleset of the game."""
        study, path = self._asked("rulesets")
        option = next(each for each in self.rules.options if each.name == "rules")
        titles = self.face.offered(self.rules, option)
        folders: dict[str, Folder] = {}
        for name in titles:
            settings = msgspec.structs.replace(study.play, rules=name)
            asked = msgspec.structs.replace(study, play=settings)
            folders[name] = self._run(asked, path / name)
        pairs = min(folder.status().pairs for folder in folders.values())
        rows = {
            name: folder.frame().filter(pl.col("pair") < pairs) for name, folder in folders.items()
        }
        by: dict[str, dict[str, Floats]] = {
            metric: {name: values(told, "alone", metric) for name, told in rows.items()}
            for metric in VERSIONS_FOR
        }
        versions = tuple(
            Version(
                name,
                title,
                mean_of(by["first_mover"][name], SHARE, against=0.5),
                {metric: float(np.mean(by[metric][name])) for metric in VERSIONS_FOR},
            )
            for name, title in titles.items()
        )
        return Rulesets(
            self._played("rulesets"),
            pairs,
            versions,
            {metric: _differences(by[metric], share=metric in SHARES) for metric in DIFFER_IN},
        )

    def compared(self) -> Compared:
        """Return the comparison of A and B."""
        study, path = self._asked("compared")
        told = report.found(self._run(study, path))
        figures: dict[str, tuple[Figure, Figure, Figure]] = {}
        for each in told.measured:
            if each.b is not None and each.difference is not None and not each.is_detail:
                figures[each.name] = (each.a, each.b, each.difference)
        one, other = told.sides
        return Compared(
            self._played("compared"),
            (one, other),
            told.verdict.sentence,
            told.status.ended,
            figures,
        )

    def fired(self) -> Rules:
        """Count the rules cited in all games of these studies."""
        rows = [
            folder.scan().select(pl.lit("all").alias("arm"), "fired")
            for kind in KINDS
            if self.file(kind)
            for folder in self._folders(kind)
        ]
        count = sum(int(each.select(pl.len()).collect().item()) for each in rows)
        told = fired(self.rules, pl.concat(rows))
        rare = [
            Rule(rule.id, rule.title, round(rule.shares["all"] * count))
            for rule in told
            if rule.shares["all"] < SELDOM
        ]
        return Rules(count, len(told), tuple(sorted(rare, key=lambda rule: rule.games)))


def _so_far(folder: Folder) -> Matrix:
    """Return the squads matrix of the pairs played so far; all meetings have about equally many."""
    plan, count = folder.plan(), folder.status().pairs
    shares = values(folder.frame().filter(pl.col("pair") < count), "alone", "won")
    two = [tuple(table[seat] for seat in plan.seats) for table in plan.tables]
    met = {pair: shares[at :: len(two)] for at, pair in enumerate(two) if at < len(shares)}
    names = tuple(dict.fromkeys(name for pair in two for name in pair))
    overall = {
        name: np.concatenate(
            [share if name == pair[0] else 1 - share for pair, share in met.items() if name in pair]
            or [np.zeros(0)]
        )
        for name in names
    }
    return Matrix(
        names,
        several({f"{a} against {b}": ComparedFigure(s, SHARE, 0.5) for (a, b), s in met.items()}),
        several({name: ComparedFigure(s, SHARE, 0.5) for name, s in overall.items() if len(s)}),
    )


def _differences(by: Mapping[str, Floats], *, share: bool) -> dict[str, Figure]:
    """Return the differences between any two, from the same seeds."""
    names = [*by]
    return several(
        {
            f"{one} less {other}": ComparedFigure(
                by[one] - by[other], DIFFERENCE if share else None
            )
            for at, one in enumerate(names)
            for other in names[at + 1 :]
        }
    )


KINDS: Mapping[str, Callable[[Studies], object]] = {
    "first": Studies.first,
    "squads": Studies.squads,
    "pieces": Studies.pieces,
    "rulesets": Studies.rulesets,
    "compared": Studies.compared,
}
