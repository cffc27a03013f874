"""The code of docs/explanation/dice.md throws the same dice as the games, with the standard library only."""

import doctest
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.kernel.dice import Shuffle
from gattai.kernel.question import Roll
from gattai.kernel.record import replay
from gattai.kernel.text.transcript import parse
from tests.server.played import GAMES, SECRET, played

PAGE = Path(__file__).parents[2] / "docs/explanation/dice.md"


def code() -> dict[str, Any]:
    """Run all examples of the page and return the names it defines."""
    names: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest(
        PAGE.read_text("utf-8"), names, PAGE.name, str(PAGE), 0
    )
    assert len(test.examples) >= 8
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(test, clear_globs=False).failed == 0
    return test.globs


@pytest.mark.parametrize("game", GAMES)
def test_the_code_of_the_page_throws_every_die_of_a_game(game: str) -> None:
    page = code()
    transcript = parse(played(game))
    *_, record = replay(games.load(game), transcript)
    seeds = transcript.header.dice.split()[2]
    thrown = 0
    for number, past in enumerate(record.past, 1):
        if not isinstance(past.question, Roll):
            continue
        dice = past.question.dice
        if isinstance(dice, Shuffle):
            faces = page["shuffle"](SECRET, seeds, number, dice.count)
        else:
            each = [group.die.faces for group in dice.groups for _ in range(group.count)]
            faces = page["throw"](SECRET, seeds, number, each)
        assert tuple(faces) == past.value
        thrown += 1
    assert thrown >= 3
    assert page["hashlib"].sha256(bytes.fromhex(SECRET)).hexdigest() in transcript.header.dice
