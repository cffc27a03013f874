"""The files of a page: how much a first visit loads, and the same bytes from every build."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec

BUDGET = 6_000_000
"""Bytes that a host sends, compressed by brotli, until a visitor has the whole page for offline use."""
COMPRESS = """
const [{ readFileSync }, { brotliCompressSync, constants }] = [require("node:fs"), require("node:zlib")];
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
const size = (name) => brotliCompressSync(readFileSync(name), { params }).length;
console.log(JSON.stringify(process.argv.slice(1).map(size)));
"""


def compressed(folder: Path) -> dict[str, int]:
    names = [path for path in folder.rglob("*") if path.is_file()]
    program: list[str | Path] = ["node", "-e", COMPRESS, *names]
    sizes = msgspec.json.decode(subprocess.check_output(program), type=list[int])
    return {
        path.relative_to(folder).as_posix(): size for path, size in zip(names, sizes, strict=True)
    }


def test_the_first_visit_keeps_to_its_budget(built: Path) -> None:
    sizes = compressed(built)
    assert sum(sizes.values()) < BUDGET, sorted(sizes.items(), key=lambda each: -each[1])


def test_a_second_build_has_the_same_bytes(
    built: Path, builds: Callable[[Path], None], tmp_path: Path
) -> None:
    builds(tmp_path)
    first, second = ({path.relative_to(root): path.read_bytes() for path in root.rglob("*.*")} for root in (built, tmp_path))  # fmt: skip
    assert [str(name) for name in {**first, **second} if first.get(name) != second.get(name)] == []
