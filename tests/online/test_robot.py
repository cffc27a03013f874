"""A bot of ours at a site: it says when it could not think."""

from email.message import Message
from typing import Any
from urllib.error import HTTPError

import pytest

from gattai.server.online.robot import HIDDEN, Robot

TOLD: Any = {"match": "m", "options": [{"text": "pass"}]}


@pytest.mark.parametrize(("code", "says"), [(429, True), (503, True), (HIDDEN, False)])
def test_a_robot_says_that_it_answers_at_random_unless_the_table_is_hidden(
    monkeypatch: pytest.MonkeyPatch, code: int, says: bool
) -> None:
    def ask(self: Robot, method: str, path: str, body: Any = None) -> str:
        raise HTTPError(path, code, "no", Message(), None)

    monkeypatch.setattr(Robot, "_ask", ask)
    said: list[str] = []
    robot = Robot("greedy", "http://127.0.0.1", "token", said.append)
    assert robot._answer(TOLD) == "pass"
    assert [f"{code}" in line for line in said] == [True] * says
