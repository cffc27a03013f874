"""Shared lists: written and read again, with every error at its place."""

import random

import pytest

from gattai import games
from gattai.games.list_text import (
    MAX_TITLE,
    checked_title,
    read_shared,
    write_shared,
)

GOOD = """gattai list
title: Aurora, first list
game: mechastellar 1.3.0
settings: points=250 rules=rev78
list: white-asura!, white-raven
"""


def wrong(text: str) -> dict[str, tuple[str, ...]]:
    """Each piece of a text that cannot be read, with what may have been meant."""
    return {text[f.at : f.at + f.length]: f.nearest for f in read_shared(text).faults}


def test_what_is_written_is_read_again() -> None:
    found = read_shared(GOOD)
    assert (found.game, found.version) == ("mechastellar", "1.3.0")
    assert found.title == "Aurora, first list"
    assert found.settings == {"points": "250", "rules": "rev78"}
    assert found.text == GOOD[found.at :].strip() == "white-asura!, white-raven"
    assert not found.faults
    again = write_shared(found.game, found.version, found.title, found.settings, found.text)
    assert again == GOOD


def test_a_text_without_a_header_is_a_list() -> None:
    found = read_shared("white-asura!, white-raven")
    assert (found.text, found.game, found.faults) == ("white-asura!, white-raven", "", ())


def test_mail_may_change_spaces_capitals_and_line_breaks() -> None:
    found = read_shared(
        "\r\n  Gattai List\r\n\r\nGAME :  aegis\r\nList:\r\n ark-150,\r\n go-100+\r\n"
    )
    assert not found.faults
    assert found.game == "aegis"
    assert found.text.split() == ["ark-150,", "go-100+"]


def test_every_error_is_at_its_place_with_the_nearest_word() -> None:
    assert wrong(GOOD.replace("title", "titel")) == {"titel": ("title",)}
    assert wrong(GOOD.replace("mechastellar", "mecastellar")) == {"mecastellar": ("mechastellar",)}
    assert wrong(GOOD.replace("points=250", "points")) == {"points": ()}
    assert wrong(GOOD.replace("title:", "title")) == {"title Aurora, first list": ()}


@pytest.mark.parametrize("name", ["game", "list"])
def test_a_line_that_is_missing_or_there_twice_is_named(name: str) -> None:
    lines = GOOD.splitlines()
    without = "\n".join(line for line in lines if not line.startswith(name))
    assert [fault.text for fault in read_shared(without).faults] == [
        f"the line {name!r} is missing"
    ]
    if name == "game":
        twice = GOOD.replace("list: ", "game: aegis\nlist: ")
        assert [fault.text for fault in read_shared(twice).faults] == ["a second line 'game'"]


def test_any_text_is_read_without_a_crash() -> None:
    rng = random.Random(2)
    for _ in range(500):
        letters = [*GOOD]
        for _ in range(rng.randrange(1, 12)):
            letters[rng.randrange(len(letters))] = rng.choice("\n:=, \x00é🤖+!a")
        found = read_shared("".join(letters))
        assert found.game == "" or found.game in games.names()
        assert all(0 <= f.at <= len(letters) and f.text for f in found.faults)


def test_a_title_is_one_short_line() -> None:
    assert checked_title("  My \n list ") == "My list"
    assert checked_title("x" * MAX_TITLE)
    for bad in ("", "  \n", "x" * (MAX_TITLE + 1), "a\x00b"):
        with pytest.raises(ValueError, match="a title has 1 to 60 printable characters"):
            checked_title(bad)
