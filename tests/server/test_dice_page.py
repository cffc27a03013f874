"""The page of a match's dice: nothing too early, everything when it is over."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from gattai import games
from gattai.kernel.record import Record
from gattai.kernel.text.transcript import parse
from gattai.server.film.dice import dice_page
from gattai.server.table.opening import resumed
from tests.server.played import GAMES, SECRET, played


class Strict(HTMLParser):
    """Whether every element that is opened is closed, in order."""

    EMPTY = ("meta", "!doctype")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(page: bytes) -> str:
    text = page.decode()
    parser = Strict()
    parser.feed(text)
    assert not parser.open and "script" not in parser.seen
    return unescape(text)


@pytest.mark.parametrize("game", GAMES)
def test_every_throw_is_reported_with_its_numbers(game: str) -> None:
    record = resumed(parse(played(game)))
    text = read(dice_page(record, "some-match"))
    assert f"<td>{SECRET}</td>" in text and "<td>anns-seed</td>" in text and "(none)" in text
    told = re.findall(r"Answer (\d+): .+? shows (.+?) <small>", text)
    entries = enumerate(record.entries, 1)
    throws = [
        (number, past.value)
        for number, past in enumerate(record.past, 1)
        if isinstance(past.value, tuple) and past.seat is None
    ]
    assert [(int(number), shown) for number, shown in told] == [
        (number, " ".join(map(str, faces))) for number, faces in throws
    ]
    assert len(told) == sum(entry.who == "dice" for _, entry in entries)
    assert "/api/matches/some-match/transcript" in text


def test_while_it_is_played_the_page_tells_the_commitment_and_no_secret() -> None:
    lines = played("attack-chart").splitlines(keepends=True)
    record = resumed(parse("".join(lines[:60])), secret=SECRET)
    text = read(dice_page(record, "some-match"))
    assert record.header.dice.split()[1] in text
    assert (
        SECRET not in text
        and "<details>" not in text
        and "published when the match is over" in text
    )


def test_the_seed_of_a_match_under_way_is_not_reported() -> None:
    rules = games.load("attack-chart")
    text = read(dice_page(Record(rules, dice="seeded hush-hush"), "m"))
    assert "hush" not in text and "come from a seed" in text
    assert "cannot be checked" in read(dice_page(Record(rules), "m"))


def test_a_name_cannot_write_the_page() -> None:
    text = dice_page(resumed(parse(played("attack-chart"))), '"><script>x</script>').decode()
    assert "<script" not in text
