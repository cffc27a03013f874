"""The options of a question, found by number, by a few words, or in full notation.

They are the options of the scene, grouped by who acts, then what, then the target.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from gattai.kernel.position import Asked, Seen
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import NotYours
from gattai.kernel.text import notation
from gattai.kernel.text.words import tag_of
from gattai.scene.parts import Card, ListedOption, Scene
from gattai.terminal.client.words import capital
from gattai.terminal.pages.board import runs, short_names

MAX_THINKABLE = 20_000
FEW = 9
"""More options of a kind than this are shown by example."""
_TOKEN = re.compile(r"-?\d+,-?\d+|[^\W_]+")


class NotFound(ValueError):
    """Nothing fits what was typed, or too much does."""


class Menu:
    """The options of one question, numbered in the order shown.

    Options listed one by one come first, so that the most frequent ones have one digit; then
    kinds with many options: hexes to move to, ways to divide fire.
    """

    def __init__(self, rules: AnyRuleset, seen: Seen[Struct], scene: Scene) -> None:
        self.rules = rules
        self.seen = seen
        self.words = rules.words(seen.state)
        offered = (seen.question.options if isinstance(seen.question, Asked) else None) or ()
        self._actions = {self.write(action): action for action in offered}
        self._short = short_names(scene)
        self._names = {piece.id: piece.name for piece in scene.pieces}
        self._faces = _faces_held(scene)
        self.groups = groups = _by_actor(scene)
        few = [o for group in groups.values() if not self._is_many(group) for o in group]
        many = [o for group in groups.values() if self._is_many(group) for o in group]
        self.options: tuple[ListedOption, ...] = (*few, *many)
        self.texts = [option.text for option in self.options]
        self.labels = [self._label(option) for option in self.options]
        self._numbers = {option.text: number for number, option in enumerate(self.options, 1)}

    @staticmethod
    def _is_many(group: Sequence[ListedOption]) -> bool:
        places = all(option.cell is not None for option in group)
        return len(group) > (FEW // 2 if places else FEW) and not _is_on_targets(group)

    def write(self, answer: object) -> str:
        """Return an answer in notation."""
        return notation.write(answer, self.words)

    def _label(self, option: ListedOption) -> str:
        who = f"{self._names[option.actor]}: " if option.actor in self._names else ""
        return f"{who}{option.label}"

    # Display

    def lines(self) -> Iterator[str]:
        """Yield the menu: who can do what; kinds with many options by example."""
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

    def _kind(self, kind: str, group: Sequence[ListedOption]) -> Iterator[str]:
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

    def line(self, option: ListedOption) -> str:
        """Return one option with its number and price."""
        price = f"  [{option.price}]" if option.price else ""
        face = self._face(option)
        return f"{self._numbers[option.text]:>4}  {capital(option.label)}{price}{face}"

    def _face(self, option: ListedOption) -> str:
        """Return the text of the card that an option is about, in one line."""
        face = self._faces.get(option.card or "")
        if face is None:
            return ""
        figures = ", ".join(f"{name} {value}" for name, value in face.figures)
        shown = ": ".join(part for part in (figures, face.text) if part)
        return f"  ({shown})" if shown else ""

    def in_full(self, number: int) -> str:
        """Return an option in full: who, what, and notation."""
        option = self.options[number - 1]
        price = f"  [{option.price}]" if option.price else ""
        label = self.labels[number - 1]
        again = f"   {option.text}" if label != option.text else ""
        return f"{number:>4}  {capital(label)}{price}{again}"

    def _on_targets(self, head: str, group: Sequence[ListedOption]) -> str:
        """Return one line with the action and its targets."""
        price = f", {group[0].price}" if group[0].price else ""
        parts = [
            f"{self._numbers[o.text]} {self._short.get(o.target, '')} {self._names.get(o.target, o.target)}"
            for o in group
            if o.target is not None
        ]
        number, _, whom = parts[0].partition(" ")
        return f"{number:>4}  {head}{price}: {', '.join([whom, *parts[1:]])}"

    # Input

    def find(self, typed: str) -> object:
        """Return the intended option, or an answer in notation that is not among the options."""
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
        """Return the numbers of all options that contain these words in this order."""
        tokens = tokens_of(self._without_short_names(words))
        return [
            number
            for number, (text, label) in enumerate(zip(self.texts, self.labels, strict=True), 1)
            if _fit(tokens, tokens_of(text)) or _fit(tokens, tokens_of(label))
        ]

    def _without_short_names(self, typed: str) -> str:
        """Replace short names such as B1 by ids such as warden-squad."""
        known = {short.casefold(): id for id, short in self._short.items()}
        return re.sub(r"\b[A-Za-z]\d+\b", lambda w: known.get(w[0].casefold(), w[0]), typed)

    def _near(self, text: str) -> str:
        """Return suggestions for misspelled words."""
        known = dict.fromkeys(
            token for each in (*self.texts, *self.labels) for token in tokens_of(each)
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

    def _thinkable(self, text: str) -> object:
        """Return the intended candidate that the rules forbid; of several, the one with the fewest reasons."""
        if not self.seen.position.is_settled:
            return None
        state = self.seen.state
        try:
            thought = tuple(islice(self.rules.candidates(state), MAX_THINKABLE))
            fitting = best_fits(text, [self.write(action) for action in thought])
            if not 1 <= len(fitting) <= FEW:
                return None
            against = {n: sum(1 for _ in self.rules.refusals(state, thought[n])) for n in fitting}
        except NotYours:
            return None
        return thought[min(against, key=lambda n: against[n])]


def _faces_held(scene: Scene) -> dict[str, Card]:
    """Return the open cards in hands and piles by what options call them."""
    faces = {card.id: card for card in scene.cards}
    held = {each.id: each.card for zone in scene.zones for each in zone.cards}
    return {id: faces[card] for id, card in held.items() if card in faces}


def _by_actor(scene: Scene) -> dict[tuple[str, str], list[ListedOption]]:
    """Return the options by who acts, then what; within a group those against others first."""
    options = scene.ask.options if scene.ask else ()
    groups: dict[tuple[str, str], list[ListedOption]] = {}
    actors = {o.actor: None for o in options if o.actor is not None}
    for actor in (*actors, None):
        for option in options:
            if option.actor == actor:
                groups.setdefault((actor or "", option.kind), []).append(option)
    mine = {piece.id for piece in scene.pieces if piece.owner == scene.seat}
    for group in groups.values():
        group.sort(key=lambda option: option.target in mine)
    return groups


def _is_on_targets(group: Sequence[ListedOption]) -> bool:
    """Whether the options of a kind differ only in their targets."""
    if len(group) < 2:
        return False
    targets = {option.target for option in group}
    prices = {option.price for option in group}
    plain = all(not option.picks and option.cell is None for option in group)
    return plain and None not in targets and len(targets) == len(group) and len(prices) == 1


def tokens_of(text: str) -> list[str]:
    """Return the words, numbers and places of a line, without brackets, quotes and hyphens."""
    return _TOKEN.findall(text.casefold())


def best_fits(typed: str, texts: Iterable[str]) -> list[int]:
    """Return the texts that fit best what was typed: those with the fewest other words first."""
    wanted = tokens_of(typed)
    ranked: dict[tuple[int, int], list[int]] = {}
    for number, text in enumerate(texts):
        tokens = tokens_of(text)
        if wanted and _fit(wanted, tokens):
            exact = sum(word in tokens for word in wanted)
            ranked.setdefault((len(tokens), -exact), []).append(number)
    return ranked[min(ranked)] if ranked else []


def _fit(wanted: Sequence[str], tokens: Sequence[str]) -> bool:
    """Whether each word begins a word of the text, in the same order; numbers must be equal."""
    rest = iter(tokens)
    return all(any(_begins(word, token) for token in rest) for word in wanted)


def _begins(word: str, token: str) -> bool:
    return word == token if word[-1].isdigit() else token.startswith(word)
