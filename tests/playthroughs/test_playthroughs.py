"""The golden playthroughs are what the rules give today."""

import pytest

from tests.playthroughs.playthrough import GOLDEN, PLAYTHROUGHS, playthrough


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_rules_still_play_this_game(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert playthrough(name).splitlines() == golden.splitlines(), (
        "a rule changed: run `make playthroughs`, read the difference, and say why in a fragment"
    )


def test_no_golden_file_is_left_over() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == sorted(PLAYTHROUGHS)
