"""One file of cards: reading it, and noting all that is wrong with it."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from gattai.tabletop.card_check import Complaint, complaints, misspelt, oversized, within_bounds
from gattai.tabletop.problem import Problem, did_you_mean, found
from gattai.tabletop.toml_lines import Place, TomlLines

C = TypeVar("C", bound=msgspec.Struct)
Kinds = Mapping[str, type[msgspec.Struct]]
Vocabulary = Mapping[str, Sequence[str]]
Check = Callable[[str, msgspec.Struct], Iterable[tuple[str, str]]]
"""A game's own look at a card: given its kind and the card, yields (field, complaint)."""

MOST_BYTES: Final = 1_000_000
MOST_DOTS: Final = 250


class PackHeader(msgspec.Struct, frozen=True):
    """Who made a pack and under which terms; `house` marks cards of no publisher."""

    id: str
    """What the pack is called, apart from every other pack."""
    version: str
    """Raise it when a figure changes: saved games note it."""
    title: str
    """What people call the pack."""
    licence: str
    """Under which terms others may use it."""
    source: str
    """Where the figures come from: a book and its page, or your own head."""
    house: bool = False
    """Whether the figures are of no publisher; the screen says so too."""


class Entry(msgspec.Struct, frozen=True):
    """A card, where it was written, and a digest of what was written."""

    kind: str
    id: str
    card: msgspec.Struct
    digest: str
    file: str
    line: int | None = None
    replaces: bool = False

    @property
    def place(self) -> str:
        """Where the card is written, as an editor understands it."""
        return f"{self.file}:{self.line}" if self.line else self.file


class Pack(msgspec.Struct, frozen=True):
    """One file of cards."""

    header: PackHeader
    entries: tuple[Entry, ...]
    file: str

    def cards(self, kind: str, card_type: type[C]) -> dict[str, C]:
        """The pack's cards of a kind by id, in the order written."""
        return cards_of(self.entries, kind, card_type)


def cards_of(entries: Iterable[Entry], kind: str, card_type: type[C]) -> dict[str, C]:
    """The cards of a kind by id, in the order of the entries."""
    cards: dict[str, C] = {}
    for entry in entries:
        if entry.kind == kind:
            if not isinstance(entry.card, card_type):
                expected, actual = card_type.__name__, type(entry.card).__name__
                raise TypeError(f"cards of kind {kind!r} are {actual}, not {expected}")
            cards[entry.id] = entry.card
    return cards


def read_toml(path: Path) -> tuple[dict[str, object], str] | Problem:
    """A file's content and its text, or why it has none. Nothing a file holds raises an error."""
    file = path.as_posix()
    try:
        if not path.is_file():
            return Problem(file, "is not a file" if path.exists() else "no such file")
        with path.open("rb") as stream:
            written = stream.read(MOST_BYTES + 1)
    except OSError as error:
        return Problem(file, f"cannot be read: {error.strerror or error}")
    if len(written) > MOST_BYTES:
        return Problem(file, f"is too large for a pack: more than {MOST_BYTES:,} bytes")
    try:
        text = written.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        return Problem(file, "is not a text file in UTF-8", line)
    for number, line_text in enumerate(text.split("\n"), start=1):
        # A key of thousands of dotted parts keeps the parser busy for minutes.
        if line_text.count(".") > MOST_DOTS:
            return Problem(file, f"has more than {MOST_DOTS} dots on one line", number)
    try:
        return tomllib.loads(text), text
    except RecursionError:
        return Problem(file, "is nested too deeply")
    except ValueError as error:
        return _syntax_problem(file, str(error), text)


def _syntax_problem(file: str, message: str, text: str) -> Problem:
    at = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if at:
        return Problem(file, f"not TOML: {at[1]}", int(at[2]), column=int(at[3]))
    line = text.count("\n") + 1 if message.endswith("(at end of document)") else None
    return Problem(file, f"not TOML: {message}", line)


