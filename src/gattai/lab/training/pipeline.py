"""Training: rounds of games and of fitting to all games so far, then a match as proof.

    tables/         one Parquet file per round: each table scored, and the result of its game
    curve.parquet   per round the loss, and the score against the hand-tuned evaluation
    weights.json    the weights of the last round

Everything follows from the seed, for any number of processes.
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
from gattai.bots.consider import USUAL_OUTCOMES
from gattai.bots.learnt.features import Features
from gattai.bots.learnt.trained import names_of
from gattai.bots.learnt.weights import Training, Weights
from gattai.lab.match import wilson
from gattai.lab.training.fitting import Fit, Sample, fitted, loss_of, steepness_of
from gattai.lab.training.self_play import Field, SelfPlayGame, play_all, play_encoded

HELD_OUT = 5
"""Every fifth game is held out for validation."""
OPENING = 10
"""Number of first answers of a game drawn from the better ideas.

In Attack Chart these decide who begins, the deployment, and the first unit. Greedy deploys in the
same way in every game: with only four tables for training and proof, weights that fit these by luck
looked good.
"""
SPAN = 20
"""Games per task of a process."""
TABLES, CURVE, WEIGHTS = "tables", "curve.parquet", "weights.json"


class Wish(msgspec.Struct, frozen=True):
    """The settings of a training."""

    game: str
    seed: str = "1"
    games: int = 2_000
    """Games in each round."""
    rounds: int = 2
    blunder_rate: int = 10
    """Percentage of random answers in self-play."""
    opening: int = OPENING
    """Number of random first answers of every game, in self-play and in the proof."""
    outcomes: int = USUAL_OUTCOMES
    """Outcomes of dice per answer in self-play; the proof uses the default."""
    hidden: int = 0
    ends: bool = False
    """Whether to learn from tables at which activations end, for rollouts, not after answers."""
    proof: int = 200
    """Games of the match after the last round; 0 for none."""
    workers: int = 1


class CurvePoint(msgspec.Struct, frozen=True):
    """One point of the curve: the state after a round."""

    round: int
    games: int
    tables: int
    loss: float
    loss_by_hand: float
    cpu_seconds: float
    """CPU time of this process, which with one worker is the total."""
    score: float | None = None
    """The score against the hand-tuned evaluation."""
    low: float | None = None
    high: float | None = None


Log = Callable[[str], None]


def features_of(game: str) -> Features:
    """Return a game's features; ValueError if it has none, or is not for two players."""
    evaluation = evaluations.of(game)
    if evaluation.features is None or evaluation.score is None:
        raise ValueError(f"nothing can be learnt of {game}: its evaluation has no features")
    return evaluation.features


def train(wish: Wish, out: Path, log: Log) -> tuple[Weights, list[CurvePoint]]:
    """Play and fit, round after round; all results are stored in the folder."""
    features = features_of(wish.game)
    (out / TABLES).mkdir(parents=True, exist_ok=True)
    weights: Weights | None = None
    frames: list[pl.DataFrame] = []
    curve: list[CurvePoint] = []
    began = time.process_time()
    for number in range(1, wish.rounds + 1):
        field = Field(
            wish.game,
            f"{wish.seed}-{number}",
            0,
            wish.games,
            (weights, weights),
            blunder_rate=wish.blunder_rate,
            opening=wish.opening,
            outcomes=wish.outcomes,
            ends=wish.ends,
        )
        log(f"round {number}: {wish.games} games")
        played = play_parts(parts_of(field), wish.workers)
        frames.append(framed(number, played, features, ends=wish.ends))
        frames[-1].write_parquet(out / TABLES / f"round-{number}.parquet", compression="zstd")
        weights, point = _learnt(wish, number, pl.concat(frames), features)
        if wish.proof and number == wish.rounds:
            log(f"round {number}: a match of {wish.proof} games against the hand-tuned evaluation")
            share, low, high = proof_of(
                wish.game, wish.seed, wish.proof, weights, wish.opening, wish.workers
            )
            point = msgspec.structs.replace(point, score=share, low=low, high=high)
        point = msgspec.structs.replace(point, cpu_seconds=round(time.process_time() - began, 1))
        curve.append(point)
        pl.DataFrame([msgspec.to_builtins(each) for each in curve]).write_parquet(out / CURVE)
        (out / WEIGHTS).write_bytes(weights.text())
        log(f"round {number}: loss {point.loss:.4f}, by hand {point.loss_by_hand:.4f}")
    assert weights is not None
    return weights, curve


