"""Players' questions find the rule that answers them.

`questions/` holds 60 questions for each game. The games ship some of them word for word in their
`reader.toml`; at least half are phrased differently from everything that is shipped.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from gattai import games
from gattai.games.reader import ReadingGuide, chapters, reader_of
from gattai.games.rule_search import RuleSearch, search, stem, words_of

GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
QUESTIONS = 60
RIGHT = 0.85
"""Share of a game's questions for which the right rule is first."""
RIGHT_OF_ALL = 0.9
RIGHT_OF_NEW = 0.85
"""The same among questions that no game ships."""


def reader(game: str) -> ReadingGuide:
    return reader_of(games.get(game).folder)


@cache
def judged(game: str) -> dict[str, tuple[bool, bool]]:
    """For each question whether its first rule is right, and whether the game ships the question."""
    rules = games.load(game)
    shipped = {
        tuple(words_of(asked)) for questions in reader(game).asked.values() for asked in questions
    }
    path = Path(__file__).parent / "questions" / f"{game}.toml"
    found = {}
    for question, right in tomllib.loads(path.read_text("utf-8")).items():
        ids = [right] if isinstance(right, str) else right
        expected = {rules.rulebook.find(rule).id for rule in ids}
        first = search(rules, question).rules[:1]
        found[question] = (not expected.isdisjoint(first), tuple(words_of(question)) in shipped)
    return found


def share(right: list[bool]) -> float:
    return sum(right) / len(right)


@pytest.mark.parametrize("game", GAMES)
def test_the_rule_that_answers_comes_first(game: str) -> None:
    found = judged(game)
    assert len(found) == QUESTIONS
    wrong = [question for question, (right, _) in found.items() if not right]
    print(f"{game}: {1 - len(wrong) / QUESTIONS:.1%} right")
    assert len(wrong) <= (1 - RIGHT) * QUESTIONS, wrong


@pytest.mark.parametrize("game", GAMES)
def test_half_of_the_questions_are_phrased_differently_from_what_is_shipped(game: str) -> None:
    assert sum(not shipped for _, shipped in judged(game).values()) >= QUESTIONS / 2


def test_nine_of_ten_questions_are_answered_and_nearly_as_many_new_ones() -> None:
    every = [each for game in GAMES for each in judged(game).values()]
    new = [right for right, shipped in every if not shipped]
    print(f"{share([right for right, _ in every]):.1%} of all, {share(new):.1%} of {len(new)} new")
    assert share([right for right, _ in every]) >= RIGHT_OF_ALL
    assert share(new) >= RIGHT_OF_NEW


@pytest.mark.parametrize("game", GAMES)
def test_questions_and_chapters_name_existing_rules(game: str) -> None:
    book = games.load(game).rulebook
    for rule in (*reader(game).asked, *reader(game).first_game):
        assert f"{book.game.prefix}.{rule}" in book
    sections = {rule.id.split(".")[1] for rule in book.rule}
    assert {section for each in reader(game).chapter for section in each.sections} == sections


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_in_one_chapter(game: str) -> None:
    book = games.load(game).rulebook
    listed = [rule for chapter in chapters(book, reader(game)) for rule in chapter.rules]
    assert sorted(listed) == sorted(rule.id for rule in book.rule)


def test_a_game_without_a_reader_has_one_chapter_and_is_searched_by_its_words() -> None:
    book = games.load("attack-chart").rulebook
    (only,) = chapters(book, ReadingGuide())
    assert len(only.rules) == len(book.rule)
    assert RuleSearch(book, ReadingGuide()).search("leaving a melee").rules[0].endswith("WITHDRAW")


def test_found_words_are_given_as_they_are_written() -> None:
    found = search(games.load("attack-chart"), "thicket")
    assert "thickets" in found.words and "the" not in found.words


def test_words_that_are_still_being_typed_find_rules() -> None:
    assert search(games.load("aegis"), "annihil").rules[0] == "AEGIS.VICTORY.ANNIHILATION"


@pytest.mark.parametrize("question", ["", "?", "zebra crossing", "the of and"])
def test_nothing_is_found_where_no_rule_answers(question: str) -> None:
    assert search(games.load("aegis"), question).rules == ()


@pytest.mark.parametrize(
    "words", ["move moves moved moving", "attack attacks attacked", "push pushes pushed"]
)
def test_forms_of_a_word_have_one_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1
