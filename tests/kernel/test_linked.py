"""Dice of two chains: what follows from the values of both, and that nobody can make one up."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from gattai.kernel.dice import total
from gattai.kernel.question import Roll
from gattai.kernel.running.linked import CHAIN_LENGTH, Chain, Linked, Value, linked_of
from tests.kernel.small import D6

ROLL = Roll(total(D6, 8), "S.DIE")
ANN, BOB = Chain(bytes(range(32)).hex()), Chain(bytes(range(1, 33)).hex())
ENDS = (ANN.end, BOB.end)


def hashed(digest: str, times: int) -> str:
    content = bytes.fromhex(digest)
    for _ in range(times):
        content = hashlib.sha256(content).digest()
    return content.hex()


def both(number: int) -> Linked:
    return Linked(ENDS).showing(0, ANN, number).showing(1, BOB, number)


def test_each_value_leads_to_the_one_before_and_to_the_end() -> None:
    assert ANN.value(0) == Value(0, ANN.end)
    assert hashed(ANN.value(7).digest, 1) == ANN.value(6).digest
    assert hashed(ANN.value(7).digest, 7) == ANN.end
    assert ANN.value(7).leads_to(ANN.end) and not ANN.value(7).leads_to(BOB.end)


def test_a_throw_follows_from_the_values_of_both_seats_as_anybody_can_compute() -> None:
    key = bytes.fromhex(ANN.value(5).digest + BOB.value(5).digest)
    row = hmac.digest(key, b"5\n0", "sha256")
    expected = [byte % 6 for byte in row if byte < 252][:8]
    assert [D6.faces.index(face) for face in both(5).faces(ROLL, 5)] == expected


def test_earlier_throws_follow_from_later_values() -> None:
    assert both(40).faces(ROLL, 5) == both(5).faces(ROLL, 5)
    assert both(40).faces(ROLL, 5) != both(40).faces(ROLL, 6)


@pytest.mark.parametrize("number", [5, 400])
def test_no_throw_without_the_values_of_both(number: int) -> None:
    dice = Linked(ENDS).showing(1, BOB, number)
    assert dice.waits_for(number) == (0,)
    with pytest.raises(LookupError, match=f"throw {number}"):
        dice.faces(ROLL, number)


def test_head_and_values_survive_text() -> None:
    dice = Linked(ENDS).showing(0, ANN, 3)
    found = linked_of(dice.line(), dice.values())
    assert found is not None
    assert (found.ends, found.shown) == (dice.ends, dice.shown)
    assert Linked(ENDS).values() == ""
    assert linked_of("by hand") is None


@pytest.mark.parametrize(
    ("ends", "values", "reason"),
    [
        (ENDS, f"3:{'ab' * 32},0:{BOB.end}", "does not lead to the chain"),
        (ENDS, f"4:{ANN.value(3).digest},0:{BOB.end}", "does not lead to the chain"),
        (ENDS, f"0:{BOB.end},3:{BOB.value(3).digest}", "does not lead to the chain"),
        (ENDS, f"3:{BOB.value(3).digest},3:{ANN.value(3).digest}", "does not lead to the chain"),
        (ENDS, ANN.value(3).text(), "1 values for 2 chains"),
        (ENDS, f"0:{ANN.end},0:{BOB.end}", "no values of throws"),
        (ENDS, f"{CHAIN_LENGTH}:{ANN.end},0:{BOB.end}", "the first 9999 answers"),
        (ENDS, f"03:{ANN.value(3).digest},0:{BOB.end}", "a value is a number"),
        (ENDS, "3", "a value is a number"),
        ((ANN.end, ANN.end), "", "the same chain"),
        ((ANN.end, "bob"), "", "64 digits"),
    ],
)  # fmt: skip
def test_what_is_forged_is_refused(ends: tuple[str, str], values: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        linked_of(f"linked {','.join(ends)}", values)


def test_only_the_owner_of_a_chain_shows_its_values() -> None:
    with pytest.raises(ValueError, match="another chain"):
        Linked(ENDS).showing(0, BOB, 3)
    with pytest.raises(ValueError, match="a secret is 32 bytes"):
        Chain("abc")
    with pytest.raises(ValueError, match="the first 9999 answers"):
        ANN.value(CHAIN_LENGTH)
