"""Play with a card that has an invented effect, in a copy of the package to which the effect was added.

Run by `test_invented_effects.py` as a program: GAME, a folder of packs, what a printed card, scenes and the
log have to say, and the options of the match.
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

LOOKED_AT = 120
"""For so many answers of the first game scenes are drawn for every seat, and odds are asked for."""
SEEDS = (3, 4, 5)
MAX_ANSWERS = 20_000


def main(name: str, folder: str, on_paper: str, word: str, logged: str, *options: str) -> None:
    assert packing.check(Path(folder), name, as_json=False) == 0
    pages = Path(folder) / "sheets"
    sheets.write(Path(folder), name, "", pages, "svg")
    printed = " ".join(page.read_text("utf-8") for page in sorted(pages.rglob("*.svg")))
    assert on_paper in printed, f"{on_paper!r} is printed on no card"
    settings: dict[str, Any] = dict(each.split("=") for each in options)
    told = "".join(_whole_game(name, folder, word, seed, settings) for seed in SEEDS)
    assert logged in told, f"the log never says {logged!r}"


def _whole_game(name: str, folder: str, word: str, seed: int, settings: dict[str, Any]) -> str:
    """A game between bots to its end; its log."""
    match = gattai.game(name, folder).begin(seed=seed, **settings)
    bot = registry.make("greedy", "3", rules=match._rules)
    if seed == SEEDS[0]:
        _look(name, word, match, bot)
    while not match.is_over:
        assert match.number < MAX_ANSWERS, "the game does not end"
        match.play(match.suggest(bot if match.number % 3 else "random"))
    assert gattai.game(name, folder).read(match.text()).log() == match.log()
    return "\n".join(map(str, match.log()))


def _look(name: str, word: str, match: Any, bot: Any) -> None:
    """Play the first answers, and look at the table as people do."""
    rules, maker, rng = match._rules, games.scene_maker(name), random.Random(3)
    shown, found = "", 0
    while not match.is_over and match.number < LOOKED_AT:
        for seat in (*map(Seat, range(len(match.seats))), None):
            scene = make_scene(rules, maker, match._record.step, seat, number=match.number)
            shown += msgspec.json.encode(scene).decode() if word not in shown else ""
        mover = Seat(match.seats.index(match.seat))
        seen = match._record.step.seen(mover)
        options = match.options()
        for text in rng.sample(options, min(3, len(options))) if found else options:
            try:
                odds_of(rules, maker, seen, text, match._meant(text, mover))
                found += 1
            except NoAdvice:
                continue
        match.play(match.suggest(bot if match.number % 3 else "random"))
    assert word in shown, f"{word!r} is shown to nobody"
    assert found, "no odds were found"


if __name__ == "__main__":
    main(*sys.argv[1:])
