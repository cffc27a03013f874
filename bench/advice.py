"""How long a player waits for advice: the odds card, "why not?", and the preview of a move.

    python bench/advice.py [--games aegis ...] [--plays 6] [--asks 300] [--json]

Games are played at random; on the way it asks for the odds of options, and why a piece cannot do
something to a place or to another piece, as pointing at it does. Results are milliseconds of CPU
per request, with caches as at a table: empty at the beginning of a game and never emptied within
it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
from statistics import quantiles
from time import process_time
from typing import Any

from gattai import games
from gattai.kernel.position import Asked, apply, asked, begin, observe
from gattai.kernel.question import Roll
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.text import notation
from gattai.scene.advice import NoAdvice, about_of, odds_of, preview_of

MAX_ANSWERS = 600


def advice(name: str, plays: int, most: int) -> dict[str, float]:
    """Send requests in random games, and return their times."""
    rules, maker = games.load(name), games.scene_maker(name)
    odds: list[float] = []
    why: list[float] = []
    outcomes: list[float] = []
    for number in range(plays):
        rng = random.Random(f"advice/{name}/{number}")
        source = Seeded(random.Random, f"advice/{name}/{number}")
        position = begin(rules)
        for count in range(MAX_ANSWERS):
            question = asked(rules, position)
            if isinstance(question, Outcome):
                break
            if isinstance(question, Roll):
                position = apply(rules, position, source.faces(question, count)).position
                continue
            asks = getattr(question, "asks", None) or (question,)
            done = (
                {answer.seat for answer in position.answers[-len(asks) :]} if len(asks) > 1 else ()
            )
            choice = next(ask for ask in asks if ask.seat not in done)
            if position.is_settled:
                _ask_odds(rules, maker, position, choice.seat, rng, odds, most)
                _ask_way(rules, maker, position, choice.seat, rng, outcomes, most)
                _ask_why(rules, maker, position, choice.seat, rng, why, most)
            value = rng.choice([*choice.options])
            position = apply(rules, position, value, seat=choice.seat).position
    return {
        "odds cards": len(odds),
        "slowest odds ms": max(odds, default=0.0),
        "odds p95 ms": _p95(odds),
        "why nots": len(why),
        "slowest why not ms": max(why, default=0.0),
        "why not p95 ms": _p95(why),
        "moves": len(outcomes),
        "slowest move ms": max(outcomes, default=0.0),
        "move p95 ms": _p95(outcomes),
    }


def _ask_odds(
    rules: Any,
    maker: Any,
    position: Any,
    seat: Any,
    rng: random.Random,
    took: list[float],
    most: int,
) -> None:
    seen = observe(rules, position, seat)
    if len(took) >= most or not isinstance(seen.question, Asked):
        return
    words = rules.words(seen.state)
    options = [*(seen.question.options or ())]
    for action in rng.sample(options, min(20, len(options))):
        text = notation.write(action, words)
        if maker.option(seen.state, text, action).has_odds:
            began = process_time()
            try:
                odds_of(rules, maker, seen, text, action)
            except NoAdvice as problem:
                print(f"{rules.name}: {text}: {problem}", file=sys.stderr)
            took.append(1000 * (process_time() - began))
            return


def _ask_way(
    rules: Any,
    maker: Any,
    position: Any,
    seat: Any,
    rng: random.Random,
    took: list[float],
    most: int,
) -> None:
    """Request the preview of a move, with the possible targets from its end."""
    seen = observe(rules, position, seat)
    if len(took) >= most or not isinstance(seen.question, Asked) or not seen.question.options:
        return
    action = rng.choice(seen.question.options)
    text = notation.write(action, rules.words(seen.state))
    began = process_time()
    with contextlib.suppress(NoAdvice):
        if preview_of(rules, maker, seen, text, action).way:
            took.append(1000 * (process_time() - began))


def _ask_why(
    rules: Any,
    maker: Any,
    position: Any,
    seat: Any,
    rng: random.Random,
    took: list[float],
    most: int,
) -> None:
    if len(took) >= most or rng.random() > 0.3:
        return
    seen = observe(rules, position, seat)
    setting = maker.layout(seen.state, seat)
    own = [piece for piece in setting.pieces if piece.owner == seat and not piece.is_gone]
    if not own:
        return
    others = [piece.id for piece in setting.pieces if not piece.is_gone]
    cells = [cell.id for cell in setting.board.cells] if setting.board else []
    cell = rng.choice(cells) if cells and rng.random() < 0.5 else None
    target = None if cell is not None else rng.choice(others)
    began = process_time()
    with contextlib.suppress(NoAdvice):
        about_of(rules, maker, seen, rng.choice(own).id, cell, target)
    took.append(1000 * (process_time() - began))


def _p95(took: list[float]) -> float:
    return quantiles(took, n=20)[-1] if len(took) > 1 else max(took, default=0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--plays", type=int, default=6)
    parser.add_argument("--asks", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    wants = parser.parse_args()
    found = {name: advice(name, wants.plays, wants.asks) for name in wants.games}
    if wants.json:
        print(json.dumps(found, indent=1))
        return
    for name, figures in found.items():
        print(name, *(f"{what} {figure:.1f}" for what, figure in figures.items()), sep="\n  ")


if __name__ == "__main__":
    main()
