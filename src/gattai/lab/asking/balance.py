"""Balance: the value of each piece against its price, advantages of sides and maps, counters."""

from __future__ import annotations

import fnmatch
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from gattai import games
from gattai.games.roster import Roster
from gattai.kernel.position import begin
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.asking.played import Make, play
from gattai.lab.plan import laid_out, made
from gattai.lab.statistics.betting import SHARE
from gattai.lab.statistics.figures import ComparedFigure, Figure, several
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.unit_value import UnitValue, worths
from gattai.lab.study import BadStudy, Study, StudyMeasures
from gattai.tabletop.problem import did_you_mean

ALIKE = 0.25
"""Maximum relative difference in price of two opposing forces, if twenty draws find such."""
DRAWS = 20
TRIES = 2_000
Force = tuple[str, ...]


class Balance(msgspec.Struct, frozen=True):
    """The results of mixed forces."""

    pairs: int
    pieces: tuple[UnitValue, ...]
    """The pieces, the most clearly underpriced first."""
    sides: dict[str, Figure]
    """The share of the first seat for each map (or other option), the least even first."""
    first_mover: dict[str, Figure]


def balance(study: Study, over: str, path: Path, make: Make, only: Sequence[str] = ()) -> Balance:
    """Play mixed forces against each other, each pair on both sides.

    `over` is an option whose values take turns, all or some (`field=open,hedge`); `only` are
    patterns of the pieces that forces are drawn from.
    """
    plan = made(study)
    rules = games.load(study.game, laid_out(plan.arms[0].packs))
    game = games.get(study.game)
    roster = game.recruits(rules)
    if roster is None:
        raise BadStudy([f"in {study.game} nobody puts a force together; see --squads"])
    if only:
        roster = _limited(roster, only)
    needed = needed_by(rules, plan.seats)
    usual = {**plan.arms[0].options, **needed}
    places: list[dict[str, str]] = [{}]
    if over:
        name, _, some = over.partition("=")
        offered = _offered(rules, study, name)
        places = [{name: each} for each in _some(offered, some.split(",") if some else ["*"])]
    rng = random.Random(study.play.seed)
    forces = [_two(roster, rules, plan.seats, usual, rng) for _ in range(study.play.pairs)]
    tables = tuple(
        {seat: roster.written(force) for seat, force in zip(plan.seats, two, strict=True)}
        | needed
        | places[at % len(places)]
        for at, two in enumerate(forces)
    )
    rows = play(_laid(study, tables), path / "forces", make)
    shares = _by_pair(rows, pl.col("m.won"))
    names = [", ".join(place.values()) or "everywhere" for place in places]

    def by_place(values: Floats) -> dict[str, Figure]:
        found = several(
            {
                name: ComparedFigure(values[at :: len(places)], SHARE, against=0.5)
                for at, name in enumerate(names)
            }
        )
        return dict(sorted(found.items(), key=lambda each: -abs(each[1].mean - 0.5)))

    return Balance(
        pairs=len(forces),
        pieces=worths(forces, shares, roster.pieces),
        sides=by_place(_by_pair(rows, _first_seat())),
        first_mover=by_place(_by_pair(rows, pl.col("first_mover"))),
    )


class Matrix(msgspec.Struct, frozen=True):
    """Squads against squads: the share of each against each other, and against all others."""

    squads: tuple[str, ...]
    met: dict[str, Figure]
    """By "one against other"."""
    overall: dict[str, Figure]

    def share(self, one: str, other: str) -> float | None:
        """Return the share of one against the other; None if they did not meet."""
        if found := self.met.get(f"{one} against {other}"):
            return found.mean
        back = self.met.get(f"{other} against {one}")
        return None if back is None else 1 - back.mean


