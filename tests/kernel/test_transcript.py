"""Whole games as text: round trips, replay, changed lines, damage."""

from collections.abc import Mapping
from copy import copy
from typing import Any, Self

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gattai.kernel.position import Diverged, begin
from gattai.kernel.question import Steps
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Setting, Table
from gattai.kernel.text.transcript import Entry, Header, Transcript, parse
from tests.kernel.feast import FEAST, course, feast, game
from tests.kernel.small import ANN, BOB, Counted, Go, Small, State


def record_of(rules: Small, answers: int = len(FEAST), **setting: Any) -> Record[State]:
    record: Record[State] = Record(rules, **setting)
    for value, seat in FEAST[:answers]:
        record.answer(value, seat)
    return record


TEXT = record_of(game()).transcript().text()


@pytest.mark.parametrize("answers", range(len(FEAST) + 1))
def test_a_transcript_survives_text_and_is_played_again(answers: int) -> None:
    transcript = record_of(game(), answers).transcript()
    assert parse(transcript.text()) == transcript
    *_, last = replay(game(), parse(transcript.text()))
    assert last.transcript() == transcript
    assert last.position == course(game(), answers)


def test_the_text_reads_like_a_score_sheet() -> None:
    lines = TEXT.split("\n")
    assert lines[:6] == [
        "gattai transcript 1",
        "game small 1",
        "player ann person",
        "player bob person",
        "player cat person",
        "dice by hand",
    ]
    shown = [line.rpartition(" #")[0] for line in lines[7:-2]]
    assert shown == [
        "1 ann go 2 ; S.GO",
        '2 dice "double hit" #abcdef 007 ; S.SYMBOLS',
        "3 dice 2 0 1 ; S.SHUFFLE",
        "4 bob 3 ; S.SPEND",
        '5 cat lay "ace of hearts" "x ; y #123456" ; S.LAY',
        "6 ann [-250 100] ; S.PLACE",
        "7 ann go ; S.BIDS",
        "8 bob [2 1] ; S.BIDS",
        '9 bob "yes\u2028no\x85" ; S.WORD',
    ]
    assert lines[-2:] == [
        "end drawn: turns are over ; S.END",
        "",
    ]


def test_the_replay_hands_out_the_game_after_every_line() -> None:
    counts = [len(record.entries) for record in replay(game(), parse(TEXT))]
    assert counts == [*range(len(FEAST) + 1)]


def test_a_file_with_the_line_ends_of_another_system_is_the_same() -> None:
    assert parse(TEXT.replace("\n", "\r\n")) == parse(TEXT)


def test_seats_that_answer_together_may_leave_out_who_they_are_when_one_is_left() -> None:
    named, unnamed = record_of(game(), 7), record_of(game(), 7)
    named.answer((2, 1), BOB)
    unnamed.answer((2, 1))
    assert named.transcript() == unnamed.transcript()
    assert unnamed.entries[-1].who == "bob"


@pytest.mark.parametrize(
    ("written", "put", "place", "message"),
    [
        ("1 ann go 2", "1 ann go 1", "answer 1", "the line was changed"),
        ("1 ann go 2", "1 ann go", "answer 1", "the line was changed"),
        ("1 ann go 2", "1 ann go 3", "answer 1", r"too far \(far 3, most 2\) \[S.FAR\]"),
        ("1 ann go 2", "1 bob go 2", "answer 1", "it is ann who is asked here"),
        ("1 ann go 2", "1 dice go 2", "answer 1", "a seat is asked here, not the dice"),
        ("1 ann go 2", "1 zoe go 2", "answer 1", "no seat 'zoe'"),
        ("1 ann go 2", "1 ann fly", "answer 1", "not among the options"),
        ("1 ann go 2", '1 ann go "2', "answer 1", "cannot read"),
        ("2 0 1", "2 1 0", "answer 3", r"the line was changed.*\[S.SHUFFLE\]"),
        ("2 0 1", "2 1 1", "answer 3", "each number from 0 to 2 once"),
        ("3 dice 2", "3 bob 2", "answer 3", "no seat is asked"),
        ("4 bob 3", "4 bob 2", "answer 4", "the line was changed"),
        ("[-250 100]", "[-251 101]", "answer 6", "the line was changed"),
        (
            "; S.PLACE",
            "; S.PLACES",
            "answer 6",
            "it answers S.PLACES, but here the rules ask S.PLACE",
        ),
        ("7 ann go", "7 ann yes", "answer 7", "the line was changed"),
        ("[2 1]", "[1 2]", "answer 8", "the line was changed"),
        ("player ann person", "player ann robot", "answer 1", "the line was changed"),
        ("end drawn", "end ann wins", "end", "the end reads 'ann wins"),
    ],
)
def test_a_line_changed_by_hand_is_named(written: str, put: str, place: str, message: str) -> None:
    assert written in TEXT
    with pytest.raises(Diverged, match=message) as caught:
        [*replay(game(), parse(TEXT.replace(written, put)))]
    assert caught.value.place.startswith(place)


