"""`gattai review`: a game looked back on, as text and as data."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Run


@pytest.fixture
def played(run: Run, tmp_path: Path) -> Path:
    """A game that a person has played badly: always the first of the list."""
    path = tmp_path / "t.txt"
    play = ("play", "aegis", "--plain", "--seats", "person,rookie", "--seed", "3")
    ran = run(*play, "--option", "turn-limit=8", "--save", path, typed="1\n" * 200)
    assert ran.code == 0, ran.err
    return path


def test_a_review_names_what_decided_it_and_the_worst_three_choices(run: Run, played: Path) -> None:
    found = run("review", played, "--json").json["analysis"]
    (choices,) = found["choices"]
    worst = choices["worst"]
    assert choices["seat"] == 0 and 1 <= len(worst) <= 3
    assert [one["lost"] for one in worst] == sorted((one["lost"] for one in worst), reverse=True)
    said = " ".join(run("review", played).out.split())
    assert "The chance of red to win, turn by turn" in said and "What decided it" in said
    for one in worst:
        assert f"after {one['number']} answers: {one['chosen']}" in said
        assert f"A bot would: {one['better']}" in said
    ran = run("replay", played, "--at", worst[0]["number"], "--board")
    assert ran.code == 0 and "red" in ran.out, "the moment can be looked at"


def test_a_bots_choices_are_judged_if_a_seat_is_named(run: Run, played: Path) -> None:
    (choices,) = run("review", played, "--seat", "blue", "--json").json["analysis"]["choices"]
    assert choices["seat"] == 1
    ran = run("review", played, "--seat", "blu")
    assert ran.code == 2 and "did you mean 'blue'?" in ran.err


def test_a_game_that_is_not_over_is_not_reviewed(run: Run, played: Path) -> None:
    lines = played.read_text("utf-8").splitlines(keepends=True)
    played.write_text("".join(lines[:-3]), "utf-8")
    ran = run("review", played)
    assert ran.code == 1 and "when it is over" in ran.err


@pytest.mark.parametrize(
    "command",
    [("replay",), ("verify",), ("show",), ("review",), ("replay", "--html", "page.html")],
    ids=" ".join,
)
def test_a_game_that_does_not_hold_is_reported_alike_by_every_command(
    run: Run, played: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """1: it was read, and it is wrong. 2: it cannot be read at all."""
    monkeypatch.chdir(played.parent)
    word, *more = command
    lines = played.read_text("utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if " place " in line)
    kept = lines[at]
    who, rest = kept.split(" place ", 1)
    lines[at] = f"{who} place {rest.split()[0]} 90,90 {kept[kept.index(';') :]}"
    played.write_text("".join(lines), "utf-8")
    ran = run(word, played, *more)
    assert ran.code == 1 and "is not valid" in ran.err and "line " in ran.err
    assert not (played.parent / "page.html").exists()
    lines[at] = "nothing of the kind\n"
    played.write_text("".join(lines), "utf-8")
    ran = run(word, played, *more)
    assert ran.code == 2 and played.name in ran.err
