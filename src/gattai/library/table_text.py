"""Tables set up from text, for odds, tests, docs and bug reports.

    blue = lancer-team             a setting of the match: NAME = VALUE
    phase fighting                 a field of the table: FIELD VALUE
    lancer-team at 3,2             a piece: PIECE FIELD VALUE, FIELD VALUE, ...
    red gunners at 5,2, hp 2       a piece added to a side if its force lacks it: SEAT PIECE ...
    red energy 30                  a field of a seat: SEAT FIELD VALUE
    act unit argonaut, combat 1    a part of the table: PART FIELD VALUE, ...
    rulings melee-modifiers worst

Statements are separated by newlines or semicolons; `#` begins a comment. Fields, and the words for
pieces, places and cards, are those of the position text (`kernel.text.snapshot`). A list is written
`[a b]`, a struct `(field value, field value)`, nothing `-`, and `FIELD + VALUE` adds to a list.
Everything else is as at the beginning of the match, changed by the `table_text` of the game.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Generic, Literal, NoReturn, TypeVar, Union, get_args, get_origin

import msgspec

from gattai import games
from gattai.kernel.position import GamePosition, asked
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset, Ruleset
from gattai.kernel.secrecy import Secret
from gattai.kernel.text.notation import unquoted
from gattai.kernel.text.snapshot import BadPosition
from gattai.kernel.text.words import (
    UnknownWord,
    Words,
    from_plain,
    item_kinds,
    struct_fields,
    to_plain,
)

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]()]|,(?=\s|$)|(?:[^\s\[\]()",]|,(?!\s|$))+)')
_SETTING = re.compile(r"\s*([\w-]+)\s*=\s*(.*)", re.DOTALL)
_COPY = re.compile(r"(.+?)-(\d+)")
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}
MAX_SHOWN = 3
MAX_RECRUITS = 60
"""Maximum number of forces tried to get a piece onto the table."""

Plain = dict[str, Any]
S = TypeVar("S", bound=msgspec.Struct)


class BadTable(BadPosition):
    """Raised for an invalid text: names the wrong statement, the reason, and similar words."""


class LaidTable(msgspec.Struct, Generic[S], frozen=True):
    """A table set up from text."""

    rules: Ruleset[S]
    position: GamePosition[S]
    settings: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    """Reasons why no game can reach this table, if any."""


def lay_table(
    rules: Ruleset[S], text: str, settings: Mapping[str, str] | None = None
) -> LaidTable[S]:
    """Return the table for a text. `BadTable` says which statement is wrong, and why.

    >>> rules = games.load("attack-chart")
    >>> laid = lay_table(rules, "lancer-team at 3,2; gunners at 5,2, hp 2; acting lancer-team")
    >>> laid.position.state.units[5].hp
    2
    >>> lay_table(rules, "gunners att 5,2")
    Traceback (most recent call last):
    ...
    gattai.library.table_text.BadTable: 'gunners att 5,2': Unit has no 'att'; did you mean 'at'?
    """
    statements = [*_statements(text)]
    chosen, changes = _settings(rules, statements, settings or {})
    try:
        rules = rules.seated(chosen)
    except ValueError as problem:
        raise BadTable(f"the settings: {problem}") from problem
    own = [*_statements(games.get(rules.name).table_text)]
    state = _mustered(rules, chosen, changes)
    for statement in own:
        state = _changed(rules, state, statement)
    usual = {*rules.broken(state)}
    for statement in changes:
        state = _changed(rules, state, statement)
    position = GamePosition(state)
    try:
        notes = tuple(each for each in rules.broken(state) if each not in usual)
        asked(rules, position)
    except Exception as problem:  # the rules may fail anywhere on a state they did not make
        why = "; ".join([*rules.broken(state)][-MAX_SHOWN:]) or repr(problem)
        raise BadTable(f"the rules cannot go on from this table: {why}") from problem
    return LaidTable(rules.read_as(state), position, tuple(sorted(chosen.items())), notes)


def _statements(text: str) -> Iterator[str]:
    for line in text.splitlines():
        for statement in line.partition("#")[0].split(";"):
            if statement.strip():
                yield " ".join(statement.split())


def _settings(
    rules: AnyRuleset, statements: Iterable[str], given: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return all settings of the match, and the other statements."""
    chosen = {option.name: option.default for option in rules.options}
    changes: list[str] = []
    for statement in (*(f"{name} = {value}" for name, value in given.items()), *statements):
        found = _SETTING.fullmatch(statement)
        if found is None:
            changes.append(statement)
            continue
        name, value = found[1], found[2].strip()
        option = next((each for each in rules.options if each.name == name), None)
        if option is None:
            _wrong(statement, UnknownWord("setting", name, [*chosen]))
        if option.choices and value not in option.choices:
            _wrong(statement, UnknownWord(f"{name}", value, option.choices))
        chosen[name] = value
    return chosen, changes


