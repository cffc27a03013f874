"""What would be passed over in silence is refused instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Run


@pytest.mark.parametrize("wish", [("--guided",), ("--lan",), ("--time", "30,300")])
@pytest.mark.parametrize("here", [("--plain",), ("--seats", "random,random")])
def test_what_only_the_browser_can_do_is_refused_elsewhere(
    run: Run, wish: tuple[str, ...], here: tuple[str, ...]
) -> None:
    ran = run("play", "attack-chart", *here, *wish)
    assert ran.code == 2
    assert f"{wish[0]} works only in the browser" in ran.err


def test_bytes_that_are_no_letters_are_no_deck(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(bytes(range(128, 256)) * 20)
    ran = run("robot-empire", "deck", "check", path)
    assert (ran.code, ran.err) == (2, f"gattai: {path}: is not a text file in UTF-8\n")
