"""The map of the code names every package, with existing files and correct sizes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/gattai"
PAGE = (ROOT / "docs/explanation/map.md").read_text("utf-8")
ROW = re.compile(
    r"^\| (?P<part>\w+) \| (?P<packages>[^|]+) \| [^|]+ \| `(?P<first>[^`]+)` \| (?P<lines>[\d,]+) \|"
    r" `make test PART=(?P<tests>\w+)`, [^|]+ \|$",
    re.M,
)
ROWS = [row.groupdict() for row in ROW.finditer(PAGE)]
TOLERANCE = 0.15


def packages(row: dict[str, str]) -> list[str]:
    return re.findall(r"`([^`]+)`", row["packages"])


def lines(package: str) -> int:
    files = (SOURCE / package).rglob("*.py")
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def test_every_package_is_on_the_map_once() -> None:
    named = [each for row in ROWS for each in packages(row)]
    server = {f"server/{each.name}" for each in folders(SOURCE / "server")}
    there = {each.name for each in folders(SOURCE)} - {"server"} | server
    assert sorted(named) == sorted(there)


def folders(path: Path) -> list[Path]:
    return [each for each in path.iterdir() if (each / "__init__.py").is_file()]


@pytest.mark.parametrize("row", ROWS, ids=[row["part"] for row in ROWS])
def test_a_part_is_as_the_map_says(row: dict[str, str]) -> None:
    assert (ROOT / row["first"]).is_file()
    size = sum(map(lines, packages(row)))
    assert int(row["lines"].replace(",", "")) == pytest.approx(size, rel=TOLERANCE)
    made = re.search(
        rf"^PART_{row['tests']} := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.M
    )
    assert row["tests"] == row["part"]
    assert made is not None, "make test does not know this part"
    folders = [word for word in made[1].split() if not word.startswith("--")]
    assert all((ROOT / folder).is_dir() for folder in folders)
