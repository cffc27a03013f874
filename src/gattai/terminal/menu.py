"""The options of a question, as people name them: by number, in a few words, or in full notation."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from gattai.kernel import notation
from gattai.kernel.position import Position, table_now
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.words import struct_fields, tag_of

MOST_THINKABLE = 20_000
FEW = 9
_WORD = re.compile(r"[^\s\[\]()]+")


class NotFound(ValueError):
    """Nothing fits what was typed, or too much does."""


class Menu:
    """The options of one question, numbered in the order in which they are shown.

    First the few that are listed one by one, so that what is most often wanted is one digit; then
    those of which there are many of a kind: hexes to move to, ways to divide fire.
    """

    def __init__(
        self,
        rules: AnyRuleset,
        position: Position[Any],
        options: Sequence[Any],
        aliases: Mapping[str, str],
    ) -> None:
        self.rules = rules
        self.position = position
        self.aliases = aliases
        # In the middle of an action there may be units that the settled table does not know.
        self.words = rules.words(table_now(rules, position))
        self.few: tuple[Any, ...] = ()
        self.many: dict[str, tuple[Any, ...]] = {}
        self.arrange(options)
        self.options = (*self.few, *(o for group in self.many.values() for o in group))
        self.texts = [self.write(option) for option in self.options]

    def arrange(self, options: Sequence[Any]) -> None:
        """Tell the few from the many."""
        alike: dict[tuple[str, int], list[Any]] = {}
        for option in options:
            first, *rest = tokens_of(self.write(option)) or [""]
            alike.setdefault((first, len(rest)), []).append(option)
        self.few = tuple(o for group in alike.values() if len(group) <= FEW for o in group)
        for (first, _), group in alike.items():
            if len(group) > FEW:
                self.many[first] = (*self.many.get(first, ()), *group)

    def write(self, option: Any) -> str:
        """An option in notation."""
        return notation.write(option, self.words)

    def lines(self) -> Iterator[str]:
        """The menu: the few with their numbers, the many with an example."""
        for number, text in enumerate(self.texts[: len(self.few)], 1):
            yield f"{number:>4}  {text}"
        for first, group in self.many.items():
            again = " more" if any(text.startswith(f"{first} ") for text in self._few_texts) else ""
            yield (
                f"      {first} ...: {len(group)}{again} ways, such as {self.write(group[0])} "
                f"('more {first}' lists them)"
            )
            yield from self._choices(group)

    @property
    def _few_texts(self) -> list[str]:
        return self.texts[: len(self.few)]

    def _choices(self, group: Sequence[Any]) -> Iterator[str]:
        """What a field of these options can be, where that is not much."""
        own: type = type(group[0])
        for name, kind in (struct_fields(own) or {}).items():
            if kind in self.words:
                known = dict.fromkeys(self.words[kind].write(getattr(o, name)) for o in group)
                if len(known) <= FEW:
                    yield f"          {name}: {', '.join(known)}"

    def find(self, typed: str) -> Any:
        """The option that was meant, or an answer in notation that is none of the options."""
        text = self._without_aliases(typed.strip())
        if text.isascii() and text.isdigit():
            if not 1 <= int(text) <= len(self.options):
                raise NotFound(f"there is no option {text}; there are 1 to {len(self.options)}")
            return self.options[int(text) - 1]
        if self._is_notation(text):
            try:
                return notation.read(text, self.words, self.rules.action_types)
            except ValueError as problem:
                wrong: ValueError | None = problem
        else:
            wrong = None
        fitting = best_fits(text, self.texts)
        if len(fitting) == 1:
            return self.options[fitting[0]]
        if fitting:
            raise NotFound(self._too_many(fitting))
        thinkable = self._thinkable(text)
        if thinkable is not None:
            return thinkable
        near = self._near(text)
        if wrong and not near:
            raise NotFound(str(wrong))
        raise NotFound(f"nothing here is called {typed.strip()!r}{near}")

    def fitting(self, words: str) -> list[int]:
        """The numbers of all options in which these words occur, in this order."""
        tokens = tokens_of(self._without_aliases(words))
        return [n for n, text in enumerate(self.texts, 1) if _fit(tokens, tokens_of(text))]

    def _without_aliases(self, typed: str) -> str:
        return _WORD.sub(lambda word: self.aliases.get(word[0].casefold(), word[0]), typed)

    def _near(self, text: str) -> str:
        """The words that were perhaps meant."""
        known = dict.fromkeys(token for option in self.texts for token in tokens_of(option))
        near = [
            f"{word!r} may be {found[0]!r}"
            for word in tokens_of(text)
            if not any(_begins(word, token) for token in known)
            and (found := difflib.get_close_matches(word, known, n=1, cutoff=0.7))
        ]
        return f"; {', '.join(near)}" if near else ""

    def _is_notation(self, text: str) -> bool:
        return text.partition(" ")[0] in [tag_of(kind) for kind in self.rules.action_types]

    def _too_many(self, fitting: Sequence[int]) -> str:
        shown = "; ".join(f"{number + 1} {self.texts[number]}" for number in fitting[:4])
        rest = f"; ... ({len(fitting)} in all)" if len(fitting) > 4 else ""
        return f"that could be {shown}{rest}"

    def _thinkable(self, text: str) -> Any:
        """What was meant, although the rules do not allow it: of several the least forbidden."""
        if not self.position.is_settled:
            return None
        state = self.position.state
        thought = tuple(islice(self.rules.conceivable(state), MOST_THINKABLE))
        fitting = best_fits(text, [self.write(action) for action in thought])
        if not 1 <= len(fitting) <= FEW:
            return None
        against = {n: sum(1 for _ in self.rules.refusals(state, thought[n])) for n in fitting}
        return thought[min(against, key=lambda n: against[n])]


def tokens_of(text: str) -> list[str]:
    """The words of a line, without brackets and quotes."""
    return _WORD.findall(text.casefold().replace('"', " "))


def best_fits(typed: str, texts: Iterable[str]) -> list[int]:
    """Which texts fit best what was typed: first those with the fewest words that were not typed."""
    wanted = tokens_of(typed)
    ranked: dict[tuple[int, int], list[int]] = {}
    for number, text in enumerate(texts):
        tokens = tokens_of(text)
        if wanted and _fit(wanted, tokens):
            exact = sum(word in tokens for word in wanted)
            ranked.setdefault((len(tokens), -exact), []).append(number)
    return ranked[min(ranked)] if ranked else []


def _fit(wanted: Sequence[str], tokens: Sequence[str]) -> bool:
    """Whether each word begins a word of the text, in the same order; numbers must be the same."""
    rest = iter(tokens)
    return all(any(_begins(word, token) for token in rest) for word in wanted)


def _begins(word: str, token: str) -> bool:
    return word == token if word[-1].isdigit() else token.startswith(word)
