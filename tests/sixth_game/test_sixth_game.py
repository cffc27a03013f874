"""A game in a distribution of its own: found by its entry point, and everything works with it."""

from __future__ import annotations

import asyncio
import random
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.bots import evaluations
from gattai.bots.evaluation import rules_of
from gattai.games.game import GameDefinition
from gattai.kernel.position import observe
from gattai.kernel.question import Choose, Seat, any_one
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import read_answer
from gattai.kernel.text.transcript import parse
from gattai.lab.match import pairings, play, score_of
from gattai.odds.reckoning import Reckoning
from gattai.scene.advice import odds_of
from gattai.server.table.history import History
from gattai.server.table.thinking import Thinkers
from gattai.server.web.library import game_cards
from gattai.testing import laws
from tests.architecture.source import ROOT, sources
from tests.laws.log import played
from tests.laws.motions import motions_lead_from_scene_to_scene
from tests.plugins.distribution import install, looked_into
from tests.server.silence import Sitting
from tests.terminal.conftest import Run
from tests.terminal.conftest import run as run
from tests.terminal.screen import Sitter, new_record, sit_down

HERE = Path(__file__).parent
NAME = "dice-duel"
MAX_LINES = 150
GAMES = 6
"""For each law."""


@pytest.fixture(scope="module", autouse=True)
def plugged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameDefinition]:
    """The distribution, as an installer lays it down."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    with looked_into(tmp_path_factory.mktemp("site")) as site:
        shutil.copytree(HERE / "dice_duel", site / "dice_duel")
        install(site, project["name"], project["entry-points"])
        yield games.get(NAME)


@pytest.fixture(scope="module")
def rules(plugged: GameDefinition) -> AnyRuleset:
    return games.load(NAME)


def test_it_is_small_and_nothing_in_gattai_knows_it() -> None:
    written = [path.read_text("utf-8") for path in sorted((HERE / "dice_duel").glob("*.py"))]
    assert sum(len(text.splitlines()) for text in written) <= MAX_LINES
    for source in sources("src"):
        assert "dice_duel:" not in source.text or source.path == "src/gattai/plugins.py"
    assert NAME not in (ROOT / "pyproject.toml").read_text("utf-8")


def test_it_is_found_by_its_entry_point(plugged: GameDefinition, run: Run) -> None:
    assert plugged.package == "dice_duel"
    assert games.names()[-1] == NAME and games.broken() == ()
    assert game_cards()[-1].title == "Dice Duel"
    assert "Two robots" in str(run("games", "--json").json["games"][-1]["summary"])
    assert "three dice" in run("rules", NAME, "STRIKE").out


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_it_keeps_every_law(rules: AnyRuleset, law: Callable[[AnyRuleset, str], None]) -> None:
    for number in range(GAMES):
        law(rules, f"sixth {number}")


def test_what_happens_in_it_is_seen_though_it_says_nothing_of_it(rules: AnyRuleset) -> None:
    for number in range(GAMES):
        motions_lead_from_scene_to_scene(rules, f"seen {number}")
    record = played(rules, random.Random("seen 1"))
    log = History(record, games.scene_maker(NAME)).log(None)
    kinds = {line.motion.kind for line in log if line.motion}
    assert kinds >= {"move", "dice", "hit"}


def near(rules: AnyRuleset, *more: str) -> Record[Any]:
    """Both robots have walked up to each other; what follows is answered by its text."""
    record: Record[Any] = Record(rules)
    for text in ("step 1,0", "step 5,0", "step 2,0", "step 4,0", *more):
        question = record.question
        assert not isinstance(question, Outcome)
        answer = read_answer(rules, record.position, question, text)
        record.answer(answer, question.seat if isinstance(question, Choose) else None)
    return record


def test_its_odds_are_reported(rules: AnyRuleset) -> None:
    record = near(rules)
    question = record.question
    assert isinstance(question, Choose)
    strike = read_answer(rules, record.position, question, "strike")
    seen = observe(rules, record.position, Seat(0))
    odds = odds_of(rules, games.scene_maker(NAME), seen, "strike", strike)
    # Two plates away each of three dice hits with 4 or more.
    assert odds.bars == (("0", 1 / 8), ("1", 3 / 8), ("2", 3 / 8), ("3", 1 / 8))


def test_bots_play_it_and_see_what_it_is_worth(rules: AnyRuleset) -> None:
    assert evaluations.of(NAME).score is not None
    assert rules_of(rules.setup({})) is rules
    pairs = pairings(NAME, "greedy", "random", 12, "sixth", {})
    assert score_of([play(pair) for pair in pairs]).share > 0.6


def test_it_is_played_saved_and_verified_at_the_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "duel.txt"
    played = run(
        "play", NAME, "--seats", "rookie,search:iterations=10", "--seed", "3", "--save", file
    )
    assert played.code == 0 and "rusty" in played.out
    assert run("replay", file, "--verify").code == 0
    assert run("replay", file, "--board").code == 0
    assert run("play", NAME, "--plain", "--seed", "1", typed="step 1,0\nquit\n").code == 0


def test_it_is_played_on_the_whole_screen_by_keys(rules: AnyRuleset) -> None:
    async def visit(sitter: Sitter) -> None:
        rng = random.Random(2)
        while True:
            await sitter.asked()
            if sitter.is_over:
                return
            if sitter.is_on_board:
                await sitter.press("n", "enter")
            else:
                lines = [entry for entry in sitter.app.entries if not entry.is_head]
                await sitter.press(str(rng.randrange(len(lines)) + 1))

    sitter = sit_down(new_record(NAME), visit)
    *_, again = replay(rules, parse(sitter.saved[-1]))
    assert again.transcript().end


def test_it_is_played_in_the_browser(
    tmp_path: Path, rules: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's own match, room and pages; the bot thinks in a process that finds the game too."""
    elsewhere: list[str] = []

    async def here(self: Thinkers, *args: Any) -> None:
        elsewhere.append("the other process does not know the game")

    monkeypatch.setattr(Thinkers, "_in_a_thread", here)

    async def whole() -> None:
        table = await Sitting(tmp_path / "data").begins("person", "greedy", game=NAME)
        await table.comes(0)
        rng = random.Random(4)
        for _ in range(50):
            if isinstance(table.match.record.question, Outcome):
                break
            await table.answers(0, any_one(table.ask(0).options, rng).text)
        record = table.match.record
        assert isinstance(record.question, Outcome) and not elsewhere
        text = record.transcript().text()
        scene = table.match.history.scene(Seat(0))
        assert scene.board is not None and len(scene.board.cells) == 7
        assert [piece.name for piece in scene.pieces] == ["rusty", "bolt"]
        assert await table.room.replayed(text, 4, None)
        await table.room.close()
        *_, again = replay(rules, parse(text))
        assert again.position == record.position

    asyncio.run(whole())


def test_its_luck_is_reckoned(rules: AnyRuleset) -> None:
    record = near(rules, "strike", "6 6 6")
    reckoning = Reckoning(record, games.measures(NAME))
    reckoning.reckon()
    assert [(line.unit, line.amount) for line in reckoning.lines()] == [("damage", 1.5)]
