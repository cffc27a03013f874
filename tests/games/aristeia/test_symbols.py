"""Symbols counted two ways: by the rules, and by hand for every payment and many throws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gattai.games.aristeia.roll.symbols import Symbols, count, left_of, payments
from tests.games.aristeia.driver import bout
from tests.games.aristeia.table import CONTENT

RESULTS = st.tuples(*[st.integers(0, 3) for _ in range(5)])
COSTS = st.lists(st.sampled_from(["S", "B", "X"]), min_size=1, max_size=4)
STRIKER = {"at": (0, 0), "attack": ["red", "orange"], "attack_symbols": ["S"], "hit_points": 20}
TOUGH = {"at": (1, 0), "defense": ["green", "blue"], "hit_points": 20}


def worth(paid: Symbols) -> tuple[int, int, int]:
    """What symbols are worth as payment: S, B, X; criticals count twice."""
    s, sc, b, bc, x = paid
    return s + 2 * sc, b + 2 * bc, x


@pytest.mark.rule("ARISTEIA.SWITCH.PAY", "ARISTEIA.SWITCH.CRITICAL-DOUBLE", "ARISTEIA.ROLL.SPECIAL")
@given(RESULTS, COSTS)
def test_a_price_can_be_paid_if_and_only_if_there_are_symbols_enough(
    have: Symbols, cost: list[str]
) -> None:
    price = count(cost)
    found = [*payments(have, price)]
    enough = all(a >= b for a, b in zip(worth(have), worth(price), strict=True))
    assert bool(found) == enough
    for paid in found:
        assert all(p <= h for p, h in zip(paid, have, strict=True)), "nothing is paid twice"
        assert all(p >= c for p, c in zip(worth(paid), worth(price), strict=True))
    assert len({*found}) == len(found)


@pytest.mark.rule("ARISTEIA.AMB.CRITICAL-CHANGE")
@given(RESULTS, COSTS)
def test_no_symbol_is_paid_that_could_be_kept(have: Symbols, cost: list[str]) -> None:
    price = count(cost)
    for paid in payments(have, price):
        for place in range(5):
            if paid[place]:
                less = tuple(n - (i == place) for i, n in enumerate(paid))
                short = zip(worth(less), worth(price), strict=True)  # type: ignore[arg-type]
                assert any(a < b for a, b in short), (paid, less)


@pytest.mark.rule("ARISTEIA.ROLL.BLOCK", "ARISTEIA.ROLL.CRITICAL-SUCCESS")
@given(RESULTS, RESULTS)
def test_blocks_stop_successes_one_for_one_and_no_critical(own: Symbols, against: Symbols) -> None:
    plain, criticals = own[0], own[1]
    for _ in range(against[2] + against[3]):
        plain = max(0, plain - 1)
    assert left_of(own, against) == plain + criticals


def faces(*colours: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.tuples(*[st.sampled_from([*CONTENT.dice[c].symbols]) for c in colours])


@pytest.mark.rule("ARISTEIA.ATTACK.DAMAGE", "ARISTEIA.ATTACK.BOTH", "ARISTEIA.ROLL.PRINTED-SYMBOL")
@settings(max_examples=60, deadline=None)
@given(faces("red", "orange"), faces("green", "blue"))
def test_damage_is_what_one_counts_on_the_table(
    own: tuple[str, ...], against: tuple[str, ...]
) -> None:
    game = bout("8-ball", {"8-ball": STRIKER, "lunah": TOUGH})
    game.performs("strike", "lunah")
    game.rolls(
        [f"{c} {f}" for c, f in zip(("red", "orange"), own, strict=True)],
        [f"{c} {f}" for c, f in zip(("green", "blue"), against, strict=True)],
    )
    mine = [s for c, f in zip(("red", "orange"), own, strict=True) for s in symbols(c, f)] + ["S"]
    theirs = [s for c, f in zip(("green", "blue"), against, strict=True) for s in symbols(c, f)]
    assert game.damage("lunah", "8-ball") == (hurt(mine, theirs), hurt(theirs, mine))


def symbols(colour: str, face: str) -> tuple[str, ...]:
    return CONTENT.dice[colour].symbols[face]


def hurt(own: list[str], against: list[str]) -> int:
    blocks = against.count("B") + against.count("BC")
    return own.count("SC") + max(0, own.count("S") - blocks)
