"""The options of a question, as people name them: by number, in a few words, or in full notation.

They are the options of the scene, grouped as its labels say: who acts, then what, then on whom.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from gattai.kernel.position import Asked, Seen
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours
from gattai.kernel.text import notation
from gattai.kernel.text.words import tag_of
from gattai.scene.parts import Option, Scene
from gattai.terminal.client.words import capital
from gattai.terminal.pages.board import runs, short_names

MOST_THINKABLE = 20_000
FEW = 9
"""More of a kind than this are told by example."""
_TOKEN = re.compile(r"-?\d+,-?\d+|[^\W_]+")


class NotFound(ValueError):
    """Nothing fits what was typed, or too much does."""


class Menu:
    """The options of one question, numbered in the order in which they are shown.

    First those that are listed one by one, so that what is most often wanted is one digit; then
    those of which there are many of a kind: hexes to move to, ways to divide fire.
    """

    def __init__(self, rules: AnyRuleset, seen: Seen[Any], scene: Scene) -> None:
        self.rules = rules
        self.seen = seen
        self.words = rules.words(seen.state)
        offered = (seen.question.options if isinstance(seen.question, Asked) else None) or ()
        self._actions = {self.write(action): action for action in offered}
        self._short = short_names(scene)
        self._names = {piece.id: piece.name for piece in scene.pieces}
        faces = {card.id: card for card in scene.cards}
        held = {each.id: each.card for zone in scene.zones for each in zone.cards}
        self._faces = {id: faces[card] for id, card in held.items() if card in faces}
        mine = {piece.id for piece in scene.pieces if piece.owner == scene.seat}
        options = scene.ask.options if scene.ask else ()
        groups: dict[tuple[str, str], list[Option]] = {}
        actors = {o.actor: None for o in options if o.actor is not None}
        for actor in (*actors, None):
            for option in options:
                if option.actor == actor:
                    groups.setdefault((actor or "", option.kind), []).append(option)
        for group in groups.values():  # what is aimed at others before what is aimed at one's own
            group.sort(key=lambda option: option.target in mine)
        self.groups = groups
        few = [o for group in groups.values() if not self._is_many(group) for o in group]
        many = [o for group in groups.values() if self._is_many(group) for o in group]
        self.options: tuple[Option, ...] = (*few, *many)
        self.texts = [option.text for option in self.options]
        self.labels = [self._said(option) for option in self.options]
        self._numbers = {option.text: number for number, option in enumerate(self.options, 1)}

    @staticmethod
    def _is_many(group: Sequence[Option]) -> bool:
        places = all(option.cell is not None for option in group)
        return len(group) > (FEW // 2 if places else FEW) and not _is_on_targets(group)

    def write(self, answer: Any) -> str:
        """An answer in notation."""
        return notation.write(answer, self.words)

    def _said(self, option: Option) -> str:
        who = f"{self._names[option.actor]}: " if option.actor in self._names else ""
        return f"{who}{option.label}"

    # What is shown

    def lines(self) -> Iterator[str]:
        """The menu: who can do what; many of a kind with an example."""
        blocks: dict[str, list[str]] = {}
        for (actor, kind), group in self.groups.items():
            blocks.setdefault(actor, []).extend(self._kind(kind, group))
        alike: dict[tuple[str, ...], list[str]] = {}
        for actor, block in blocks.items():
            alike.setdefault(tuple(block), []).append(actor)
        lone = all(len(lines) == 1 and lines[0][:4].strip() for lines in alike)
        for lines, actors in alike.items():
            named = [f"{self._short[a]} {self._names[a]}" for a in actors if a in self._names]
            if named and not (lone and len(alike) > 1):
                yield ", ".join(named)
            yield from lines

    def _kind(self, kind: str, group: Sequence[Option]) -> Iterator[str]:
        head = capital(kind)
        if not self._is_many(group):
            if _is_on_targets(group):
                yield self._on_targets(head, group)
            else:
                yield from map(self.line, group)
        elif all(option.cell is not None for option in group):
            cells = [*dict.fromkeys(option.cell for option in group if option.cell)]
            places = f"{len(cells)} places" if len(cells) == len(group) else f"{len(group)} ways"
            yield f"      {head}, {places}: {' '.join(runs(cells))}"
        else:
            first = group[0]
            yield (
                f"      {head} ...: {len(group)} ways, such as {first.text} "
                f"('more {first.text.partition(' ')[0]}' lists them)"
            )

    def line(self, option: Option) -> str:
        """One option with its number and its price."""
        price = f"  [{option.price}]" if option.price else ""
        face = self._face(option)
        return f"{self._numbers[option.text]:>4}  {capital(option.label)}{price}{face}"

    def _face(self, option: Option) -> str:
        """What is printed on the card that an option is about, in a line."""
        face = self._faces.get(option.card or "")
        if face is None:
            return ""
        figures = ", ".join(f"{name} {value}" for name, value in face.figures)
        said = ": ".join(part for part in (figures, face.text) if part)
        return f"  ({said})" if said else ""

    def in_full(self, number: int) -> str:
        """An option by its number: who, what, and in notation."""
        option = self.options[number - 1]
        price = f"  [{option.price}]" if option.price else ""
        said = self.labels[number - 1]
        again = f"   {option.text}" if said != option.text else ""
        return f"{number:>4}  {capital(said)}{price}{again}"

    def _on_targets(self, head: str, group: Sequence[Option]) -> str:
        """One line: what it is, then whom it is about."""
        price = f", {group[0].price}" if group[0].price else ""
        said = [
            f"{self._numbers[o.text]} {self._short.get(o.target, '')} {self._names.get(o.target, o.target)}"
            for o in group
            if o.target is not None
        ]
        number, _, whom = said[0].partition(" ")
        return f"{number:>4}  {head}{price}: {', '.join([whom, *said[1:]])}"

    # What is meant

    def find(self, typed: str) -> Any:
        """The option that was meant, or an answer in notation that is none of the options."""
        text = self._without_short_names(typed.strip())
        if text.isascii() and text.isdigit():
            if not 1 <= int(text) <= len(self.options):
                raise NotFound(f"there is no option {text}; there are 1 to {len(self.options)}")
            return self._actions[self.texts[int(text) - 1]]
        same = [n for n, each in enumerate(self.texts) if tokens_of(each) == tokens_of(text)]
        if len(same) == 1:
            return self._actions[self.texts[same[0]]]
        wrong: ValueError | None = None
        if self._is_notation(text):
            try:
                return notation.read(text, self.words, self.rules.action_types)
            except ValueError as problem:
                wrong = problem
        fitting = best_fits(text, self.texts) or best_fits(text, self.labels)
        if len(fitting) == 1:
            return self._actions[self.texts[fitting[0]]]
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
        tokens = tokens_of(self._without_short_names(words))
        return [
            number
            for number, (text, label) in enumerate(zip(self.texts, self.labels, strict=True), 1)
            if _fit(tokens, tokens_of(text)) or _fit(tokens, tokens_of(label))
        ]

    def _without_short_names(self, typed: str) -> str:
        """B1 is warden-squad, and so on."""
        known = {short.casefold(): id for id, short in self._short.items()}
        return re.sub(r"\b[A-Za-z]\d+\b", lambda w: known.get(w[0].casefold(), w[0]), typed)

    def _near(self, text: str) -> str:
        """The words that were perhaps meant."""
        known = dict.fromkeys(
            token for said in (*self.texts, *self.labels) for token in tokens_of(said)
        )
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
        if not self.seen.position.is_settled:
            return None
        state = self.seen.state
        try:
            thought = tuple(islice(self.rules.conceivable(state), MOST_THINKABLE))
            fitting = best_fits(text, [self.write(action) for action in thought])
            if not 1 <= len(fitting) <= FEW:
                return None
            against = {n: sum(1 for _ in self.rules.refusals(state, thought[n])) for n in fitting}
        except NotYours:
            return None
        return thought[min(against, key=lambda n: against[n])]


def _is_on_targets(group: Sequence[Option]) -> bool:
    """Whether options of a kind differ in their targets alone."""
    if len(group) < 2:
        return False
    targets = {option.target for option in group}
    prices = {option.price for option in group}
    plain = all(not option.picks and option.cell is None for option in group)
    return plain and None not in targets and len(targets) == len(group) and len(prices) == 1


def tokens_of(text: str) -> list[str]:
    """The words of a line, numbers and places; without brackets, quotes and hyphens."""
    return _TOKEN.findall(text.casefold())


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
