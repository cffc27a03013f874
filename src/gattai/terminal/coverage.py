"""`gattai rules --coverage`: every rule with the code that cites it and the test that proves it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.text import Text

from gattai import games
from gattai.kernel.rulebook import Rule
from gattai.terminal import proofs
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.page import QUIET, STRONG, print_json, say

PACKAGE = Path(__file__).resolve().parent.parent
SHOWN = 3
"""So many places are shown for a rule; `--json` has all."""


class Accounted(msgspec.Struct, frozen=True):
    """One rule, and what accounts for it."""

    id: str
    title: str
    certainty: str
    cited_by: tuple[str, ...]
    proved_by: tuple[str, ...]
    why_not: str = ""

    @property
    def is_covered(self) -> bool:
        """Cited and proved, or with a reason why not."""
        return bool(self.why_not) or bool(self.cited_by and self.proved_by)

    @property
    def lacks(self) -> str:
        """What is missing, in words."""
        if self.is_covered:
            return ""
        missing = [] if self.cited_by else ["no code cites it"]
        return " and ".join(missing if self.proved_by else [*missing, "no test proves it"])


def root() -> Path:
    """The clone this package runs from, else the one we stand in; a Complaint if there is neither."""
    for clone in (PACKAGE.parent.parent, Path.cwd()):
        if (clone / "src" / "gattai").is_dir() and (clone / "tests").is_dir():
            return clone
    raise Complaint(
        "coverage reads the source and the tests, and this gattai was installed without its "
        "tests; run it from a clone"
    )


def account(game: str, clone: Path | None = None) -> list[Accounted]:
    """Every rule of a game, in the order of its rulebook."""
    clone = clone or root()
    rules = games.load(game)
    folder = game.replace("-", "_")
    tests = clone / "tests"
    source = clone / "src" / "gattai" / "games" / folder
    cited = proofs.citations(source, rules.rulebook.game.prefix, clone)
    marked = proofs.marked(tests, clone)
    played = proofs.scenarios(tests / "games" / folder)
    return [
        Accounted(
            id=rule.id,
            title=rule.title,
            certainty=rule.certainty,
            cited_by=tuple(cited.get(rule.id, ())),
            proved_by=(*marked.get(rule.id, ()), *played.get(rule.id, ())),
            why_not=_why_not(rule),
        )
        for rule in rules.rulebook.rule
    ]


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
            }
        )
        return NO if open_ids else 0
    for one in accounted:
        _show_one(one)
    say("", summary(accounted))
    if open_ids:
        say(Text(f"{len(open_ids)} unaccounted for: {', '.join(open_ids)}", STRONG))
    return NO if open_ids else 0


def _show_one(one: Accounted) -> None:
    line = Text(one.id, STRONG).append(f"  {one.title}", "not bold")
    say(line.append("  (house)" if one.certainty == "house" else "", QUIET))
    if one.cited_by:
        say(f"    cited by   {_few(one.cited_by)}")
    if one.proved_by:
        say(f"    proved by  {_few(one.proved_by)}")
    if one.why_not:
        say(f"    why not    {one.why_not}")
    if one.lacks:
        say(Text(f"    UNACCOUNTED FOR: {one.lacks}", STRONG))


def _few(places: tuple[str, ...]) -> str:
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return f"{', '.join(places[:SHOWN])}{more}"


def summary(accounted: list[Accounted]) -> str:
    """How many there are, and how many of them are covered, in one line."""
    sheet = [one for one in accounted if one.certainty != "house"]
    house = [one for one in accounted if one.certainty == "house"]
    covered = sum(one.is_covered for one in sheet)
    cited = sum(bool(one.cited_by) for one in accounted)
    proved = sum(bool(one.proved_by) for one in accounted)
    excused = sum(bool(one.why_not) for one in accounted)
    told = f", with a reason why not {excused}" if excused else ""
    return (
        f"{covered} of {len(sheet)} rules of the document and "
        f"{sum(one.is_covered for one in house)} of {len(house)} house rules: "
        f"cited {cited}, proved {proved}{told}"
    )
