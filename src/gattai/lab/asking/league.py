"""A league: every bot against every other in mirrored pairs, with ratings and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from gattai import games
from gattai.lab.asking.played import Make, play, values
from gattai.lab.match import asked, even_tables
from gattai.lab.statistics.betting import SHARE
from gattai.lab.statistics.figures import ComparedFigure, Figure, several
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.ratings import Rating, ratings
from gattai.lab.study import BadStudy, Openings


class League(msgspec.Struct, frozen=True):
    """The strength of each bot."""

    ratings: tuple[Rating, ...]
    """The strongest first, in points of Elo around the mean of the league."""
    met: dict[str, Figure]
    """By "one against other": the first one's share."""


def league(
    game: str,
    bots: Sequence[str],
    pairs: int,
    seed: str,
    path: Path,
    make: Make,
    *,
    openings: Openings | None = None,
) -> League:
    """Play everybody against everybody, at tables with equal forces."""
    if len({*bots}) < 2:
        raise BadStudy(["a league needs two bots that are different"])
    tables = even_tables(games.load(game))
    met: dict[tuple[str, str], Floats] = {}
    for one, other in combinations(dict.fromkeys(bots), 2):
        study = asked(game, one, other, pairs, seed, {}, tables, openings=openings)
        name = f"{one}-{other}".replace(":", "_").replace("=", "-")
        met[one, other] = values(play(study, path / name, make), "versus", "won")
    figures = several(
        {f"{a} against {b}": ComparedFigure(v, SHARE, 0.5) for (a, b), v in met.items()}
    )
    return League(ratings(met), figures)
