"""A position that somebody has cut about is refused in words, whatever was cut, in every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from tests.terminal.conftest import run_here

Way = tuple[str | int, ...]


def of(game: str, folder: Path, at: int = 40) -> dict[str, Any]:
    """A position some way into a game of two bots."""
    path = folder / "t.txt"
    run_here(
        "play", game, "--seats", "random,random", "--seed", "7", "--save", path, "-q", "--force"
    )
    found: dict[str, Any] = json.loads(run_here("replay", path, "--at", at).out)
    return found


def ways_in(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Everything inside, and the way to it; of a long list only its beginning."""
    yield way, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from ways_in(inner, (*way, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value[:2]):
            yield from ways_in(inner, (*way, place))


def instead_of(value: Any) -> list[Any]:
    """What somebody may have written in its place."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [-1, value + 1, 20_000]
    if isinstance(value, str):
        return ["9,9"]
    if isinstance(value, list):
        return [[], value[:1], value + value[:1]]
    return [None]


@pytest.mark.parametrize("game", games.names())
def test_whatever_was_cut_out_of_a_position_is_reported(game: str, tmp_path: Path) -> None:
    sound = of(game, tmp_path)
    path = tmp_path / "p.json"
    for way, value in ways_in(sound["state"], ("state",)):
        for put in instead_of(value):
            cut = json.loads(json.dumps(sound))
            inside = cut
            for step in way[:-1]:
                inside = inside[step]
            inside[way[-1]] = put
            path.write_text(json.dumps(cut), "utf-8")
            ran = run_here("show", path)
            assert ran.code in (0, 2), (way, put)
            assert ran.code == 0 or ran.err.startswith("gattai: "), (way, put)
            assert len(ran.err) < 1_000, (way, put)


def test_a_position_of_one_game_is_not_one_of_another(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    for game in games.names():
        sound = of(game, tmp_path)
        for other in games.names():
            if other != game:
                path.write_text(json.dumps({**sound, "game": f"{other} 1.1.0"}), "utf-8")
                ran = run_here("show", path)
                assert (ran.code, ran.out) == (2, ""), (game, other)
                assert "Traceback" not in ran.err
