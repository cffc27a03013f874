"""The cost of pointing at an open table: a piece's area of reach, and the preview of a point.

    python bench/reach.py [--plays 12] [--share 0.25] [--json]

A.E.G.I.S. is played in inches, by greedy and at random in turns, on both of its tables. At a share
of all tables the area of reach is computed, and a random point is pointed at, as in the browser:
its path, its price, and the possible targets or the reasons against it. Results are milliseconds of
CPU per request. Caches of areas and paths are cleared before each; `again` is a second point right
after, `round something` are points of both kinds without a straight path.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from statistics import quantiles
from time import process_time
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.games.aegis.actions import Move
from gattai.games.aegis.figures import affordable_steps, longest_move
from gattai.games.aegis.ground import inch_ground, outline
from gattai.games.aegis.ground.spots import spot_at, spot_point
from gattai.games.aegis.keywords.registry import flies
from gattai.games.aegis.scene import MAKER
from gattai.kernel.position import observe
from gattai.kernel.question import Roll, any_one
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.text import notation
from gattai.scene.advice import preview_of
from gattai.server.table.thinking import problem_of
from gattai.tabletop.ground.points import INCH, Point, along, ring
from gattai.tabletop.ground.tables import TableArea

TABLES = ("table-36x24", "table-24x24")
RULES = games.load("aegis")


def positions(number: int) -> Iterator[Any]:
    """Yield the settled tables of one game on which a unit acts."""
    seed = f"reach/{number}"
    options = {"field": TABLES[number // 2 % 2], "turn-limit": "40"}
    record: Record[Any] = Record(RULES.seated(options), options=options)
    dice, rng = Seeded(random.Random, seed), random.Random(seed)
    bots = [registry.make("greedy", f"{seed}/{seat}", rules=record.rules) for seat in (0, 1)]
    while not isinstance(question := record.question, Outcome):
        if isinstance(question, Roll):
            record.answer(dice.faces(question, len(record.entries) + 1), None)
            continue
        seat = record.step.waiting[0]
        if record.position.is_settled and record.position.state.phase == "acting":
            yield record.position
        if number % 2:
            record.answer(any_one(question.options, rng), seat)
        else:
            asked = problem_of(record.step, seat)
            record.answer(bots[seat].answer(*asked, len(record.entries) + 1), seat)


def forget() -> None:
    """Clear the caches of areas and paths."""
    inch_ground._walk.cache_clear()
    outline.outline.cache_clear()


def area(position: Any, rng: random.Random, took: list[float]) -> None:
    """Compute a unit's area of reach."""
    state = position.state
    own = [
        (unit, at, affordable_steps(state, unit))
        for _, unit, at in state.on_field
        if unit.seat == state.turn and affordable_steps(state, unit) > 0
    ]
    if not own:
        return
    unit, at, steps = rng.choice(own)
    forget()
    began = process_time()
    state.field.ground.outline(state, at, steps, over=flies(unit))
    took.append(1000 * (process_time() - began))


def points(position: Any, rng: random.Random, took: dict[str, list[float]]) -> None:
    """Return two points for a unit that may move, at most an inch beyond its movement."""
    state = position.state
    able = [
        (unit_id, at, longest_move(state, unit))
        for unit_id, unit, at in state.on_field
        if unit.seat == state.turn and not unit.acted and affordable_steps(state, unit) > 0
    ]
    if not able:
        return
    unit_id, at, steps = rng.choice(able)
    forget()
    seen = observe(RULES, position, state.turn)
    for which in ("points", "again"):
        action = Move(unit_id, spot_at(somewhere(state.field.table, spot_point(at), steps, rng)))
        text = notation.write(action, RULES.words(seen.state))
        began = process_time()
        preview = preview_of(RULES, MAKER, seen, text, action)
        needed = 1000 * (process_time() - began)
        took[which].append(needed)
        if len(preview.way) > 2:
            took["round something"].append(needed)


def somewhere(table: TableArea, start: Point, steps: int, rng: random.Random) -> Point:
    """Return a random point of the table, uniform in direction and distance."""
    while True:
        direction = rng.choice([*ring(start, INCH, 48)])
        found = along(start, direction, rng.randint(1, (steps + 1) * INCH))
        if table.has(found, inch_ground.RADIUS):
            return found


def told(took: list[float]) -> dict[str, float]:
    """Return the median, the 90% and 95% quantiles, and the maximum."""
    parts = quantiles(took, n=20)
    return {
        "asked": len(took),
        "median ms": parts[9],
        "p90 ms": parts[17],
        "p95 ms": parts[18],
        "longest ms": max(took),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=12)
    parser.add_argument("--share", type=float, default=0.25)
    parser.add_argument("--json", action="store_true")
    wants = parser.parse_args()
    took: dict[str, list[float]] = {
        "areas": [],
        "points": [],
        "again": [],
        "round something": [],
    }
    for number in range(wants.plays):
        rng = random.Random(f"asks/{number}")
        for position in positions(number):
            if rng.random() < wants.share:
                area(position, rng, took["areas"])
                points(position, rng, took)
    found = {what: told(each) for what, each in took.items()}
    if wants.json:
        print(json.dumps(found, indent=1))
        return
    for name, figures in found.items():
        print(name, *(f"{what} {figure:.1f}" for what, figure in figures.items()), sep="\n  ")


if __name__ == "__main__":
    main()
