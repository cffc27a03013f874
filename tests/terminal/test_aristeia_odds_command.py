"""`gattai odds aristeia`: a roll with Switches, its reasons, and how long the slowest takes."""

from __future__ import annotations

from fractions import Fraction
from time import process_time

import pytest

from gattai.terminal.aristeia.forecast import Forecast, Given
from tests.games.aristeia.table import CONTENT
from tests.terminal.conftest import Run

SWORD = "Mushashi: Ken No Sen -> Maximus"


def test_a_roll_tells_its_dice_their_reasons_and_their_pages(run: Run) -> None:
    ran = run("odds", "aristeia", "miyamoto mushashi: ken no sen -> maximus")
    assert ran.code == 0
    for word in ("Miyamoto Mushashi: Ken No Sen on Maximus", "red orange blue: the Action",
                 "[ATTACK.COMBAT-ROLL, Attacks]", "Switch B: ", "B: printed", "nobody spends",
                 "best for each", "to the Infirmary (7 left)", "Critical Block"):  # fmt: skip
        assert word in ran.out


def test_data_has_everything_that_is_printed(run: Run) -> None:
    found = run("odds", "aristeia", SWORD, "--json").json
    assert (found["user"], found["action"], found["target"]) == (
        "mushashi",
        "ken-no-sen",
        "maximus",
    )
    for odds in (found["nobody_spends"], found["best_for_each"]):
        assert sum(Fraction(each["chance"]) for each in odds["results"]) == 1
    assert all(reason["page"] for side in found["sides"] for reason in side["reasons"])
    nobody, best = (
        Fraction(found[k]["expected_left"][0]) for k in ("nobody_spends", "best_for_each")
    )
    assert best > nobody
    assert found["nobody_spends"]["expected_bought"] == ["0", "0"]


def test_cover_adds_a_die_and_skills_change_it(run: Run) -> None:
    shot = ("odds", "aristeia", "wild bill: twin pistols -> lunah", "--json")
    bare, covered = run(*shot).json, run(*shot, "--cover", "--own-cover").json
    assert len(covered["sides"][0]["dice"]) == len(bare["sides"][0]["dice"]) + 1
    assert covered["sides"][1]["dice"][-1] != "black"  # Lunah takes another die for Cover
    called = run("odds", "aristeia", "lunah: called shot -> gata", "--cover", "--json").json
    assert any("ignores Cover" in reason["why"] for reason in called["sides"][1]["reasons"])


def test_switches_for_adjacent_enemies_need_one(run: Run) -> None:
    ran = run("odds", "aristeia", "lunah: called shot -> mushashi", columns=160)
    assert "no enemy adjacent" in ran.out


def test_a_fourth_die_of_a_colour_is_left_out(run: Run) -> None:
    found = run("odds", "aristeia", SWORD, "--dice", "red, red, red", "--json").json
    assert found["sides"][0]["dice"].count("red") == 3
    assert found["sides"][0]["reasons"][-1]["rule"] == "ARISTEIA.ROLL.MAX-THREE"


def test_a_simple_roll_has_one_side(run: Run) -> None:
    found = run("odds", "aristeia", "lunah: suppressive fire -> maximus", "--json").json
    assert len(found["sides"]) == 1 and found["nobody_spends"]["chance_infirmary"] is None


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        ((SWORD, "--distance", "3"), 1, "ARISTEIA.RANGE.TWO-VALUES"),
        ((SWORD, "--dice", "purple"), 2, "no die 'purple'"),
        ((SWORD, "--dice", "red " * 9), 2, "at most 6"),
        (
            (
                SWORD,
                "--dice",
                "red red blue blue green green",
                "--against-dice",
                "red " * 3 + "blue " * 3,
            ),
            2,
            "too many to look at",
        ),
        ((SWORD, "--against-hp", "9"), 2, "1 to 7 Hit Points"),
        (("Mushashi: Ken No San -> Maximus",), 2, "ken-no-sen"),
        (("Mushashi: Ken No Sen -> Maximos",), 2, "maximus"),
        (("gata: freerun -> maximus",), 2, "makes no roll"),
        (("Mushashi",), 2, "is not an attack"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told(run: Run, args: tuple[str, ...], code: int, word: str) -> None:
    ran = run("odds", "aristeia", *args)
    assert ran.code == code and word in ran.err and not ran.out


def test_the_slowest_roll_is_quick_enough(
    capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    """Within 300 ms, with Cover on both sides; twice that where others work on the machine too."""
    targets = [*CONTENT.characters] if pytestconfig.getoption("long") else ["lunah", "maximus"]
    times: list[tuple[float, str]] = []
    for user in CONTENT.characters.values():
        for action in user.actions:
            if not action.pool.dice:
                continue
            far = action.range[1] > 1
            for target in targets:
                card = CONTENT.characters[target]
                forecast = Forecast(
                    user, action, card, CONTENT.dice, Given(cover=far, own_cover=far)
                )
                start = process_time()
                assert forecast.nobody and forecast.best
                times.append((process_time() - start, f"{user.id}: {action.id} -> {target}"))
    slowest, words = max(times)
    with capsys.disabled():
        print(f" both {slowest * 1000:.0f} ms ({words}) ")
    assert slowest < 0.6


def test_the_board_is_drawn_from_the_scene(run: Run, tmp_path: object) -> None:
    save = f"{tmp_path}/game.txt"
    assert run("play", "aristeia", "--seats", "random,random", "--seed", "3", "--quiet",
               "--save", save).code == 0  # fmt: skip
    ran = run("replay", save, "--at", "60", "--board")
    assert ") Maximus" in ran.out and "] Gata" in ran.out and not ran.err
