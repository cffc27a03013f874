"""`gattai odds attack-chart`: the tables, one attack, and many."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.terminal.attack_chart.laid_table import Circumstances, lay
from gattai.terminal.complaint import Complaint
from gattai.terminal.pages.odds import ask
from tests.terminal.conftest import ROOT, Run

_loaded = games.load("attack-chart")
assert isinstance(_loaded, AttackChart)
RULES: AttackChart = _loaded
UNITS = RULES.units


def closed_form(power: int, defence: int) -> str:
    """The chart as the catalogue gives it in one line, written down apart from the rules."""
    x = 5 + defence - power
    if x < 0:
        return f"Ax{1 - x}"
    if x == 0:
        return "A"
    if x < 9:
        return f"{x}+"
    return "9" if x == 9 else f"9/{min(x - 9, 9)}"


def test_the_chart_is_twenty_by_sixteen_and_every_cell_is_the_closed_form(run: Run) -> None:
    found = run("odds", "attack-chart", "--chart", "--json").json["cells"]
    assert [(cell["power"], cell["defence"]) for cell in found] == list(
        product(range(1, 21), range(16))
    )
    for cell in found:
        assert cell["code"] == closed_form(cell["power"], cell["defence"])
    assert sum(cell["certainty"] == "inferred" for cell in found) == 59


def test_the_printed_chart_shows_the_same_cells(run: Run) -> None:
    lines = run("odds", "attack-chart", "--chart").out.splitlines()
    rows = {int(line.split()[0]): line.split()[1:] for line in lines[2:22]}
    for power, cells in rows.items():
        shown = [cell.rstrip("?") for cell in cells]
        assert shown == [closed_form(power, defence) for defence in range(16)]
    assert sum(cell.endswith("?") for cells in rows.values() for cell in cells) == 59


def test_the_formula_equals_the_catalogue(run: Run) -> None:
    path = ROOT / "tests" / "games" / "attack_chart" / "catalogue" / "formula.toml"
    rows = tomllib.loads(path.read_text("utf-8"))["rows"]
    found = run("odds", "attack-chart", "--formula", "--json").json["cells"]
    assert len(found) == 21 * 16
    for cell in found:
        assert cell["code"] == rows[cell["power"]][cell["defence"]]
    assert "9/3" in run("odds", "attack-chart", "--formula").out


def test_percentages(run: Run) -> None:
    ran = run("odds", "attack-chart", "--chart", "--percent")
    assert ran.code == 0 and "100" in ran.out and "50" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ("lancer-team: storm-rifle -> gunners",),
        ("Lancer Team: Storm Rifle -> Gunners",),
        ("lancer team storm rifle vs gunners",),
        ("lancer:", "storm", "->", "gun"),
        ("LANCER_TEAM:storm=>gunners",),
        ("lancer-team: storm-rifle against gunners",),
    ],
)
def test_an_attack_is_read_leniently(run: Run, words: tuple[str, ...]) -> None:
    found = run("odds", "attack-chart", *words, "--json")
    assert found.code == 0
    assert (found.json["who"], found.json["weapon"], found.json["target"]) == (
        "lancer-team",
        "storm-rifle",
        "gunners",
    )


def test_one_attack_shows_numbers_with_their_rules_and_the_distribution(run: Run) -> None:
    ran = run("odds", "attack-chart", "lancer-team: storm-rifle -> gunners")
    for word in ("+6 dice: 3 of its models with 2 Attacks each", "needs 3+",
                 "Power 5 against Defence 4", "FORMULA.POWER-PLUS-1", "+7 Armour on the card",
                 "2.33 expected", "54.0%", "###"):  # fmt: skip
        assert word in ran.out


def test_exact_fractions_sum_to_one(run: Run) -> None:
    for method in ("formula", "chart"):
        found = run("odds", "attack-chart", "bulwark-walker: stomp -> gorehide", "--method", method,
                    "--json").json  # fmt: skip
        chances = {int(lost): Fraction(chance) for lost, chance in found["chances"].items()}
        assert sum(chances.values()) == 1
        mean = sum(lost * chance for lost, chance in chances.items())
        assert mean == Fraction(found["expected"])


def test_the_distribution_equals_brute_force() -> None:
    """Two dice of the Acid Spit's kind, each saved or not: all 10 ** 4 ways of falling."""
    shooter, target = UNITS["bulwark-walker"], UNITS["gorehide"]
    found = ask(lay(RULES, shooter, shooter.weapon[0], target, "chart", Circumstances()))
    counted: dict[int, int] = {}
    for first, second, *saves in product(range(10), repeat=4):
        lost = sum(
            hit >= 2 and not save >= 8 for hit, save in zip((first, second), saves, strict=True)
        )
        counted[lost] = counted.get(lost, 0) + 1
    assert "needs 2+" in found.odds.reasons[1].text
    assert dict(found.weighed.chances) == {
        lost: Fraction(ways, 10**4) for lost, ways in sorted(counted.items())
    }


