"""Where dice come from: seeds, scripts."""

from random import Random

import pytest

from gattai.kernel.dice import Shuffle, total
from gattai.kernel.question import Roll
from gattai.kernel.running.source import Scripted, ScriptEnded, Seeded
from tests.kernel.small import D6

ROLL = Roll(total(D6, 8), "S.DIE")
DECK = Roll(Shuffle(20), "S.DECK")


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
