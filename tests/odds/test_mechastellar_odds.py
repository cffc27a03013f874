"""Odds of an attack in figures: as it is played if nobody spends, and the best defence there is."""

from __future__ import annotations

import random
from fractions import Fraction
from time import process_time
from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import Aim, Attack, Brace
from gattai.games.mechastellar.attack.aiming import blindsides
from gattai.games.mechastellar.attack.attack import aims, braces, strike_out
from gattai.games.mechastellar.attack.countering import declare
from gattai.games.mechastellar.attack.damage import Wound
from gattai.games.mechastellar.attack.defence import THRIFT, Defence, best_defence
from gattai.games.mechastellar.attack.exchange import Clash, Side, exchange
from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.attack.sequence import pay_for
from gattai.games.mechastellar.attack.volley import Struck, hurt, volley_of
from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.events.attack import DamageTaken
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.keywords.skill import Offer
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Seat, Steps
from gattai.kernel.ruleset import QuietTable
from gattai.library.table_text import lay_table
from gattai.odds.distribution import Distribution
from gattai.odds.exact import after, exact
from gattai.odds.policy import BestForChooser, NobodySpends
from tests.games.mechastellar.table import RULES, battle
from tests.odds.sampling import once

CONTENT = RULES.content
FEW = ("argonaut", "white-asura", "dusk-wraith", "iron-duke", "crimson-gallant", "deathly-beastman")
WEAPONS = [(unit, weapon) for unit in CONTENT.units.values() for weapon in unit.weapon]


class AsChosen(NobodySpends):
    """Takes what was chosen before the dice, and declines everything after them."""

    def __init__(self, strike: Strike) -> None:
        brace = Brace(strike.guard_lock_on, strike.guard, strike.trade)
        self.chosen = (Aim(strike.lock_on, strike.bonus), brace)

    def fixed(self, question: Choose) -> Any:
        """One of the two, if it is among the options."""
        for wanted in self.chosen:
            if wanted in question.options:
                return wanted
        return super().fixed(question)


class Forecast(msgspec.Struct, frozen=True):
    """An attack with all that is chosen before the dice, in figures."""

    state: State
    strike: Strike

    @property
    def nobody(self) -> Distribution[Struck]:
        """If the defender uses nothing."""
        attacker, defender, wound = volley_of(self.state, self.strike)
        hp = self.state.units[self.strike.target].hp
        ends = Defence(attacker, replace(defender, offers=()), wound, hp).struck()
        return Distribution.mixed((share, Distribution(w, total)) for share, w, total in ends)

    @property
    def best_defence(self) -> Distribution[Struck]:
        """If the defender uses whatever leaves it the most HP; of equals the cheapest."""
        return best_defence(self.state, self.strike)


class Weighing(QuietTable[State]):
    """A table that adds up the damage of the target, also beyond what it has."""

    target = UnitId(-1)
    damage = 0

    def emit(self, event: Event) -> None:
        """As everywhere; damage is counted."""
        if isinstance(event, DamageTaken) and event.unit == self.target:
            self.damage += event.damage
        super().emit(event)


def played(forecast: Forecast) -> Steps[Struck]:
    """MS.ATTACK.SEQUENCE, 1 to 14: the same attack by the rules, on the table."""
    table, strike = Weighing(forecast.state), forecast.strike
    table.target = strike.target
    pay_for(table, strike.unit, strike.weapon, strike.target)
    declare(table, forecast.strike, own_turn=True)
    _, _, clash = yield from strike_out(table, forecast.strike)
    return Struck(clash.unblocked, table.damage)


def forecast_of(
    unit: UnitCard, weapon: WeaponCard, target: str, rules: str = "ver10-final", *more: str
) -> Forecast:
    """Two units on open ground, the weapon just in range; `{here}`, `{there}` and `{before}` are hexes."""
    away = 1 if weapon.kind == "melee" else max(1, CONTENT.rulesets[rules].hexes(weapon.range_in))
    for each in more:
        away = int(each.removeprefix("away ")) if each.startswith("away ") else away
    start = max(-away, -8)  # with room behind the target to be pushed
    where = {"here": f"{start},0", "there": f"{start + away},0", "before": f"{start + away - 1},0"}
    statements = (
        f"rules = {rules}", "ground pieces []",
        f"south {unit.id} at {{here}}", f"north {target} at {{there}}, facing 3",
        f"act unit {unit.id}, combat 1, moves 1, start {{here}}",
        *(each for each in more if not each.startswith("away ")),
    )  # fmt: skip
    state = lay_table(RULES, "\n".join(statements).format(**where)).position.state
    user = state.who_acts
    (aimed_at,) = (UnitId(n) for n, u in enumerate(state.units) if u.at is not None and n != user)
    how: Literal["direct", "indirect"] = "indirect" if says(weapon, "is_remote") else "direct"
    strike = Strike(user, weapon, aimed_at, how=how)
    if says(weapon, "rams"):
        strike = replace(strike, extra_hits=unit.size * state.rules.crash.hits_per_size)
    strike = replace(strike, blindside=blindsides(state, user, weapon, aimed_at, how))
    aim = aims(state, strike)[0]
    strike = replace(strike, lock_on=aim.lock_on, bonus=aim.bonus)
    brace = braces(state, strike)[0]
    strike = replace(strike, guard=brace.bonus, guard_lock_on=brace.lock_on, trade=brace.trade)
    return Forecast(state, strike)


