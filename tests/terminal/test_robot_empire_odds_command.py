"""`gattai odds robot-empire`: battles, shots, thrown prices and the next cards; and wrong words."""

from __future__ import annotations

import shlex
from fractions import Fraction

import pytest

from tests.terminal.conftest import Run

ODDS = ("odds", "robot-empire")


def test_without_words_it_says_what_chance_decides_and_how_to_ask(run: Run) -> None:
    ran = run(*ODDS)
    assert ran.code == 0
    for word in ("Dice Golem     cost, attack", "[DICE.COMBAT,", "[DICE.COST,", "--draw agent"):
        assert word in ran.out
    for line in ran.out.splitlines():
        if line.startswith("  gattai odds robot-empire "):
            assert run(*shlex.split(line)[1:]).code == 0, line


def test_a_battle_tells_its_figures_with_their_rules_and_the_chances(run: Run) -> None:
    attack = "dice golem -> wobble tank + chaos imp"
    ran = run(*ODDS, attack)
    for word in ("Dice Golem attacks, against Wobble Tank and Chaos Imp", "1d6, thrown",
                 "[CARD.ATTACK-DEFENSE,", "Wobble Tank falls", "44.4%", "all who block fall"):  # fmt: skip
        assert word in ran.out
    found = run(*ODDS, attack, "--json").json
    assert sum(Fraction(each["chance"]) for each in found["outcomes"]) == 1
    assert found["blockers_fall"][0] == "4/9"


def test_notes_in_brackets_change_the_figures(run: Run) -> None:
    plain = run(*ODDS, "chaos imp -> wobble tank", "--json").json
    hurt = run(*ODDS, "chaos imp [+2/+0] -> wobble tank [damage 1]", "--json").json
    assert Fraction(hurt["blockers_fall"][0]) > Fraction(plain["blockers_fall"][0])
    mega = run(*ODDS, "furnace torso & titan legs -> battery", "--json").json
    assert mega["attacker"]["attack"]["dice"] == 1 and mega["attacker"]["attack"]["fixed"] > 0
    half = run(*ODDS, "furnace torso -> battery")
    assert half.code == 2 and "half a Mega Robot" in half.err


def test_the_next_cards(run: Run) -> None:
    found = run(*ODDS, "--draw", "moons", "--json").json
    assert found["turns_up"]["1"] == str(Fraction(found["wanted"], found["unseen"]))
    fewer = run(*ODDS, "--draw", "moon", "--seen", "20", "--gone", "3", "--json").json
    assert fewer["wanted"] == found["wanted"] - 3 and fewer["unseen"] == found["unseen"] - 20


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("brax the strng -> wobble",), "did you mean 'brax-the-strong'"),
        (("chaos imp",), "no die decides"),
        (("chaos imp -> power broker",), "no fighter: agent"),
        (("chaos imp [sleepy] -> wobble tank",), "in brackets stand"),
        (("chaos imp [permanent 9] -> wobble tank",), "upgrade"),
        (("chaos imp -> wobble tank + + bastion",), "joined by one +"),
        (("chaos imp -> battery", "--battery", "40"), "1 to 20 coins"),
        (("--shot", "chaos imp -> wobble tank"), "no long range attack"),
        (("--draw", "mooon"), "did you mean 'moon'"),
        (("--draw", "moon", "--gone", "3"), "cannot be gone"),
        (("--draw", "moon", "--seen", "900"), "cannot have been seen"),
        (("chaos imp & wobble tank -> bastion",), "torso and legs"),
        (("chaos imp ->",), "not an attack"),
    ],
)
def test_what_is_wrong_is_told_with_the_nearest_right_thing(
    run: Run, words: tuple[str, ...], told: str
) -> None:
    ran = run(*ODDS, *words)
    assert ran.code == 2 and told in ran.err, ran.err
