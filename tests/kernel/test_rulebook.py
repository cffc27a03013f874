"""The rulebook: loading and finding; refusals that name their rule."""

import pickle
from pathlib import Path

import msgspec
import pytest

from gattai.kernel.rulebook import Refusal, Refused, Rulebook, UnknownRule

HEAD = """
[game]
id = "toy"
prefix = "TOY"
title = "Toy"
edition = "first"
document = "none"
owner = "nobody"
summary = "a toy"
version = "1"
"""
RULES = """
[[rule]]
id = "TOY.MOVE.REACH"
title = "Reach"
page = "3"
text = "A robot walks as far as its Legs say."

[[rule]]
id = "TOY.MOVE.BLOCK"
title = "Walls"
page = "3"
text = "Nobody walks through a wall."

[[ruling]]
id = "TOY.RULING.1"
question = "Is a door a wall?"
readings = ["yes", "no"]
ruling = "no"
reason = "one can open it"
rules = ["TOY.MOVE.BLOCK"]
"""


def load(tmp_path: Path, text: str) -> Rulebook:
    path = tmp_path / "rulebook.toml"
    path.write_text(text, "utf-8")
    return Rulebook.load(path)


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return load(tmp_path, HEAD + RULES)


def test_rules_stand_in_the_order_of_the_document(book: Rulebook) -> None:
    assert [rule.id for rule in book.rule] == ["TOY.MOVE.REACH", "TOY.MOVE.BLOCK"]


@pytest.mark.parametrize("wanted", ["TOY.MOVE.REACH", "toy.move.reach", "move.reach", "Move.Reach"])
def test_a_rule_is_found_without_its_prefix_and_in_any_case(book: Rulebook, wanted: str) -> None:
    assert book.find(wanted).title == "Reach"


def test_a_misspelt_rule_is_reported_with_the_nearest(book: Rulebook) -> None:
    with pytest.raises(UnknownRule, match=r"no rule 'move.raech'; nearest: .*TOY.MOVE.REACH"):
        book.find("move.raech")


def test_a_rule_like_no_other_gets_no_hint(book: Rulebook) -> None:
    with pytest.raises(UnknownRule) as caught:
        book.find("§§§§§§§§§§§§§§")
    assert str(caught.value) == "no rule '§§§§§§§§§§§§§§'"


def test_a_rulebook_contains_its_rules_and_its_rulings(book: Rulebook) -> None:
    assert "TOY.MOVE.BLOCK" in book
    assert "TOY.RULING.1" in book
    assert "TOY.MOVE" not in book


def test_a_ruling_is_found_by_its_id(book: Rulebook) -> None:
    ruling = book.find_ruling("ruling.1")
    assert ruling is not None
    assert ruling.ruling == "no"
    assert book.find_ruling("ruling.2") is None


def test_a_rule_may_not_stand_twice(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"TOY.MOVE.BLOCK appears twice"):
        load(tmp_path, HEAD + RULES.replace("REACH", "BLOCK"))


def test_every_id_carries_the_prefix_of_the_game(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"TOYS.RULING.1 does not begin with TOY\."):
        load(tmp_path, HEAD + RULES.replace("TOY.RULING", "TOYS.RULING"))


@pytest.mark.parametrize(
    ("printed", "written"),
    [("[[ruling]]", "[[rulings]]"), ('page = "3"', 'pages = "3"'), ('owner = "nobody"', "")],
)
def test_a_misspelt_field_is_an_error(tmp_path: Path, printed: str, written: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        load(tmp_path, (HEAD + RULES).replace(printed, written))


def test_a_refusal_reads_as_reason_figures_rule() -> None:
    assert str(Refusal("TOY.MOVE.REACH", "too far")) == "too far [TOY.MOVE.REACH]"
    far = Refusal("TOY.MOVE.REACH", "too far", (("distance", 7), ("legs", "weak")))
    assert str(far) == "too far (distance 7, legs weak) [TOY.MOVE.REACH]"


def test_all_reasons_are_in_the_message() -> None:
    refused = Refused(Refusal(rule, "no") for rule in ("TOY.A", "TOY.B"))
    assert str(refused) == "no [TOY.A]; no [TOY.B]"
    assert [reason.rule for reason in refused.refusals] == ["TOY.A", "TOY.B"]


def test_refusals_travel_between_processes() -> None:
    refused = Refused([Refusal("TOY.A", "no", (("by", 2),))])
    again = pickle.loads(pickle.dumps(refused))
    assert again.refusals == refused.refusals
    assert str(again) == str(refused)
    unknown = pickle.loads(pickle.dumps(UnknownRule("A", ["B"])))
    assert str(unknown) == "no rule 'A'; nearest: B"
