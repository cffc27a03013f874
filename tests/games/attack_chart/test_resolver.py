"""Thousands of attacks, played by the engine and worked out from the sheet beside it."""

from __future__ import annotations

from random import Random

import pytest

from gattai.games.attack_chart.attack.needed import needed
from gattai.kernel.question import Roll
from tests.games.attack_chart.resolver import Case, Number, by_chart, by_formula, resolve
from tests.games.attack_chart.table import Firefight, firefight, open_field, unit, weapon

CASES = 3_000
FIELDS = {thickets: open_field(*thickets) for thickets in ((), ((3, 5),), ((8, 5),))}
"""Fields are made once: what can be seen on them is worked out only then."""


@pytest.mark.rule("ATTACK-CHART.FORMULA.MOST-APPLICABLE", "ATTACK-CHART.CHART.INDEX")
@pytest.mark.parametrize("method", ["formula", "chart"])
def test_every_power_against_every_defence_needs_what_the_sheet_says(method: str) -> None:
    by = by_formula if method == "formula" else by_chart
    for power in range(-1, 23):
        for defence in range(-1, 18):
            found = needed("formula" if method == "formula" else "chart", power, defence)
            wanted = by(power, defence)
            if wanted is None:
                assert (found.number, found.automatic) == (0, False)
            elif wanted.passes:
                assert found.automatic and found.times == wanted.times, (power, defence)
            else:
                first, second = (9, found.number) if found.gated else (found.number, 0)
                assert Number(first, second) == wanted, (power, defence)


def chosen(source: Random) -> tuple[Case, bool, str]:
    """A case, whether the two are engaged, and the class of the weapon."""
    engaged = source.random() < 0.3
    kind = source.choice(["light", "battle", "heavy"])
    modifier = {"light": 0, "battle": -1, "heavy": -2}[kind] if engaged else 0
    cover = source.random() < 0.5
    case = Case(
        method=source.choice(["formula", "chart"]),
        power=source.choice([0, *range(1, 21), source.randint(1, 6), source.randint(1, 6)]),
        attacks=source.randint(1, 3),
        models=source.randint(1, 4),
        ap=source.choice([0, 0, *range(1, 10)]),
        defence=source.choice([*range(16), source.randint(0, 6), source.randint(1, 6)]),
        armour=source.choice([0, 0, *range(1, 10)]),
        aegis=source.choice([0, 0, 0, *range(1, 10)]),
        modifier=modifier,
        cover=cover and not engaged,
    )
    return case, engaged, kind if not (cover and engaged) else f"{kind} in a thicket"


def laid(case: Case, kind: str, *, engaged: bool) -> Firefight:
    """The same attack on a table."""
    at = (3, 5) if engaged else (8, 5)
    field = FIELDS[(at,) if case.cover or kind.endswith("thicket") else ()]
    word = kind.split()[0]
    gun = weapon(
        power=case.power,
        attacks=case.attacks,
        ap=case.ap,
        kind="heavy" if word == "heavy" else "battle" if word == "battle" else "light",
    )
    game = firefight(case.method, field=field)
    game.blue(unit("shooter", gun, models=case.models), at=(2, 5))
    target = unit(
        "target", defence=case.defence, armour=case.armour, aegis=case.aegis, hp=3, models=3
    )
    return game.red(target, at=at).red(unit("other"), at=(15, 10)).activates("shooter")


@pytest.mark.rule(
    "ATTACK-CHART.SEQ.ORDER",
    "ATTACK-CHART.SEQ.3-SUCCESS",
    "ATTACK-CHART.SEQ.4-AP",
    "ATTACK-CHART.SEQ.4-BOTH-SAVES",
    "ATTACK-CHART.SEQ.4-ONE-HP",
    "ATTACK-CHART.AUTO.HP-MULTIPLIER",
    "ATTACK-CHART.CHART.AUTO-MULTIPLE",
    "ATTACK-CHART.MELEE.HEAVY",
    "ATTACK-CHART.MELEE.BATTLE",
    "ATTACK-CHART.HOUSE.COVER",
)
def test_thousands_of_attacks_come_to_what_the_sheet_makes_of_the_same_dice(
    pytestconfig: pytest.Config,
) -> None:
    source = Random("attacks by the sheet")
    for number in range(int(CASES * pytestconfig.getoption("--games"))):
        case, engaged, kind = chosen(source)
        game = laid(case, kind, engaged=engaged).attacks("gun", "target")
        thrown: list[int] = []
        while isinstance(game.question, Roll):
            faces = tuple(source.randrange(10) for _ in range(game.question.dice.count))
            thrown += faces
            game.rolls(*faces)
        dice = iter(thrown)
        wanted = resolve(case, lambda dice=dice: next(dice))  # type: ignore[misc]
        assert next(dice, None) is None, (number, case, "more dice were thrown than are needed")
        volley = game.volleys[-1]
        found = (volley.successes, volley.saved_by_armour, volley.saved_by_aegis, volley.hp_lost)
        assert found == (wanted.successes, wanted.by_armour, wanted.by_aegis, wanted.hp), (
            number,
            case,
            thrown,
        )
        assert game.unit("target").hp == max(0, 9 - wanted.hp), (number, case)
