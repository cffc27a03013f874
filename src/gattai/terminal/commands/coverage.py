"""`gattai rules --coverage`: every rule with the code that cites it and whether a test proves it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
from rich.text import Text

from gattai import games
from gattai.kernel.rulebook import Rule
from gattai.terminal.commands import proofs
from gattai.terminal.complaint import NO
from gattai.terminal.printing import QUIET, STRONG, print_json, say

PACKAGE = Path(__file__).resolve().parent.parent.parent
SHOWN = 3
"""Places shown per rule; `--json` has all."""


class Accounted(msgspec.Struct, frozen=True):
    """A rule, and what accounts for it."""

    id: str
    title: str
    certainty: str
    cited_by: tuple[str, ...]
    proved: bool
    """Whether a test marked with it ran and passed."""
    tests: tuple[str, ...] = ()
    """The tests marked with it; known only in a clone."""
    sides: str = ""
    """Which of its sides are proved; empty if it has no code of its own."""
    is_whole: bool = True
    """Whether all sides are proved."""
    later: bool = False
    why_not: str = ""

    @property
    def is_covered(self) -> bool:
        """Whether it is cited and proved, or has a reason why not."""
        return bool(self.why_not) or bool(self.cited_by and self.proved)

    @property
    def lacks(self) -> str:
        """Return what is missing, in words."""
        if self.is_covered:
            return ""
        missing = [] if self.cited_by else ["no code cites it"]
        return " and ".join(missing if self.proved else [*missing, "no test proves it"])


def clone() -> Path | None:
    """Return the clone this package runs from, or else the current one; None if there is neither."""
    for folder in (PACKAGE.parent.parent, Path.cwd()):
        if (folder / "src" / "gattai").is_dir() and (folder / "tests").is_dir():
            return folder
    return None


def account(game: str) -> list[Accounted]:
    """Return every rule of a game, in the order of its rulebook."""
    rules = games.load(game)
    folder = games.get(game).folder
    root = PACKAGE.parent.parent
    root = root if folder.is_relative_to(root) else folder.parent
    cited = proofs.citations(folder, rules.rulebook.game.prefix, root)
    proved = proofs.proved(game)
    sides = proofs.sides(game)
    bearing = _bearing(folder.name)
    return [
        Accounted(
            id=rule.id,
            title=rule.title,
            certainty=rule.certainty,
            cited_by=tuple(cited.get(rule.id, ())),
            proved=rule.id in proved,
            tests=tuple(bearing.get(rule.id, ())) if rule.id in proved else (),
            sides=sides[rule.id].says if rule.id in sides else "",
            is_whole=rule.id not in sides or sides[rule.id].is_complete,
            later=rule.status == "later",
            why_not=_why_not(rule),
        )
        for rule in rules.rulebook.rule
    ]


def _bearing(folder: str) -> proofs.Found:
    """Return the tests marked with each rule, if the tests are installed."""
    root = clone()
    if root is None:
        return {}
    tests = root / "tests" / "games" / folder
    found = proofs.marked(tests, root)
    for rule_id, places in proofs.scenarios(tests).items():
        found.setdefault(rule_id, []).extend(places)
    return found


def _why_not(rule: Rule) -> str:
    if rule.status == "later":
        return f"later: {rule.why}" if rule.why else "later: not playable yet"
    return rule.why


def show(game: str, *, as_json: bool) -> int:
    """Print the report; the exit code says whether every rule is accounted for."""
    accounted = account(game)
    open_ids = [one.id for one in accounted if not one.is_covered]
    if as_json:
        print_json(
            {
                "game": game,
                "rules": accounted,
                "unaccounted": open_ids,
                "summary": summary(accounted),
                "sides": sides_summary(accounted),
            }
        )
        return NO if open_ids else 0
    for one in accounted:
        _show_one(one)
    say("", summary(accounted), sides_summary(accounted))
    if open_ids:
        say(Text(f"{len(open_ids)} unaccounted for: {', '.join(open_ids)}", STRONG))
    return NO if open_ids else 0


def _show_one(one: Accounted) -> None:
    line = Text(one.id, STRONG).append(f"  {one.title}", "not bold")
    say(line.append("  (house)" if one.certainty == "house" else "", QUIET))
    if one.cited_by:
        say(f"    cited by   {_few(one.cited_by)}")
    if one.proved:
        say(f"    proved by  {_few(one.tests) or 'tests that ran and passed'}")
    if one.sides:
        missing = "" if one.is_whole else " (a side is missing)"
        say(Text(f"    sides      {one.sides}{missing}", "" if one.is_whole else STRONG))
    elif one.proved:
        say(f"    sides      {NO_LINES}")
    if one.why_not:
        say(f"    why not    {one.why_not}")
    if one.lacks:
        say(Text(f"    UNACCOUNTED FOR: {one.lacks}", STRONG))


NO_LINES = "no code of its own"


def sides_summary(accounted: list[Accounted]) -> str:
    """Return how many rules are proved on both sides, and the state of the others."""
    count = Counter(one.sides or NO_LINES for one in accounted if not one.why_not)
    order = (proofs.BOTH_SIDES, proofs.ONE_SIDE, NO_LINES)
    parts = [f"{kind} {count.pop(kind, 0)}" for kind in order]
    return "sides: " + ", ".join([*parts, *(f"{kind} {many}" for kind, many in count.items())])


def _few(places: tuple[str, ...]) -> str:
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return f"{', '.join(places[:SHOWN])}{more}"


def summary(accounted: list[Accounted]) -> str:
    """Return the number of rules and of covered ones, in one line."""
    sheet = [one for one in accounted if one.certainty != "house"]
    house = [one for one in accounted if one.certainty == "house"]
    covered = sum(one.is_covered for one in sheet)
    playable = [one for one in accounted if not one.why_not]
    cited = sum(bool(one.cited_by) for one in playable)
    proved = sum(one.proved for one in playable)
    later = sum(one.later for one in accounted)
    notes = sum(bool(one.why_not) and not one.later for one in accounted)
    return (
        f"{covered} of {len(sheet)} rules of the document and "
        f"{sum(one.is_covered for one in house)} of {len(house)} house rules: "
        f"cited {cited}, proved {proved}, later {later}, notes only {notes}"
    )
