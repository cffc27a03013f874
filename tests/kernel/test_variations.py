"""The tree of an analysis, and its text."""

from __future__ import annotations

import pytest

import gattai
from gattai.kernel.position import Diverged
from gattai.kernel.text.transcript import Entry, Header, parse
from gattai.kernel.text.variations import (
    START,
    Variations,
    is_analysis,
    of_transcript,
    read_variations,
)

HEADER = Header("attack-chart", "1.1.0", players=("person", "person"))


def answer(check: str) -> Entry:
    return Entry("blue", f"does {check}", "SEQ.1", check)


A, B, C, D, E = (answer(letter * 6) for letter in "abcde")


def grown() -> Variations:
    """Return a, b, c with the variations b -> d and start -> e."""
    tree = Variations(HEADER, ("blue", "red")).played(START, [A, B, C])
    tree = tree.played((2, B.check), [D])
    return tree.played(START, [E]).noted((2, B.check), "the \n moment").at((3, D.check))


def test_a_new_answer_is_a_variation_and_the_old_ones_stay() -> None:
    tree = grown()
    assert tree.after((2, B.check)) == [(3, C.check), (3, D.check)]
    assert tree.after(START) == [(1, A.check), (1, E.check)]
    assert tree.entries((3, D.check)) == (A, B, D)
    assert tree.main(3) == (3, C.check)
    with pytest.raises(LookupError, match="no answer 4"):
        tree.main(4)


def test_the_same_answer_again_is_the_same_place() -> None:
    tree = grown()
    again = tree.played((1, A.check), [B, C])
    assert again.nodes == tree.nodes, "its note stays as well"
    assert again.here == (3, C.check)


def test_a_variation_stands_behind_the_answer_that_it_replaces() -> None:
    assert [(place[1][0], depth) for place, depth in grown().walk()] == [
        *[("a", 0), ("e", 1), ("b", 0), ("c", 0), ("d", 1)]
    ]


def test_deleting_takes_what_follows_and_the_reader_back() -> None:
    tree = grown().without((2, B.check))
    assert set(tree.nodes) == {(1, A.check), (1, E.check)}
    assert tree.here == (1, A.check)
    assert grown().without((1, E.check)).here == (3, D.check), "who is elsewhere stays"
    with pytest.raises(ValueError, match="start"):
        tree.without(START)
    with pytest.raises(LookupError, match="no answer 2 #bbbbbb"):
        tree.without((2, B.check))


def test_the_text_is_read_back() -> None:
    tree = grown().noted(START, "at the start")
    assert is_analysis(tree.text())
    assert read_variations(tree.text()) == tree
    assert tree.text().splitlines()[4:] == [
        "dice by hand",
        "begin",
        "note at the start",
        "1 blue does aaaaaa ; SEQ.1 #aaaaaa",
        "2 blue does bbbbbb ; SEQ.1 #bbbbbb",
        "note the moment",
        "3 blue does cccccc ; SEQ.1 #cccccc",
        "after 0",
        "1 blue does eeeeee ; SEQ.1 #eeeeee",
        "after 2 #bbbbbb",
        "3 blue does dddddd ; SEQ.1 #dddddd",
        "at 3 #dddddd",
    ]


def test_a_transcript_is_an_analysis_without_variations() -> None:
    match = (
        gattai.game("attack-chart").begin(seed=7).play_out("random", until=lambda m: m.number > 9)
    )
    transcript = parse(match.text())
    tree = read_variations(match.text())
    assert tree == of_transcript(transcript)
    assert tree.entries(tree.here) == transcript.entries
    with pytest.raises(Diverged, match="gattai analyse"):
        parse(tree.text())


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ("gattai analysis 1", "gattai analysis 2", "line 1", "format 1"),
        ("after 2 #bbbbbb", "after 2 #ffffff", "line 13", "no answer 2 #ffffff stands above"),
        ("after 2 #bbbbbb", "after two", "line 13", "the number and the check"),
        ("3 blue does cccccc", "4 blue does cccccc", "line 10", "expected '3 who answer"),
        ("#dddddd\nat", "#cccccc\nat", "line 14", "stands above already"),
        ("begin\n", "", "line 6", "no line of the head"),
        ("dice by hand", "die by hand", "line 5", "no line of the head"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, where: str, why: str) -> None:
    text = grown().text()
    assert old in text
    with pytest.raises(Diverged, match=why) as found:
        read_variations(text.replace(old, new, 1))
    assert found.value.place == where
