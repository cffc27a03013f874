"""`gattai play`: bots, people, saving, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import SHORT, Run

BOTS = ("play", "attack-chart", "--seats", "random,random")


def test_two_bots_play_and_the_file_verifies_to_the_byte(alone: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    ran = alone(*BOTS, "--seed", "7", "--save", path, PYTHONHASHSEED="1")
    assert ran.code == 0 and "wins" in ran.out and "[HOUSE.DEPLOY]" in ran.out
    verified = alone("replay", path, "--verify", PYTHONHASHSEED="2")
    assert verified.code == 0 and verified.out.startswith("verified: ")
    again = tmp_path / "again.txt"
    alone(*BOTS, "--seed", "7", "--save", again, PYTHONHASHSEED="3")
    assert again.read_bytes() == path.read_bytes()


def test_cut_in_mid_attack_and_resumed_in_a_new_process(
    alone: Run, whole_game: str, tmp_path: Path
) -> None:
    lines = whole_game.splitlines(keepends=True)
    attack = next(n for n, line in enumerate(lines) if " attack " in line)
    path = tmp_path / "cut.txt"
    path.write_text("".join(lines[: attack + 1]), "utf-8")
    assert alone("play", "--resume", path).code == 0
    assert path.read_text("utf-8") == whole_game


def test_quiet_prints_only_the_end(run: Run) -> None:
    ran = run(*BOTS, "--seed", "7", "--quiet")
    assert ran.code == 0 and len(ran.out.splitlines()) == 2


def test_the_end_as_json(run: Run) -> None:
    found = run(*BOTS, "--seed", "7", "--json").json
    assert found["winners"] == ["blue"] and found["dice"] == "seeded 7"


def test_without_a_seed_games_differ_and_tell_theirs(run: Run) -> None:
    one, other = (run(*BOTS, *SHORT, "--json").json["dice"] for _ in range(2))
    assert one != other


def test_options_reach_the_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    ran = run(*BOTS, *SHORT, "--option", "method=chart", "--save", path, "-q")
    assert ran.code == 0
    assert "option method chart\n" in path.read_text("utf-8")
    assert run("replay", path, "--verify").code == 0


def test_what_only_the_prompt_can_do_is_refused_without_it(run: Run, tmp_path: Path) -> None:
    ran = run("play", "attack-chart", "--save", tmp_path / "t.txt")
    assert ran.code == 2 and "--terminal" in ran.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("play",), "name a game to play"),
        (("play", "chess"), "no game 'chess'"),
        (("play", "attack-chart", "--seats", "random"), "has 2 seats (blue, red), not 1"),
        (("play", "attack-chart", "--seats", "random,randm"), "did you mean 'random'"),
        ((*BOTS, "--option", "method"), "NAME=VALUE"),
        ((*BOTS, "--option", "methd=chart"), "did you mean 'method'"),
        ((*BOTS, "--option", "method=dice"), "cannot be 'dice'"),
        ((*BOTS, "--option", "blue=orcale"), "did you mean 'oracle'"),
        ((*BOTS, "--option", "blue=oracle,\noracle"), "one line"),
        ((*BOTS, "--option", "rounds=1", "--option", "rounds=2"), "given twice"),
        ((*BOTS, "--option", "rounds=x"), "number from 1 to 50"),
        ((*BOTS, "--seed", "a b"), "a seed is"),
        ((*BOTS, "--dice", "loaded"), "'seeded' or 'by-hand'"),
        ((*BOTS, "--packs", "nowhere"), "no such folder"),
        ((*BOTS, "--save", "nowhere/t.txt"), "no such folder"),
        ((*BOTS, "--save", "."), "is a folder"),
        (("play", "--resume", "nowhere.txt"), "no such file"),
    ],
)
def test_mistakes_are_explained(run: Run, args: tuple[str, ...], said: str) -> None:
    ran = run(*args)
    assert ran.code == 2 and said in ran.err


def test_a_game_that_is_not_over_is_not_written_over(
    run: Run, short_game: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.txt"
    path.write_text("".join(short_game.splitlines(keepends=True)[:-3]), "utf-8")
    before = path.read_bytes()
    ran = run(*BOTS, *SHORT, "--save", path, "-q")
    assert ran.code == 2 and "--resume" in ran.err
    assert path.read_bytes() == before
    assert run(*BOTS, *SHORT, "--save", path, "-q", "--force").code == 0


def test_a_file_that_is_no_game_is_not_written_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary", "utf-8")
    assert run(*BOTS, "--save", path, "-q").code == 2
    assert path.read_text("utf-8") == "dear diary"


def test_a_game_that_is_over_is_replaced_only_by_force(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    assert run(*BOTS, *SHORT, "--save", path, "-q").code == 0
    before = path.read_bytes()
    ran = run(*BOTS, *SHORT, "--save", path, "-q")
    assert ran.code == 2 and "finished game" in ran.err and "--force" in ran.err
    assert path.read_bytes() == before
    assert run(*BOTS, *SHORT, "--save", path, "-q", "--force").code == 0


def test_a_resumed_game_keeps_its_players_dice_and_options(
    run: Run, short_game: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.txt"
    path.write_text(short_game, "utf-8")
    assert run("play", "--resume", path, "--seed", "8").code == 2
    assert run("play", "chess", "--resume", path).code == 2
    assert run("play", "attack-chart", "--resume", path).code == 0
    assert path.read_text("utf-8") == short_game


def test_a_resumed_game_may_be_saved_elsewhere(run: Run, short_game: str, tmp_path: Path) -> None:
    cut, other = tmp_path / "cut.txt", tmp_path / "other.txt"
    text = "".join(short_game.splitlines(keepends=True)[:-4])
    cut.write_text(text, "utf-8")
    assert run("play", "--resume", cut, "--save", other).code == 0
    assert (cut.read_text("utf-8"), other.read_text("utf-8")) == (text, short_game)


def test_a_forged_game_is_not_resumed(run: Run, short_game: str, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_text(short_game.replace("dice seeded 7", "dice seeded 8"), "utf-8")
    ran = run("play", "--resume", path)
    assert ran.code == 1 and "place:  line 11, answer 1" in ran.err
