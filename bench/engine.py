"""Decisions per CPU-second of random play, beside our peers, in one run.

    python bench/engine.py [--seconds 0.3] [--rounds 25] [--json]

Machines are noisy, so the contestants take many short turns and what counts is the median of the
ratios to python-chess within a round: a slow spell of the machine then hits both sides of a ratio,
or only a few rounds. A decision is one answer of a player; throws of dice come on top.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from gattai import games
from gattai.kernel.position import apply, asked, begin, waiting
from gattai.kernel.question import Choose, Roll, Together, any_one
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.batch import play_out

Contestant = Callable[[random.Random, float], int]
"""Plays until the CPU time is up; gives the number of decisions."""


OPTIONS: dict[str, dict[str, str]] = {
    "aegis": {"turn-limit": "200"},
    "robot-empire": {"battery": "20", "turn-limit": "300"},
}
"""Random players can dance round each other for ever, so some games are drawn at a limit."""


def batch_of(game: str, **more: str) -> Contestant:
    """Whole games with the batch driver: the live generator, nothing recorded."""
    options = {**OPTIONS.get(game, {}), **more}
    rules = games.load(game).seated(options)
    start = begin(rules, options).state

    def play(rng: random.Random, until: float) -> int:
        def choose(state: Any, question: Choose) -> Any:
            return any_one(question.options, rng)

        choosers = [choose] * len(rules.seats)
        decisions = 0
        while process_time() < until:
            decisions += play_out(rules, start, choosers, rng).decisions
        return decisions

    return play


def recorded(game: str) -> Contestant:
    """Position by position with `apply`: every one could be saved, forked or sent away."""
    rules = games.load(game).seated(OPTIONS.get(game, {}))

    def play(rng: random.Random, until: float) -> int:
        decisions = 0
        while True:
            position = begin(rules, OPTIONS.get(game))
            question, waits = asked(rules, position), waiting(rules, position)
            while not isinstance(question, Outcome):
                if isinstance(question, Roll):
                    step = apply(rules, position, question.dice.faces(rng))
                elif isinstance(question, Together):  # one after the other, each in secret
                    seat = waits[0]
                    ask = next(ask for ask in question.asks if ask.seat == seat)
                    step = apply(rules, position, any_one(ask.options, rng), seat=seat)
                    decisions += 1
                else:
                    assert isinstance(question, Choose)
                    step = apply(rules, position, any_one(question.options, rng))
                    decisions += 1
                position, question, waits = step.position, step.question, step.waiting
                if process_time() >= until:
                    return decisions

    return play


def catanatron() -> Contestant:
    """A two-player game of Catan between its own random players: the nearest Python relative."""
    from catanatron import Color, Game, RandomPlayer

    def play(rng: random.Random, until: float) -> int:
        decisions = 0
        while process_time() < until:
            players = [RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]
            game = Game(players, seed=rng.randrange(10**9))
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                decisions += 1
                if process_time() >= until:
                    break
        return decisions

    return play


def python_chess() -> Contestant:
    """Legal moves and push, as every program that uses python-chess does."""
    import chess

    def play(rng: random.Random, until: float) -> int:
        decisions = 0
        while process_time() < until:
            board = chess.Board()
            while not board.is_game_over():
                moves = list(board.legal_moves)
                board.push(moves[int(rng.random() * len(moves))])
                decisions += 1
                if process_time() >= until:
                    break
        return decisions

    return play


def open_spiel(name: str) -> Contestant:
    """A game of OpenSpiel: legal actions, apply; chance nodes come on top, as our dice do."""
    import pyspiel
    from open_spiel.python import games as _python_games  # noqa: F401 - registers them

    game = pyspiel.load_game(name)

    def play(rng: random.Random, until: float) -> int:
        decisions = 0
        while process_time() < until:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                    continue
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                decisions += 1
        return decisions

    return play


def contestants() -> dict[str, Callable[[], Contestant]]:
    """Ours first, then the peers. Python's OpenSpiel games are the fair ones; C++ is for scale.

    Each is made only if it is wanted, so that nobody needs a peer installed who does not measure it.
    """
    ours: dict[str, Callable[[], Contestant]] = {
        f"{game}, batch driver": partial(batch_of, game) for game in games.names()
    }
    ours["aegis in inches, batch driver"] = partial(batch_of, "aegis", field="table-36x24")
    ours |= {f"{game}, recorded positions": partial(recorded, game) for game in games.names()}
    return ours | {
        "python-chess": python_chess,
        "catanatron": catanatron,
        "OpenSpiel python_tic_tac_toe": partial(open_spiel, "python_tic_tac_toe"),
        "OpenSpiel python_block_dominoes": partial(open_spiel, "python_block_dominoes"),
        "OpenSpiel backgammon (C++)": partial(open_spiel, "backgammon"),
    }


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds a turn")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--only", default="", help="only contestants with this in their name")
    parser.add_argument("--peer", default="python-chess", help="whom the ratio compares with")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    field = {
        name: make()
        for name, make in contestants().items()
        if wanted.only in name or name == wanted.peer
    }
    rates: dict[str, list[float]] = {name: [] for name in field}
    for number in range(-1, wanted.rounds):  # round -1 warms up tables and caches
        for name, play in field.items():
            seconds = wanted.seconds if number >= 0 else max(wanted.seconds, 0.5)
            start = process_time()
            decisions = play(random.Random(number), start + seconds)
            if number >= 0:
                rates[name].append(decisions / (process_time() - start))
    peer = rates[wanted.peer]
    rows = [
        {
            "name": name,
            "decisions_per_cpu_second": round(statistics.median(mine)),
            "times_peer": round(
                statistics.median(a / b for a, b in zip(mine, peer, strict=True)), 2
            ),
        }
        for name, mine in rates.items()
    ]
    if wanted.json:
        print(json.dumps(rows, indent=2))
        return
    print(f"{'random play':36}{'decisions / CPU-s':>18}{'x ' + wanted.peer:>16}")
    for row in rows:
        rate, ratio = row["decisions_per_cpu_second"], row["times_peer"]
        print(f"{row['name']:36}{rate:>18,}{ratio:>16.2f}")


if __name__ == "__main__":
    main()
