"""Playing at the prompt, with what is typed written down beforehand."""

from __future__ import annotations

import re
from pathlib import Path

from tests.terminal.conftest import Run

PLAY = ("play", "attack-chart", "--terminal", "--seed", "11")


def test_a_person_plays_against_a_bot_to_the_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    ran = run(*PLAY, "--save", path, typed="1\n" * 400)
    assert ran.code == 0 and "saved as" in ran.out.replace("\n", " ")
    assert run("replay", path, "--verify").code == 0
    assert "player blue person\nplayer red rookie\n" in path.read_text("utf-8")


def test_undo_takes_the_last_answer_back_in_the_file_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    ran = run(*PLAY, "--save", path, typed="undo\nb1 3,2\nundo\nb1 4,2\nquit\n")
    assert "You have nothing to take back yet." in ran.out
    assert "Taken back: deploy warden-squad 3,2" in ran.out
    text = path.read_text("utf-8")
    assert "blue deploy warden-squad 4,2" in text and "3,2" not in text
    assert run("replay", path, "--verify").code == 0


def test_undo_is_free_for_two_at_one_keyboard_until_the_other_has_answered(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "t.txt"
    play = (*PLAY, "--seats", "person,person", "--save", path)
    ran = run(*play, typed="1\nb1 3,2\n1\nundo\nno\nundo\nyes\nb1 4,2\nquit\n")
    assert ran.out.count("red, do you agree?") == 2 and "Your answer is not taken back." in ran.out
    assert "blue deploy warden-squad 4,2" in path.read_text("utf-8")


def test_two_people_share_a_keyboard(run: Run) -> None:
    ran = run(*PLAY, "--seats", "person,person", typed="1\n" * 600)
    assert ran.code == 0 and "blue> " in ran.out and "red> " in ran.out


def test_the_screen_shows_board_units_question_and_log(run: Run) -> None:
    ran = run(*PLAY, typed="deploy warden-squad 3,2\nquit\n")
    for word in ("(B1) Warden Squad*", "[R1]", "(B1#", "# thicket", "blue: deploy a unit",
                 "Warden Squad deploys at 3,2 [HOUSE.DEPLOY]", "Goodbye"):  # fmt: skip
        assert word in ran.out
    assert ran.code == 0
    rows = [line for line in ran.out.splitlines() if line[:3].strip().isdigit()]
    assert rows and max(map(len, rows)) <= 80


def test_a_refusal_names_rule_page_and_reason(run: Run) -> None:
    ran = run(*PLAY, typed="deploy B1 3,3\nwhy\nquit\n")
    assert "3,3 is not in the own deployment rows [ATTACK-CHART.HOUSE.DEPLOY]" in ran.out
    assert "Deployment (house rules)" in ran.out
    assert "The sides place one unit each in turn" in ran.out


DEPLOYED = "b1 3,2\nb2 8,2\nb3 6,2\nb4 9,2\n"


def test_why_not_and_odds_before_committing(run: Run) -> None:
    typed = f"{DEPLOYED}b3\nwhy attack siege swarm\nwhy 1\nodds 1\nodds finish\nodds\nwhy\nquit\n"
    ran = run(*PLAY, "--seats", "person,random", typed=typed)
    for word in ("[ATTACK-CHART.HOUSE.SIGHT]", "This is allowed: attack siege-cannon",
                 "destroys", "this has no odds", "the odds of what",
                 "nothing was refused yet"):  # fmt: skip
        assert word in ran.out


def test_everything_one_may_ask_back(run: Run) -> None:
    typed = "help\n?\nmore\nmore oracle 3,1\nmore zebra\nboard\nunits\nlog\nlog 1\nlog 0\nrules HOUSE.DEPLOY\nrules zebra\n\nzebra\n"
    ran = run(*PLAY, typed=typed)
    for word in ("in full notation", "deploy oracle 3,1", "add words to see fewer", "Siege Cannon",
                 "no option contains the words 'zebra'", "ATTACK-CHART.HOUSE.DEPLOY",
                 "no rule of attack-chart", "nothing here is called 'zebra'"):  # fmt: skip
        assert word in ran.out
    assert ran.code == 0 and "answers are saved in" in ran.out


def test_a_game_is_kept_though_nobody_named_a_file(run: Run, matches_folder: Path) -> None:
    ran = run(*PLAY, typed="b1 3,2\nquit\n")
    [kept] = matches_folder.glob("attack-chart-*.txt")
    assert str(kept) in ran.out.replace("\n", "")
    assert "blue deploy warden-squad 3,2" in kept.read_text("utf-8")
    assert run("replay", kept, "--verify").code == 0


def test_only_games_with_dice_thrown_by_hand_are_not_saved_by_default(
    run: Run, matches_folder: Path
) -> None:
    ran = run(*PLAY, "--dice", "by-hand", typed="quit\n")
    assert "Nothing was saved" in ran.out and not [*matches_folder.parent.glob("**/*.txt")]


def test_the_end_of_input_leaves_politely_and_the_game_is_kept(alone: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    ran = alone(*PLAY, "--save", path, typed="b1 3,2\n")
    assert ran.code == 0 and f"--resume {path}" in ran.out
    resumed = alone("play", "--terminal", "--resume", path, typed="quit\n")
    assert resumed.code == 0 and "Resumed after" in resumed.out
    assert alone("replay", path, "--verify").out.startswith("verified: 4 answers, not finished")


def test_dice_thrown_by_hand(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    ran = run(*PLAY, "--dice", "by-hand", "--save", path, typed="zebra\n11 3\n9\n10 3\nquit\n")
    assert "Throw 1d10 + 1d10 for roll-off" in ran.out
    assert "shows 2 faces, not 5" in ran.out and "has no face '11'" in ran.out
    text = path.read_text("utf-8")
    assert "1 dice 0 3 ; " in text and "player red rookie seeded 11\ndice by hand\n" in text
    again = run("play", "--terminal", "--resume", path, typed="quit\n")
    assert again.code == 0


def test_several_dice_may_be_typed_together(run: Run) -> None:
    ran = run(*PLAY, "--dice", "by-hand", typed="93\nquit\n")
    assert "blue wins the roll-off" in ran.out


def test_by_hand_needs_somebody_at_the_terminal(run: Run) -> None:
    ran = run("play", "attack-chart", "--seats", "random,random", "--dice", "by-hand")
    assert ran.code == 2 and "--terminal" in ran.err


def test_the_coach_says_what_to_do_and_what_the_next_would_cost(run: Run) -> None:
    ran = run(
        *PLAY, "--option", "rounds=1", typed=DEPLOYED + "coach\n" + "coach\n1\n" * 12 + "quit\n"
    )
    said = " ".join(ran.out.split())
    assert "Threat: " in said and "Plan: 1. Activate " in said
    assert re.search(r"1\. Activate [\w -]+: [<>]?\d+% to win, best \(\d+\)", said), "what to type"
    assert " points lower" in said or " point lower" in said


def test_there_is_no_coach_for_two_at_one_keyboard(run: Run) -> None:
    ran = run(*PLAY, "--seats", "person,person", typed="coach\nhint\nquit\n")
    assert ran.out.count("there is no coach while another person plays") == 2
    assert "to win" not in ran.out
