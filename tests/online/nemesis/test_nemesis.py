"""Nothing that was acknowledged is lost, whatever is done to a site; and builds that would lose it are caught.

The long run is `make nemesis`.
"""

import asyncio
import os

import pytest

from tests.online.nemesis.run import run, run_games

SECONDS = float(os.environ.get("GATTAI_NEMESIS_SECONDS", "25"))


def test_nothing_is_lost() -> None:
    outcome = asyncio.run(run(SECONDS, seed=7, least=100))
    print(outcome.text())
    assert outcome.verdict.is_sound, outcome.text()
    assert outcome.faults.total() > 3
    assert outcome.verdict.acknowledged >= 100 and outcome.verdict.by_bots > 5


def test_nothing_is_lost_at_the_site_that_ships() -> None:
    outcome = asyncio.run(run_games(SECONDS, seed=5, least=60))
    print(outcome.text())
    assert outcome.verdict.is_sound, outcome.text()
    assert outcome.faults.total() > 3
    assert outcome.verdict.acknowledged >= 60 and outcome.verdict.by_bots > 0
    assert outcome.verdict.receipts >= 60


def test_no_clock_that_is_set_costs_anybody_a_game() -> None:
    steps = ("step a clock",)
    outcome = asyncio.run(run_games(8, seed=3, pause=0.1, only=steps, restless=0.3, least=80))
    print(outcome.text())
    assert outcome.verdict.is_sound, outcome.text()
    assert outcome.faults["step a clock"] > 1


@pytest.mark.parametrize(("how", "wrong"), [("told-first", "lies"), ("no-head-check", "broken")])
def test_a_broken_build_is_caught(how: str, wrong: str) -> None:
    outcome = asyncio.run(run(5, seed=3, broken=how, patience=3, least=50))
    print(outcome.text())
    assert getattr(outcome.verdict, wrong), outcome.text()


@pytest.mark.parametrize(
    ("how", "faults", "hands", "wrong"),
    [
        ("write-behind", ("kill a node",), 1, "lost"),
        ("no-head-check", ("lose NATS's messages", "kill NATS", "cut NATS off"), 1, "broken"),
        ("own-clock", ("step a clock",), 1, "unjust"),
        ("write-behind", ("kill a node",), 1, "unbacked"),
    ],
)
def test_a_broken_site_is_caught(how: str, faults: tuple[str, ...], hands: int, wrong: str) -> None:
    outcome = asyncio.run(
        run_games(
            8,
            seed=3,
            pause=0.3 / hands,
            broken=how,
            patience=2,
            hands=hands,
            only=faults,
            restless=0.3,
            least=80,
        )
    )
    print(outcome.text())
    assert getattr(outcome.verdict, wrong), outcome.text()
