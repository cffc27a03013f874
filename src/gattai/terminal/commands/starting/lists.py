"""`gattai list`: judges squads, teams, armies and decks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from gattai import games
from gattai.games.building import BuildingLine, JudgedList, ListFault, ListSum
from gattai.games.list_text import read_shared
from gattai.games.workshop import judge_text
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.printing import QUIET, STRONG, print_json, say

MARKS = {"ok": "ok  ", "broken": "NO  ", "advice": "hint"}


def check(
    game: str,
    text: str,
    settings: Sequence[str],
    packs: Sequence[Path],
    *,
    as_json: bool,
) -> int:
    """Print every rule of building, and return the exit code: 0 for a legal list, else 1."""
    rules = games.load(game, packs)
    shared = read_shared(text)
    if shared.game not in ("", game):
        raise Complaint(f"this is a list of {shared.game}, not of {game}")
    chosen = dict(shared.settings)
    for word in settings:
        name, equals, value = word.partition("=")
        if not equals:
            raise Complaint(f"{word!r} is no setting, such as points=250")
        chosen[name] = value
    try:
        judged = judge_text(rules, shared.text, chosen)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem
    faults = (*shared.faults, *judged.faults)
    if as_json:
        print_json({"game": game, "title": shared.title, "judged": judged, "faults": faults})
    else:
        _show(judged, faults, shared.title)
    return 0 if judged.is_legal and not faults else NO


def _show(judged: JudgedList, faults: Sequence[ListFault], title: str) -> None:
    is_legal = judged.is_legal and not faults
    say(Text(f"{title or 'The list'} is {'legal' if is_legal else 'not legal'}", STRONG))
    say(*(f"  {_counted(each)}" for each in judged.sums))
    say(*(f"  NO    {fault.text}" for fault in faults))
    say(*(_line(line) for line in judged.lines))
    say("", Text(judged.text, QUIET))


def _counted(each: ListSum) -> str:
    limits = [
        *([f"at least {each.least}"] if each.least is not None else []),
        *([f"at most {each.most}"] if each.most is not None else []),
    ]
    shown = f" ({', '.join(limits)})" if limits else ""
    return f"{each.title}: {each.amount}{shown}"


def _line(line: BuildingLine) -> Text:
    cited = f"  {line.cites.rule}, {line.cites.page}" if line.cites else ""
    return Text(f"  {MARKS[line.state]}  {line.text}").append(cited, QUIET)