def test_without_verifying_a_changed_answer_may_be_tried_out() -> None:
    changed = parse(TEXT.replace("4 bob 3", "4 bob 2"))
    *_, last = replay(game(), changed, verify=False)
    assert last.position.state.count == course(game(), len(FEAST)).state.count - 1


def test_without_verifying_the_rules_are_kept_all_the_same() -> None:
    for written, put in (("4 bob 3", "4 bob 9"), ("1 ann go 2", "1 dice go 2")):
        with pytest.raises(Diverged):
            [*replay(game(), parse(TEXT.replace(written, put)), verify=False)]


def test_answers_after_the_end_diverge() -> None:
    transcript = parse(TEXT)
    extra = Entry("ann", "go", "S.GO", "000000")
    longer = Transcript(transcript.header, transcript.seats, (*transcript.entries, extra), "")
    with pytest.raises(Diverged, match="the game was over: turns are over") as caught:
        [*replay(game(), longer)]
    assert caught.value.place == "answer 10 (ann go)"


@pytest.mark.parametrize(
    ("written", "put", "message"),
    [
        ("game small 1", "game large 1", "played with large 1, this is small"),
        ("dice by hand", "option hue red\ndice by hand", "head: small has no option 'hue'"),
        ("dice by hand", "option mood sad\ndice by hand", "head: option mood cannot be 'sad'"),
        ("dice by hand", "option turns x\ndice by hand", "head: invalid literal"),
        ("player cat person\n", "", "head: 2 players for 3 seats"),
    ],
)
def test_another_setting_diverges_before_the_first_answer(
    written: str, put: str, message: str
) -> None:
    with pytest.raises(Diverged, match=message):
        next(replay(game(), parse(TEXT.replace(written, put))))


class SmallTwo(Small):
    """A later version of the same rules."""

    version = "2"
    packs = "home 2"


def test_a_transcript_of_another_version_holds_if_every_line_comes_out_as_it_did() -> None:
    *_, last = replay(SmallTwo(feast), parse(TEXT))
    assert last.transcript().text() == TEXT, "it stays as it was written"


def test_a_transcript_that_diverges_says_that_other_versions_wrote_it() -> None:
    changed = parse(TEXT.replace("4 bob 3", "4 bob 9"))
    with pytest.raises(Diverged, match="played with small 1, this is 2; played with packs ''"):
        [*replay(SmallTwo(feast), changed)]


@pytest.mark.parametrize(
    ("written", "put"),
    [("game small 1", "game small 2"), ("dice by hand", "packs mine\ndice by hand")],
)
def test_versions_changed_by_hand_are_noticed_at_the_first_answer(written: str, put: str) -> None:
    with pytest.raises(Diverged, match=r"the line was changed.*played with") as caught:
        [*replay(game(), parse(TEXT.replace(written, put)))]
    assert caught.value.place.startswith("answer 1 ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: this is not a transcript"),
        ("hello", "line 1: this is not a transcript"),
        ("gattai transcript 2\n", "line 1: this reads format 1, not '2'"),
        ("gattai transcript \n", "line 1: this reads format 1"),
        ("gattai transcript 1\ngame small 1\n", "line 2: the line 'begin' is missing"),
        (TEXT.replace("dice by", "rice by"), "line 6: 'rice' is no line of the head"),
        (TEXT.replace("3 dice", "4 dice"), "line 10: expected '3 who answer"),
        (TEXT.replace("3 dice", f"{'3' * 5000} dice"), "line 10: expected '3 who answer"),
        (TEXT.replace("; S.GO #", "; S.GO "), "line 8: expected '1 who answer"),
        (TEXT.replace("4 bob 3", "end bob\n4 bob 3"), "line 11: expected '4 who"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, message: str) -> None:
    with pytest.raises(Diverged, match=message):
        parse(text)


