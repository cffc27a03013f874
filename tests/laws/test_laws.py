"""Every law, for every registered game and for the toy, over many random games."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from gattai import games
from gattai.games.aegis.ruleset import Aegis
from gattai.kernel.ruleset import AnyRuleset
from gattai.testing import laws
from tests.laws.lives import a_seat_lives_the_same_in_both_worlds, shown
from tests.laws.worlds import hides_something
from tests.toy.parley import Parley

Law = Callable[[AnyRuleset, str], None]

INCHES = "aegis in inches"
"""The advanced mode of A.E.G.I.S., on open tables: the same game, other ground."""
GAMES = {
    "attack-chart": 5_000,
    "aegis": 3_000,
    "aristeia": 3_000,
    "robot-empire": 3_000,
    "mechastellar": 2_000,
    INCHES: 60,
}
"""How many random games the laws look at, all together."""
WORLDS: dict[str, int] = {"aristeia": 9, "robot-empire": 5}
"""In how many of its games a game with secrets is forked into two worlds, six times each."""
TOY_GAMES = 60
"""How many games of the toy have to show that a law can fail; twice as many show that it is kept."""
LONG_FACTOR = 17
BATCHES = 20

# Most of the games go to the laws that cost little to check; each of the others still sees dozens.
SHARES: dict[Law, float] = {
    laws.a_random_game_ends: 0.79,
    laws.a_state_is_the_fold_of_its_events: 0.07,
    laws.a_view_is_the_fold_of_its_events: 0.01,
    laws.every_word_cites_a_rule: 0.05,
    laws.replay_gives_the_same_game: 0.03,
    laws.going_on_is_running_again: 0.01,
    laws.odds_agree_with_play: 0.01,
    laws.a_position_survives_text: 0.01,
    laws.offered_if_and_only_if_not_refused: 0.01,
    laws.views_do_not_depend_on_secrets: 0.01,
}


class AegisInInches(Aegis):
    """A.E.G.I.S. with tables drawn for its advanced mode only."""

    in_inches = True


@cache
def rules_of(name: str) -> AnyRuleset:
    """The rules whose tables are drawn."""
    return AegisInInches() if name == INCHES else games.load(name)


def test_every_law_has_its_share_of_the_games() -> None:
    assert {*SHARES} == {*laws.LAWS}
    assert sum(SHARES.values()) == pytest.approx(1)
    assert {*GAMES} == {*games.names(), INCHES}
    assert {*WORLDS} == {name for name in games.names() if hides_something(games.load(name))}


def _in_a_batch(count: float, batch: int, request: pytest.FixtureRequest) -> int:
    times: float = request.config.getoption("--games")
    if request.config.getoption("--long"):
        times *= LONG_FACTOR
    total = max(1, round(count * times))
    return total // BATCHES + (batch < total % BATCHES)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_law(
    name: str, law: Law, batch: int, request: pytest.FixtureRequest
) -> None:
    rules = rules_of(name)
    for number in range(_in_a_batch(GAMES[name] * SHARES[law], batch, request)):
        law(rules, f"{law.__name__} {batch}.{number}")


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", WORLDS)
def test_no_seat_can_tell_two_worlds_apart(
    name: str, batch: int, request: pytest.FixtureRequest
) -> None:
    count: Counter[str] = Counter()
    for number in range(_in_a_batch(WORLDS[name], batch, request)):
        a_seat_lives_the_same_in_both_worlds(games.load(name), f"worlds {batch}.{number}", count)
    print(name, shown(count))


@pytest.mark.parametrize("law", [*laws.LAWS, a_seat_lives_the_same_in_both_worlds])
def test_the_toy_keeps_the_law(law: Law, request: pytest.FixtureRequest) -> None:
    """Those games too in which test_laws_can_fail breaks it."""
    times: float = request.config.getoption("--games")
    for number in range(max(TOY_GAMES, round(2 * TOY_GAMES * times))):
        law(Parley(), f"toy {number}")
