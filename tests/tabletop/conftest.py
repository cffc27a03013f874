"""What the tests of packs share: writing one."""

from pathlib import Path

import pytest

from tests.tabletop.robot_cards import HEADER, Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_pack(name: str, body: str, header: str | None = None) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        header = HEADER.format(id=path.stem) if header is None else header
        path.write_text(header + body, encoding="utf-8")
        return path

    return write_pack
