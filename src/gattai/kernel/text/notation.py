"""Notation: reads and writes an action or an answer as one line, words in the order of the fields.

    attack carbine [(gunners 3) (swarm 2)]
    dice 3 9 0 2 7 5

A tagged struct is its tag and then its fields; a tuple is in brackets, an untagged struct in
parentheses; a name with blanks is in quotes; nothing is `-`.
"""

from __future__ import annotations

import re
import types
from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin

import msgspec

from gattai.kernel.secrecy import Hidden
from gattai.kernel.text.words import UnknownWord, Words, item_kinds, struct_fields, tag_of

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]()]|[^\s\[\]()"]+)')
_BARE = re.compile(r'[^\s\[\]()"]+')


def write(value: object, words: Words) -> str:
    """Return a value as a line of text. Trailing fields with default values are left out."""
    own: type = type(value)
    tag = tag_of(own)
    if tag is None or own in words or isinstance(value, Hidden):
        return _write(value, words)
    fields = [*(struct_fields(own) or {}).items()]
    usual = usual_values(own)
    while (
        fields and fields[-1][0] in usual and getattr(value, fields[-1][0]) == usual[fields[-1][0]]
    ):
        fields.pop()
    return " ".join([tag, *(_write(getattr(value, name), words, of) for name, of in fields)])


@cache
def usual_values(kind: type) -> dict[str, object]:
    """Return the defaults of a struct's fields that have one."""
    fields = msgspec.structs.fields(kind)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def _write(value: object, words: Words, kind: object = None) -> str:
    """Write a value; `kind` is the declared type, if that says more than the value."""
    own: type = type(value)
    if kind is None or (struct_fields(own) is not None and get_origin(kind) is not own):
        kind = own
    if isinstance(value, Hidden):
        return "?"
    tag = tag_of(kind)
    if tag is not None and kind not in words:
        fields = struct_fields(kind) or {}
        shown = [_write(getattr(value, name), words, of) for name, of in fields.items()]
        return " ".join([tag, *shown])
    return _write_inner(value, words, kind)


def _write_inner(value: object, words: Words, kind: object) -> str:
    if value is None:
        return "-"
    kind = _not_none(kind)
    if kind in words:
        return quoted(words[kind].write(value))
    fields = struct_fields(kind)
    if fields is not None:
        shown = (_write(getattr(value, name), words, of) for name, of in fields.items())
        return f"({' '.join(shown)})"
    if isinstance(value, tuple):
        kinds = item_kinds(kind, len(value))
        return (
            f"[{' '.join(_write(item, words, of) for item, of in zip(value, kinds, strict=True))}]"
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    return quoted(str(value.value if isinstance(value, Enum) else value))


def read(text: str, words: Words, kinds: Sequence[type], plain: object = str) -> Any:
    """Return the value in a line of text: a tagged struct among `kinds`, else a `plain` value."""
    tokens = tokens_of(text)
    if not tokens:
        raise ValueError("there is nothing to read")
    by_tag = {tag: kind for kind in kinds if (tag := tag_of(kind)) is not None}
    reader = _Reader(tokens, words)
    if tokens[0] in by_tag:
        reader.at = 1
        value = reader.struct(by_tag[tokens[0]])
    elif plain is not None:
        value = reader.value(plain)
    else:
        raise UnknownWord("action", tokens[0], tuple(by_tag))
    if plain is str and tokens[0] not in by_tag and by_tag and reader.at < len(tokens):
        raise UnknownWord("action", tokens[0], tuple(by_tag))
    if reader.at != len(tokens):
        raise ValueError(f"{text!r} goes on after it should end: {tokens[reader.at]!r}")
    return value


class _Reader:
    """A parser for the tokens of one line, guided by the declared types."""

    def __init__(self, tokens: list[str], words: Words) -> None:
        self.tokens = tokens
        self.words = words
        self.at = 0

    def next(self, wanted: str = "") -> str:
        if self.at >= len(self.tokens):
            raise ValueError(f"the text ends, expected {wanted or 'a word'}")
        token = self.tokens[self.at]
        self.at += 1
        if wanted in ("[", "]", "(", ")") and token != wanted:
            raise ValueError(f"found {token!r}, expected {wanted!r}")
        return token

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def struct(self, kind: Any) -> Any:
        made = get_origin(kind) or kind
        usual = usual_values(made)
        values: dict[str, object] = {}
        for name, of in (struct_fields(kind) or {}).items():
            if self.at >= len(self.tokens) and name in usual:
                break
            values[name] = self.value(of, name)
        return made(**values)

    def value(self, kind: object, name: str = "") -> Any:
        if self.peek() == "-" and _may_be_none(kind):
            self.at += 1
            return None
        kind = self._tagged(_not_none(kind))
        if kind in self.words:
            return self.words[kind].read(unquoted(self.next(name)))
        if struct_fields(kind) is not None:
            tag = tag_of(kind)
            if tag is not None:
                found = self.next(name)
                if found != tag:
                    raise UnknownWord(name or "word", found, (tag,))
                return self.struct(kind)
            self.next("(")
            value = self.struct(kind)
            self.next(")")
            return value
        if get_origin(kind) is tuple:
            return self._items(kind)
        word = unquoted(self.next(name))
        if kind is bool:
            if word not in ("yes", "no"):
                raise ValueError(f"{name or 'value'} is yes or no, not {word!r}")
            return word == "yes"
        try:
            return msgspec.convert(word, kind, strict=False)
        except msgspec.ValidationError as problem:
            raise ValueError(f"{name or 'value'} cannot be {word!r}: {problem}") from problem

    def _tagged(self, kind: object) -> Any:
        """Return the tagged struct type whose tag comes next."""
        if get_origin(kind) not in (Union, types.UnionType):
            return kind
        return next((item for item in get_args(kind) if tag_of(item) == self.peek()), kind)

    def _items(self, kind: object) -> tuple[object, ...]:
        self.next("[")
        kinds = get_args(kind)
        items: list[object] = []
        if len(kinds) == 2 and kinds[1] is ...:
            while self.peek() not in ("]", ""):
                items.append(self.value(kinds[0]))
        else:
            items.extend([self.value(of) for of in kinds])
        self.next("]")
        return tuple(items)


@cache
def _not_none(kind: object) -> Any:
    """Return the inner type of an optional type; other types unchanged."""
    if get_origin(kind) in (Union, types.UnionType):
        rest = [item for item in get_args(kind) if item is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind


def _may_be_none(kind: object) -> bool:
    return kind is type(None) or type(None) in get_args(kind)


def tokens_of(text: str) -> list[str]:
    """Yield the tokens of a line: quoted words, brackets, and words between blanks."""
    tokens: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"cannot read {text!r} from {text[at : at + 20]!r} on")
        tokens.append(found[1])
        at = found.end()
    return tokens


def quoted(word: str) -> str:
    """Return a word for a line, in quotes if it could be misread."""
    if _BARE.fullmatch(word) and word not in ("-", ";"):
        return word
    return msgspec.json.encode(word).decode()


def unquoted(token: str) -> str:
    """Return the word of a token, without quotes."""
    return str(msgspec.json.decode(token)) if token.startswith('"') else token
