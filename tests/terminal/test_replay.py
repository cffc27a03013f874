"""`gattai replay` and `gattai show`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gattai import games
from gattai.kernel.record import Record
from tests.terminal.conftest import ROOT, Run


@pytest.fixture
def saved(short_game: str, tmp_path: Path) -> Path:
    path = tmp_path / "t.txt"
    path.write_text(short_game, "utf-8")
    return path


def test_a_game_is_reported_with_answers_events_and_rules(run: Run, saved: Path) -> None:
    ran = run("replay", saved)
    assert ran.code == 0
    for word in ("   1 dice ", "wins the roll-off", "[ATTACK-CHART.HOUSE.ROLL-OFF]", "HP lost"):
        assert word in ran.out


def test_a_game_as_json(run: Run, saved: Path, short_game: str) -> None:
    found = run("replay", saved, "--json").json
    assert len(found["answers"]) == short_game.count("\n") - 11 + 1 - 1
    assert found["answers"][0]["events"][0]["event"] == "Rolled"
    assert found["setting"]["dice"] == "seeded 7"


def test_verified(run: Run, saved: Path) -> None:
    ran = run("replay", saved, "--verify")
    assert ran.code == 0 and re.match(r"verified: \d+ answers, (blue|red|drawn)", ran.out)
    assert run("replay", saved, "--verify", "--json").json["verified"] is True


def test_one_die_changed_by_hand_is_refused_with_place_rule_and_reason(
    run: Run, saved: Path, short_game: str
) -> None:
    lines = short_game.splitlines(keepends=True)
    for number in [n for n, line in enumerate(lines) if " dice " in line]:
        line = lines[number]
        face = line.split()[2]
        changed = line.replace(f" dice {face}", f" dice {(int(face) + 1) % 10}", 1)
        saved.write_text("".join([*lines[:number], changed, *lines[number + 1 :]]), "utf-8")
        ran = run("replay", saved, "--verify")
        assert ran.code == 1
        assert f"place:  line {number + 1}, answer" in ran.err
        assert "rule:   ATTACK-CHART." in ran.err and "reason: " in ran.err


def test_dice_that_are_not_those_of_the_seed_are_refused_though_every_check_fits(
    run: Run, saved: Path
) -> None:
    forged = Record(games.load("attack-chart"), players=("random", "random"), dice="seeded 7")
    forged.answer((9, 0))
    saved.write_text(forged.transcript().text(), "utf-8")
    ran = run("replay", saved, "--verify")
    assert ran.code == 1 and "not the dice of seed 7, which shows 4 0 here" in ran.err
    assert run("play", "--resume", saved).code == 1


def changes(line: str) -> list[str]:
    """Ways to change a line by hand."""
    found = [line.replace(a, b, 1) for a, b in (("blue", "red"), ("red", "blue"), ("dice", "blue"))]
    found += [re.sub(r"#(.)", lambda m: "#" + ("0" if m[1] != "0" else "1"), line, count=1)]
    found += [re.sub(r"; \S+", "; ATTACK-CHART.SEQ.ORDER", line, count=1)]
    found += [re.sub(r"(\d),(\d)", lambda m: f"{m[1]},{(int(m[2]) + 1) % 10}", line, count=1)]
    found += [line.upper(), line[:-3] + "\n", "", line + line, line.replace(" ", "  ", 1)]
    found += [line.replace("\n", "\r\n"), line.replace("1", "2", 1)]
    return [changed for changed in dict.fromkeys(found) if changed != line]


@pytest.mark.long
def test_any_line_changed_in_any_way_is_noticed(run: Run, saved: Path, short_game: str) -> None:
    notices_changes(run, saved, short_game, every=1)


def test_any_line_changed_by_hand_is_noticed(run: Run, saved: Path, short_game: str) -> None:
    notices_changes(run, saved, short_game, every=4)


def notices_changes(run: Run, saved: Path, text: str, *, every: int) -> None:
    """Change each line in turn, in every way or in every so manieth."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        for changed in changes(line)[number % every :: every]:
            saved.write_bytes("".join([*lines[:number], changed, *lines[number + 1 :]]).encode())
            ran = run("replay", saved, "--verify")
            assert ran.code in (1, 2), (line, changed)
            assert "line" in ran.err or "head" in ran.err or "no game" in ran.err, ran.err


