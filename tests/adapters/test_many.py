"""Rows of cards, and many games in several processes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gattai import games
from gattai.adapters.card_rows import CardRows
from gattai.adapters.encoder import FACES
from gattai.adapters.many import Many
from gattai.kernel.ruleset import AnyRuleset
from tests.adapters.test_environments import made


def rows_of(name: str) -> tuple[AnyRuleset, CardRows]:
    rules = games.load(name)
    return rules, CardRows(rules)


@pytest.mark.parametrize("name", games.names())
def test_cards_are_classified_by_what_they_can_do(name: str) -> None:
    rules, rows = rows_of(name)
    entries = rules.catalogue.entries  # type: ignore[attr-defined]
    shown = [entry for entry in entries if rows.get(entry.id) is not None]
    assert len(shown) > 5 and rows.width > 20
    for entry in shown:
        row = rows.get(entry.id)
        assert row is not None and row.shape == (rows.width,) and np.abs(row).max() <= 8
    assert rows.get("nobody") is None


def test_a_name_changes_nothing_and_a_figure_does(tmp_path: Path) -> None:
    head = '[pack]\nid = "p"\nversion = "1"\ntitle = "p"\nlicence = "p"\nsource = "p"\n'
    card = (
        '[[unit]]\nid = "{id}"\nname = "{id}"\nmodels = 2\nmove = {move}\ndefence = 4\nhp = 2\npoints = 6\n'
        '[[unit.weapon]]\nid = "{id}-jaws"\nname = "J"\nclass = "melee"\nrange = 0\nattacks = 2\npower = 5\n'
    )
    made = [card.format(id=name, move=move) for name, move in (("a", 6), ("b", 6), ("c", 8))]
    (tmp_path / "p.toml").write_text(head + "".join(made), "utf-8")
    rows = CardRows(games.load("attack-chart", [tmp_path]))
    a, b, c = (rows.get(name) for name in "abc")
    assert a is not None and b is not None and c is not None
    assert (a == b).all() and np.flatnonzero(a != c).size == 1


def test_a_piece_names_the_row_of_its_card() -> None:
    env = made("attack-chart")
    env.reset(seed=3)
    seen = env.observe(env.agent_selection)
    table, cards = seen["observation"], seen["cards"]
    pieces = table[table[:, 0] == 1]
    numbers = np.rint(pieces[:, -2] * FACES).astype(int)
    assert len(pieces) and (numbers >= 1).all() and not pieces[:, -1].any()
    assert cards.shape == (FACES, env.encoder.card_rows.width)
    assert all(cards[number - 1].any() for number in numbers)
    assert not cards[numbers.max() :].any()


def taken(many: Many, steps: int) -> list[float]:
    """What is seen and won by always taking the last option."""
    seen, told = many.reset(seed=5), []
    for _ in range(steps):
        last = np.maximum(0, seen["action_mask"].sum(axis=1, dtype=np.int64) - 1)
        seen, rewards, ended = many.step(last)
        told += [float(seen["observation"].sum()), float(rewards.sum()), float(ended.sum())]
    return told


def test_many_games_go_the_same_way_in_one_process_and_in_two() -> None:
    told = []
    for processes in (1, 2):
        with Many("attack-chart", 4, processes=processes, rounds=1) as many:
            told.append(taken(many, 25))
            assert many.seen["cards"].shape[0] == 4
    assert told[0] == told[1]
    assert sum(told[0][2::3]) > 0, "some have ended, and have begun again"


def test_a_process_that_is_done_need_not_wait_for_the_other() -> None:
    with Many("attack-chart", 3, processes=2, rounds=1) as many:
        many.reset(seed=5)
        assert many.parts == [slice(0, 1), slice(1, 3)]
        many.send(1, [0, 0])
        part, seen, rewards, ended = many.receive()
        assert part == 1 and len(rewards) == len(ended) == len(seen["observation"]) == 2
        assert (many.spent > 0).all()


def test_a_failure_in_a_process_is_reported_and_ends_them_all() -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        Many("attack-chart", 1, processes=2)
    with Many("attack-chart", 2, processes=1, rounds=1) as many:
        with pytest.raises(RuntimeError, match="failed"):
            many.step([0, 0])  # nobody has reset them
        many.close()
