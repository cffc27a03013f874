"""Dice that anybody can check: what follows from a secret, seeds and a number, and that no face is favoured."""

import hashlib
import hmac
import math
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.dice import Die, Shuffle, one_of, total
from gattai.kernel.question import Roll
from gattai.kernel.running.committed import (
    Committed,
    DrawnNumber,
    commitment_of,
    limit_of,
)
from tests.kernel.small import D6

ROLL = Roll(total(D6, 8), "S.DIE")
DECK = Roll(Shuffle(20), "S.DECK")
SECRET = bytes(range(32)).hex()
OTHER = bytes(range(1, 33)).hex()


def test_the_commitment_fixes_the_secret_and_does_not_hang_on_the_seeds() -> None:
    commitment = Committed(SECRET, ["anns", "bobs"]).commitment
    assert commitment.digest == hashlib.sha256(bytes(range(32))).hexdigest()
    assert Committed(SECRET, ["-"]).commitment.digest == commitment.digest
    assert commitment.is_of(SECRET)
    for wrong in (OTHER, SECRET.upper(), SECRET + "00", SECRET[2:], "", "x" * 64, SECRET + "\n"):
        assert not commitment.is_of(wrong)


def test_the_head_of_a_transcript_tells_commitment_and_seeds() -> None:
    commitment = Committed(SECRET, ["anns", "-"]).commitment
    assert commitment.line() == f"committed {commitment.digest} anns,-"
    assert commitment_of(commitment.line()) == commitment
    assert commitment_of("by hand") is None


def test_the_head_tells_what_the_seats_had_committed_to() -> None:
    commitment = Committed(SECRET, ["anns", "-"], are_committed=True).commitment
    anns = hashlib.sha256(b"anns").hexdigest()
    assert commitment.line() == f"committed {commitment.digest} anns,- {anns},-"
    assert commitment_of(commitment.line()) == commitment
    assert commitment.digests == (anns, "-") == Committed(SECRET, ["anns", "-"]).commitment.digests
    same = Committed(SECRET, ["anns", "-"])
    assert Committed(SECRET, ["anns", "-"], are_committed=True).faces(ROLL, 3) == same.faces(
        ROLL, 3
    )


@pytest.mark.parametrize(
    "digests", ["", "-,-", f"{'a' * 64},-", f"-,{hashlib.sha256(b'anns').hexdigest()}", "x,-"]
)
def test_a_seed_that_its_seat_had_not_committed_to_is_refused(digests: str) -> None:
    line = Committed(SECRET, ["anns", "-"]).commitment.line()
    with pytest.raises(ValueError, match="had committed to"):
        commitment_of(f"{line} {digests}")


@pytest.mark.parametrize(
    "line",
    [
        "committed",
        "committed ab seed",
        f"committed {'a' * 64}",
        f"committed {'a' * 64} a,,b",
        f"committed {'A' * 64} a",
        f"committed {'a' * 64} {'x' * 65}",
    ],
)
def test_a_head_that_tells_no_proper_commitment_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"a commitment is|a seed is"):
        commitment_of(line)


