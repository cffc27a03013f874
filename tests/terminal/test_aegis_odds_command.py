"""`gattai odds aegis`: one Action with its reasons, and one squad against another."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.terminal.conftest import Run

SWORD = "ARK-150: Breaker Sword -> GEL-100"


def test_an_action_tells_its_number_its_reasons_and_their_pages(run: Run) -> None:
    ran = run("odds", "aegis", SWORD)
    assert ran.code == 0
    for word in ("ARK-150*: Breaker Sword on GEL-100  [3 energy]", "damage to GEL-100  2.50 expected",
                 "any effect         96%", "3+ on each die", "[DICE.ACCURACY, pp.15-17, 21]",
                 "destroys           0%", "11/36", "Figures marked as ours"):  # fmt: skip
        assert word in ran.out


def test_terms_that_are_given_stand_among_the_reasons(run: Run) -> None:
    given = "target EVA +1, user ACC -1, target Evade 1, target XPO, user DMD +1"
    found = run("odds", "aegis", SWORD, "--given", given, "--json").json
    assert [(reason["amount"], reason["cites"]["rule"]) for reason in found["reasons"]] == [
        (3, "AEGIS.DICE.ACCURACY"),
        (1, "AEGIS.MOD.ACC"),
        (1, "AEGIS.MOD.EVA"),
        (1, "AEGIS.PASSIVE.EVADE"),
    ]
    assert all(reason["cites"]["page"].startswith("p") for reason in found["reasons"])
    assert found["given"][0] == "target EVA +1"
    # Exposed and one more damage: a six is exactly the number, so one success does three.
    chances = {number: Fraction(chance) for number, chance in found["chances"].items()}
    assert chances["0"] == Fraction(125, 216) and chances["3"] == Fraction(75, 216)
    assert sum(chances.values()) == 1


def test_terms_may_be_given_one_by_one_and_all_of_them_count(run: Run) -> None:
    terms = ("target EVA +1", "user ACC -1, target Evade 1", "target XPO")
    one_by_one = [word for term in terms for word in ("--given", term)]
    found = run("odds", "aegis", SWORD, *one_by_one, "--json").json
    together = run("odds", "aegis", SWORD, "--given", ", ".join(terms), "--json").json
    assert found == together
    assert found["given"] == ["target EVA +1", "user ACC -1", "target Evade 1", "target XPO"]


def test_data_is_the_card_that_every_client_shows(run: Run) -> None:
    found = run("odds", "aegis", SWORD, "--json").json
    assert (found["who"], found["target"], found["price"]) == ("ark-150", "gel-100", "3 energy")
    assert found["label"] == "Breaker Sword on GEL-100"
    assert Fraction(found["expected"]) == Fraction(5, 2)
    assert found["bars"][1] == ["1", 0.166667] and found["chances"]["1"] == "1/6"


@pytest.mark.parametrize(
    ("action", "word"),
    [
        ("GET-100: Harpoon Winch -> ARK-150", "moves ARK-150"),
        ("SSM-400: Nano Repair -> ARK-150", "is taken to have 1 Integrity left"),
        ("SOL-100: Corona Lance -> ARK-100", "an ally whose output SOL-100 can draw on"),
        ("SOL-100: Corona Lance -> ARK-100", "[6 energy]"),
        ("ESPR-300: Jamming Spore Cloud -> GEL-100", "any effect"),
        ("ARLY-300: Overclock Signal: Bursting -> GO-100", "any effect"),
        ("GMD-100: Bulwark Cannon -> GEL-100", "Every choice on the way is declined"),
        ("ark-150 breaker sword vs gel-100", "Breaker Sword on GEL-100"),
        ("ark-150 => gel-100", "Shoulder Vulcan on GEL-100"),
    ],
)
def test_actions_of_every_kind_and_in_other_words(run: Run, action: str, word: str) -> None:
    ran = run("odds", "aegis", action)
    assert ran.code == 0 and word in ran.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((SWORD, "--distance", "3"), ("hexes away 3, reach 1", "AEGIS.RANGE.MODIFIED", "p. 16")),
        ((SWORD, "--given", "user DSA"), ("disarmed", "AEGIS.ATTR.DSA")),
        ((SWORD, "--given", "target CLOAK"), ("cloaked", "AEGIS.PASSIVE.CLOAKING")),
        ((SWORD, "--given", "user energy 2"), ("not enough energy", "price 3, energy 2")),
        (("GO-100: Siege Mortar -> ARK-150", "--given", "user moved"), ("Heavy",)),
    ],
)
def test_what_may_not_be_done_says_why_with_rule_and_page(
    run: Run, args: tuple[str, ...], words: tuple[str, ...]
) -> None:
    ran = run("odds", "aegis", *args)
    assert ran.code == 1 and not ran.out
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ((), "ask for one thing"),
        (("ARK-150",), "is not an attack"),
        (("ARK-151: Breaker Sword -> GEL-100",), "did you mean 'ark-150'"),
        (("ARK-150: Braker Sword -> GEL-100",), "did you mean 'breaker-sword'"),
        ((SWORD, "--given", "EVA +1"), "does not say of whom"),
        ((SWORD, "--given", "target EVAA"), "did you mean 'EVA'"),
        ((SWORD, "--given", "target Evade"), "needs a number"),
        ((SWORD, "--given", "target XPO 2"), "takes no number"),
        ((SWORD, "--given", "target lost 70"), "cannot have lost 70"),
        ((SWORD, "--distance", "99"), "1 to 30 hexes away"),
        (("--squad", "arc-buster-offensive"), "go together"),
        (("--squad", "arc-buster-ofensive", "--against", "sky-guard-control"), "did you mean"),
    ],
)
def test_a_question_that_is_wrong(run: Run, args: tuple[str, ...], word: str) -> None:
    ran = run("odds", "aegis", *args)
    assert ran.code == 2 and word in ran.err and not ran.out


def test_who_should_shoot_whom(run: Run) -> None:
    args = ("odds", "aegis", "--squad", "arc-buster-offensive", "--against", "sky-guard-offensive")
    ran = run(*args)
    assert ran.code == 0
    assert (
        "ARK-150 should use Breaker Sword on EXL-100" in ran.out and "figures are ours" in ran.out
    )
    shots = run(*args, "--json").json["shots"]
    assert len(shots) == 25 and sum(shot["is_best"] for shot in shots) == 5
    for shot in shots:
        assert 0 <= Fraction(shot["chance_destroyed"]) <= 1 and shot["price"] > 0
    assert len(max(ran.out.splitlines(), key=len)) <= 110


def test_a_squad_may_be_listed_on_the_spot(run: Run) -> None:
    own = "ark-100,espr-100,gel-100,ippl-100,sno-100"
    assert run("odds", "aegis", "--squad", own, "--against", "sky-guard-control").code == 0