class PackReading:
    """A file being read: its pack, when its header is sound, and the problems met on the way."""

    def __init__(
        self, path: Path, kinds: Kinds, vocabulary: Vocabulary, check: Check | None
    ) -> None:
        self.file = path.as_posix()
        self.kinds = kinds
        self.vocabulary = vocabulary
        self.check = check
        self.pack: Pack | None = None
        self.problems: list[Problem] = []
        content = read_toml(path)
        if isinstance(content, Problem):
            self.problems.append(content)
            return
        document, text = content
        try:
            self._lines = TomlLines(text)
            self._read(document)
        except RecursionError:
            self.problems.append(Problem(self.file, "is nested too deeply"))

    def complain(self, place: Place, subject: str, faults: Iterable[Complaint]) -> bool:
        """Note faults under a place; whether there were any."""
        count = len(self.problems)
        for inside, message in faults:
            line = self._lines.line_of((*place, *inside))
            field = ".".join(str(part) for part in inside)
            self.problems.append(Problem(self.file, message, line, subject, field))
        return len(self.problems) > count

    def _read(self, document: Mapping[str, object]) -> None:
        header = document.get("pack")
        if header is None:
            message = "no [pack] header with id, version, title, licence and source"
            self.problems.append(Problem(self.file, message, 1))
        else:
            self.complain(("pack",), "pack", complaints(header, PackHeader))
        headed = not self.problems
        entries: list[Entry] = []
        for kind, tables in document.items():
            if kind != "pack":
                entries += self._entries(kind, tables)
        if headed:
            self.pack = Pack(msgspec.convert(header, PackHeader), tuple(entries), self.file)

    def _entries(self, kind: str, tables: object) -> Iterator[Entry]:
        if kind not in self.kinds:
            message = f"no such kind of card{did_you_mean(kind, list(self.kinds))}"
            self.complain((kind,), repr(kind), [((), message)])
            return
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            message = f"expected tables headed [[{kind}]], found {found(tables)}"
            self.complain((kind,), repr(kind), [((), message)])
            return
        first: dict[str, Entry] = {}
        for number, table in enumerate(tables):
            entry = self._entry(kind, number, table)
            if entry is None:
                continue
            if entry.id in first:
                message = f"is also in {first[entry.id].place}"
                self.complain((kind, number), f"{kind} {entry.id!r}", [((), message)])
            else:
                first[entry.id] = entry
                yield entry

    def _entry(self, kind: str, number: int, table: Mapping[str, object]) -> Entry | None:
        name, place = table.get("id"), (kind, number)
        named = isinstance(name, str) and name != ""
        subject = f"{kind} {name!r}" if named else f"{kind} number {number + 1}"
        card_type = self.kinds[kind]
        written = {key: value for key, value in table.items() if key != "replaces"}
        # Faults of the id are told by _own_faults, so the card is looked at as if it had a good one.
        shown = {**written, "id": name if named else "id"}
        if not any(field.encode_name == "id" for field in msgspec.structs.fields(card_type)):
            del shown["id"]
        faults = [*_own_faults(table), *complaints(shown, card_type), *oversized(written)]
        for at, message in misspelt(written, self.vocabulary, (kind,)):
            faults.append((at[1:], message))
        if faults:
            faults += self._further(kind, shown, [at for at, _ in faults])
        if self.complain(place, subject, faults) or not isinstance(name, str):
            return None
        try:
            card = msgspec.convert(shown, card_type)
        except msgspec.ValidationError as error:  # the card's own __post_init__ refused it
            self.complain(place, subject, [((), str(error))])
            return None
        checked = self.check(kind, card) if self.check else ()
        if self.complain(place, subject, ((_parts(at), message) for at, message in checked)):
            return None
        digest = sha256(msgspec.json.encode(written, order="deterministic")).hexdigest()
        line = self._lines.line_of(place)
        return Entry(kind, name, card, digest, self.file, line, table.get("replaces") is True)

    def _further(
        self, kind: str, shown: Mapping[str, object], known: Sequence[Place]
    ) -> Iterator[Complaint]:
        """What the game finds wrong besides, where the card is only out of bounds: all at once."""
        try:
            card = msgspec.convert(within_bounds(shown, self.kinds[kind]), self.kinds[kind])
        except msgspec.ValidationError:
            return
        for at, message in self.check(kind, card) if self.check else ():
            if _parts(at) not in known:
                yield _parts(at), message


def _own_faults(table: Mapping[str, object]) -> Iterator[Complaint]:
    """What is wrong with the two fields that every card has: its id, and whether it replaces."""
    if "id" not in table:
        yield (), "has no id"
    elif not isinstance(table["id"], str):
        yield ("id",), f"expected text, found {found(table['id'])}"
    elif not table["id"]:
        yield ("id",), "is empty"
    if not isinstance(table.get("replaces", False), bool):
        yield ("replaces",), f"expected true or false, found {found(table['replaces'])}"


def _parts(dotted: str) -> Place:
    return tuple(int(part) if part.isdecimal() else part for part in dotted.split(".") if part)