def _wrong(statement: str, problem: Exception | str) -> NoReturn:
    raise BadTable(f"{statement!r}: {problem}") from (
        problem if isinstance(problem, Exception) else None
    )


# Pieces missing from the force of their side


def _mustered(rules: Ruleset[S], chosen: dict[str, str], changes: Sequence[str]) -> S:
    """Return the first table, with forces that contain every piece given to a side."""
    try:
        state = rules.setup(chosen)
    except ValueError as problem:
        raise BadTable(f"the settings: {problem}") from problem
    roster = games.get(rules.name).recruits(rules)
    if roster is None:
        return state
    recruits = [[*_recruits(name, changes, roster.pieces)] for name in rules.seats]
    others = [card for card in roster.pieces if not any(card in own for own in recruits)]
    for seat, (name, wanted) in enumerate(zip(rules.seats, recruits, strict=True)):
        if not _lacks(rules, state, Seat(seat), wanted):
            continue
        for force in _forces(wanted, others, roster.least):
            try:
                better = rules.setup({**chosen, name: roster.written(force)})
            except ValueError:
                continue
            if not _lacks(rules, better, Seat(seat), wanted):
                chosen[name], state = roster.written(force), better
                break
    return state


def _recruits(seat: str, changes: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Return the cards of the pieces that statements give to a seat, with repetitions."""
    cards = {card.casefold(): card for card in known}
    found: dict[str, int] = {}
    for statement in changes:
        who, _, rest = statement.partition(" ")
        name = rest.split(" ")[0].rstrip(",").casefold()
        copy = _COPY.fullmatch(name)
        if who.casefold() == seat and name in cards:
            found.setdefault(cards[name], 1)
        elif who.casefold() == seat and copy and copy[1] in cards:
            found[cards[copy[1]]] = max(found.get(cards[copy[1]], 1), min(12, int(copy[2])))
    for card, count in found.items():
        yield from [card] * count


def _lacks(rules: AnyRuleset, state: object, seat: Seat, wanted: Sequence[str]) -> bool:
    words = rules.words(state)
    plain = to_plain(state, rules.state_type, words)
    there = [
        piece.get("card")
        for _, pieces in _lists_of_pieces(plain)
        for piece in pieces
        if piece.get("seat") == rules.seats[seat]
    ]
    return any(there.count(card) < wanted.count(card) for card in wanted)


def _forces(wanted: list[str], others: list[str], least: int) -> Iterator[list[str]]:
    """Yield forces with these pieces: only these, then filled up with others."""
    yield wanted
    lacking = least - len(wanted)
    for first in range(min(MAX_RECRUITS, len(others) - lacking + 1) if lacking > 0 else 0):
        yield [*wanted, *others[first : first + lacking]]


# Applying statements


def _changed(rules: Ruleset[S], state: S, statement: str) -> S:
    """Return the table after one statement."""
    try:
        words = rules.words(state)
        plain = to_plain(state, rules.state_type, words)
        _Statement(rules, words, plain, statement).carry_out()
        changed: S = from_plain(plain, rules.state_type, words)
        return changed
    except BadTable:
        raise
    except (ValueError, msgspec.ValidationError) as problem:
        _wrong(statement, problem)


def _lists_of_pieces(plain: Plain) -> Iterator[tuple[str, list[Plain]]]:
    for name, value in plain.items():
        if isinstance(value, list) and all(
            isinstance(item, dict) and _name_of(item) for item in value
        ):
            yield name, value


def _name_of(piece: Plain) -> str:
    """Return the name of a piece: its first word, or the first of several."""
    first = next(iter(piece.values()), None)
    first = first[0] if isinstance(first, list) and first else first
    return first if isinstance(first, str) and "type" not in piece else ""


class _Statement:
    """One statement, parsed and applied to a table in plain data."""

    def __init__(self, rules: AnyRuleset, words: Words, plain: Plain, text: str) -> None:
        self.rules, self.words, self.plain, self.text = rules, words, plain, text
        self.tokens: list[str] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                _wrong(text, f"cannot read {text[at : at + 20]!r}")
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0
        self.fields = struct_fields(rules.state_type) or {}

    # Tokens

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self, what: str) -> str:
        if self.at >= len(self.tokens):
            raise ValueError(f"{what} is missing at the end")
        self.at += 1
        return self.tokens[self.at - 1]

    @property
    def is_at_end(self) -> bool:
        """Return whether a value can end here."""
        return self.peek() in ("", ",", ")", "]")

    # Subjects

    def carry_out(self) -> None:
        """Apply the statement to the table."""
        word = unquoted(self.next("a statement"))
        if _known(word, self.rules.seats):
            self._of_seat(_known(word, self.rules.seats))
        elif _known(word, self.fields):
            self._field(_known(word, self.fields))
        else:
            self._piece(word)
        if self.peek():
            raise ValueError(f"nothing is understood from {self.peek()!r} on")

    def _field(self, name: str) -> None:
        kind = _not_none(self.fields[name])
        inner = None if kind in self.words or _is_secret(kind) else struct_fields(kind)
        if inner is not None and self.peek() not in ("(", "-"):
            part = self.plain[name] if isinstance(self.plain[name], dict) else {}
            self._assign(part, inner, kind)
            self.plain[name] = self._filled(part, kind)
        else:
            self._set(self.plain, name, self.fields[name])

    def _of_seat(self, seat: str) -> None:
        """Apply a statement about a seat or one of its pieces."""
        number = self.rules.seats.index(seat)
        word = unquoted(self.peek())
        name = _known(word, self.fields)
        if name and self._is_for_each_seat(self.plain[name]):
            self.at += 1
            kinds = item_kinds(self.fields[name], len(self.rules.seats))
            self.plain[name][number] = self.value(kinds[number], name, self.plain[name][number])
            return
        for field, kind in self.fields.items():
            items = self.plain[field]
            own = item_kinds(_not_none(kind), 1)[0] if isinstance(items, list) else None
            inner = struct_fields(own) if own is not None and own not in self.words else None
            if self._is_for_each_seat(items) and inner and _known(word, inner):
                self._assign(items[number], inner, own)
                return
        self.at += 1
        self._piece(word, seat)

    def _is_for_each_seat(self, value: object) -> bool:
        return isinstance(value, list) and len(value) == len(self.rules.seats)

    def _piece(self, word: str, seat: str = "") -> None:
        """Return an existing piece, or one made from its card."""
        for field, pieces in _lists_of_pieces(self.plain):
            (kind,) = item_kinds(self.fields[field], 1)
            inner = struct_fields(kind) or {}
            piece = _piece_called(word, seat, pieces)
            if piece is not None:
                self._assign(piece, inner, kind)
                return
        made = self._made(word, seat) if seat else None
        if made is None:
            known = [
                _name_of(piece) for _, pieces in _lists_of_pieces(self.plain) for piece in pieces
            ]
            near = get_close_matches(word, [*known, *self.fields, *self.rules.seats], n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"pieces: {', '.join(known[:12])}"
            raise ValueError(
                f"no piece, field or seat {word!r}{f' of {seat}' if seat else ''}; {hint}"
            )
        piece, inner, kind = made
        self._assign(piece, inner, kind)

    def _made(self, word: str, seat: str) -> tuple[Plain, dict[str, object], object] | None:
        """Return a new piece that needs only its card and its side; None if there is no such card.

        The card leaves its deck or hand.
        """
        for field, kind in self.fields.items():
            (own,) = item_kinds(_not_none(kind), 1)
            inner = struct_fields(own) if own is not None and own not in self.words else None
            if not inner or Seat not in inner.values():
                continue
            try:
                piece = {name: self._by_card(inner[name], word, seat) for name in _required(own)}
            except ValueError:
                continue
            (first,) = item_kinds(next(iter(inner.values())), 1)
            _take_away(self.plain, self.rules.state_type, first, _name_of(piece))
            self.plain[field].append(self._filled(piece, own))
            return self.plain[field][-1], inner, own
        return None

    def _by_card(self, kind: object, word: str, seat: str) -> object:
        """Return the value of a field of a new piece, by its type."""
        if get_origin(kind) is tuple:
            return [self._by_card(get_args(kind)[0], word, seat)]
        if kind is Seat:
            return seat
        if kind is int:
            return 0
        if kind in self.words:
            table = self.words[kind].table
            if table:
                return self._word(kind, word if _known(word, table) else f"{word}-1")
            copy = _COPY.fullmatch(word)
            try:
                return self._word(kind, word)
            except UnknownWord:
                return self._word(kind, copy[1] if copy else word)
        raise ValueError("a piece needs more than its card")

    # Values

    def _assign(self, part: Plain, inner: Mapping[str, object], kind: object) -> None:
        """Apply `FIELD VALUE, FIELD VALUE` to the end."""
        while self.peek() not in ("", ")"):
            word = unquoted(self.next("a field"))
            name = _known(word, inner)
            if not name:
                raise ValueError(f"{_called(kind)} has no {word!r}{_nearest(word, inner)}")
            self._set(part, name, inner[name])
            if self.peek() == ",":
                self.at += 1

    def _set(self, part: Plain, name: str, kind: object) -> None:
        if self.peek() == "+":
            self.at += 1
            (own,) = item_kinds(_not_none(kind), 1)
            if own is None:
                raise ValueError(f"{name} is no list that something could be added to")
            part[name] = [*(part.get(name) or ()), self.value(own, name)]
        else:
            part[name] = self.value(kind, name, part.get(name))

    def value(self, kind: object, name: str, before: object = None) -> object:
        """Parse a value of this type, as plain data."""
        if self.peek() in ("-", "none") and type(None) in get_args(kind):
            self.at += 1
            return None
        kind = _not_none(kind)
        if kind is bool and self.is_at_end:
            return True
        if _is_secret(kind):
            known = before["known_to"] if isinstance(before, dict) else None
            content = self.value(get_args(kind)[0], name)
            return {"type": "secret", "content": content, "known_to": known}
        if kind in self.words:
            return self._word(kind, unquoted(self.next(name)))
        if get_origin(kind) is tuple:
            return self._items(kind, name)
        inner = struct_fields(kind)
        if inner is not None:
            self._expect("(", name)
            part: Plain = {}
            self._assign(part, inner, kind)
            self._expect(")", name)
            return self._filled(part, kind)
        return _single(kind, name, unquoted(self.next(name)))

    def _expect(self, sign: str, name: str) -> None:
        if self.peek() != sign:
            raise ValueError(
                f"{name} is written (field value, field value), so {sign!r} is missing"
            )
        self.at += 1

    def _items(self, kind: object, name: str) -> list[object]:
        bracket = self.peek() == "["
        self.at += bracket
        items: list[object] = []
        kinds = get_args(kind)
        while not self.is_at_end:
            place = len(items)
            many = len(kinds) == 2 and kinds[1] is ...
            if not many and place >= len(kinds):
                raise ValueError(f"{name} holds {len(kinds)} values")
            items.append(self.value(kinds[0] if many else kinds[place], name))
            if bracket and self.peek() == ",":
                self.at += 1
        if bracket:
            self._expect("]", name)
        return items

    def _word(self, kind: object, word: str) -> str:
        """Parse a word of the game, in its known case."""
        read = self.words[kind].read
        try:
            read(word)
        except UnknownWord as unknown:
            found = _known(word, unknown.known)
            if not found:
                raise
            return found
        return word

    def _filled(self, part: Plain, kind: object) -> Plain:
        """Return a struct with defaults; ValueError names a missing field without default."""
        inner = struct_fields(kind) or {}
        for field in _required(kind):
            if field not in part:
                raise ValueError(f"{_called(kind)} needs {field!r}")
        defaults = {
            field.name: to_plain(_default(field), inner[field.name], self.words)
            for field in _fields(kind)
            if not field.required
        }
        return {**defaults, **part}


def _default(field: msgspec.structs.FieldInfo) -> object:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def _piece_called(word: str, seat: str, pieces: Sequence[Plain]) -> Plain | None:
    """Return a piece by its name, or by its card if the named side has only one of them."""
    own = [piece for piece in pieces if not seat or piece.get("seat") == seat]
    for piece in own:
        if _name_of(piece).casefold() == word.casefold():
            return piece
    same = [piece for piece in own if str(piece.get("card")).casefold() == word.casefold()]
    return same[0] if seat and same else None


def _take_away(plain: object, kind: object, gone: object, word: str) -> None:
    """Remove a word of this kind from every list of such words at any depth."""
    kind = _not_none(kind)
    if _is_secret(kind):
        if isinstance(plain, dict) and get_args(get_args(kind)[0])[:1] == (gone,):
            plain["content"] = [item for item in plain["content"] if item != word]
        return
    if isinstance(plain, dict):
        for name, inner in (struct_fields(kind) or {}).items():
            if isinstance(plain.get(name), list) and get_args(inner)[:1] == (gone,):
                plain[name] = [item for item in plain[name] if item != word]
            else:
                _take_away(plain.get(name), inner, gone, word)
    elif isinstance(plain, list):
        for item, own in zip(plain, item_kinds(kind, len(plain)), strict=True):
            _take_away(item, own, gone, word)


def _single(kind: object, name: str, word: str) -> object:
    """Parse a number, yes or no, one of several words, or any text."""
    if get_origin(kind) is Literal:
        if word not in get_args(kind):
            raise UnknownWord(name, word, [str(each) for each in get_args(kind)])
        return word
    if kind is bool:
        if word not in _TRUTH:
            raise ValueError(f"{name} is yes or no, not {word!r}")
        return _TRUTH[word]
    if getattr(kind, "__supertype__", kind) is int:
        try:
            return int(word)
        except ValueError:
            raise ValueError(f"{name} is a whole number, not {word!r}") from None
    return word


def _required(kind: object) -> list[str]:
    return [field.name for field in _fields(kind) if field.required]


def _fields(kind: object) -> tuple[msgspec.structs.FieldInfo, ...]:
    cls = get_origin(kind) or kind
    if not (isinstance(cls, type) and issubclass(cls, msgspec.Struct)):
        raise ValueError(f"{kind} has no fields")
    return msgspec.structs.fields(cls)


def _called(kind: object) -> str:
    return str(getattr(kind, "__name__", kind))


def _known(word: str, known: Iterable[str]) -> str:
    """Return the known word, ignoring case and hyphens; empty if there is none."""
    wanted = word.casefold().replace("_", "-")
    return next((each for each in known if each.casefold().replace("_", "-") == wanted), "")


def _nearest(word: str, known: Iterable[str]) -> str:
    names = [*known]
    near = get_close_matches(word, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(names)}"


def _not_none(kind: object) -> object:
    """Return the inner type of an optional type; other types unchanged."""
    if get_origin(kind) in (Union, types.UnionType):
        rest = [item for item in get_args(kind) if item is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind


def _is_secret(kind: object) -> bool:
    return (get_origin(kind) or kind) is Secret
