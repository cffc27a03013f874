"""An imbalance that was planted in a pack is found by games that were really played."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from gattai.lab.asking.balance import balance, matrix
from gattai.lab.asking.numbers import ranged
from gattai.lab.asking.tune import tune
from gattai.lab.plan import made
from gattai.lab.runners.here import Here
from gattai.lab.study import Study

PLANTED = Path(__file__).with_name("planted")
STRONG, OTHERS = "twin-c", ("twin-a", "twin-b", "twin-d")


def asked(name: str) -> Study:
    return Study.load(PLANTED / f"{name}.toml")


def test_what_is_planted_is_15_percent_more_hp_and_nothing_else() -> None:
    cards = made(asked("tune")).rules_of(0, {}).units  # type: ignore[attr-defined]
    assert {cards[name].hp for name in OTHERS} == {20}
    assert cards[STRONG].hp == 20 * 1.15
    told = {repr(replace(cards[name], id="", name="", hp=0)) for name in (STRONG, *OTHERS)}
    assert len(told) == 1


@pytest.mark.long
def test_squads_rank_the_unit_first_that_is_too_strong(tmp_path: Path) -> None:
    squads = [f"{name},{name}" for name in (*OTHERS, STRONG)]
    found = matrix(asked("squads"), squads, tmp_path / "asked", Here)
    best = max(found.overall, key=lambda name: found.overall[name].mean)
    assert best == f"{STRONG},{STRONG}" and found.overall[best].surely
    above = [name for name, each in found.overall.items() if each.surely and each.mean > 0.5]
    assert above == [best]


@pytest.mark.long
def test_balance_ranks_the_unit_and_the_field_first_that_were_planted(tmp_path: Path) -> None:
    found = balance(asked("balance"), "field=even,uneven", tmp_path, Here, only=["twin-*"])
    assert found.pieces[0].name == STRONG
    assert not any(each.surely for each in found.pieces[1:])
    (worst, figure), (_, fair) = found.sides.items()
    assert worst == "uneven" and figure.surely and figure.mean > 0.5
    assert not fair.surely


@pytest.mark.long
def test_the_tuned_number_of_a_planted_advantage_is_the_true_one(tmp_path: Path) -> None:
    number = ranged(f"unit.{STRONG}.hp=14..30")
    found = tune(asked("tune"), number, "won", 0.5, tmp_path, Here)
    assert found.inside and found.root.known and found.root.rises
    assert found.root.low < 20 < found.root.high, "as many HP as its twins"
    assert found.root.high - found.root.low < 2
