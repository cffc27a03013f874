"""What `docs/how-to/write-a-bot.md` shows can be run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gattai.kernel.position import begin
from tests.bots.tables import answers_from

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "write-a-bot.md"


def test_the_page_about_writing_a_bot_runs(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"```python\n(.+?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(shown) == 3
    names: dict[str, Any] = {}
    for block in shown:
        exec(block, names)
    assert capsys.readouterr().out.strip()
    rules = names["rules"]
    careful, first = names["CarefulBot"](), names["FirstBot"]()
    given, _ = answers_from(rules, begin(rules, {"rounds": "1"}), 1, [careful, first], 8)
    assert len(given) == 8
