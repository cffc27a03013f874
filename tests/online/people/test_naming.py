"""Names: what may be one, and which are one and the same to the eye."""

from __future__ import annotations

import pytest

from gattai.server.online.people.naming import WrongName, folded, for_guest, named


@pytest.mark.parametrize(
    "name", ["Anna", "O'Brien", "José", "Ελένη", "Анна", "花子", "Mech_77", "R. T."]
)
def test_people_are_called_so(name: str) -> None:
    assert named(name) == name


def test_spaces_are_set_right() -> None:
    assert named("  Anna \n  Bell ") == "Anna Bell"
    assert named("Jose\u0301") == "José"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "12345",
        "x" * 25,
        "Anna\u202eBell",
        "Anna\u200b",
        "Anna\0",
        "<b>Anna</b>",
        "Anna\u0301\u0301\u0301\u0301",
        "🤖🤖",
        "Аnna",  # the first letter is Cyrillic
        "Admin",
        "m0derator",
        "Guest 1234",
        "gue st",
        "somebody who left",
        "Rookie",
        "\ud800aa",
    ],
)
def test_nobody_is_called_so(name: str) -> None:
    with pytest.raises(WrongName):
        named(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),
        ("Anna", "Ａｎｎａ"),
        ("Anna Bell", "Anna_Bell"),
        ("Ivan", "lvan"),
        ("Bob0", "Bobo"),
        ("Straße", "STRASSE"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_these_do_not() -> None:
    names = ["Anna", "Hanna", "José", "Jose", "Anna2", "Anna3", "Анна", "花子"]
    assert len({folded(name) for name in names}) == len(names)


def test_nobody_takes_a_guests_name() -> None:
    for _ in range(50):
        with pytest.raises(WrongName):
            named(for_guest())