def named(unit: str, weapon: str, target: str, *more: str) -> Forecast:
    card = CONTENT.units[unit]
    found = card.find_weapon(weapon)
    assert found is not None
    return forecast_of(card, found, target, "ver10-final", *more)


def as_played(forecast: Forecast) -> Distribution[Struck]:
    return exact(lambda: played(forecast), AsChosen(forecast.strike))


@pytest.mark.parametrize("rules", ["ver10-final", "rev116", "aug-playtest"])
@pytest.mark.parametrize("unit", FEW)
def test_figures_are_as_played(unit: str, rules: str) -> None:
    for weapon in CONTENT.units[unit].weapon:
        forecast = forecast_of(CONTENT.units[unit], weapon, "white-asura", rules)
        assert forecast.nobody == as_played(forecast), weapon.id


@pytest.mark.long
@pytest.mark.parametrize("rules", [*CONTENT.rulesets])
def test_all_figures_are_as_played(rules: str) -> None:
    for unit, weapon in WEAPONS:
        for target in ("argonaut", "white-asura", "trident-drake", "mithridates-cruiser"):
            forecast = forecast_of(unit, weapon, target, rules)
            assert forecast.nobody == as_played(forecast), (unit.id, weapon.id, target)


@pytest.mark.parametrize(
    "given",
    ["ground pieces + (at {before}, kind wall)", "act behind [dusk-wraith]",
     "ground pieces + (at {here}, kind mesa)", "ground pieces + (at {there}, kind mesa)", "away 2",
     "round 4", "dusk-wraith stun 1", "dusk-wraith hp 300", "map = open-space"],
)  # fmt: skip
def test_figures_are_as_played_whatever_is_given(given: str) -> None:
    forecast = named("white-raven", "beam-rifle", "dusk-wraith", given)
    assert forecast.nobody == as_played(forecast)


@pytest.mark.rule("MS.ATTACK.COUNT-HITS")
def test_the_documents_example_is_one_of_the_likeliest() -> None:
    forecast = named("argonaut", "machine-gun", "dervish")
    hits = forecast.nobody.map(lambda struck: struck.unblocked)
    assert hits.is_whole
    assert max(hits, key=lambda number: hits[number]) == 3
    assert forecast.nobody.map(lambda s: s.damage)[600] == hits[3]


# Samples


def sampled(forecast: Forecast, times: int) -> dict[Struck, int]:
    """The same attack with real dice, nobody spending."""
    rng, policy = random.Random("samples"), AsChosen(forecast.strike)
    counts: dict[Struck, int] = {}
    for _ in range(times):
        struck = once(played(forecast), rng, policy)
        counts[struck] = counts.get(struck, 0) + 1
    return counts


def agrees(forecast: Forecast, times: int) -> None:
    counts, odds = sampled(forecast, times), forecast.nobody
    assert {*counts} <= {*odds}
    for struck, chance in odds.floats().items():
        error = (chance * (1 - chance) / times) ** 0.5
        assert abs(counts.get(struck, 0) / times - chance) < 5 * error + 2 / times


ATTACKS = [("argonaut", "machine-gun", "dervish"), ("blue-djinn", "heat-sword", "white-asura")]


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_odds_agree_with_samples(attack: tuple[str, str, str]) -> None:
    agrees(named(*attack), 1_000)


@pytest.mark.long
@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_odds_agree_with_many_samples(attack: tuple[str, str, str]) -> None:
    agrees(named(*attack), 20_000)


# The best defence


WOUND = Wound(
    dmg=300, pen=6, bonus=0, cap=5, fail=1000, fail_behind_wall=500, threshold=4, finishing=100,
    rolled="", rolled_more=0, rolled_most=10, rolled_damage=0, rolled_behind_wall=0,
    barrier=0, swaps=True,
)  # fmt: skip
OFFERS = (
    Offer("focus", "MS.SKILL.FOCUS", 1, success=3, group="focus"),
    Offer("flash", "MS.SKILL.FLASH", 3, adds=1, group="flash", is_skill=True),
    Offer("great-flash", "MS.SKILL.FLASH", 6, adds=2, group="flash", is_skill=True),
    Offer("iron-wall", "MS.SKILL.IRON-WALL", 3, adds=1, group="iron", is_skill=True),
    Offer("sharp", "MS.TIER.SKILLED", sharpens=2, group="sharp"),
    Offer("reroll-failures", "MS.RES.BOOST", points=1, rerolls="failures", group="reroll"),
)
PRICES = {offer.word: offer.momentum for offer in OFFERS}