def test_a_divergence_as_json(run: Run, saved: Path, short_game: str) -> None:
    saved.write_text(short_game.replace("dice seeded 7", "dice seeded 8"), "utf-8")
    ran = run("replay", saved, "--verify", "--json")
    assert ran.code == 1
    assert ran.json["verified"] is False and ran.json["line"] == 11
    assert ran.json["rule"] == "ATTACK-CHART.HOUSE.ROLL-OFF"


def test_an_end_that_was_not(run: Run, saved: Path, short_game: str) -> None:
    saved.write_text(short_game.rpartition("\nend ")[0] + "\nend green wins: luck ; X\n", "utf-8")
    ran = run("replay", saved, "--verify")
    assert ran.code == 1 and "green wins" in ran.err and "HOUSE.VICTORY" in ran.err


def test_a_game_of_another_version_or_with_other_packs(
    run: Run, saved: Path, short_game: str
) -> None:
    saved.write_text(short_game.replace("attack-chart 1.1.0", "attack-chart 0.9.0"), "utf-8")
    ran = run("replay", saved, "--verify")
    assert ran.code == 1 and "0.9.0" in ran.err
    saved.write_text(short_game.replace("fields 1.0.0", "fields 1.0.1"), "utf-8")
    ran = run("replay", saved, "--verify")
    assert ran.code == 1 and "--packs" in ran.err


def test_the_position_after_some_answers_goes_both_ways(
    run: Run, saved: Path, tmp_path: Path
) -> None:
    count = len(run("replay", saved, "--json").json["answers"])
    for at in range(0, count + 1, 4):
        ran = run("replay", saved, "--at", at)
        assert ran.code == 0 and ran.json["gattai"] == "position 1"
        position = tmp_path / "position.json"
        position.write_text(ran.out, "utf-8")
        shown = run("show", position)
        assert shown.code == 0
        assert shown.out == run("replay", saved, "--at", at, "--board").out
        assert run("show", "-", typed=ran.out).out == shown.out
        assert run("show", position, "--json").json["position"] == ran.json


@pytest.mark.parametrize("at", [-1, 9999])
def test_more_answers_than_there_are(run: Run, saved: Path, at: int) -> None:
    assert run("replay", saved, f"--at={at}").code == 2


def test_the_board_at_the_end(run: Run, saved: Path) -> None:
    ran = run("replay", saved, "--board")
    assert ran.code == 0 and "Lancer Team" in ran.out and "wins" in ran.out


@pytest.mark.parametrize("command", [("replay",), ("replay", "--verify"), ("show",)])
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    empty = tmp_path / "empty"
    empty.write_text("", "utf-8")
    for path in (tmp_path / "nowhere", tmp_path, binary, empty):
        ran = run(command[0], path, *command[1:])
        assert ran.code == 2 and ran.err.startswith("gattai: ")


def test_a_game_nobody_knows(run: Run, saved: Path, short_game: str) -> None:
    saved.write_text(short_game.replace("attack-chart 1.1.0", "chess 1.0.0"), "utf-8")
    assert run("replay", saved).code == 2


def test_only_the_seats_of_this_table_are_drawn(run: Run) -> None:
    old = next((ROOT / "tests" / "transcripts" / "robot-empire").glob("*.txt"))
    ran = run("replay", old, "--at", 3, "--board")
    seats = [line for line in ran.out.splitlines() if line[:1] in "●■◆▲★✚" and line]
    played = old.read_text("utf-8").count("\nplayer ")
    assert ran.code == 0 and len(seats) == played


@pytest.mark.parametrize(
    ("game", "pieces"),
    [("mechastellar", ("1) White Asura", "1] Crimson Gallant", "wall")),
     ("aristeia", (") Maximus", "] Gata"))],
)  # fmt: skip
def test_the_board_is_drawn_from_the_scene(
    run: Run, tmp_path: Path, game: str, pieces: tuple[str, ...]
) -> None:
    save = tmp_path / "game.txt"
    assert run("play", game, "--seats", "random,random", "--seed", "3", "--quiet",
               "--save", save).code == 0  # fmt: skip
    ran = run("replay", save, "--at", "60", "--board")
    assert all(piece in ran.out for piece in pieces) and not ran.err
