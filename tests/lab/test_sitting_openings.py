"""Games of studies, ladders and matches begin with random openings; what was recorded without is played as it was."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench.ladder import meeting
from gattai.lab.folder import PLAN, Folder
from gattai.lab.match import asked
from gattai.lab.plan import OPENING, BatchPlan, made
from gattai.lab.runners.here import Here
from gattai.lab.running import run as run_study
from gattai.lab.sitting import Sitting
from gattai.lab.study import BadStudy, Study, StudyPlay, read
from tests.lab.asking import SHORT
from tests.terminal.conftest import run_here

ASKED = Study(
    game="attack-chart",
    play=StudyPlay(bot="greedy:ways=2:closely=3", pairs=6, seed="7"),
)


def opened(study: Study, **changes: object) -> Study:
    return msgspec.structs.replace(study, play=msgspec.structs.replace(study.play, **changes))


def first_answers(plan: BatchPlan, pair: int, leg: int = 0) -> tuple[str, ...]:
    """How a game begins, without its dice: what was chosen in the first answers."""
    sitting = Sitting(msgspec.structs.replace(plan, longest=OPENING), plan.seating(pair, 0, leg))
    sitting.play()
    return tuple(entry.text for entry in sitting.record.entries if entry.who != "dice")


def test_every_pair_has_an_opening_of_its_own_unless_it_is_wanted_otherwise() -> None:
    drawn, usual = made(ASKED), made(opened(ASKED, openings="none"))
    assert (drawn.opening, usual.opening) == (OPENING, 0)
    assert len({first_answers(drawn, pair) for pair in range(6)}) == 6
    assert len({first_answers(usual, pair) for pair in range(6)}) < 6


def test_the_games_of_a_pair_share_their_opening_no_matter_who_plays() -> None:
    plan = made(asked("attack-chart", "greedy:ways=2", "random", 2, "7", {}))
    for pair in range(2):
        assert first_answers(plan, pair, 0) == first_answers(plan, pair, 1)


def test_random_bots_need_no_drawn_opening() -> None:
    assert made(opened(ASKED, bot="random")).opening == 0
    assert made(opened(ASKED, bot="random,greedy")).opening == OPENING


def test_of_a_short_game_at_most_a_quarter_is_drawn() -> None:
    short = opened(ASKED, options=SHORT)
    assert 0 < made(short).opening < OPENING
    assert (
        made(short).opening <= Sitting(made(short), made(short).seating(0, 0, 0)).play().length / 2
    )


def test_ladders_and_matches_draw_them_too() -> None:
    for study in (
        meeting("attack-chart", "veteran", "greedy", 2),
        asked("attack-chart", "greedy", "random", 2, "7", {}),
    ):
        assert made(study).opening == OPENING


def test_a_match_says_how_its_games_open() -> None:
    words = "bots match greedy:ways=2 random --game attack-chart --games 2".split()
    words += "--option rounds=1 --seed 3 --processes 1".split()
    assert "random openings of " in " ".join(run_here(*words).out.split())
    assert run_here(*words, "--no-openings", "--json").json["opening"] == 0


def test_a_study_says_how_its_games_open(tmp_path: Path) -> None:
    study = opened(ASKED, pairs=1)
    folder = Folder.create(tmp_path / "s", study, made(study))
    run_study(folder, Here)
    assert folder.status().opening == OPENING
    assert b'"opening": 12' in (tmp_path / "s" / PLAN).read_bytes()
    with pytest.raises(BadStudy, match=r"play\.openings"):
        read('game = "attack-chart"\n[play]\nopenings = "few"\n')


def test_a_folder_of_an_older_version_goes_on_and_replays_as_it_was_recorded(
    tmp_path: Path,
) -> None:
    study = opened(ASKED, pairs=2)
    older = msgspec.structs.replace(made(study), opening=0)
    folder = Folder.create(tmp_path / "s", study, older)
    recorded = msgspec.json.decode((tmp_path / "s" / PLAN).read_bytes())
    del recorded["opening"]  # which no plan had
    (tmp_path / "s" / PLAN).write_bytes(msgspec.json.encode(recorded))
    again = Folder.create(tmp_path / "s", study, made(study))
    assert again.plan() == older
    run_study(again, Here)
    digest = again.frame()["digest"][0]
    assert Sitting(folder.plan(), folder.plan().numbered(0)).play().digest == digest
    with pytest.raises(BadStudy, match="another study"):
        Folder.create(tmp_path / "s", opened(study, openings="random"), made(study))
