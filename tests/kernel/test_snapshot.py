"""Positions as text: they go both ways, in mid-action too, and damage is a BadPosition."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gattai.kernel.position import Answer, GamePosition, apply, asked, begin
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.text.snapshot import BadPosition, position_text, read_position
from gattai.kernel.text.words import Word, Words
from tests.kernel.feast import FEAST, course, game
from tests.kernel.small import ANN, CAT, Card, Go, Small, State

MIDDLE = position_text(game(), course(game(), 7))


@pytest.mark.parametrize("number", range(len(FEAST) + 1))
def test_a_position_survives_text_after_every_answer(number: int) -> None:
    rules = game()
    position = course(rules, number)
    assert read_position(game(), position_text(rules, position)) == position


@pytest.mark.parametrize("number", range(len(FEAST)))
def test_a_game_resumed_from_text_ends_as_it_would_have(number: int) -> None:
    rules = game()
    position = read_position(rules, position_text(rules, course(rules, number)))
    for value, seat in FEAST[number:]:
        position = apply(rules, position, value, seat=seat).position
    assert position == course(rules, len(FEAST))
    assert isinstance(asked(rules, position), Outcome)


def test_the_text_has_words_for_ids_and_a_line_an_answer() -> None:
    lines = MIDDLE.splitlines()
    assert '  "gattai": "position 1",' in lines
    assert '  "game": "small 1",' in lines
    assert '{"type":"secret","content":["king","-"],"known_to":[0]}' in MIDDLE
    answers = json.loads(MIDDLE)["answers"]
    assert answers[0] == "ann go 2 ; S.GO"
    assert answers[1] == 'dice "double hit" #abcdef 007 ; S.SYMBOLS'
    assert answers[3] == "bob 3 ; S.SPEND"
    assert answers[4] == 'cat lay "ace of hearts" "x ; y #123456" ; S.LAY'
    assert answers[5] == "ann [-250 100] ; S.PLACE"
    assert answers[6] == "ann go ; S.BIDS"


def test_a_view_survives_text_too() -> None:
    rules = game()
    seen = GamePosition(view(begin(rules).state, CAT))
    assert read_position(rules, position_text(rules, seen)) == seen


class Muster(Small):
    """Nobody has a name before the first turn."""

    def words(self, state: State) -> Words:
        names = [f"recruit {number}" for number in range(state.turns * 2)]
        return {Card: Word.of("recruit", names)}


def test_words_may_come_into_being_during_play() -> None:
    rules = Muster(turns=9)
    later = GamePosition(State(2, 5, begin(rules).state.hands, top=Card(3)))
    assert '"recruit 3"' in position_text(rules, later)
    assert read_position(rules, position_text(rules, later)) == later
    assert read_position(rules, position_text(rules, begin(rules))) == begin(rules)


class Packed(Small):
    packs = "home 1"


@pytest.mark.parametrize(
    ("written", "put", "message"),
    [
        ("position 1", "position 2", "this reads 'position 1', not 'position 2'"),
        ("small 1", "large 1", "a position of large 1, not of small 1"),
        ('["king","-"]', '["kong","-"]', "no card|no Card 'kong'; did you mean 'king'"),
        ('["king","-"]', "[1,2]", "expected a word, found 1"),
        ("ann go 2", "bob go 2", r"answer 1: it is ann who is asked here \[S.GO\]"),
        ("ann go 2", "dice go 2", "answer 1: a seat is asked here, not the dice"),
        ("ann go 2", "zoe go 2", "answer 1: no seat 'zoe'"),
        ("ann go 2", "ann go 3", r"answer 1: too far \(far 3, most 2\) \[S.FAR\]"),
        ("ann go 2 ; S.GO", "ann go 2 ; S.STOP", "answer 1: it answers S.STOP, but the rules ask"),
        ("007 ; S.SYMBOLS", "006 ; S.SYMBOLS", "answer 2: a red has no face '006'"),
        ("bob 3", "bob 4", "answer 4: that is not among the options"),
        ("[-250 100]", "[-9250 100]", r"answer 6: off the board"),
        ('"answers"', '"replies"', "the answers are not a list"),
        ('"words"', '"names"', "the list of words is missing"),
        ('"top": null', '"bottom": null', "in the state: State needs 'top'"),
        ('"turns": 0', '"turns": 1', "answer 1: it answers S.GO, but the rules ask S.END"),
    ],
)
def test_damage_is_named(written: str, put: str, message: str) -> None:
    assert written in MIDDLE
    with pytest.raises(BadPosition, match=message):
        read_position(game(), MIDDLE.replace(written, put))


def test_an_answer_that_ends_the_action_belongs_to_the_state() -> None:
    rules = Small()
    forged = GamePosition(begin(rules).state, (Answer(ANN, Go(), "S.GO"),))
    with pytest.raises(BadPosition, match="it ends the action, so it belongs to the state"):
        read_position(rules, position_text(rules, forged))


def test_other_packs_or_another_version_are_reported_only_if_something_is_wrong() -> None:
    rules = Packed()
    text = position_text(rules, begin(rules)).replace("small 1", "small 0")
    assert read_position(Small(), text) == begin(rules)
    with pytest.raises(BadPosition, match=r"State needs.*played with small 0.*packs 'home 1'"):
        read_position(Small(), text.replace('"top": null', '"bottom": null'))


class Fragile(Small):
    """Rules that stumble over a table they did not make."""

    def next_question(self, state: State) -> Any:
        (Go(), Go())[state.turns]
        return super().next_question(state)


def test_a_state_over_which_the_rules_stumble_is_bad() -> None:
    rules = Fragile(turns=99)
    text = position_text(rules, begin(rules)).replace('"turns": 0', '"turns": 70')
    with pytest.raises(BadPosition, match="the rules cannot go on from this state"):
        read_position(rules, text)


def test_a_state_against_the_invariants_is_bad() -> None:
    rules = Small(held=((), ()))
    with pytest.raises(BadPosition, match="no game can come here: three seats hold cards"):
        read_position(rules, position_text(rules, begin(rules)))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "[" * 100_000, '"\ud800"', "{", "\0"])
def test_what_is_no_position_at_all_is_bad(text: str) -> None:
    with pytest.raises(BadPosition):
        read_position(game(), text)


def test_deep_nesting_in_the_state_is_bad() -> None:
    for deep in ("[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900):
        with pytest.raises(BadPosition):
            read_position(game(), MIDDLE.replace('"top": null', f'"top": {deep}'))


def read_or_bad(text: str) -> None:
    """Read it; what is read is a position that can be written, asked and read again."""
    rules = game()
    try:
        position = read_position(rules, text)
    except BadPosition:
        return
    asked(rules, position)
    assert read_position(rules, position_text(rules, position)) == position


@given(st.integers(0, len(MIDDLE)), st.integers(0, 12), st.text(max_size=3))
@settings(max_examples=200)
@example(MIDDLE.index("double"), 0, '\\"')
def test_a_text_with_characters_changed_is_read_or_bad(at: int, cut: int, put: str) -> None:
    read_or_bad(MIDDLE[:at] + put + MIDDLE[at + cut :])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a JSON document."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


WHOLE = json.loads(MIDDLE)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "king", "ace", "secret", "hidden", "ann go 2 ; S.GO", "?", " ; "]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "content", "count"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.sampled_from([*places(WHOLE)][1:]), json_values, st.booleans())
@settings(max_examples=300)
@example(("answers",), None, True)
def test_a_text_with_a_value_changed_or_left_out_is_read_or_bad(
    path: tuple[Any, ...], put: Any, leave_out: bool
) -> None:
    whole = json.loads(MIDDLE)
    at = whole
    for key in path[:-1]:
        at = at[key]
    if leave_out:
        del at[path[-1]]
    else:
        at[path[-1]] = put
    read_or_bad(json.dumps(whole))
