"""Lists that players build before a game: squads, armies, teams and decks, and what a game says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import Card, Citation

RowKind = Literal["single", "copies", "squad"]


class ListPart(msgspec.Struct, frozen=True):
    """A part of a list, such as the five robots of a squad and its Combine Pool."""

    id: str
    title: str
    rows: RowKind
    """What a row holds: one card, copies of one card, or the models of one unit with its leader first."""
    least: int = 0
    """The fewest cards in it; the rules decide, see `BuildingLine`."""
    most: int | None = None
    """The most cards in it."""


class Buildable(msgspec.Struct, frozen=True):
    """A card that lists are built from."""

    id: str
    part: str
    """The part of the list that it goes into: the id of a `ListPart`."""
    group: str
    """The heading under which it is shown."""
    price: int
    """What one costs; 0 in a game without prices."""
    most: int
    """How many of it a list may hold."""
    card: Card
    """Its face, with title, subtitle, figures and look."""


class ListRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a list: one card, several copies, or the models of a unit."""

    part: str
    cards: tuple[str, ...]
    """The ids, each as often as it is in the row."""
    is_leader: bool = False
    """Whether it has the Commander, in a game where the player names one."""


class BuildingLine(msgspec.Struct, frozen=True):
    """One rule of building, and whether the list keeps it."""

    state: Literal["ok", "broken", "advice"]
    """`advice` does not make a list illegal."""
    text: str
    cites: Citation | None
    """The rule with its page; None for advice without one, such as a limit that the player set."""
    cards: tuple[str, ...] = ()
    """The cards that break it."""


class ListSum(msgspec.Struct, frozen=True):
    """A total of a list, such as 188 of 250 points, or 33 of 50 to 70 cards."""

    title: str
    amount: int
    least: int | None = None
    most: int | None = None
    is_rule: bool = False
    """Whether a list outside these limits is illegal."""


class ListFault(msgspec.Struct, frozen=True):
    """A piece of text that cannot be read."""

    text: str
    """What is wrong, in words."""
    at: int = 0
    """Where it begins in the text, in characters."""
    length: int = 0
    nearest: tuple[str, ...] = ()
    """What may have been meant, nearest first."""


class Combination(msgspec.Struct, frozen=True):
    """A card that cards of this list can become, and which they are."""

    card: str
    uses: tuple[str, ...]
    is_taken: bool
    """Whether the list has it."""


class ListSetting(msgspec.Struct, frozen=True):
    """A setting that changes what may be built: the version of the rules, or a limit of points."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    """The possible values; empty for a number."""
    titles: tuple[str, ...] = ()
    is_option: bool = True
    """Whether it is an option of the match too; otherwise it is only a wish of the players."""


class JudgedList(msgspec.Struct, frozen=True):
    """A list with every rule of building and whether it is kept."""

    text: str
    """The list as the text of an option. A text that cannot be read stays as it was sent."""
    rows: tuple[ListRow, ...]
    is_legal: bool
    """Whether a match can begin with it."""
    lines: tuple[BuildingLine, ...]
    sums: tuple[ListSum, ...]
    """The first is what the list costs or how many cards it has."""
    combinations: tuple[Combination, ...] = ()
    faults: tuple[ListFault, ...] = ()
    """What of the text cannot be read; `rows` has the rest."""
    shared: str = ""
    """The list with title, game and version, to send to others; read by `/api/lists/import`."""


class ReadyList(msgspec.Struct, frozen=True):
    """A ready-made list of the packs."""

    id: str
    title: str
    text: str
    rows: tuple[ListRow, ...]


class BuildingKit(msgspec.Struct, frozen=True):
    """Everything that lists of a game are built from."""

    noun: str
    """What the game calls a list: squad, army, team, deck."""
    options: tuple[str, ...]
    """The options of the match that take a list as text."""
    settings: tuple[ListSetting, ...]
    parts: tuple[ListPart, ...]
    cards: tuple[Buildable, ...]
    ready: tuple[ReadyList, ...]
    """Ready-made lists."""
    price: str = ""
    """What prices are called, such as VP; empty in a game without prices."""
    has_leader: bool = False
    """Whether one row must have the Commander."""


class ReadList(msgspec.Struct, frozen=True):
    """The rows of a text, and the pieces of it that cannot be read."""

    rows: tuple[ListRow, ...]
    faults: tuple[ListFault, ...] = ()


class ListVerdict(msgspec.Struct, frozen=True):
    """What a game says of a list."""

    refusals: tuple[Refusal, ...]
    """Every rule that it breaks."""
    kept: tuple[tuple[RuleId, str], ...]
    """Every rule of building, with what the list has of it. Rules among the refusals are left out."""
    sums: tuple[ListSum, ...]
    advice: tuple[Refusal, ...] = ()
    """What the rules advise against."""
    combinations: tuple[Combination, ...] = ()


class Workshop(Protocol):
    """How lists of one game are built."""

    def kit(self, rules: AnyRuleset, settings: Mapping[str, str]) -> BuildingKit:
        """Everything that lists are built from."""
        ...

    def read(self, rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> ReadList:
        """Read the text of an option, or the name of a ready-made list."""
        ...

    def written(self, rows: Sequence[ListRow]) -> str:
        """Write rows as the text of an option, so that `read` finds them again."""
        ...

    def verdict(
        self, rules: AnyRuleset, rows: Sequence[ListRow], settings: Mapping[str, str]
    ) -> ListVerdict:
        """What the rules say of a list."""
        ...

    def options(self, option: str, text: str) -> dict[str, str]:
        """The options of a match in which this side has this list."""
        ...
