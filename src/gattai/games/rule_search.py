"""Finds the rules that answer a question: "how do I win", "can I shoot through a wall".

Every rule is scored by the words that it shares with the question (BM25; words of titles and terms count
more than those of texts), and by the most similar question in the game's `reader.toml`. Word endings are
removed, and words that players use for the same thing count for each other.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from gattai import games
from gattai.games.reader import ReadingGuide, reader_of
from gattai.kernel.rulebook import Rule, Rulebook, RuleId
from gattai.kernel.ruleset import AnyRuleset

COMMON = frozenset(
    "a about actually after all also am an and any are as at be been before being but by can cannot could did do does doing during"
    " each exactly for from get gets getting go going got had has have having he her him his how i if in into is it its just let"
    " like make many may me mean means might more much must my need of off on one or our out over own please really shall"
    " she should so some still than that the their them then there these they thing things this those to too under until up us use used using"
    " was we were what whats when where which while who whom whose why will with work works would you your"
    " game rule rules card cards".split()
)
"""Words in most questions. They only count where whole questions are compared."""
SAME = (
    "win victory won winner goal objective",
    "lose lost defeat loser",
    "draw tie drawn equal level",
    "shoot fire shot shooting",
    "attack strike hit",
    "see sight visible los view",
    "first begin start starter",
    "die dead killed kill destroyed destroy dies wreck",
    "move walk movement moving speed",
    "far distance range reach away",
    "cost price pay expensive",
    "armour armor",
    "defence defense defend",
    "wall building obstacle terrain rock forest woods tree",
    "friend ally friendly teammate mate",
    "enemy opponent foe",
    "dice die roll rolls",
    "twice two double again repeat",
    "melee close hand",
    "finish end over ends",
    "turn order sequence",
    "deploy deployment setup place placement",
    "health hp hits life",
    "money coin coins",
    "heal repair fix regain",
    "army squad team list force",
)
"""Words of all games that mean the same in a question."""
USUAL = 0.5
"""The weight of a usual word where whole questions are compared."""
MEANT = 0.7
"""The weight of another word that means the same."""
BEGUN = 0.5
"""The weight of a word of which only the beginning was entered."""
WEIGHTS = (
    ("title", 3.0),
    ("terms", 2.5),
    ("id", 1.0),
    ("page", 0.5),
    ("asked", 0.5),
    ("text", 1.0),
)
STEEPNESS, LENGTH = 1.2, 0.8
"""The two parameters of BM25."""
ALIKE = 16.0
"""The score of a rule for which a player's question is listed word for word."""
LEAST = 0.3
"""Rules below this share of the best score by words are not results."""
KNOWN = 0.5
"""The share of a question, by weight, that a rule has to cover."""
MOST = 12
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_ENDINGS = ("ational", "ements", "ement", "ments", "ment", "nesses", "ness", "ings", "ing", "ions", "ion", "ies", "ied", "ers", "er", "es", "ed", "ly", "s", "e", "y")  # fmt: skip


class FoundRules(msgspec.Struct, frozen=True):
    """The rules that answer a question, best first."""

    rules: tuple[RuleId, ...] = ()
    words: tuple[str, ...] = ()
    """The words of these rules that made them results, as they are written there."""


@cache
def stem(word: str) -> str:
    """Return a word without its ending; "moving", "moves" and "move" have the same stem."""
    word = word.split("'")[0]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return _WORD.findall(text.casefold().replace("’", "'"))


class _Phrase(NamedTuple):
    """A question or a title, to be compared with others."""

    weights: dict[str, float]
    meant: dict[str, frozenset[str]]
    """For each word all words that mean the same."""
    total: float


@lru_cache(maxsize=16)
def searcher(book: Rulebook, folder: Path) -> RuleSearch:
    """Return the search of a rulebook, with the questions of its game's folder."""
    return RuleSearch(book, reader_of(folder))


def search(rules: AnyRuleset, question: str) -> FoundRules:
    """Return the rules of a game that answer a question, best first."""
    return searcher(rules.rulebook, games.get(rules.name).folder).search(question)