def cost_of(unblocked: int, walled: bool, hp: int) -> Fraction:
    damages, total = hurt(unblocked, walled, WOUND)
    return Fraction(sum(ways * min(d, hp) for d, ways in damages.items()), total)


@pytest.mark.rule("MS.ORDER.COMMIT")
@pytest.mark.parametrize(("hp", "momentum"), [(900, 4), (9000, 10)])
def test_no_defence_in_play_is_better(hp: int, momentum: int) -> None:
    best_in_play(2, hp, momentum)


@pytest.mark.long
@pytest.mark.parametrize("momentum", [0, 1, 4, 10])
@pytest.mark.parametrize("hp", [900, 9000])
def test_no_defence_in_play_is_better_with_more_dice(hp: int, momentum: int) -> None:
    best_in_play(3, hp, momentum)


def best_in_play(dice: int, hp: int, momentum: int) -> None:
    """Every way to defend, walked as it is played, against the one that was worked out."""
    attacker = Side(Seat(0), Pool(dice, 3, 5, 10), "MS.ATTACK.COUNT-HITS", "attacks")
    defender = Side(
        Seat(1), Pool(dice, 0, 5, 10), "MS.ATTACK.COUNT-DEF", "defends", momentum, 1, offers=OFFERS
    )

    def loss(clash: Clash) -> Fraction:
        spent = sum(PRICES[word] for word in clash.defender_used)
        walled = "iron-wall" in clash.defender_used
        return cost_of(clash.unblocked, walled, hp) + Fraction(THRIFT) * spent

    best = BestForChooser(lambda clash, seat: -loss(clash) if seat == 1 else loss(clash))
    in_play = exact(lambda: exchange(attacker, defender, False), best).mean(loss)
    ends = Defence(attacker, defender, WOUND, hp).struck()
    found = Distribution.mixed((share, Distribution(ways, all_)) for share, ways, all_ in ends)
    assert found.is_whole
    worked_out = found.mean(lambda s: min(s.damage, hp) + Fraction(THRIFT) * s.spent)
    assert abs(float(worked_out - in_play)) < 1e-6


def test_a_defence_that_costs_nothing_is_nobody_spending() -> None:
    poor = named("white-raven", "beam-rifle", "argonaut", "momentum 0 0", "argonaut points 0")
    assert poor.best_defence == poor.nobody


def test_the_slowest_attack_is_quick_enough(
    capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    targets: tuple[str, ...] = ("white-asura", "dervish", "trident-drake")
    if pytestconfig.getoption("long"):
        targets = tuple(CONTENT.units)
    times: list[tuple[float, float, str]] = []
    for unit, weapon in WEAPONS:
        for target in targets:
            forecast = forecast_of(unit, weapon, target)
            hurt.cache_clear()
            start = process_time()
            assert forecast.nobody
            between = process_time()
            assert forecast.best_defence
            words = f"{unit.id}: {weapon.id} -> {target}"
            times.append((between - start, process_time() - between, words))
    nobody, best = max(times), max(times, key=lambda each: each[1])
    with capsys.disabled():
        print(f" nobody spends {nobody[0] * 1000:.0f} ms ({nobody[2]}),", end="")
        print(f" best defence {best[1] * 1000:.0f} ms ({best[2]}) ")
    assert nobody[0] < 0.25 and best[1] < 1.5  # 50 and 300 ms where nobody else works


@pytest.mark.rule("MS.ATTACK.SEQUENCE")
@pytest.mark.parametrize(
    ("units", "attack"),
    [
        (("A1 argonaut 0,0 0", "B1 dervish 6,0 3"), "attack machine-gun B1"),
        (("A1 crimson-gallant 0,0 0", "B1 white-asura 5,0 3"), "attack seeker-bits B1 indirect"),
        (("A1 white-raven 0,0 0", "B1 turtle-robo 4,0 3 barrier=2"), "attack beam-rifle B1"),
        (
            ("A1 crimson-gallant 0,0 0", "B1 white-asura 5,0 3", "B2 white-asura 5,-1 3 leader=B1"),
            "attack seeker-bits B1 indirect",
        ),
        (
            ("A1 white-raven 0,0 0", "B1 argonaut 4,0 3 hp=1300", "B2 argonaut 4,-1 3 leader=B1"),
            "attack beam-rifle B1",
        ),
    ],
    ids=str,
)
def test_less_to_walk_comes_to_the_same_loss(units: tuple[str, ...], attack: str) -> None:
    game = battle(*units).begins("A1")
    action: Attack = game.read(attack)
    forecast = action.forecast(game.state)
    assert forecast is not None and forecast.shorter is not None and forecast.count is not None
    whole = after(RULES, game.position, action, forecast.count)
    assert exact(forecast.shorter) == whole and len(whole) > 3
