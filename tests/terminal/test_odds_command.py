"""`gattai odds`: one command for all games, on a table from text, a position or a saved game."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.conftest import Run

SHOT = "lancer-team at 3,2; gunners at 5,2; acting lancer-team"
SWORD = "red ark-150 at 0,1; blue gel-100 at 1,1"
GUN = "south argonaut at 0,0; north dervish at 6,0, facing 3; act unit argonaut, combat 1, moves 1, start 0,0"
BLADE = "orange mushashi at 2,0; green maximus at 1,0; active mushashi; to-act orange"
FIGHT = "cobalt dice-golem; crimson wobble-tank; onsets + (unit dice-golem, at crimson); phase blockers; blocking [crimson]"


@pytest.mark.parametrize(
    ("game", "table", "action", "words"),
    [
        ("attack-chart", SHOT, "attack storm-rifle gunners",
         ("Lancer Team*: Storm Rifle on Gunners", "+6 dice: 3 of its models with 2 Attacks each",
          "FORMULA.POWER-PLUS-1", "+7 Armour on the card", "2.33 expected", "54.0%", "###")),
        ("aegis", SWORD, "use ARK-150 Breaker Sword on GEL-100",
         ("ARK-150*: Breaker Sword on GEL-100  [3 energy]", "2.50 expected", "3+ on each die",
          "[DICE.ACCURACY, pp.15-17, 21]", "11/36", "Figures marked as ours")),
        ("mechastellar", GUN, "attack machine-gun dervish",
         ("Argonaut*: Machine Gun at Dervish", "+10 Machine Gun [ATTACK.POOLS, Attack, p.7]",
          "against the best defence", "14.5%", "destroys")),
        ("aristeia", BLADE, "ken-no-sen maximus",
         ("Ken No Sen on Maximus  [3 AP]", "[ATTACK.COMBAT-ROLL, Attacks]",
          "if both spend their symbols well", "to the Infirmary")),
        ("robot-empire", FIGHT, "block wobble-tank dice-golem",
         ("Wobble Tank destroyed", "[DICE.COMBAT,", "58.3%")),
    ],
)  # fmt: skip
def test_a_card_tells_numbers_with_their_rules_and_the_distribution(
    run: Run, game: str, table: str, action: str, words: tuple[str, ...]
) -> None:
    ran = run("odds", game, table, action)
    assert ran.code == 0, ran.err
    for word in words:
        assert word in ran.out
    found = run("odds", game, table, action, "--json").json
    chances = {int(number): Fraction(chance) for number, chance in found["chances"].items()}
    assert sum(chances.values()) == 1
    assert sum(number * chance for number, chance in chances.items()) == Fraction(found["expected"])
    assert found["target"] or game == "robot-empire"
    assert all(reason["cites"]["rule"] for reason in found["reasons"])


def test_without_an_action_there_is_a_row_for_each_that_has_odds(run: Run) -> None:
    table = f"{SHOT}; reaver-pack at 4,3"
    ran = run("odds", "attack-chart", table)
    assert ran.code == 0
    assert "attack storm-rifle [(gunners 3)]" in ran.out and "destroys 54.0%" in ran.out
    assert "attack storm-rifle [(reaver-pack 3)]" in ran.out and "5.40" in ran.out
    cards = run("odds", "attack-chart", table, "--json").json["cards"]
    assert {card["target"] for card in cards} == {"gunners", "reaver-pack"}
    some = run("odds", "attack-chart", table, "storm-rifle", "--json").json
    assert some["cards"] == cards and some["left_out"] == 0


def test_the_distribution_equals_brute_force(run: Run) -> None:
    """Two dice of the Siege Cannon's kind, each saved or not: all 10 ** 4 ways of falling."""
    table = "method = chart; bulwark-walker at 3,2; gorehide at 5,2; acting bulwark-walker"
    found = run("odds", "attack-chart", table, "siege-cannon gorehide", "--json").json
    counted: dict[int, int] = {}
    for first, second, *saves in product(range(10), repeat=4):
        lost = sum(
            hit >= 2 and not save >= 8 for hit, save in zip((first, second), saves, strict=True)
        )
        counted[lost] = counted.get(lost, 0) + 1
    assert {int(lost): Fraction(chance) for lost, chance in found["chances"].items()} == {
        lost: Fraction(ways, 10**4) for lost, ways in counted.items()
    }


