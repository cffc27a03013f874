"""`gattai play --by-link`: two people at two computers who only send each other links."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from gattai.kernel.text.transcript import parse
from gattai.server.local.by_link import in_letters, in_link
from tests.terminal.conftest import Ran, Run

FIRST = "1\n" * 40
"""The first option, however often one is asked."""
Open = Callable[[str, str], Ran]


@pytest.fixture(autouse=True)
def same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same secrets in every run, so that the same dice fall."""
    source = random.Random(7)
    monkeypatch.setattr(secrets, "token_hex", lambda count: source.randbytes(count).hex())


def link_in(ran: Ran) -> str:
    [link] = [line for line in ran.out.splitlines() if line.startswith("#/open/")]
    return link


@pytest.fixture
def open_link(run: Run, tmp_path: Path) -> Open:
    """Open a link on the computer of one side, and take the first option of everything asked."""
    return lambda who, link: run(
        "play", "--by-link", link, "--data", tmp_path / who, typed=FIRST, columns=60
    )


@pytest.fixture
def invitation(run: Run, tmp_path: Path) -> str:
    ran = run("play", "attack-chart", "--by-link", "new", "--data", tmp_path / "ann", columns=60)
    assert ran.code == 0 and "you are blue" in ran.out, ran.text
    return link_in(ran)


def test_two_people_play_by_links_alone_and_the_file_holds(
    run: Run, open_link: Open, invitation: str, tmp_path: Path
) -> None:
    link = invitation
    for who in ("bob", "ann") * 4:
        ran = open_link(who, link)
        assert ran.code == 0, ran.text
        link = link_in(ran)
    text = in_link(link)
    assert {entry.who for entry in parse(text).entries} == {"dice", "red", "blue"}
    for side in ("ann", "bob"):
        [own] = (tmp_path / side / "by-link").iterdir()
        secret = own.read_text("utf-8").partition('"secret":"')[2][:64]
        assert len(secret) == 64 and secret not in text
    path = tmp_path / "match.txt"
    path.write_text(text, "utf-8")
    assert run("verify", path).code == 0
    ran = run("play", "--plain", "--resume", path)
    assert ran.code == 2 and "--by-link" in ran.err


def test_a_link_shows_what_the_other_side_did(open_link: Open, invitation: str) -> None:
    ran = open_link("ann", link_in(open_link("bob", invitation)))
    assert "wins the roll-off" in " ".join(ran.out.split())


def test_an_old_link_and_the_own_link_go_on_from_the_copy(open_link: Open, invitation: str) -> None:
    mine = link_in(open_link("bob", invitation))
    old = open_link("bob", invitation)
    assert "older than your copy" in old.out and link_in(old) == mine
    again = open_link("bob", mine)
    assert "older" not in again.out and link_in(again) == mine


def test_a_tampered_link_is_refused_with_the_reason(open_link: Open, invitation: str) -> None:
    text = in_link(link_in(open_link("ann", link_in(open_link("bob", invitation)))))
    dice = parse(text).entries[0].text
    tampered = "#/open/" + in_letters(text.replace(f"dice {dice} ;", "dice 9 0 ;"))
    ran = open_link("bob", tampered)
    assert ran.code == 1 and "not the dice of the values" in ran.err
    ran = open_link("bob", invitation[:-30])
    assert ran.code == 1 and "from its beginning to its end" in ran.err


def test_a_link_may_be_in_a_file_and_the_match_be_saved(
    run: Run, open_link: Open, invitation: str, tmp_path: Path
) -> None:
    mail, save = tmp_path / "mail.txt", tmp_path / "match.txt"
    mail.write_text("\n".join(invitation[at : at + 40] for at in range(0, 400, 40)), "utf-8")
    args = ("play", "--by-link", mail, "--data", tmp_path / "bob", "--save", save)
    assert run(*args).code == 0
    assert save.read_text("utf-8").startswith("gattai transcript 1\n")
    ran = run(*args)
    assert ran.code == 2 and "--force" in ran.err
    assert "both its players" in open_link("cat", "#/open/" + in_letters(save.read_text())).err


def test_nothing_is_taken_back(run: Run, open_link: Open, invitation: str, tmp_path: Path) -> None:
    link = link_in(open_link("ann", link_in(open_link("bob", invitation))))
    ran = run("play", "--by-link", link, "--data", tmp_path / "bob", typed="undo\nquit\n")
    assert ran.code == 0 and "nothing can be taken back" in ran.out and "stored" in ran.out


def test_the_other_seat_and_options(run: Run, open_link: Open, tmp_path: Path) -> None:
    ran = run(
        "play", "attack-chart", "--by-link", "new", "--data", tmp_path / "ann",
        "--seats", "guest,person", "--option", "method=chart",
    )  # fmt: skip
    assert "you are red" in ran.out
    ran = open_link("bob", link_in(ran))
    assert "you are blue" in ran.out and "method = chart" in ran.out


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--by-link", "new"), "name a game"),
        (("robot-empire", "--by-link", "new"), "hides"),
        (("aristeia", "--by-link", "new"), "hides"),
        (("attack-chart", "--by-link", "new", "--seed", "7"), "from both players"),
        (("attack-chart", "--by-link", "new", "--seats", "person,rookie"), "person,guest"),
        (("attack-chart", "--by-link", "#/open/abc"), "says what is played"),
        (("attack-chart", "--by-link", "new", "--json"), "--json does not work"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_so_is_refused(run: Run, args: tuple[str, ...], reason: str) -> None:
    ran = run("play", *args)
    assert ran.code == 2 and reason in " ".join(ran.err.split()), ran.text
