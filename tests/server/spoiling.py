"""Positions of random games with something in them changed: numbers, words, fields, lengths."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from gattai.kernel.position import GamePosition
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import position_text
from gattai.testing.walk import moments

NUMBERS = (-1, 0, 1, 2, 7, 99, 255, 4_096, 19_999, 10**6, 10**12, -(10**18))


def positions(rules: AnyRuleset, rng: random.Random, every: int) -> Iterator[str]:
    """Positions of one random game, a few."""
    for number, moment in enumerate(moments(rules, rng)):
        if number % every == rng.randrange(every):
            position: GamePosition[Any] = moment.step.position
            yield position_text(moment.rules, position)


def spoiled(text: str, rng: random.Random) -> str:
    """The same with one to three things changed."""
    whole = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = [*_places(whole["state"])]
        holder, key = rng.choice(places)
        _change(holder, key, places, rng)
    return json.dumps(whole)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in [*items]:
        yield value, key
        if isinstance(item, dict | list):
            yield from _places(item)


def _change(holder: Any, key: Any, places: list[tuple[Any, Any]], rng: random.Random) -> None:
    item = holder[key]
    if isinstance(item, bool):
        holder[key] = not item
    elif isinstance(item, int):
        holder[key] = rng.choice((*NUMBERS, item + 1, item - 1, -item))
    elif isinstance(item, str):
        words = [h[k] for h, k in places if isinstance(h[k], str)]
        holder[key] = rng.choice(words)
    elif isinstance(item, list) and item:
        how = rng.randrange(4)
        if how == 0:
            del item[rng.randrange(len(item))]
        elif how == 1:
            item.append(item[rng.randrange(len(item))])
        elif how == 2:
            rng.shuffle(item)
        else:
            item.clear()
    elif item is None:
        alike = [h[k] for h, k in places if h[k] is not None and k == key]
        holder[key] = rng.choice(alike) if alike else rng.choice((0, 1, ""))
    elif isinstance(item, dict):
        alike = [h[k] for h, k in places if isinstance(h[k], dict) and h[k].keys() == item.keys()]
        holder[key] = rng.choice(alike)
    else:
        holder[key] = None
