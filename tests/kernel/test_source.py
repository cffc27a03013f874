"""Where dice come from: seeds, scripts, commitments."""

import hashlib
import hmac
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.dice import Shuffle, one_of, total
from gattai.kernel.question import Roll
from gattai.kernel.running.source import Committed, Scripted, ScriptEnded, Seeded, _fraction
from tests.kernel.small import D6

ROLL = Roll(total(D6, 8), "S.DIE")
DECK = Roll(Shuffle(20), "S.DECK")
SECRET = b"a secret of thirty-two bytes....."


def test_the_same_seed_and_number_give_the_same_dice_in_any_order() -> None:
    one, other = Seeded(Random, "7"), Seeded(Random, "7")
    forward = [one.faces(ROLL, number) for number in range(20)]
    backward = [other.faces(ROLL, number) for number in reversed(range(20))]
    assert forward == backward[::-1]
    assert len({*forward}) == 20


def test_another_seed_or_another_number_gives_other_dice() -> None:
    assert Seeded(Random, "7").faces(DECK, 1) != Seeded(Random, "8").faces(DECK, 1)
    assert Seeded(Random, "7").faces(DECK, 1) != Seeded(Random, "7").faces(DECK, 2)
    assert Seeded(Random, "7").faces(DECK, 11) != Seeded(Random, "71").faces(DECK, 1)


def test_a_script_is_thrown_as_it_is_written_until_it_ends() -> None:
    one = Roll(total(D6, 1), "S.ONE")
    script = Scripted([[3], ["6"]])
    assert script.left == 2
    assert (script.faces(one, 1), script.faces(one, 9)) == ((3,), (6,))
    assert script.left == 0
    with pytest.raises(ScriptEnded, match=r"no dice left in the script for 1d6 \[S.ONE\]"):
        script.faces(one, 10)


def test_a_throw_of_the_script_that_does_not_fit_is_not_used_up() -> None:
    script = Scripted([[3, 4]])
    with pytest.raises(ValueError, match="1d6 shows 1 faces, not 2"):
        script.faces(Roll(total(D6, 1), "S.ONE"), 1)
    assert script.left == 1
    assert script.faces(Roll(total(D6, 2), "S.TWO"), 1) == (3, 4)


def test_the_commitment_fixes_the_secret_and_does_not_hang_on_the_seeds() -> None:
    commitment = Committed(SECRET, ["ann's", "bob's"]).commitment
    assert commitment == Committed(SECRET, []).commitment == hashlib.sha256(SECRET).hexdigest()
    assert Committed(SECRET + b"!", []).commitment != commitment


@pytest.mark.parametrize("roll", [ROLL, DECK])
def test_everyone_can_throw_all_dice_again_from_the_published_secret_and_seeds(roll: Roll) -> None:
    match, check = Committed(SECRET, ["a", "b"]), Committed(SECRET, ["a", "b"])
    thrown = [match.faces(roll, number) for number in range(10)]
    assert [check.faces(roll, number) for number in reversed(range(10))] == thrown[::-1]


def test_the_committed_dice_are_these_on_every_machine_and_version() -> None:
    messages = [f'["a","b"]\n1\n{die}'.encode() for die in range(8)]
    digests = [hmac.digest(SECRET, message, "sha256") for message in messages]
    thrown = Committed(SECRET, ["a", "b"]).faces(ROLL, 1)
    assert thrown == tuple(1 + int.from_bytes(digest[:6], "big") * 6 // 2**48 for digest in digests)
    assert thrown == (1, 2, 4, 4, 1, 3, 6, 5)


seed_lists = st.lists(st.text(max_size=4), max_size=3)


@given(seed_lists, seed_lists)
def test_other_seeds_give_other_dice(one: list[str], other: list[str]) -> None:
    same = Committed(SECRET, one).faces(DECK, 1) == Committed(SECRET, other).faces(DECK, 1)
    assert same == (one == other)


def test_a_seat_cannot_write_the_seed_of_another() -> None:
    joined, apart = Committed(SECRET, ["a\nb", "c"]), Committed(SECRET, ["a", "b\nc"])
    assert joined.faces(DECK, 1) != apart.faces(DECK, 1)


def test_another_secret_or_number_gives_other_dice() -> None:
    dice = Committed(SECRET, ["a"])
    assert dice.faces(DECK, 1) != Committed(SECRET[1:], ["a"]).faces(DECK, 1)
    assert len({dice.faces(DECK, number) for number in range(100)}) == 100


def test_committed_dice_are_fair_enough() -> None:
    dice = Committed(SECRET, ["a", "b"])
    die = Roll(one_of(6), "S.DIE")
    fallen = Counter(dice.faces(die, number)[0] for number in range(6000))
    assert sum((fallen[face] - 1000) ** 2 / 1000 for face in range(6)) < 20
    pool = Counter(dice.faces(Roll(total(D6, 6000), "S.DIE"), 1))
    assert sum((pool[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20


def test_a_fraction_of_a_digest_never_reaches_one() -> None:
    assert _fraction(b"\xff" * 32) < 1
    assert _fraction(b"\x00" * 32) == 0
    assert _fraction(b"\x80" + b"\x00" * 31) == 0.5