class RuleSearch:
    """The words of one rulebook, ready to be searched."""

    def __init__(self, book: Rulebook, reader: ReadingGuide) -> None:
        prefix = f"{book.game.prefix}."
        self._same = _same((*SAME, *reader.same))
        asked = {rule.id: reader.asked.get(rule.id.removeprefix(prefix), ()) for rule in book.rule}
        self._texts = {rule.id: _texts(rule, prefix, asked[rule.id]) for rule in book.rule}
        self._counts = {rule: _counts(texts) for rule, texts in self._texts.items()}
        self._lengths = {rule: sum(counts.values()) for rule, counts in self._counts.items()}
        self._usual_length = sum(self._lengths.values()) / max(1, len(self._lengths))
        self._spread = Counter(word for counts in self._counts.values() for word in counts)
        self._phrases = {
            rule.id: [self._phrase(words_of(each)) for each in (rule.title, *asked[rule.id])]
            for rule in book.rule
        }

    def search(self, question: str) -> FoundRules:
        """Return the rules that answer a question; none if no rule has enough of its words."""
        words = words_of(question)
        wanted = [self._meant(stem(word)) for word in words if word not in COMMON]
        phrase = self._phrase(words)
        by_words: dict[RuleId, float] = {}
        scores: dict[RuleId, float] = {}
        for rule in self._counts:
            alike = max(_alike(phrase, each) for each in self._phrases[rule])
            if alike > KNOWN or self._covered(rule, wanted) > KNOWN:
                by_words[rule] = self._score(rule, wanted)
                scores[rule] = by_words[rule] + ALIKE * alike * alike
        ranked = sorted(scores, key=lambda rule: -scores[rule])
        least = LEAST * max(by_words.values(), default=0.0)
        rules = tuple(rule for rule in ranked if scores[rule] > least)[:MOST]
        return FoundRules(rules, self._written(rules, wanted))

    def _phrase(self, words: Iterable[str]) -> _Phrase:
        weights = {stem(word): self._weight(word) for word in words}
        meant = {own: self._same.get(own, frozenset((own,))) for own in weights}
        return _Phrase(weights, meant, sum(weights.values()))

    def _weight(self, word: str) -> float:
        """Return how much a word matters where whole questions are compared."""
        return USUAL if word in COMMON else 1.0 + self._rarity(stem(word)) / 2

    def _meant(self, word: str) -> dict[str, float]:
        """Return the words that count for one, each with its weight."""
        meant = dict.fromkeys(self._same.get(word, ()), MEANT) | {word: 1.0}
        if word not in self._spread and len(word) > 2:
            begun = (known for known in self._spread if known.startswith(word))
            meant |= dict.fromkeys(begun, BEGUN)
        return meant

    def _rarity(self, word: str) -> float:
        count = self._spread.get(word, 0)
        return math.log(1 + (len(self._counts) - count + 0.5) / (count + 0.5))

    def _score(self, rule: RuleId, wanted: Sequence[dict[str, float]]) -> float:
        counts = self._counts[rule]
        length = 1 - LENGTH + LENGTH * self._lengths[rule] / self._usual_length
        return sum(
            max(
                weight * self._rarity(word) * _saturated(counts.get(word, 0.0), STEEPNESS * length)
                for word, weight in meant.items()
            )
            for meant in wanted
        )  # fmt: skip

    def _covered(self, rule: RuleId, wanted: Sequence[dict[str, float]]) -> float:
        """Return which share of the question a rule covers, weighed by how rare its words are."""
        counts, total, covered = self._counts[rule], 0.0, 0.0
        for meant in wanted:
            known = [self._rarity(word) for word in meant if word in self._spread]
            rarity = max(known, default=self._rarity(""))
            total += rarity
            covered += rarity * (any(word in counts for word in meant))
        return covered / total if total else 0.0

    def _written(
        self, rules: Sequence[RuleId], wanted: Sequence[dict[str, float]]
    ) -> tuple[str, ...]:
        stems = {word for meant in wanted for word in meant}
        shown = (self._texts[rule] for rule in rules)
        texts = (texts[field] for texts in shown for field in ("title", "text"))
        written = {word for text in texts for word in words_of(text) if word not in COMMON}
        return tuple(sorted(word for word in written if stem(word) in stems))


def _alike(one: _Phrase, other: _Phrase) -> float:
    """Return how similar two questions are: 1 for the same words, 0 for none in common."""
    total = one.total + other.total
    return (_shared(one, other) + _shared(other, one)) / total if total else 0.0


def _shared(one: _Phrase, other: _Phrase) -> float:
    shared = 0.0
    for word, weight in one.weights.items():
        if word in other.weights:
            shared += weight
        elif not other.weights.keys().isdisjoint(one.meant[word]):
            shared += MEANT * weight
    return shared


def _same(groups: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return for each stem all stems that mean the same, itself included."""
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        stems = [stem(word) for word in group.split()]
        for word in stems:
            found[word] = found.get(word, frozenset()).union(stems)
    return found


def _texts(rule: Rule, prefix: str, asked: Iterable[str]) -> dict[str, str]:
    name = rule.id.removeprefix(prefix)
    return {
        "title": rule.title,
        "terms": " ".join(rule.terms),
        "id": re.sub(r"[.-]", " ", name),
        "page": rule.page,
        "asked": " ".join(asked),
        "text": rule.text,
    }


def _counts(texts: dict[str, str]) -> dict[str, float]:
    counts: dict[str, float] = {}
    for field, weight in WEIGHTS:
        for word in words_of(texts[field]):
            if word not in COMMON:
                counts[stem(word)] = counts.get(stem(word), 0.0) + weight
    return counts


def _saturated(count: float, steepness: float) -> float:
    """Return how much repeated words count: each more less than the one before."""
    return count * (STEEPNESS + 1) / (count + steepness)
