"""`gattai odds mechastellar`: an attack with its reasons, and where the document's example stands."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.terminal.conftest import Run

GUN = "Argonaut: Machine Gun -> Dervish"


def test_an_attack_tells_its_dice_their_reasons_and_their_pages(run: Run) -> None:
    ran = run("odds", "mechastellar", GUN)
    assert ran.code == 0
    for word in ("Argonaut*: Machine Gun on Dervish*", "10d10 = 10 Machine Gun", "8d10 = 8 Evade",
                 "[ATTACK.POOLS, Attack, p. 7]", "nobody spends", "best defence", "destroyed",
                 "Momentum spent, expected", "< in the document", "(p. 9): 12 Hits against 9 DEF",
                 "that many or more in 62.9%", "flash (3 Momentum)"):  # fmt: skip
        assert word in ran.out


def test_data_has_everything_that_is_printed(run: Run) -> None:
    found = run("odds", "mechastellar", GUN, "--json").json
    assert (found["unit"], found["weapon"], found["target"]) == (
        "argonaut",
        "machine-gun",
        "dervish",
    )
    assert found["attack"]["dice"]["total"] == 10 and found["attack"]["hits"]["total"] == 5
    assert all(term["page"] for term in found["defence"]["bonus"]["terms"])
    nobody = {
        each["hits"]: Fraction(each["chance"]) for each in found["nobody_spends"]["unblocked"]
    }
    assert sum(nobody.values()) == 1
    assert found["document"]["unblocked"] == 3 and nobody[3] == max(nobody.values())
    best, plain = found["best_defence"], found["nobody_spends"]
    assert Fraction(best["expected_damage"]) < Fraction(plain["expected_damage"])
    assert Fraction(plain["expected_momentum"]) == 0 < Fraction(best["expected_momentum"])


@pytest.mark.parametrize(
    ("option", "where", "rule"),
    [("--cover", ("defence", "bonus"), "MS.COVER.BONUS"), ("--blindside", ("attack", "hits"), "MS.TA.BONUS"),
     ("--flank", ("attack", "hits"), "MS.TA.BONUS"), ("--high", ("attack", "hits"), "MS.TA.BONUS"),
     ("--exposed", ("attack", "hits"), "MS.TA.HIGH-EXPOSED"), ("--distance=3", ("attack", "dice"), "MS.RANGE.RAPID")],
)  # fmt: skip
def test_what_is_given_stands_among_the_reasons(
    run: Run, option: str, where: tuple[str, str], rule: str
) -> None:
    side, tally = where
    plain, given = (
        [term["rule"] for term in run("odds", "mechastellar", GUN, *more, "--json").json[side][tally]["terms"]]
        for more in ((), (option,))
    )  # fmt: skip
    assert rule in given and rule not in plain


def test_what_the_attacker_uses_is_paid_for_and_counts(run: Run) -> None:
    valor = ("odds", "mechastellar", "white raven: beam rifle -> argonaut", "--json", "--uses")
    found = run(*valor, "valor, focus").json
    assert found["uses"] == ["valor", "focus"]
    assert found["attack"]["pool"]["success"] == 3
    assert "MS.SKILL.VALOR" in [term["rule"] for term in found["attack"]["hits"]["terms"]]
    refused = run(*valor, "valor", "--momentum", "1")
    assert refused.code == 2 and "Momentum" in refused.err
    assert "cannot use 'valour'; did you mean 'valor'" in run(*valor, "valour").err


def test_a_ruleset_changes_the_odds(run: Run) -> None:
    saber = ("odds", "mechastellar", "white asura: beam saber -> argonaut", "--json")
    now, then = run(*saber).json, run(*saber, "--rules", "rev116").json
    assert (now["rules"], then["rules"]) == ("ver10-final", "rev116")
    assert now["hit"] != then["hit"] or now["defence"]["offers"] != then["defence"]["offers"]


def test_every_weapon_of_a_unit(run: Run) -> None:
    found = run("odds", "mechastellar", "turtle robo -> argonaut", "--json").json
    assert [each["weapon"] for each in found["attacks"]] == ["shell-cannon", "hydraulic-claw", "shell-spin"]  # fmt: skip


def test_the_melee_example_without_what_we_added(run: Run) -> None:
    sword = ("odds", "mechastellar", "blue djinn: heat sword -> white asura")
    found = run(*sword, "--aim", "none", "--brace", "none", "--no-traits", "--json").json
    figures = [found["attack"][key]["total"] for key in ("dice", "hits")]
    assert figures == [7, 5] and found["document"]["hits"] == 14


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        ((GUN, "--distance", "9"), 1, "MS.RANGE.MEASURE"),
        ((GUN, "--distance", "0"), 2, "1 to 30 hexes"),
        ((GUN, "--indirect"), 1, "MS.IDF.BASIC"),
        ((GUN, "--aim", "barrage"), 2, "is not open here"),
        ((GUN, "--rules", "rev117"), 2, "rev116"),
        ((GUN, "--power"), 2, "gains nothing from Power"),
        ((GUN, "--against-hp", "-4"), 2, "HP left"),
        ((GUN, "--stun", "99"), 2, "stun tokens"),
        ((GUN, "--round", "0"), 2, "the round"),
        (("Argonaut: Machine Gnu -> Dervish",), 2, "machine-gun"),
        (("Argonout: Machine Gun -> Dervish",), 2, "argonaut"),
        (("Argonaut and Dervish",), 2, "is not an attack"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told(run: Run, args: tuple[str, ...], code: int, word: str) -> None:
    ran = run("odds", "mechastellar", *args)
    assert ran.code == code and word in ran.err and not ran.out


def test_the_board_is_drawn_from_the_scene(run: Run, tmp_path: object) -> None:
    save = f"{tmp_path}/game.txt"
    assert run("play", "mechastellar", "--seats", "random,random", "--seed", "3", "--quiet",
               "--save", save).code == 0  # fmt: skip
    ran = run("replay", save, "--at", "60", "--board")
    assert "1) White Asura" in ran.out and "1] Crimson Gallant" in ran.out
    assert "~ wall" in ran.out or "% wall" in ran.out or "= wall" in ran.out


def test_a_match_under_another_ruleset(run: Run) -> None:
    match = ("bots", "match", "random", "random", "--games", "2", "--seed", "1", "--workers", "1")
    ran = run(*match, "--game", "mechastellar", "--rules", "rev116", "--json")
    assert ran.code == 0 and ran.json["options"] == {"rules": "rev116"}
    assert "takes no --rules" in run(*match, "--game", "aegis", "--rules", "rev116").err
    both = run(*match, "--game", "mechastellar", "--rules", "rev116", "--option", "rules=rev78")
    assert both.code == 2 and "which one?" in both.err
    unknown = run(*match, "--game", "mechastellar", "--rules", "rev117")
    assert unknown.code == 2 and "rev116" in unknown.err


@pytest.mark.long
def test_greedy_plays_under_another_ruleset(run: Run) -> None:
    ran = run("bots", "match", "greedy", "greedy", "--game", "mechastellar", "--rules", "rev116",
              "--games", "2", "--seed", "1", "--json")  # fmt: skip
    assert ran.code == 0 and ran.json["score"]["games"] == 2


def test_a_counter_is_asked_for_by_itself(run: Run) -> None:
    saber = "White Asura: Beam Saber -> Blue Djinn"
    found = run("odds", "mechastellar", saber, "--counter", "--no-traits", "--json").json
    assert found["attack"]["hits"]["total"] == 5 - 2 and found["aim"]["bonus"] == ""
    assert "MS.COUNTER.PENALTY" in [term["rule"] for term in found["attack"]["hits"]["terms"]]
    assert not any("the Counter" in line for line in found["left_out"])
    for attack, why in ((GUN, "not Elite"), ("Iron Duke: Rust Hurricane -> White Asura", "area")):
        ran = run("odds", "mechastellar", attack, "--counter")
        assert ran.code != 0 and why in ran.err
    ran = run("odds", "mechastellar", "Iron Duke -> White Asura", "--counter")
    assert ran.code == 0 and "Drill Missiles" in ran.out and "Rust Hurricane on" not in ran.out


def test_the_page_says_what_its_odds_leave_out_and_why(run: Run) -> None:
    out = run("odds", "mechastellar", "White Raven: Beam Rifle -> White Asura").out
    said = " ".join(out.partition("Not in these odds:")[2].split())
    for word in ("Battle Damage", "the Counter, for 1 Momentum", "squads", "Support Mode"):
        assert word in said
    assert "where a push leads" not in said
    pushed = run("odds", "mechastellar", "Iron Duke: Rocket Punch -> Argonaut").out
    assert "where a push leads" in pushed and "Battle Damage" not in pushed
