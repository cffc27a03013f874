"""Templates filled with the names that people read, by the declared types of fields."""

from typing import NewType

import msgspec

from gattai.kernel.text.template import fields_of, fill

Who = NewType("Who", int)
NAMES = ("ann", "bob", "cleo")
SPEECH = {Who: NAMES.__getitem__}


class Met(msgspec.Struct):
    who: Who
    others: tuple[Who, ...] = ()
    by: Who | None = None
    coins: int = 0
    gladly: bool = False


def test_a_field_is_called_by_its_declared_type() -> None:
    assert fill("{who} has {coins}", Met(Who(1), coins=1), SPEECH) == "bob has 1"


def test_a_field_that_may_be_empty_is_called_in_the_same_way() -> None:
    assert fill("by {by}", Met(Who(1), by=Who(2)), SPEECH) == "by cleo"
    assert fill("by {by}", Met(Who(1)), SPEECH) == "by None"


def test_several_are_a_list_in_words() -> None:
    everybody = (Who(0), Who(1), Who(2))
    assert fill("{others} meet", Met(Who(0), everybody), SPEECH) == "ann, bob and cleo meet"
    assert fill("{others} meet", Met(Who(0), everybody[:1]), SPEECH) == "ann meet"


def test_a_condition_chooses_between_two_texts() -> None:
    said = "{who} {gladly?smiles:frowns}"
    assert fill(said, Met(Who(0), gladly=True), SPEECH) == "ann smiles"
    assert fill(said, Met(Who(0)), SPEECH) == "ann frowns"


def test_a_number_is_reported_with_its_noun() -> None:
    told = [fill("{coins:coin} for {who}", Met(Who(2), coins=n), SPEECH) for n in (0, 1, 2)]
    assert told == ["0 coins for cleo", "1 coin for cleo", "2 coins for cleo"]


def test_the_fields_of_a_template_are_known() -> None:
    assert fields_of("{who} gives {coins:coin} {gladly?gladly:}") == ("who", "coins", "gladly")