def matrix(study: Study, squads: Sequence[str], path: Path, make: Make) -> Matrix:
    """Play every squad against every other, on both sides; `pairs` is the number per match-up."""
    plan = made(study)
    rules = games.load(study.game, laid_out(plan.arms[0].packs))
    found = [*squads] or [*_offered(rules, study, plan.seats[0])]
    found = found or [*rules.armies()]
    two = [*combinations(found, 2)]
    if not two or len(plan.seats) != 2:
        raise BadStudy([f"{study.game}: there are no two squads to set against each other"])
    needed = needed_by(rules, plan.seats)
    tables = tuple(dict(zip(plan.seats, each, strict=True)) | needed for each in two)
    laid = _laid(study, tables, study.play.pairs * len(tables))
    shares = _by_pair(play(laid, path / "squads", make), pl.col("m.won"))
    met = {one: shares[at :: len(two)] for at, one in enumerate(two)}
    overall = {
        squad: np.concatenate(
            [(s if squad == a else 1 - s) for (a, b), s in met.items() if squad in (a, b)]
        )
        for squad in found
    }
    return Matrix(
        tuple(found),
        several({f"{a} against {b}": ComparedFigure(s, SHARE, 0.5) for (a, b), s in met.items()}),
        several({squad: ComparedFigure(s, SHARE, 0.5) for squad, s in overall.items()}),
    )


def _laid(study: Study, tables: tuple[dict[str, str], ...], pairs: int = 0) -> Study:
    settings = msgspec.structs.replace(
        study.play, tables=tables, pairs=pairs or len(tables), armies=()
    )
    return msgspec.structs.replace(study, play=settings, measure=StudyMeasures(("won",)), b=None)


def needed_by(rules: AnyRuleset, seats: Sequence[str]) -> dict[str, str]:
    """Return the options required for seats to bring their own decks."""
    return {
        name: value
        for option in rules.options
        if option.name in seats
        for name, value in option.needs
    }


def _offered(rules: AnyRuleset, study: Study, name: str) -> Sequence[str]:
    option = next((each for each in rules.options if each.name == name), None)
    if option is None:
        raise BadStudy([f"{study.game} has no option {name!r}"])
    return [*games.get(study.game).offered(rules, option)]


def _some(names: Iterable[str], patterns: Iterable[str]) -> list[str]:
    """Return the names that match, in their order; `BadStudy` for a pattern without matches."""
    known = [*names]
    fits = {pattern: fnmatch.filter(known, pattern) for pattern in patterns}
    wrong = [pattern for pattern, found in fits.items() if not found]
    if wrong:
        raise BadStudy([f"there is no {each!r}{did_you_mean(each, known)}" for each in wrong])
    return [name for name in known if any(name in found for found in fits.values())]


def _limited(roster: Roster, only: Sequence[str]) -> Roster:
    pieces = {name: roster.pieces[name] for name in _some(roster.pieces, only)}
    if not roster.repeats and len(pieces) <= roster.least:
        raise BadStudy([f"{len(pieces)} pieces are no choice: a force has {roster.least}"])
    return replace(roster, pieces=pieces)


def _two(
    roster: Roster,
    rules: AnyRuleset,
    seats: Sequence[str],
    usual: Mapping[str, str],
    rng: random.Random,
) -> tuple[Force, Force]:
    """Return two legal forces of about the same price."""
    one = drawn_force(roster, rules, seats, usual, rng)
    cost = _cost(one, roster)
    other = one
    for _ in range(DRAWS):
        other = drawn_force(roster, rules, seats, usual, rng)
        if other != one and abs(_cost(other, roster) - cost) <= ALIKE * cost:
            break
    return one, other


def _cost(force: Force, roster: Roster) -> float:
    return sum(roster.pieces[name] for name in force)


def drawn_force(
    roster: Roster,
    rules: AnyRuleset,
    seats: Sequence[str],
    usual: Mapping[str, str],
    rng: random.Random,
) -> Force:
    """Return a mixed force that is legal for every seat."""
    names = [*roster.pieces]
    for _ in range(TRIES):
        size = rng.randint(roster.least, roster.most)
        force = tuple(rng.choices(names, k=size) if roster.repeats else rng.sample(names, size))
        written = roster.written(force)
        try:
            begin(rules, {**usual, **dict.fromkeys(seats, written)})
        except (Refused, ValueError):
            continue
        return force
    raise BadStudy(["no mixed force was found that the rules allow"])


def _by_pair(rows: pl.DataFrame, value: pl.Expr) -> Floats:
    found = rows.group_by("pair").agg(value.mean().alias("value")).sort("pair")
    return np.asarray(found["value"].to_numpy(), np.float64)


def _first_seat() -> pl.Expr:
    """Return the first seat's score of a game."""
    won = (pl.col("winner") == 0).cast(pl.Float64)
    return pl.when(pl.col("winner").is_null()).then(0.5).otherwise(won)
