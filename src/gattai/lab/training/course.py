"""A course of training: rounds of games and of learning from all that was played, then a match as proof.

    tables/         one Parquet file a round: each table that was judged, and how its game ended
    curve.parquet   for each round how well the ends were told, and the score against the hand-set eye
    weights.json    what the last round found

Everything follows from the seed, whatever the number of processes.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from gattai import games
from gattai.bots import evaluations
from gattai.bots.consider import USUAL_WAYS
from gattai.bots.learnt.eye import names_of
from gattai.bots.learnt.traits import Traits
from gattai.bots.learnt.weights import Training, Weights
from gattai.lab.match import wilson
from gattai.lab.training.fitting import Fit, Sample, fitted, loss_of, steepness_of
from gattai.lab.training.harvest import Field, Played, play_all, play_encoded

HELD_OUT = 5
"""Every fifth game is not trained on: it tells how well the others taught."""
OPENING = 10
"""So many first answers of a game are drawn from the better ideas; in Attack Chart that is who begins, where
all units are set up, and which of them acts first. Greedy sets up in the same way in every game: four tables
were all that weights were taught by and proved at, and weights that fit these by luck looked good.
"""
SPAN = 20
"""Games that a process plays at a time."""
TABLES, CURVE, WEIGHTS = "tables", "curve.parquet", "weights.json"


class Wish(msgspec.Struct, frozen=True):
    """What is to be trained, and how long."""

    game: str
    seed: str = "1"
    games: int = 2_000
    """In each round."""
    rounds: int = 2
    slips: int = 10
    """Of a hundred answers of self-play."""
    opening: int = OPENING
    """First answers of every game that are drawn: of self-play, and of the proof."""
    ways: int = USUAL_WAYS
    """Of the dice, at which self-play looks; the proof looks at as many as usual."""
    hidden: int = 0
    ends: bool = False
    """Whether to learn the tables at which activations end, for looks ahead, and not those after answers."""
    proof: int = 200
    """Games of the match after the last round; none if 0."""
    workers: int = 1


class Point(msgspec.Struct, frozen=True):
    """One point of the curve: what there was after a round."""

    round: int
    games: int
    tables: int
    loss: float
    loss_by_hand: float
    cpu_seconds: float
    """Of this process; with one worker, all of it."""
    score: float | None = None
    """Against the hand-set eye."""
    low: float | None = None
    high: float | None = None


Told = Callable[[str], None]


def traits_of(game: str) -> Traits:
    """What a game counts; ValueError if it counts nothing, or is not for two."""
    evaluation = evaluations.of(game)
    if evaluation.traits is None or evaluation.worth is None:
        raise ValueError(f"nothing can be learnt of {game}: its eye counts no traits")
    return evaluation.traits


def train(wish: Wish, out: Path, told: Told) -> tuple[Weights, list[Point]]:
    """Play and learn, round after round; everything is kept in the folder."""
    traits = traits_of(wish.game)
    (out / TABLES).mkdir(parents=True, exist_ok=True)
    weights: Weights | None = None
    frames: list[pl.DataFrame] = []
    curve: list[Point] = []
    began = time.process_time()
    for number in range(1, wish.rounds + 1):
        field = Field(
            wish.game,
            f"{wish.seed}-{number}",
            0,
            wish.games,
            (weights, weights),
            slips=wish.slips,
            opening=wish.opening,
            ways=wish.ways,
            ends=wish.ends,
        )
        told(f"round {number}: {wish.games} games")
        played = play_parts(parts_of(field), wish.workers)
        frames.append(framed(number, played, traits, ends=wish.ends))
        frames[-1].write_parquet(out / TABLES / f"round-{number}.parquet", compression="zstd")
        weights, point = _learnt(wish, number, pl.concat(frames), traits)
        if wish.proof and number == wish.rounds:
            told(f"round {number}: a match of {wish.proof} games against the hand-set eye")
            share, low, high = proof_of(
                wish.game, wish.seed, wish.proof, weights, wish.opening, wish.workers
            )
            point = msgspec.structs.replace(point, score=share, low=low, high=high)
        point = msgspec.structs.replace(point, cpu_seconds=round(time.process_time() - began, 1))
        curve.append(point)
        pl.DataFrame([msgspec.to_builtins(each) for each in curve]).write_parquet(out / CURVE)
        (out / WEIGHTS).write_bytes(weights.text())
        told(f"round {number}: loss {point.loss:.4f}, by hand {point.loss_by_hand:.4f}")
    assert weights is not None
    return weights, curve


def sample_of(frame: pl.DataFrame, traits: Traits, *, ends: bool = False) -> Sample:
    """Tables as arrays; each game of each round has a number of its own."""
    return Sample(
        frame.select(names_of(traits, ends=ends)).to_numpy().astype(np.float64),
        frame["stage"].to_numpy().astype(np.int64),
        frame["score"].to_numpy().astype(np.float64),
        frame["game"].to_numpy().astype(np.int64),
    )


def _learnt(wish: Wish, number: int, frame: pl.DataFrame, traits: Traits) -> tuple[Weights, Point]:
    sample = sample_of(frame, traits, ends=wish.ends)
    held = sample.game % HELD_OUT == 0
    fit = fitted(sample.part(~held), len(traits.stages), wish.hidden, number)
    unseen = sample.part(held)
    loss = loss_of(fit.leads(unseen), unseen.score)
    by_hand = loss_of(unseen.seen[:, 0], unseen.score)
    count = wish.games * number
    training = Training(
        wish.seed,
        count,
        len(sample.score),
        number,
        wish.slips,
        round(loss, 5),
        round(by_hand, 5),
        opening=wish.opening,
    )
    point = Point(number, count, len(sample.score), loss, by_hand, 0.0)
    steepness = steepness_of(fit.leads(sample), sample.seen[:, 0])
    return weights_of(wish.game, traits, fit, training, steepness, ends=wish.ends), point


def weights_of(
    game: str,
    traits: Traits,
    fit: Fit,
    training: Training,
    steepness: float = 1.0,
    *,
    ends: bool = False,
) -> Weights:
    """What was found, as it stands in a file."""
    rules = games.load(game)
    plain, hidden, heard = (
        tuple(tuple(round(float(each), 5) for each in row) for row in part)
        for part in (fit.plain, fit.hidden, fit.heard)
    )
    names = names_of(traits, ends=ends)
    return Weights(
        game, rules.version, rules.packs, names, traits.stages, plain, training, hidden,
        heard if hidden else (), ends, round(steepness, 5),
    )  # fmt: skip


def proof_of(
    game: str, seed: str, count: int, weights: Weights, opening: int, workers: int
) -> tuple[float, float, float]:
    """The share of points in a mirrored match with the hand-set eye, and its interval.

    It is played on seeds that no training has seen; by veterans, where it is the ends of looks that are judged.
    """
    players = (weights, None)
    field = Field(
        game,
        f"{seed}-proof",
        0,
        count,
        players,
        opening=opening,
        mirrored=True,
        ends=weights.ends,
    )
    scores = [each.score for each in play_parts(parts_of(field), workers)]
    share = sum(scores) / len(scores)
    low, high = wilson(share, len(scores))
    return share, low, high


def framed(
    number: int, played: Iterator[Played], traits: Traits, *, ends: bool = False
) -> pl.DataFrame:
    """The tables of games, one row each."""
    rows = [
        (number, each.number, each.score, table.stage, *table.seen)
        for each in played
        for table in each.tables
    ]
    schema = {
        "round": pl.Int16(), "game": pl.Int32(), "score": pl.Float32(), "stage": pl.Int8(),
        **{name: pl.Float32() for name in names_of(traits, ends=ends)},
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


def parts_of(field: Field) -> list[Field]:
    """The games of a field in parts that a process plays at a time."""
    ends = range(field.first, field.last, SPAN)
    return [
        msgspec.structs.replace(field, first=at, last=min(at + SPAN, field.last)) for at in ends
    ]


def play_parts(parts: Sequence[Field], workers: int) -> Iterator[Played]:
    """All games of all parts, in their order, on so many processes."""
    if workers == 1:
        for part in parts:
            yield from play_all(part)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers or os.cpu_count() or 1, mp_context=context) as pool:
        for content in pool.map(play_encoded, [msgspec.msgpack.encode(each) for each in parts]):
            yield from msgspec.msgpack.decode(content, type=list[Played])
