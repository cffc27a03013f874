"""A law over all games, by the command line as a player uses it.

A seeded game of bots is played and saved; it verifies. Cut in the middle, as a crash or ctrl-C would
leave it, it verifies too; resumed from there it comes to the very same end, byte by byte, and verifies
again.
"""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gattai import games
from gattai.testing.tables import random_options
from tests.terminal.conftest import run_here

SEEDS = 200
BATCHES = 10
GREEDY_IN_CI = {
    "attack-chart": 10,
    "aegis": 4,
    "robot-empire": 2,
    "mechastellar": 2,
    "aristeia": 1,
}
"""So many seeds are played by greedy too, which thinks; with --long each is."""
RESUMED_IN_CI = 4
"""Every so manieth game of random bots is cut and resumed; with --long each is."""

SHORT = {
    "aegis": {"turn-limit": "8"},
    "robot-empire": {"turn-limit": "8"},
    "mechastellar": {"south": "dervish!", "north": "argonaut!"},
}
"""So that many games can be played. Every tenth seed plays a table of any size to its own end."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: each answer is synced, and disks are slow."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


def seeds_of(batch: int, request: pytest.FixtureRequest) -> range:
    """The seeds of one batch; with few games asked for, a part of them."""
    share = min(1.0, float(request.config.getoption("--games")))
    return range(1 + batch, 1 + round(SEEDS * share), BATCHES)


def play_and_verify(name: str, seed: int, bot: str, folder: Path, *, resumes: bool = True) -> None:
    """Play, verify, cut, verify, resume, verify: nothing may differ."""
    whole, half = folder / "whole.txt", folder / "half.txt"
    sitting, options = table_of(name, seed, bot)
    told = [word for item in options.items() for word in ("--option", "=".join(item))]
    ran = run_here("play", name, "--seats", sitting, "--seed", seed, *told,
                   "--save", whole, "--quiet", "--force")  # fmt: skip
    assert ran.code == 0, ran.text
    verify(whole)
    if not resumes:
        return
    text = whole.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    begun = lines.index("begin\n") + 1
    kept = begun + (len(lines) - 1 - begun) // 2
    half.write_text("".join(lines[:kept]), "utf-8")
    verify(half)
    ran = run_here("play", "--resume", half, "--quiet")
    assert ran.code == 0, ran.text
    assert half.read_text("utf-8") == text, "to resume is to play on, byte by byte; so it verifies"


def table_of(name: str, seed: int, bot: str) -> tuple[str, dict[str, str]]:
    """Who sits, and the options of the table."""
    rng = random.Random(f"{name} {seed}")
    rules = games.load(name)
    options = random_options(rules, rng)
    if seed % 10:
        options |= SHORT.get(name, {})
    return ",".join(bot for _ in rules.seated(options).seats), options


def verify(file: Path) -> None:
    """The command says so, and touches nothing."""
    before = file.read_bytes()
    ran = run_here("replay", file, "--verify")
    assert ran.code == 0, ran.text
    assert ran.out.startswith("verified: "), ran.text
    assert file.read_bytes() == before


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", games.names())
def test_a_seeded_game_verifies_and_goes_on_from_its_middle(
    name: str, batch: int, folder: Path, request: pytest.FixtureRequest
) -> None:
    every = 1 if request.config.getoption("--long") else RESUMED_IN_CI
    for seed in seeds_of(batch, request):
        play_and_verify(name, seed, "random", folder, resumes=seed // BATCHES % every == 0)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", games.names())
def test_a_seeded_game_of_greedy_bots_verifies_too(
    name: str, batch: int, folder: Path, request: pytest.FixtureRequest
) -> None:
    for seed in seeds_of(batch, request):
        if request.config.getoption("--long") or seed <= GREEDY_IN_CI[name]:
            play_and_verify(name, seed, "greedy", folder)