def modifiers(card: dict[str, Any]) -> dict[str, int]:
    """What changes the number needed, by the end of its rule."""
    reasons = [(reason["cites"]["rule"], reason["amount"]) for reason in card["reasons"]]
    return {rule.rpartition(".")[2]: amount for rule, amount in reasons if ".MELEE." in rule}


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("", {}),
        ("warden-squad at 6,2", {"HEAVY": -2}),
        ("lancer-team at 4,2; reaver-pack at 7,3", {"HEAVY": -2, "INTO": -1, "OUT-OF": -1}),
    ],
)
def test_where_units_stand_changes_the_numbers_and_says_why(
    run: Run, where: str, found: dict[str, int]
) -> None:
    table = f"turn red; gunners at 5,2; warden-squad at 7,2; acting gunners; {where}"
    card = run("odds", "attack-chart", table, "rotary-gun warden-squad", "--json").json
    assert modifiers(card) == found


def test_states_stand_among_the_reasons(run: Run) -> None:
    table = (
        "red ark-150 at 0,1, effects [(kind ACC, until blue, amount -1) (kind DMD, until blue, amount 1)]\n"
        "blue gel-100 at 1,1, effects [(kind EVA, until blue, amount 1) (kind XPO, until blue)]"
    )
    found = run("odds", "aegis", table, "breaker sword", "--json").json
    assert [(reason["amount"], reason["cites"]["rule"]) for reason in found["reasons"]] == [
        (3, "AEGIS.DICE.ACCURACY"),
        (1, "AEGIS.MOD.ACC"),
        (1, "AEGIS.MOD.EVA"),
    ]
    assert sum(Fraction(chance) for chance in found["chances"].values()) == 1


@pytest.mark.parametrize(
    ("game", "table", "action", "words"),
    [
        ("aegis", "red ark-150 at 0,1; blue gel-100 at 3,1", "use ark-150 breaker sword gel-100",
         ("hexes away 3, reach 1", "AEGIS.RANGE.MODIFIED", "p. 16")),
        ("aegis", f"{SWORD}; red energy 2", "use ark-150 breaker sword gel-100",
         ("not enough energy", "price 3, energy 2")),
        ("mechastellar", GUN.replace("6,0", "9,0"), "attack machine-gun dervish",
         ("MS.RANGE.MEASURE",)),
        ("aristeia", f"{BLADE}; ap 2", "ken-no-sen maximus", ("ARISTEIA.ACTION.COST", "cost 3, left 2")),
        ("attack-chart", SHOT.replace("5,2", "9,12"), "storm-rifle gunners", ("this is not allowed",)),
    ],
)  # fmt: skip
def test_what_may_not_be_done_says_why_with_its_rule(
    run: Run, game: str, table: str, action: str, words: tuple[str, ...]
) -> None:
    ran = run("odds", game, table, action)
    assert ran.code == 1 and not ran.out
    for word in words:
        assert word in ran.err


def test_a_ruling_and_an_option_change_the_odds(run: Run) -> None:
    fight = "turn red; gunners at 5,2; warden-squad at 7,2; lancer-team at 4,2; reaver-pack at 7,3; acting gunners"
    command = ("odds", "attack-chart", fight, "rotary-gun warden-squad", "--json")
    usual, worst = run(*command).json, run(*command, "--ruling", "melee-modifiers=worst").json
    assert Fraction(usual["expected"]) < Fraction(worst["expected"])
    refused = run(*command, "--ruling", "melee-modifers=worst")
    assert refused.code == 2 and "did you mean 'melee-modifiers'" in refused.err
    chart = run("odds", "attack-chart", SHOT, "storm-rifle", "--option", "method=chart", "--json")
    assert any(".CHART" in reason["cites"]["rule"] for reason in chart.json["reasons"])
    saber = "south white-asura at 0,0; north argonaut at 1,0, facing 3; act unit white-asura, combat 1, moves 1, start 0,0"
    now, then = (
        run("odds", "mechastellar", saber, "beam-saber argonaut", "--json", *more).json
        for more in ((), ("--option", "rules=rev116"))
    )
    assert now["chances"] != then["chances"] or now["reasons"] != then["reasons"]


