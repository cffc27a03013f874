"""Whatever a file holds, and whatever is typed, there is a message and never a traceback."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.terminal.conftest import run_here

FEW = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
BYTES = st.binary(max_size=300) | st.text(max_size=200).map(
    lambda text: text.encode("utf-8", "replace")
)
TOUCHED = st.tuples(st.integers(0, 10**6), st.binary(max_size=6), st.integers(0, 12))


def with_file(content: bytes, *args: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.toml"
        path.write_bytes(content)
        ran = run_here(*(str(path) if arg == "FILE" else arg for arg in args))
    assert ran.code in (0, 1, 2)
    assert ran.code == 0 or ran.text


def touched(text: str, touch: tuple[int, bytes, int]) -> bytes:
    """A sound file in which some bytes have been replaced."""
    at, put, away = touch
    whole = text.encode()
    at %= len(whole)
    return whole[:at] + put + whole[at + away :]


@FEW
@given(BYTES)
def test_any_bytes_as_a_transcript(content: bytes) -> None:
    with_file(content, "replay", "FILE", "--verify")
    with_file(b"gattai transcript 1\n" + content, "replay", "FILE")
    with_file(b"gattai transcript 1\n" + content, "play", "--resume", "FILE")


@FEW
@given(TOUCHED)
def test_a_transcript_with_some_bytes_replaced(
    short_game: str, touch: tuple[int, bytes, int]
) -> None:
    content = touched(short_game, touch)
    with_file(content, "replay", "FILE", "--verify")
    with_file(content, "replay", "FILE")
    with_file(content, "replay", "FILE", "--at", "9")


@FEW
@given(BYTES)
def test_any_bytes_as_a_position(content: bytes) -> None:
    with_file(content, "show", "FILE")


@pytest.fixture(scope="module")
def position(short_game: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("positions") / "t.txt"
    path.write_text(short_game, "utf-8")
    lines = short_game.splitlines()
    attack = next(n for n, line in enumerate(lines) if " attack " in line)
    return run_here("replay", path, "--at", attack - lines.index("begin")).out


@settings(FEW, max_examples=60)
@given(TOUCHED)
def test_a_position_with_some_bytes_replaced(position: str, touch: tuple[int, bytes, int]) -> None:
    with_file(touched(position, touch), "show", "FILE")


@FEW
@given(BYTES)
def test_any_bytes_as_a_pack(content: bytes) -> None:
    with_file(content, "packs", "check", "FILE", "--game", "attack-chart")


LINES = st.lists(st.text(max_size=30) | st.sampled_from(
    ["why", "odds", "more", "rules", "log", "1", "b1 3,2", "deploy oracle", "attack [", "move 9,", "why ["]
), max_size=12)  # fmt: skip


@FEW
@given(LINES)
def test_anything_may_be_typed_at_the_prompt(lines: list[str]) -> None:
    typed = "".join(line.encode("utf-8", "replace").decode() + "\n" for line in lines)
    ran = run_here("play", "attack-chart", "--terminal", "--seed", "3", typed=typed)
    assert ran.code == 0


@settings(FEW, max_examples=12)
@given(st.lists(st.text(max_size=12), max_size=4))
def test_any_words_after_a_command(words: list[str]) -> None:
    plain = [word for word in words if not word.startswith("-") and "\x00" not in word]
    for command in (["rules", "attack-chart"], ["odds", "attack-chart"], ["odds"], ["rules"]):
        assert run_here(*command, *plain).code in (0, 1, 2)