@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.text(max_size=3))
@settings(max_examples=300)
@example(TEXT.index("4 bob"), 1, "٤")
def test_damaged_text_diverges_and_does_nothing_else(at: int, cut: int, put: str) -> None:
    damaged = TEXT[:at] + put + TEXT[at + cut :]
    try:
        transcript = parse(damaged)
        *_, last = replay(game(), transcript)
    except Diverged:
        return
    assert last.transcript().entries == parse(TEXT).entries[: len(last.entries)]


def test_a_refused_answer_leaves_the_record_as_it_was() -> None:
    record = record_of(game(), 3)
    before = record.transcript(), record.position, record.question
    for value, seat in ((9, BOB), (3, ANN)):
        with pytest.raises(Refused):
            record.answer(value, seat)
    assert (record.transcript(), record.position, record.question) == before
    record.answer(3, BOB)
    assert record.transcript() == record_of(game(), 4).transcript()


def test_when_the_game_is_over_the_record_says_so() -> None:
    record = record_of(game())
    with pytest.raises(Refused, match=r"the game is over: turns are over \[S.END\]"):
        record.answer(Go(), ANN)
    assert len(record.entries) == len(FEAST)


class Wordy(Small):
    options = (*Small.options, Setting("title", "what it is called", "none"))


words = st.text(st.characters(exclude_characters="\n\r", codec="utf-8"))


@given(words, words, words)
@example("three word title", "a b  c", " seeded 7 ")
def test_options_players_and_dice_may_be_any_words(title: str, player: str, dice: str) -> None:
    rules = Wordy()
    record = Record(
        rules, options={"title": title, "turns": "1"}, players=(player, "x", ""), dice=dice
    )
    record.answer(Go())
    transcript = record.transcript()
    assert parse(transcript.text()) == transcript
    assert [*replay(rules, parse(transcript.text()))][-1].transcript() == transcript


def test_a_line_is_tied_to_the_setting_and_to_what_happened() -> None:
    def count(by: int) -> Small:
        def procedure(table: Table[State], answer: Any) -> Steps[None]:
            table.emit(Counted(rule="S.N", amount=by))
            yield from ()

        return Small(procedure)

    def check(rules: Small, **setting: Any) -> str:
        record: Record[State] = Record(rules, **setting)
        record.answer(Go())
        return record.entries[0].check

    plain = check(count(1))
    assert check(count(1)) == plain
    assert check(count(2)) != plain
    assert check(count(1), dice="seeded 7") != plain
    assert check(count(1), options={"mood": "wild"}) != plain


@pytest.mark.parametrize("sign", ["\n", "\r"])
def test_a_setting_that_would_break_a_line_is_refused(sign: str) -> None:
    for setting in (
        {"dice": f"seeded{sign}7"},
        {"players": ("a", f"b{sign}begin", "c")},
        {"options": {"title": f"x{sign}y"}},
    ):
        with pytest.raises(ValueError, match="one line each"):
            Record(Wordy(), **setting)


def test_every_seat_has_a_player() -> None:
    with pytest.raises(ValueError, match="2 players for 3 seats"):
        Record(Small(), players=("a", "b"))
    assert Record(Small()).header == Header("small", "1", players=("person",) * 3)


def test_records_share_nothing() -> None:
    one, other = Record(game()), Record(game())
    one.answer(Go())
    assert other.entries == []
    assert other.position == begin(Small(feast, held=((1, 2), (), (3,))))


class ForTwoOrThree(Small):
    """How many sit down is an option: `calm` is for two."""

    def seated(self, options: Mapping[str, str]) -> Self:
        fewer = copy(self)
        fewer.seats = self.seats[: 3 if options.get("mood") == "wild" else 2]
        return fewer


def test_the_seats_of_a_table_come_from_its_options() -> None:
    rules = ForTwoOrThree()
    assert Record(rules).rules.seats == ("ann", "bob")
    record = Record(rules, options={"mood": "wild"}, players=("person", "random", "random"))
    record.answer(Go())
    text = record.transcript().text()
    assert "player cat random" in text
    *_, again = replay(rules, parse(text))
    assert again.transcript().text() == text and again.rules.seats == ("ann", "bob", "cat")
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        Record(rules, players=("person",) * 3)
