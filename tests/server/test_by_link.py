"""A match by link: two sides that only send each other links, and everything that either may try."""

from __future__ import annotations

import random
import secrets
from functools import cache
from pathlib import Path

import pytest

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import Diverged
from gattai.kernel.question import Choose, Roll, Seat, part_of
from gattai.kernel.record import replay
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.linked import Value
from gattai.kernel.text.transcript import parse
from gattai.server.local.by_link import (
    BadLink,
    LinkedMatch,
    OwnCopies,
    begun,
    continued,
    in_letters,
    in_link,
    joined,
)
from gattai.server.messages import NewMatch
from gattai.server.table.opening import opened, resumed
from tests.terminal.conftest import Run, run_here


@pytest.fixture(autouse=True)
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same secrets in every run, so that the same dice fall."""
    source = random.Random(7)
    monkeypatch.setattr(secrets, "token_hex", lambda count: source.randbytes(count).hex())


@pytest.fixture
def run() -> Run:
    return run_here


OPEN_GAMES = ("aegis", "attack-chart", "mechastellar")
BLUE, RED = Seat(0), Seat(1)


def turn(match: LinkedMatch) -> None:
    """Answer until the other side has to."""
    bot = registry.make("random", f"{match.seat}")
    [*match.settle()]
    while match.is_mine():
        record = match.record
        ask = part_of(record.question, match.seat)
        value = bot.answer(record.step.seen(match.seat), ask, record.count + 1)
        record.answer(value, match.seat)
        [*match.settle()]


@cache
def exchange(game: str, most: int) -> tuple[str, ...]:
    """The texts that two bots sent each other, at most so many."""
    mine, texts = begun(game, {}, BLUE), []
    turn(mine)
    texts.append(mine.text())
    theirs = joined(in_link(mine.link()))
    turn(theirs)
    texts.append(theirs.text())
    while len(texts) < most and not isinstance(theirs.record.question, Outcome):
        mine, theirs = theirs, continued(mine, in_link(theirs.link()))
        turn(theirs)
        texts.append(theirs.text())
    return tuple(texts)


def sides(game: str = "attack-chart", exchanges: int = 6) -> tuple[LinkedMatch, LinkedMatch]:
    """Two sides in the middle of a match: one that has sent a link, and one that has not opened it."""
    mine = begun(game, {}, BLUE)
    theirs = joined(mine.text())
    turn(theirs)
    for _ in range(exchanges):
        mine, theirs = theirs, continued(mine, theirs.text())
        turn(theirs)
    return theirs, mine


def refused(here: LinkedMatch, text: str) -> str:
    with pytest.raises(BadLink) as problem:
        continued(here, text)
    return str(problem.value)


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_two_sides_play_by_nothing_but_links(game: str) -> None:
    *_, text = exchange(game, 24)
    transcript = parse(text)
    assert any(entry.who == "dice" for entry in transcript.entries)
    *_, record = replay(games.load(game), transcript)
    assert record.transcript().text() == text


def test_a_whole_match_fits_into_a_link_and_holds_from_the_file_alone() -> None:
    *_, text = exchange("attack-chart", 1_000)
    assert parse(text).end
    assert len(in_letters(text)) < 4_000
    *_, record = replay(games.load("attack-chart"), parse(text))
    assert isinstance(record.question, Outcome)


def test_no_link_contains_a_secret_or_a_value_that_no_throw_waits_for() -> None:
    there, here = sides()
    for match in (there, here):
        assert match.secret not in there.text()
    *_, record = replay(games.load("attack-chart"), parse(there.text()))
    last = record.count + isinstance(record.question, Roll)
    assert all(value.number <= last for value in there.dice.shown)


@pytest.mark.parametrize("game", ["robot-empire", "aristeia"])
def test_a_game_that_hides_something_is_not_played_by_link(game: str) -> None:
    with pytest.raises(ValueError, match=r"hides|two seats"):
        begun(game, {}, BLUE)


def test_an_invitation_is_taken_once() -> None:
    mine = begun("attack-chart", {}, RED)
    bob, cat = joined(mine.text()), joined(mine.text())
    turn(bob)
    turn(cat)
    mine = continued(mine, bob.text())
    assert "another match" in refused(mine, cat.text())
    with pytest.raises(BadLink, match="both its players"):
        joined(bob.text())


def test_nobody_answers_before_both_have_joined() -> None:
    mine = begun("mechastellar", {}, RED)
    assert mine.record.step.waiting == (RED,) and not mine.is_mine()
    theirs = joined(mine.text())
    assert not theirs.is_mine()
    assert continued(mine, theirs.text()).is_mine()


def test_an_old_link_changes_nothing() -> None:
    there, here = sides()
    old = here.text()
    here = continued(here, there.text())
    turn(here)
    kept = here.text()
    for text in (old, there.text(), kept):
        assert continued(here, text).text() == kept


def test_the_invitation_goes_on_from_the_copy_of_either_side() -> None:
    mine = begun("attack-chart", {}, BLUE)
    invitation = mine.text()
    theirs = joined(invitation)
    turn(theirs)
    assert continued(theirs, invitation) is theirs
    mine = continued(mine, theirs.text())
    assert continued(mine, invitation) is mine


def changed(text: str, number: int, to: str) -> str:
    """A text with the line of one answer replaced, honest in everything after it that can be."""
    lines = text.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{number} "))
    return "".join([*lines[:at], to, *lines[at + 1 :]])


def test_a_changed_answer_is_refused() -> None:
    there, here = sides()
    text = there.text()
    deploys = [n for n, entry in enumerate(there.record.entries, 1) if "deploy" in entry.text]
    one, two = (there.record.entries[n - 1] for n in deploys[:2])
    said = refused(here, changed(text, deploys[0], two.line(deploys[0]) + "\n"))
    assert f"answer {deploys[0]}" in said and one != two


def test_a_changed_die_is_refused() -> None:
    there, here = sides("attack-chart", 14)
    throws = [n for n, entry in enumerate(there.record.entries, 1) if entry.who == "dice"]
    entry = there.record.entries[throws[-1] - 1]
    first, *rest = entry.text.split()
    other = " ".join(["1" if first != "1" else "2", *rest])
    line = entry.line(throws[-1]).replace(entry.text, other) + "\n"
    assert "not the dice of the values" in refused(here, changed(there.text(), throws[-1], line))


def with_values(match: LinkedMatch, *shown: Value) -> str:
    lines = [line for line in match.text().splitlines() if not line.startswith("values ")]
    return "\n".join([*lines, "values " + ",".join(value.text() for value in shown)]) + "\n"


def test_forged_withheld_and_early_values_are_refused() -> None:
    there, here = sides("attack-chart", 14)
    mine, theirs = there.dice.shown
    assert mine.number and theirs.number
    forged = Value(theirs.number, "ab" * 32)
    assert "does not lead to the chain" in refused(here, with_values(there, mine, forged))
    reused = Value(theirs.number, mine.digest)
    assert "does not lead to the chain" in refused(here, with_values(there, mine, reused))
    missing = "\n".join(there.text().splitlines()[:-1]) + "\n"
    assert "does not show" in refused(here, missing)


def test_a_value_shown_before_its_throw_is_refused() -> None:
    match = begun("attack-chart", {}, BLUE)
    other = joined(match.text())
    number = other.record.count + 5
    early = other.dice.showing(other.seat, other._chain, number)
    other.record.values = early.values()
    assert "which no throw waits for" in refused(match, other.text())


def test_a_link_of_another_match_is_refused() -> None:
    (one, _), (_, other) = sides(), sides()
    assert "another match" in refused(other, one.text())


def test_other_options_are_refused() -> None:
    mine = begun("attack-chart", {}, BLUE)
    theirs = joined(mine.text().replace("player blue", "option method chart\nplayer blue"))
    assert "another head" in refused(mine, theirs.text())


def answered_otherwise(match: LinkedMatch, seat: Seat) -> None:
    """Give the last of several options in the name of a seat."""
    ask = part_of(match.record.question, seat)
    assert isinstance(ask, Choose)
    match.record.answer([*ask.options][-1], seat)


def test_nobody_answers_for_the_other_side() -> None:
    there, here = sides()
    while there.record.step.waiting != (here.seat,):
        here = continued(here, there.text())
        turn(here)
        there, here = here, there
    answered_otherwise(there, here.seat)
    assert "in your name" in refused(here, there.text())


def test_another_course_of_the_same_match_is_refused() -> None:
    there, here = sides(exchanges=3)
    here = continued(here, there.text())
    last = there.record.count - 1
    assert there.record.past[last].seat == there.seat
    there.record.back_to(last)
    answered_otherwise(there, there.seat)
    assert "another course of the match" in refused(here, there.text())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda link: link[:-9], "cut short|damaged"),
        (lambda link: link[:40] + "x" + link[41:], "."),
        (lambda link: "#/open/" + in_letters("hello"), "does not hold"),
        (lambda link: "#/open/!", "not a link"),
        (lambda link: "#/open/" + in_letters("a" * 2_000_000), "more than a match"),
    ],
)  # fmt: skip
def test_a_damaged_link_says_so(change: object, reason: str) -> None:
    link = begun("attack-chart", {}, BLUE).link()
    assert callable(change)
    with pytest.raises(BadLink, match=reason):
        joined(in_link(change(link)))


def test_letters_and_breaks_of_a_mail_do_no_harm() -> None:
    mine = begun("attack-chart", {}, BLUE)
    link = "https://example.org/table/" + mine.link()
    assert in_link("\n".join(link[at : at + 70] for at in range(0, len(link), 70))) == mine.text()


def test_the_own_copy_is_found_by_any_link_of_the_match(tmp_path: Path) -> None:
    copies = OwnCopies(tmp_path)
    mine = begun("attack-chart", {}, BLUE)
    copies.write(mine)
    theirs = joined(mine.text())
    turn(theirs)
    copy = copies.find(theirs.text())
    assert copy is not None and copy.secret == mine.secret
    assert copies.find(begun("attack-chart", {}, BLUE).text()) is None
    [path] = (tmp_path / "by-link").iterdir()
    assert path.stat().st_mode & 0o077 == 0


def test_a_transcript_with_values_but_other_dice_is_refused() -> None:
    text = begun("attack-chart", {}, BLUE).text()
    head = "\n".join(
        "dice by hand" if line.startswith("dice ") else line for line in text.splitlines()
    )
    values = f"values 1:{'ab' * 32},1:{'cd' * 32}"
    with pytest.raises(Diverged, match="only linked dice"):
        [*replay(games.load("attack-chart"), parse(f"{head}\n{values}\n"))]


def test_verify_says_what_the_file_alone_proves(tmp_path: Path, run: Run) -> None:
    *_, text = exchange("attack-chart", 24)
    path = tmp_path / "by-link.txt"
    path.write_text(text, "utf-8")
    ran = run("verify", path)
    assert ran.code == 0, ran.text
    for said in ("each from a value of both seats", "up to answer", "that two people played"):
        assert said in ran.out
    throws = [n for n, entry in enumerate(parse(text).entries, 1) if entry.who == "dice"]
    shown = run("verify", path, "--throw", throws[0])
    assert parse(text).entries[throws[0] - 1].text in shown.out.splitlines()[-1]
    cut = text.splitlines()[:-1]
    path.write_text("\n".join(cut) + "\n", "utf-8")
    ran = run("verify", path)
    assert ran.code == 1 and "that the file does not show" in ran.err


def test_a_link_can_be_watched_but_others_go_on_only_with_other_dice() -> None:
    there, _ = sides()
    text = there.text()
    assert resumed(parse(text)).transcript().text() == text
    on, _ = opened(NewMatch(game="", players=("person", "rookie"), transcript=text))
    assert (on.header.dice, on.values, on.count) == ("by hand", "", there.record.count)