@pytest.mark.parametrize("seed", ["", "a,b", "a\nb", "a b", "é", "x" * 65])
def test_a_seed_cannot_pass_for_two_or_for_another_line(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed is"):
        Committed(SECRET, ["a", seed])


@pytest.mark.parametrize("secret", ["", "abc", SECRET.upper(), SECRET + "00"])
def test_a_secret_has_256_bits_and_one_way_to_be_written(secret: str) -> None:
    with pytest.raises(ValueError, match="a secret is 32 bytes"):
        Committed(secret, ["a"])


@pytest.mark.parametrize("roll", [ROLL, DECK])
def test_everyone_can_throw_all_dice_again_from_the_published_secret_and_seeds(roll: Roll) -> None:
    match, check = Committed(SECRET, ["a", "b"]), Committed(SECRET, ["a", "b"])
    thrown = [match.faces(roll, number) for number in range(10)]
    assert [check.faces(roll, number) for number in reversed(range(10))] == thrown[::-1]


def test_the_committed_dice_are_these_on_every_machine_and_version() -> None:
    row = hmac.digest(bytes(range(32)), b"a,b\n1\n0", "sha256")
    assert row[:10] == bytes([39, 141, 13, 22, 184, 119, 112, 62, 129, 247])
    thrown = Committed(SECRET, ["a", "b"]).faces(ROLL, 1)
    assert thrown == tuple(1 + byte % 6 for byte in row if byte < 252)[:8]


def test_a_byte_that_would_favour_some_faces_is_left_out() -> None:
    dice = Committed(SECRET, ["a"])
    left_out = 0
    for number in range(200):
        working = dice.working(ROLL, number)
        for draw in working.draws:
            assert (draw.value is None) == (draw.number >= 252)
            left_out += draw.value is None
        kept = [draw.value + 1 for draw in working.draws if draw.value is not None]
        assert tuple(kept) == working.faces
    assert 5 < left_out < 60  # of 1,600 some 25


def test_the_row_of_bytes_goes_on_with_another_hash_when_one_is_used_up() -> None:
    working = Committed(SECRET, ["a"]).working(Roll(total(D6, 100), "S.DIE"), 7)
    assert [message for message, _ in working.blocks] == [f"a\n7\n{block}" for block in range(4)]
    row = bytes.fromhex("".join(digest for _, digest in working.blocks))
    assert all(row[draw.at : draw.at + 1] == draw.taken for draw in working.draws)
    assert [draw.at for draw in working.draws] == [*range(len(working.draws))]


def test_more_than_256_things_take_two_bytes_each() -> None:
    working = Committed(SECRET, ["a"]).working(Roll(one_of(1000), "S.ONE"), 3)
    last = working.draws[-1]
    assert len(last.taken) == 2 and last.limit == 65_000 and last.number % 1000 == working.faces[0]


@given(st.integers(1, 70_000), st.integers(0, 3))
def test_the_limit_divides_evenly_and_less_than_half_is_ever_left_out(
    among: int, more: int
) -> None:
    width = max(1, math.ceil(math.log(among, 256)) if among > 1 else 1) + more
    while 256**width < among:
        width += 1
    limit = limit_of(among, width)
    assert limit % among == 0 and 2 * limit > 256**width
    assert DrawnNumber(among, 0, bytes(width), 0).limit == limit


seed_lists = st.lists(st.text("abZ09_.-", min_size=1, max_size=4), max_size=3)


@given(seed_lists, seed_lists)
def test_other_seeds_give_other_dice(one: list[str], other: list[str]) -> None:
    same = Committed(SECRET, one).faces(DECK, 1) == Committed(SECRET, other).faces(DECK, 1)
    assert same == (one == other)


def test_another_secret_or_number_gives_other_dice() -> None:
    dice = Committed(SECRET, ["a"])
    assert dice.faces(DECK, 1) != Committed(OTHER, ["a"]).faces(DECK, 1)
    assert len({dice.faces(DECK, number) for number in range(100)}) == 100
    assert dice.faces(DECK, 11) != Committed(SECRET, ["a.1"]).faces(DECK, 1)


def surprise(fallen: Counter[object], kinds: int, throws: int) -> float:
    """How far a chi-square is from what chance does, in standard deviations (Wilson and Hilferty)."""
    expected, free = throws / kinds, kinds - 1
    assert len(fallen) <= kinds and sum(fallen.values()) == throws
    square = sum((count - expected) ** 2 / expected for count in fallen.values())
    square += (kinds - len(fallen)) * expected
    middle = 1 - 2 / (9 * free)
    return float(((square / free) ** (1 / 3) - middle) / math.sqrt(2 / (9 * free)))


def fair(roll: Roll, kinds: int, throws: int) -> None:
    """Throw so often, each throw with its own number, and look at each die of the throw alone."""
    dice = Committed(hashlib.sha256(repr(roll).encode()).hexdigest(), ["ann", "-"])
    fallen: Counter[object] = Counter()
    by_place: dict[int, Counter[object]] = {}
    each = getattr(roll.dice, "groups", None)
    many = roll.dice.count if each is not None else 1
    for number in range(1, throws // many + 1):
        faces = dice.faces(roll, number)
        if each is None:
            fallen[faces] += 1
            continue
        for place, face in enumerate(faces):
            fallen[face] += 1
            by_place.setdefault(place, Counter())[face] += 1
    assert surprise(fallen, kinds, sum(fallen.values())) < 4
    for one in by_place.values():
        assert surprise(one, kinds, sum(one.values())) < 4.5


KINDS = [2, 3, 5, 6, 7, 8, 10, 12, 20, 100, 256, 257, 1000]


@pytest.mark.parametrize("kinds", KINDS)
def test_no_face_is_favoured_by_chi_square(kinds: int) -> None:
    fair(Roll(Die(f"d{kinds}", tuple(range(kinds))).throw(4, int), "S.DIE"), kinds, 100_000)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_order_of_a_shuffle_is_as_likely(count: int) -> None:
    assert len([*permutations(range(count))]) == math.factorial(count)
    fair(Roll(Shuffle(count), "S.DECK"), math.factorial(count), 100_000)


@pytest.mark.long
@pytest.mark.parametrize("kinds", KINDS)
def test_no_face_is_favoured_in_a_million_throws(kinds: int) -> None:
    fair(Roll(Die(f"d{kinds}", tuple(range(kinds))).throw(4, int), "S.DIE"), kinds, 1_000_000)


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
def test_every_order_is_as_likely_in_a_million_shuffles(count: int) -> None:
    fair(Roll(Shuffle(count), "S.DECK"), math.factorial(count), 1_000_000)


def test_a_die_that_took_remainders_without_leaving_any_out_would_be_found() -> None:
    row = b"".join(hmac.digest(b"k", str(n).encode(), "sha256") for n in range(31_250))
    crooked: Counter[object] = Counter(byte % 100 for byte in row)
    honest: Counter[object] = Counter(byte % 100 for byte in row if byte < 200)
    assert surprise(crooked, 100, len(row)) > 50
    assert surprise(honest, 100, sum(honest.values())) < 4
