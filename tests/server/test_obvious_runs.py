"""The rules run once for an answer at the table, whoever looks on.

Not counted, for they are asked for and try what has not been played: odds, previews and why not (`scene.advice`),
what bots think, and luck, which is reckoned in the back; and where a question with one answer may pass by itself
among people, that answer, which is tried. A file that is opened is played through once.
"""

import asyncio
from pathlib import Path

import pytest

from bench.answers import played
from gattai import games
from gattai.server.table import obvious
from gattai.server.web import connection as socket


@pytest.mark.parametrize("game", games.names())
def test_the_rules_run_once_for_each_answer(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "A_SECOND", 10**9)
    monkeypatch.setattr(obvious, "_goes_on", lambda *_: False)
    found = asyncio.run(played(game, 60, 3, tmp_path))
    assert found["answers"] >= 60
    assert found["steps"] <= found["answers"], "an answer is handed to the rules once"
    assert found["runs"] <= found["settled"], "an action is begun once"
    assert found["standing"] <= found["settled"] + 1, "a table is asked once what stands there"
