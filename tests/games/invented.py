"""Play with a card that has an invented effect, in a copy of the package to which the effect was added.

Run by `test_invented_effects.py` as a program: GAME, a folder of packs, a word that has to be shown, and
the options of the match.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import msgspec

import gattai
from gattai import games
from gattai.bots import registry
from gattai.kernel.question import Seat
from gattai.scene.advice import NoAdvice, odds_of
from gattai.scene.stage import make_scene
from gattai.terminal.commands import packs as packing
from gattai.terminal.commands.starting import sheets

ANSWERS = 150


def main(name: str, folder: str, word: str, *options: str) -> None:
    assert packing.check(Path(folder), name, as_json=False) == 0
    sheets.write(Path(folder), name, "", Path(folder) / "sheets", "svg")
    settings: dict[str, Any] = dict(each.split("=") for each in options)
    match = gattai.game(name, folder).begin(seed=3, **settings)
    rules, maker, rng = match._rules, games.scene_maker(name), random.Random(3)
    bot = registry.make("greedy", "3", rules=rules)
    shown = ""
    while not match.is_over and match.number < ANSWERS:
        for seat in (*map(Seat, range(len(match.seats))), None):
            scene = make_scene(rules, maker, match._record.step, seat, number=match.number)
            shown += msgspec.json.encode(scene).decode() if word not in shown else ""
        assert match.seat is not None
        seen = match._record.step.seen(Seat(match.seats.index(match.seat)))
        for text in rng.sample(match.options(), min(3, len(match.options()))):
            try:
                odds_of(rules, maker, seen, text, match._meant(text, Seat(0)))
            except NoAdvice:
                continue
        match.play(match.suggest(bot if match.number % 3 else "random"))
    assert word in shown, f"{word!r} is shown to nobody"
    assert gattai.game(name, folder).read(match.text()).log() == match.log()


if __name__ == "__main__":
    main(*sys.argv[1:])