def test_a_table_lies_in_a_file(run: Run, tmp_path: Path, short_game: str) -> None:
    text, saved = tmp_path / "table.txt", tmp_path / "game.txt"
    text.write_text(SHOT.replace("; ", "\n") + "  # as in the tutorial\n", "utf-8")
    assert run("odds", "attack-chart", text, "storm-rifle").out == run("odds", "attack-chart", SHOT, "storm-rifle").out  # fmt: skip
    saved.write_text(short_game, "utf-8")
    shots = [
        number - 1
        for number, line in enumerate(short_game.partition("begin\n")[2].splitlines(), 1)
        if " attack " in line
    ]
    at = ("--at", shots[0])
    told = run("odds", "attack-chart", saved, *at, "--json")
    assert told.code == 0
    position = tmp_path / "position.json"
    position.write_text(run("replay", saved, *at).out, "utf-8")
    assert run("odds", "attack-chart", position, "--json").json == told.json
    assert "the game has" in run("odds", "attack-chart", saved, "--at", 9999).err
    assert "--at needs a saved game" in run("odds", "attack-chart", position, *at).err
    other = run("odds", "aegis", position)
    assert other.code == 2 and "a position of attack-chart" in other.err


def test_what_no_game_comes_to_is_said(run: Run) -> None:
    ran = run("odds", "robot-empire", "cobalt dice-golem; crimson battery 4")
    assert ran.code == 0 and "No game comes to this table: there are" in ran.out
    assert "crimson is out" in ran.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("attack-chart",), "no table"),
        (("attack-chart", "lancer-team: storm-rifle -> gunners"), "0.2.0"),
        (("aegis", "ARK-150: Breaker Sword -> GEL-100", "--distance", "3"), "--distance was removed"),
        (("aegis", "--squad", "arc-buster-offensive", "--against", "x"), "--squad was removed"),
        (("attack-chart", "--chart"), "gattai attack-chart chart"),
        (("attack-chart", "--army", "blue", "--against", "red"), "--army was removed"),
        (("mechastellar", "Argonaut: Machine Gun -> Dervish"), "0.2.0"),
        (("aristeia", "Mushashi: Ken No Sen -> Maximus"), "0.2.0"),
        (("robot-empire", "--draw", "agent", "--seen", "12"), "gattai robot-empire draw"),
        (("attack-chart", SHOT, "--zzz"), "no such option: --zzz"),
        (("attack-chart", "lancer-team at 3,2; gunnres at 5,2"), "did you mean 'gunners'"),
        (("attack-chart", SHOT, "attack storm-rifel gunners"), "did you mean"),
        (("attack-chart", "lancer-team at 3,2; gunners at 5,2"), "no possible action"),
        (("attack-chart", SHOT, "move 4,2"), "no odds"),
        (("attack-chart", "phase over"), "no open question"),
        (("chess", SHOT), "chess"),
    ],
)  # fmt: skip
def test_mistakes_are_explained_and_old_forms_name_the_new_one(
    run: Run, args: tuple[str, ...], said: str
) -> None:
    ran = run("odds", *args)
    assert ran.code == 2 and said in ran.text, ran.text


def test_the_next_cards_of_a_deck(run: Run) -> None:
    draw = ("robot-empire", "draw")
    found = run(*draw, "moons", "--json").json
    assert found["turns_up"]["1"] == str(Fraction(found["wanted"], found["unseen"]))
    fewer = run(*draw, "moon", "--seen", "20", "--gone", "3", "--json").json
    assert fewer["wanted"] == found["wanted"] - 3 and fewer["unseen"] == found["unseen"] - 20
    assert "cards turned over" in run(*draw, "chaos imp").out
    for words, told in (
        (("agnt",), "did you mean 'agent'"),
        (("moon", "--seen", "2", "--gone", "3"), "cannot be gone"),
        (("moon", "--seen", "900"), "cannot have been seen"),
    ):
        ran = run(*draw, *words)
        assert ran.code == 2 and told in ran.err
