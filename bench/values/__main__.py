"""Learns the value of a game, the chance to win that people are shown, and measures it.

    python -m bench.values train attack-chart [--games 400] [--seed 1] [--processes 1] [--kept FOLDER] [--write]
    python -m bench.values measure attack-chart [--games 400] [--seed 1] [--processes 1] [--kept FOLDER] [--write]
    python -m bench.values page

Bots play games with random openings, and from each game a position is drawn in every sixteenth of
it. `train` fits the result to features of these positions (`fitting.py`); `--write` stores the
weights in the package. `measure` compares the stored weights, and the estimate by the hand-tuned
score, with the results of other games; `--write` stores the figures for the page. `--left-out` uses
the games of the training instead, each judged by a fit without its pair. Which bots play
is in `playing.py`. Games that are kept in a folder are not played again. The result depends on the
seed alone, not on the number of processes.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from bench.values.fitting import fitted, loss_of
from bench.values.measuring import measured, sample_of, told
from bench.values.pages import PAGE, put, store, stored
from bench.values.playing import ValueGame, players_of
from bench.values.sampling import SampledGame, sampled_by_all
from gattai import games
from gattai.bots.evaluations import of
from gattai.bots.learnt import value_weights
from gattai.bots.learnt.value_weights import ValueTraining, ValueWeights, names_of, shipped_value
from gattai.plugins import own_version


def games_of(
    game: str, seed: str, count: int, processes: int, kept: str, *, held_out: bool
) -> list[SampledGame]:
    """Return the positions of games, to learn from or to measure with."""
    wishes = [ValueGame(game, seed, number, held_out, kept) for number in range(count)]
    return [*sampled_by_all(wishes, processes)]


def train(
    game: str, count: int, seed: str, processes: int, command: str = "", kept: str = ""
) -> ValueWeights:
    """Train the value of a game."""
    features, rules = of(game).features, games.load(game)
    if features is None or not features.clocks:
        raise LookupError(f"{game} has no clocks")
    sample = sample_of(games_of(game, seed, count, processes, kept, held_out=False))
    found = fitted(sample)
    training = ValueTraining(
        command,
        own_version(),
        seed,
        count,
        len(sample.score),
        found.ridge,
        round(found.loss, 4),
        round(loss_of(sample.estimate, sample.score), 4),
    )
    return ValueWeights(
        game,
        rules.version,
        rules.packs,
        training,
        names_of(features),
        features.clocks,
        tuple(tuple(row) for row in np.asarray(found.weights).tolist()),
        round(found.steepness, 4),
        round(found.error, 4),
    )


def mixture(game: str, *, held_out: bool = True) -> str:
    """Return who plays the games of a value, in words, with the number of pairs.

    >>> mixture("aristeia")
    'policy and policy 5, policy and greedy 1'
    """
    pairs = Counter(players_of(game, held_out=held_out))
    return ", ".join(f"{one} and {two} {count}" for (one, two), count in pairs.items())


def main() -> None:
    """Train, measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("train", "measure", "page"))
    parser.add_argument("game", choices=games.names(), nargs="?")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--kept", default="", help="folder of played games")
    parser.add_argument("--left-out", action="store_true", help="measure by cross-validation")
    parser.add_argument("--write", action="store_true", help="store the result")
    wants = parser.parse_args()
    if wants.what != "page" and wants.game is None:
        parser.error("which game?")
    if wants.what == "train":
        command = shlex.join([
            "python", "-m", "bench.values", "train", wants.game, "--games", str(wants.games), "--seed", wants.seed,
        ])  # fmt: skip
        weights = train(wants.game, wants.games, wants.seed, wants.processes, command, wants.kept)
        if wants.write:
            package = Path(value_weights.__file__).parent
            (package / "shipped" / f"{wants.game}-value.json").write_bytes(weights.text())
        else:
            sys.stdout.buffer.write(weights.text())
        return
    if wants.what == "measure":
        shipped = shipped_value(wants.game)
        if shipped is None:
            parser.error(f"{wants.game} has no weights")
        cross = wants.left_out
        played = games_of(
            wants.game, wants.seed, wants.games, wants.processes, wants.kept, held_out=not cross
        )
        players = mixture(wants.game, held_out=not cross)
        found = measured(wants.seed, players, played, shipped, cross=cross)
        print(told(found))
        if wants.write:
            store(found)
    if wants.what == "page" or wants.write:
        PAGE.write_text(put(PAGE.read_text("utf-8"), stored()), "utf-8")


if __name__ == "__main__":
    main()