def sample_of(frame: pl.DataFrame, features: Features, *, ends: bool = False) -> Sample:
    """Return tables as arrays; each game of each round has a unique number."""
    return Sample(
        frame.select(names_of(features, ends=ends)).to_numpy().astype(np.float64),
        frame["stage"].to_numpy().astype(np.int64),
        frame["score"].to_numpy().astype(np.float64),
        frame["game"].to_numpy().astype(np.int64),
    )


def _learnt(
    wish: Wish, number: int, frame: pl.DataFrame, features: Features
) -> tuple[Weights, CurvePoint]:
    sample = sample_of(frame, features, ends=wish.ends)
    held = sample.game % HELD_OUT == 0
    fit = fitted(sample.part(~held), len(features.stages), wish.hidden, number)
    unseen = sample.part(held)
    loss = loss_of(fit.leads(unseen), unseen.score)
    by_hand = loss_of(unseen.seen[:, 0], unseen.score)
    count = wish.games * number
    training = Training(
        wish.seed,
        count,
        len(sample.score),
        number,
        wish.blunder_rate,
        round(loss, 5),
        round(by_hand, 5),
        opening=wish.opening,
    )
    point = CurvePoint(number, count, len(sample.score), loss, by_hand, 0.0)
    steepness = steepness_of(fit.leads(sample), sample.seen[:, 0])
    return weights_of(wish.game, features, fit, training, steepness, ends=wish.ends), point


def weights_of(
    game: str,
    features: Features,
    fit: Fit,
    training: Training,
    steepness: float = 1.0,
    *,
    ends: bool = False,
) -> Weights:
    """Return the weights for the file."""
    rules = games.load(game)
    plain, hidden, heard = (
        tuple(tuple(round(float(each), 5) for each in row) for row in part)
        for part in (fit.plain, fit.hidden, fit.output)
    )
    names = names_of(features, ends=ends)
    return Weights(
        game, rules.version, rules.packs, names, features.stages, plain, training, hidden,
        heard if hidden else (), ends, round(steepness, 5),
    )  # fmt: skip


def proof_of(
    game: str, seed: str, count: int, weights: Weights, opening: int, workers: int
) -> tuple[float, float, float]:
    """Return the score in a mirrored match against the hand-tuned evaluation, with its interval.

    It uses seeds not used in training; veterans play it if weights for the ends of rollouts are
    tested.
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
    number: int, played: Iterator[SelfPlayGame], features: Features, *, ends: bool = False
) -> pl.DataFrame:
    """Return the tables of games, one row each."""
    rows = [
        (number, each.number, each.score, table.stage, *table.seen)
        for each in played
        for table in each.tables
    ]
    schema = {
        "round": pl.Int16(), "game": pl.Int32(), "score": pl.Float32(), "stage": pl.Int8(),
        **{name: pl.Float32() for name in names_of(features, ends=ends)},
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


def parts_of(field: Field) -> list[Field]:
    """Return the games of a field in parts, one per task."""
    ends = range(field.first, field.last, SPAN)
    return [
        msgspec.structs.replace(field, first=at, last=min(at + SPAN, field.last)) for at in ends
    ]


def play_parts(parts: Sequence[Field], workers: int) -> Iterator[SelfPlayGame]:
    """Return all games of all parts, in order, played by a number of processes."""
    if workers == 1:
        for part in parts:
            yield from play_all(part)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers or os.cpu_count() or 1, mp_context=context) as pool:
        for content in pool.map(play_encoded, [msgspec.msgpack.encode(each) for each in parts]):
            yield from msgspec.msgpack.decode(content, type=list[SelfPlayGame])
