"""`gattai packs check --watch`: everything is told again when a file has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from gattai.terminal.commands import packs
from gattai.terminal.commands.starting.watching import watch
from tests.plugins.test_plugins import PACK


def test_a_pack_is_checked_again_when_it_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tin.toml"
    file.write_text(PACK, "utf-8")
    pauses = 0

    def pause(seconds: float) -> None:
        """Twice nothing happens, then the file is saved with a mistake, then somebody leaves."""
        nonlocal pauses
        pauses += 1
        if pauses == 3:
            file.write_text(PACK.replace("columns = 9", "colums = 9"), "utf-8")
        if pauses == 6:
            raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as left:
        watch(tmp_path, lambda: packs.check(tmp_path, "attack-chart", as_json=False), pause)
    told = capsys.readouterr().out
    assert left.value.exit_code == 130 and pauses == 6
    assert told.count("waiting for a change") == 2
    assert told.index("valid; field: tin-field") < told.index("did you mean 'columns'?")
