"""Odds of a Face to Face Roll with Switches: as in play, nobody spending, and best for the chooser."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import msgspec
import pytest

from gattai.games.aristeia.actions import Perform
from gattai.games.aristeia.cards import SwitchCard
from gattai.games.aristeia.roll import reckoning
from gattai.games.aristeia.roll.expectation import attack_as_exchange
from gattai.games.aristeia.roll.pools import limited
from gattai.games.aristeia.roll.reckoning import (
    Exchange,
    Hand,
    Result,
    if_each_does_best,
    if_nobody_spends,
)
from gattai.games.aristeia.state import CharacterId
from gattai.kernel.question import Seat
from gattai.odds.exact import after, exact
from gattai.odds.policy import BestForChooser
from tests.games.aristeia.driver import bout
from tests.games.aristeia.exchange import exchange
from tests.games.aristeia.table import ATTACKS, CONTENT, RULES
from tests.odds.sampling import once


def worth(result: Result, seat: Seat) -> float:
    """Damage dealt less Damage taken, and a quarter for anything else that is bought."""
    more = result.bought[seat] - result.bought[1 - seat]
    return result.left[seat] - result.left[1 - seat] + more / 4


def the_roll(attacker: Any, action: Any, defender: Any, covered: bool = False) -> Exchange:
    """The printed pools, with a die for Cover where the Range allows it, or everywhere."""
    cover = () if action.range[1] == 1 and not covered else ("black",)
    adjacent = action.range[0] == 1

    def hand(pool: Any, switches: Any) -> Hand:
        dice = tuple(CONTENT.dice[colour] for colour in limited((*pool.dice, *cover)))
        usable = tuple(switch for switch in switches if adjacent or not switch.adjacent)
        return Hand(dice, pool.symbols, usable)

    own = (*attacker.switches, *action.switches)
    return Exchange((hand(action.pool, own), hand(defender.defense, defender.switches)))


def sampled(roll: Exchange, times: int, seed: str) -> dict[Result, int]:
    """The same procedure with real dice, every choice declined."""
    rng = random.Random(seed)
    counts: dict[Result, int] = {}
    for _ in range(times):
        result = once(exchange(roll), rng)
        counts[result] = counts.get(result, 0) + 1
    return counts


@pytest.mark.parametrize(("attacker", "action"), ATTACKS, ids=[action.id for _, action in ATTACKS])
def test_odds_agree_with_samples(attacker: Any, action: Any) -> None:
    roll = the_roll(attacker, action, CONTENT.characters["mushashi"])
    odds = exact(lambda: exchange(roll))
    assert odds.is_whole
    plays = 3_000
    counts = sampled(roll, plays, action.id)
    assert {*counts} <= {*odds}
    for result, chance in odds.floats().items():
        error = (chance * (1 - chance) / plays) ** 0.5
        assert abs(counts.get(result, 0) / plays - chance) < 5 * error + 1 / plays


def test_an_attack_on_the_table_has_the_odds_of_its_exchange() -> None:
    game = bout("lunah", {"lunah": (-8, 2), "gata": (-1, 0)})
    state = game.state
    who, target = (_named(state, name) for name in ("lunah", "gata"))
    shot = state.characters[who].card.actions[0]
    odds = after(
        RULES,
        game.position,
        Perform(shot.id, target),
        lambda table: table.characters[target].off == "infirmary",
    )
    alone = exact(lambda: exchange(attack_as_exchange(state, who, shot, target)))
    left = state.characters[target].card.hit_points
    assert odds[True] == alone.chance(lambda result: result.left[0] >= left)


def _named(state: Any, name: str) -> CharacterId:
    return CharacterId([character.name for character in state.characters].index(name))


def test_choosing_well_is_never_worse_for_the_only_chooser() -> None:
    lunah, mushashi = CONTENT.characters["lunah"], CONTENT.characters["mushashi"]
    roll = the_roll(lunah, lunah.actions[0], mushashi)
    assert not roll.sides[1].switches  # he is too far away for his
    nobody = exact(lambda: exchange(roll))
    best = exact(lambda: exchange(roll), BestForChooser(worth))
    gain = best.mean(lambda r: worth(r, Seat(0))) - nobody.mean(lambda r: worth(r, Seat(0)))
    assert best.is_whole
    assert gain != 0  # BC of the one, Switches of the other


def test_a_switch_for_symbols_is_worth_its_symbols() -> None:
    mushashi, gata = CONTENT.characters["mushashi"], CONTENT.characters["gata"]
    roll = the_roll(mushashi, mushashi.actions[0], gata)
    nobody = exact(lambda: exchange(roll))
    best = exact(lambda: exchange(roll), BestForChooser(worth))
    dealt = [float(odds.mean(lambda r: r.left[0])) for odds in (nobody, best)]
    assert dealt[1] > dealt[0] + 0.5


def agrees(roll: Exchange) -> None:
    """Way by way what the walk through the procedure finds, under both policies."""
    walked = exact(lambda: exchange(roll))
    assert if_nobody_spends(roll) == walked
    best = exact(lambda: exchange(roll), BestForChooser(worth))
    assert if_each_does_best(roll, worth) == best


EVERY_PAIR = [
    (attacker, action, defender, covered)
    for attacker, action in ATTACKS
    for defender in CONTENT.characters.values()
    for covered in (False, True)
]


@pytest.mark.parametrize("pair", range(0, len(EVERY_PAIR), 9))
def test_figures_are_what_walking_finds(pair: int) -> None:
    agrees(the_roll(*EVERY_PAIR[pair]))


@pytest.mark.long
def test_figures_are_what_walking_finds_for_every_pair() -> None:
    for pair in EVERY_PAIR:
        agrees(the_roll(*pair))


COLOURS = tuple(CONTENT.dice)
SWITCHES = msgspec.convert(
    [
        {"cost": ["B"], "effects": [{"do": "add-symbols", "symbols": ["S"]}]},
        {"cost": ["X"], "effects": [{"do": "add-symbols", "symbols": ["B"]}]},
        {"cost": ["X"], "effects": [{"do": "nullify", "symbol": "S"}]},
        {"cost": ["S"], "effects": [{"do": "nullify", "symbol": "B"}]},
        {"cost": ["B", "X"], "effects": [{"do": "displace", "who": "self"}]},
        {"cost": ["S", "S"], "effects": [{"do": "draw", "cards": 1}]},
    ],
    tuple[SwitchCard, ...],
)


def any_roll(rng: random.Random) -> Exchange:
    """Two small pools with any Switches: also such as no card of the box has against such."""

    def hand() -> Hand:
        colours = ["green", *rng.choices(COLOURS, k=rng.randint(0, 2))][rng.randint(0, 1) :]
        dice = tuple(CONTENT.dice[colour] for colour in limited(colours))  # type: ignore[arg-type]
        printed = tuple(rng.choices(("S", "B", "BC", "SC", "X"), k=rng.randint(0, 1)))
        return Hand(dice, printed, tuple(rng.sample(SWITCHES, rng.randint(0, 3))))

    return Exchange((hand(), hand()), rng.randint(0, 1))


@pytest.mark.parametrize("seed", range(40))
def test_figures_are_what_walking_finds_whatever_the_switches(seed: int) -> None:
    agrees(any_roll(random.Random(f"any roll {seed}")))


def forget() -> None:
    """What figures remember from roll to roll, so that each is timed as if it were the first."""
    for name in ("_counted", "_by_dice", "_within_reach", "_moves", "_all_takes", "plans", "worst"):
        getattr(reckoning, name).cache_clear()


def seconds(work: Callable[[], Any]) -> float:
    """Of the processor: what others do on the machine counts less."""
    forget()
    start = process_time()
    work()
    return process_time() - start


BOUND = 0.3


def test_the_slowest_attack_is_quick_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """Both policies together; where the machine is busy the better of three counts."""

    def both(roll: Exchange) -> float:
        def reckon() -> None:
            if_nobody_spends(roll)
            if_each_does_best(roll, worth)

        return seconds(reckon)

    rolls = [the_roll(*pair) for pair in EVERY_PAIR]
    times = [(both(roll), number) for number, roll in enumerate(rolls)]
    # What looked slow may only have been interrupted: it is timed again.
    again = [(min(took, both(rolls[n]), both(rolls[n])), n) for took, n in sorted(times)[-5:]]
    slowest, number = max(again)
    roll = rolls[number]
    walked = seconds(lambda: exact(lambda: exchange(roll), BestForChooser(worth), floats=True))
    with capsys.disabled():
        mean = sum(took for took, _ in times) / len(times)
        print(f" slowest {slowest * 1000:.0f} ms, mean {mean * 1000:.0f} ms,", end="")
        print(f" walking the slowest {walked * 1000:.0f} ms ")
    assert slowest < BOUND
    assert slowest < walked / 2
