"""Reading one file of cards, and collecting everything wrong with it."""

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
"""A game's own check: given the kind and the card, yields (field, complaint)."""

MAX_BYTES: Final = 1_000_000
MAX_DOTS: Final = 250


class PackHeader(msgspec.Struct, frozen=True):
    """The header of a pack: author, terms and source; `house` marks figures of our own."""

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


class PackEntry(msgspec.Struct, frozen=True):
    """A card, where it was written, and a digest of its text."""

    kind: str
    id: str
    card: msgspec.Struct
    digest: str
    file: str
    line: int | None = None
    replaces: bool = False

    @property
    def place(self) -> str:
        """Return where the card is written, in the format of editors."""
        return f"{self.file}:{self.line}" if self.line else self.file


class Pack(msgspec.Struct, frozen=True):
    """One file of cards."""

    header: PackHeader
    entries: tuple[PackEntry, ...]
    file: str

    def cards(self, kind: str, card_type: type[C]) -> dict[str, C]:
        """Return the pack's cards of a kind by id, in the order written."""
        return cards_of(self.entries, kind, card_type)


def cards_of(entries: Iterable[PackEntry], kind: str, card_type: type[C]) -> dict[str, C]:
    """Return the cards of a kind by id, in the order of the entries."""
    cards: dict[str, C] = {}
    for entry in entries:
        if entry.kind == kind:
            if not isinstance(entry.card, card_type):
                expected, actual = card_type.__name__, type(entry.card).__name__
                raise TypeError(f"cards of kind {kind!r} are {actual}, not {expected}")
            cards[entry.id] = entry.card
    return cards


def read_toml(path: Path) -> tuple[dict[str, object], str] | Problem:
    """Return a file's content and text, or why it cannot be read. It never raises."""
    file = path.as_posix()
    try:
        if not path.is_file():
            return Problem(file, "is not a file" if path.exists() else "no such file")
        with path.open("rb") as stream:
            written = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return Problem(file, f"cannot be read: {error.strerror or error}")
    if len(written) > MAX_BYTES:
        return Problem(file, f"is too large for a pack: more than {MAX_BYTES:,} bytes")
    try:
        text = written.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        return Problem(file, "is not a text file in UTF-8", line)
    for number, line_text in enumerate(text.split("\n"), start=1):
        # A key of thousands of dotted parts keeps the parser busy for minutes.
        if line_text.count(".") > MAX_DOTS:
            return Problem(file, f"has more than {MAX_DOTS} dots on one line", number)
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
    """A file being read: its pack, if its header is valid, and the problems found."""

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
        """Record faults at a place, and return whether there were any."""
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
        entries: list[PackEntry] = []
        for kind, tables in document.items():
            if kind != "pack":
                entries += self._entries(kind, tables)
        if headed:
            self.pack = Pack(msgspec.convert(header, PackHeader), tuple(entries), self.file)

    def _entries(self, kind: str, tables: object) -> Iterator[PackEntry]:
        if kind not in self.kinds:
            message = f"no such kind of card{did_you_mean(kind, list(self.kinds))}"
            self.complain((kind,), repr(kind), [((), message)])
            return
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            message = f"expected tables headed [[{kind}]], found {found(tables)}"
            self.complain((kind,), repr(kind), [((), message)])
            return
        first: dict[str, PackEntry] = {}
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

    def _entry(self, kind: str, number: int, table: Mapping[str, object]) -> PackEntry | None:
        name, place = table.get("id"), (kind, number)
        named = isinstance(name, str) and name != ""
        subject = f"{kind} {name!r}" if named else f"{kind} number {number + 1}"
        card_type = self.kinds[kind]
        written = {key: value for key, value in table.items() if key != "replaces"}
        shown = _with_id(written, card_type)
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
        return PackEntry(kind, name, card, digest, self.file, line, table.get("replaces") is True)

    def _further(
        self, kind: str, shown: Mapping[str, object], known: Sequence[Place]
    ) -> Iterator[Complaint]:
        """Yield the game's own complaints about a card that is only out of bounds."""
        try:
            card = msgspec.convert(within_bounds(shown, self.kinds[kind]), self.kinds[kind])
        except msgspec.ValidationError:
            return
        for at, message in self.check(kind, card) if self.check else ():
            if _parts(at) not in known:
                yield _parts(at), message


def _with_id(written: Mapping[str, object], card_type: type[msgspec.Struct]) -> dict[str, object]:
    """Return a card as if its id were valid: `_own_faults` reports faults of the id."""
    shown = {**written, "id": written.get("id")}
    if not any(field.encode_name == "id" for field in msgspec.structs.fields(card_type)):
        del shown["id"]
    elif not isinstance(shown["id"], str) or not shown["id"]:
        shown["id"] = "id"
    return shown


def _own_faults(table: Mapping[str, object]) -> Iterator[Complaint]:
    """Yield faults of the two fields that every card has: its id, and whether it replaces."""
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
