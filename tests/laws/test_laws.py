"""Every law, for every registered game and for the toy, over many random games."""

from collections.abc import Callable

import pytest

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from tests.laws.laws import LAWS
from tests.toy.parley import Parley

BATCHES = 25
GAMES_A_LAW = 5_000 // len(LAWS)
"""All laws together look at 5,000 random games of each registered game."""
LONG_FACTOR = 20


def rules_of(name: str) -> AnyRuleset:
    return Parley() if name == "parley" else games.load(name)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", games.names())
def test_every_game_keeps_the_law(
    name: str, law: Callable[[AnyRuleset, str], None], batch: int, request: pytest.FixtureRequest
) -> None:
    rules = rules_of(name)
    factor = LONG_FACTOR if request.config.getoption("--long") else 1
    for number in range(GAMES_A_LAW // BATCHES * factor):
        law(rules, f"{law.__name__} {batch}.{number}")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_toy_keeps_the_law(law: Callable[[AnyRuleset, str], None]) -> None:
    for number in range(120):
        law(Parley(), f"toy {number}")
