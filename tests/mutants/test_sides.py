"""Which sides of a rule are proved: by which break, by whose test, and whether that still holds."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from gattai.terminal.commands import proofs
from gattai.terminal.commands.proofs import Sides
from tests.mutants.breaks import Mutant, mutants
from tests.mutants.lines import modules
from tests.mutants.sides import Breaks, by_side, digest, kept, prove, stale, text, write

TOY = """\
    def against(state, named):
        if state.far > 2:
            yield Refusal("TOY.NEAR", "too far")  # AMB.NEAR


    def gains(state):
        return 3  # TOY.GAIN
    """


@pytest.fixture
def breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Breaks:
    """A game of two rules whose file is in a folder of its own."""
    monkeypatch.setattr("tests.mutants.sides.sides_file", lambda game: tmp_path / "sides.txt")
    monkeypatch.setattr(proofs, "sides_file", lambda game: tmp_path / "sides.txt")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "toy.py").write_text(dedent(TOY), "utf-8")
    (module,) = modules(tmp_path / "game", tmp_path, "TOY")
    return by_side(mutants(module))


def nearest(breaks: Breaks) -> dict[tuple[str, str], str]:
    return dict(prove(breaks, lambda mutant, rule: True))


def test_a_rule_with_a_condition_has_two_sides_and_one_without_has_one(breaks: Breaks) -> None:
    assert {place: {one.kind for one in mine} for place, mine in breaks.items()} == {
        ("TOY.NEAR", "allows"): {"always", "bound"},
        ("TOY.NEAR", "refuses"): {"delete"},
        ("TOY.GAIN", "does"): {"number"},
    }


def test_breaks_that_change_nothing_prove_nothing(breaks: Breaks) -> None:
    every = [one for mine in breaks.values() for one in mine]
    left = by_side(every, [one.key for one in every if one.kind == "delete"])
    assert {*left} == {("TOY.NEAR", "does"), ("TOY.GAIN", "does")}


def test_the_nearest_case_that_is_seen_proves_a_side_and_what_nobody_sees_does_not(
    breaks: Breaks,
) -> None:
    def sees(mutant: Mutant, rule: str) -> bool:
        return rule == "TOY.NEAR" and mutant.side == "allows"

    (bound,) = (one for one in breaks["TOY.NEAR", "allows"] if one.kind == "bound")
    have = dict(prove(breaks, sees))
    assert have == {("TOY.NEAR", "allows"): digest(bound)}
    assert text(breaks, have).splitlines()[1:] == [
        "TOY.GAIN does=-",
        f"TOY.NEAR allows={digest(bound)} refuses=-",
    ]


def test_a_file_is_kept_until_what_it_names_is_gone(breaks: Breaks) -> None:
    write("toy", breaks, nearest(breaks))
    assert kept("toy", breaks) == nearest(breaks) and stale("toy", breaks) == []
    left = {place: mine for place, mine in breaks.items() if place[0] == "TOY.NEAR"}
    assert stale("toy", left) == ["TOY.GAIN: what proved its side (does) is gone"]
    left = {**breaks, ("TOY.NEAR", "allows"): breaks["TOY.NEAR", "refuses"]}
    assert stale("toy", left) == ["TOY.NEAR: what proved its side (allows) is gone"]
    assert kept("toy", left).keys() == breaks.keys() - {("TOY.NEAR", "allows")}
    left = {**breaks, ("TOY.NEW", "does"): breaks["TOY.GAIN", "does"]}
    assert stale("toy", left) == ["TOY.NEW: its side (does) is not in the file"]


@pytest.mark.parametrize(
    ("line", "says", "whole"),
    [
        ("allows=1 refuses=2", "both sides proved", True),
        ("allows=1 refuses=-", "only what it allows", False),
        ("allows=- refuses=2", "only what it refuses", False),
        ("allows=- refuses=-", "neither side", False),
        ("does=1", "proved without a condition", True),
        ("does=-", "not proved", False),
    ],
)
def test_it_is_said_which_side_is_missing(line: str, says: str, whole: bool) -> None:
    found = Sides.parse(line)
    assert (found.says, found.is_complete, str(found)) == (says, whole, line)