def test_circumstances_change_the_numbers_and_say_why(run: Run) -> None:
    attack = "gunners: rotary-gun -> warden-squad"
    plain = run("odds", "attack-chart", attack, "--json").json
    melee = run("odds", "attack-chart", attack, "--melee", "--json").json
    out = run("odds", "attack-chart", attack, "--out-of", "--into", "--json").json
    cover = run("odds", "attack-chart", attack, "--cover", "--json").json
    assert modifiers(plain) == {}
    assert modifiers(melee) == {"HEAVY": -2}
    assert modifiers(out) == {"HEAVY": -2, "INTO": -1, "OUT-OF": -1}
    assert [reason["amount"] for reason in cover["reasons"] if "cover" in reason["text"]] == [-1]


def modifiers(card: dict[str, Any]) -> dict[str, int]:
    """What changes the number needed, by the end of its rule."""
    reasons = [(reason["cites"]["rule"], reason["amount"]) for reason in card["reasons"]]
    return {rule.rpartition(".")[2]: amount for rule, amount in reasons if ".MELEE." in rule}


def test_fewer_models_and_fewer_hp(run: Run) -> None:
    found = run("odds", "attack-chart", "warden-squad: carbine -> gorehide", "--models", 2,
                "--against-hp", 1, "--json").json  # fmt: skip
    assert found["reasons"][0]["amount"] == 2 and [*found["chances"]] == ["0", "1"]
    assert found["enough_chance"] == found["chances"]["1"]


def test_a_melee_weapon_is_used_in_a_melee(run: Run) -> None:
    ran = run("odds", "attack-chart", "swarm -> oracle", "--cover")
    assert "both are taken to be in the same melee" in ran.out
    assert "Cover is ignored within a melee" in ran.out


def test_two_units_alone_show_every_weapon(run: Run) -> None:
    ran = run("odds", "attack-chart", "lancer-team -> gunners")
    assert ran.code == 0 and "Storm Rifle" in ran.out and "Knife" in ran.out


def test_one_army_against_another(run: Run) -> None:
    ran = run("odds", "attack-chart", "--army", "blue", "--against", "red")
    assert ran.code == 0 and "Siege Cannon" in ran.out and "2.33" in ran.out
    found = run("odds", "attack-chart", "--army", "blue", "--against", "red", "--json").json
    assert len(found["attacks"]) == 7 * 4
    one = next(
        a for a in found["attacks"] if (a["weapon"], a["target"]) == ("storm-rifle", "gunners")
    )
    assert float(Fraction(one["expected_hp_lost"])) == pytest.approx(2.335, abs=0.001)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "ask for one thing"),
        (("--chart", "--formula"), "ask for one thing"),
        (("lancer-team storm-rifle gunners",), "is not an attack"),
        (("-> gunners",), "is not an attack"),
        (("lancer-tem: storm-rifle -> gunners",), "did you mean 'lancer-team'"),
        (("lancer-team: storm-rifel -> gunners",), "did you mean 'storm-rifle'"),
        (("lancer-team: storm-rifle -> guners",), "did you mean 'gunners'"),
        (("lancer-team: storm-rifle -> gunners", "--models", "9"), "has 3 models, not 9"),
        (("lancer-team: storm-rifle -> gunners", "--against-hp", "9"), "has 3 HP, not 9"),
        (("lancer-team: knife -> gunners", "--melee", "--into"), "same melee"),
        (("--army", "green"), "no units of side 'green'"),
        (("lancer-team: storm-rifle -> gunners", "--method", "cards"), "cards"),
        (("lancer-team: storm-rifle -> gunners", "--models", "0"), "--models"),
        (("--zzz",), "zzz"),
    ],
)
def test_mistakes_are_explained(run: Run, args: tuple[str, ...], said: str) -> None:
    ran = run("odds", "attack-chart", *args)
    assert ran.code == 2 and said in ran.text


def test_too_many_dice_are_refused() -> None:
    shooter = replace(UNITS["gunners"], models=30)
    weapon = replace(shooter.weapon[0], attacks=30)
    with pytest.raises(Complaint, match="900 dice are too many"):
        lay(RULES, shooter, weapon, UNITS["oracle"], "chart", Circumstances())


def test_odds_without_a_game_say_which_there_are(run: Run) -> None:
    assert "gattai odds attack-chart --help" in run("odds").out
    assert run("odds", "chess").code == 2
    assert "--army" in run("odds", "attack-chart", "--help").out
