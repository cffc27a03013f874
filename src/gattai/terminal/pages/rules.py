"""`gattai rules`: the rules and rulings of a game: all, one, or a search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from rich.padding import Padding
from rich.text import Text

from gattai import games
from gattai.games.rule_search import search
from gattai.kernel.rulebook import Rule, Rulebook, Ruling, UnknownRule
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

CERTAINTY = {
    "printed": "printed: legible in the document",
    "inferred": "inferred: illegible, but it follows from the rest",
    "public": "public: taken from a public sheet of the same game",
    "house": "house: made by us, because the document does not cover it",
}


def show(game: str, words: Sequence[str], *, as_json: bool) -> None:
    """Print the requested rules. Raises Complaint with code 1 if there are none."""
    played = games.load(game)
    book = played.rulebook
    wanted = " ".join(words).strip()
    if not wanted:
        _show_list(book, book.rule, book.ruling, as_json=as_json)
        return
    found = find(book, wanted)
    if found is not None:
        show_one(book, found, as_json=as_json)
        return
    is_id = "." in wanted and " " not in wanted
    rules = () if is_id else tuple(map(book.find, search(played, wanted).rules))
    rulings = _rulings_with(book, wanted)
    if rules or rulings:
        if rules and not as_json:
            show_one(book, rules[0])
            say("")
        _show_list(book, rules, rulings, as_json=as_json)
        return
    raise Complaint(_nothing_found(book, wanted), NO)


def find(book: Rulebook, wanted: str) -> Rule | Ruling | None:
    """Return the rule or the ruling of that id; None if there is none."""
    try:
        return book.find_ruling(wanted) or book.find(wanted)
    except UnknownRule:
        return None


def _rulings_with(book: Rulebook, words: str) -> tuple[Ruling, ...]:
    wanted = words.casefold().split()
    return tuple(
        ruling
        for ruling in book.ruling
        if all(
            word in f"{ruling.id} {ruling.question} {ruling.ruling}".casefold() for word in wanted
        )
    )


def _nothing_found(book: Rulebook, wanted: str) -> str:
    try:
        book.find(wanted)
    except UnknownRule as unknown:
        if unknown.nearest and "." in wanted:
            return f"no rule {wanted!r}; nearest: {', '.join(unknown.nearest)}"
    return f"no rule of {book.game.id} has the id or the words {wanted!r}{_perhaps(book, wanted)}"


def _perhaps(book: Rulebook, wanted: str) -> str:
    """Return suggestions for misspelled words."""
    text = " ".join(f"{rule.title} {rule.text}" for rule in book.rule).casefold()
    known = {word for word in re.findall(r"[a-z]+", text) if len(word) > 2}
    near = [
        f"{word!r} may be {found[0]!r}"
        for word in wanted.casefold().split()
        if word not in known and (found := get_close_matches(word, sorted(known), n=1))
    ]
    return f"; {', '.join(near)}" if near else ""


def _short(book: Rulebook, rule_id: str) -> str:
    return rule_id.removeprefix(f"{book.game.prefix}.")


def _show_list(
    book: Rulebook, rules: Sequence[Rule], rulings: Sequence[Ruling], *, as_json: bool
) -> None:
    if as_json:
        print_json({"game": book.game.id, "rules": rules, "rulings": rulings})
        return
    say(f"{book.game.title}. Every id begins with {book.game.prefix}., which may be omitted.", "")
    if rules:
        rows = [(_short(book, rule.id), rule.title, rule.certainty, rule.page) for rule in rules]
        say(table(("rule", "title", "certainty", "where"), rows))
    if rules and rulings:
        say("")
    if rulings:
        shown = [(_short(book, ruling.id), ruling.question) for ruling in rulings]
        say(table(("ruling", "what the document leaves open"), shown))
    _show_switches(book, rulings)


def _show_switches(book: Rulebook, rulings: Sequence[Ruling]) -> None:
    """Print the readings that a match can choose."""
    switches = [(ruling, ruling.switch) for ruling in rulings if ruling.switch]
    if not switches:
        return
    say("", f"A match can change these: gattai play {book.game.id} --ruling NAME=READING.")
    ways = [
        (
            switch.name if place == 0 else "",
            f"{reading.name} (default)" if place == 0 else reading.name,
            reading.text,
            _short(book, ruling.id) if place == 0 else "",
        )
        for ruling, switch in switches
        for place, reading in enumerate(switch.readings)
    ]
    say(table(("name", "reading", "what happens", "ruling"), ways))


def show_one(book: Rulebook, found: Rule | Ruling, *, as_json: bool = False) -> None:
    """Print one rule with its rulings, or one ruling."""
    if as_json:
        touching = [] if isinstance(found, Ruling) else rulings_on(book, found)
        kind = "ruling" if isinstance(found, Ruling) else "rule"
        print_json({"game": book.game.id, kind: found, "rulings": touching})
        return
    say(Text(found.id, STRONG))
    if isinstance(found, Ruling):
        _show_ruling(book, found)
        return
    say(f"{found.title} ({book.game.document}: {found.page})")
    say(Text(CERTAINTY[found.certainty], QUIET))
    say(Padding(found.text, (1, 0, 1, 2)))
    if found.status == "later":
        say(f"Not playable yet. {found.why}".strip())
    elif found.why:
        say(f"No code cites it: {found.why}")
    for ruling in rulings_on(book, found):
        say(f"Ruling {_short(book, ruling.id)}: {ruling.question}")
        say(Padding(ruling.ruling, (0, 0, 0, 2)))
        _show_switch(book, ruling)


def _show_ruling(book: Rulebook, ruling: Ruling) -> None:
    say(ruling.question, "")
    say("Possible readings:")
    for reading in ruling.readings:
        say(Padding(f"- {reading}", (0, 0, 0, 2)))
    say("", "We play:", Padding(ruling.ruling, (0, 0, 0, 2)))
    say("Because:", Padding(ruling.reason, (0, 0, 0, 2)))
    _show_switch(book, ruling)
    if ruling.rules:
        say(f"Affects {', '.join(_short(book, rule) for rule in ruling.rules)}.")


def _show_switch(book: Rulebook, ruling: Ruling) -> None:
    """Print how a match chooses another reading, if it can."""
    if ruling.switch is None:
        return
    name, default = ruling.switch.name, ruling.switch.default
    say(f"A match can change it: gattai play {book.game.id} --ruling {name}=READING, with")
    for reading in ruling.switch.readings:
        mark = " (default)" if reading.name == default else ""
        say(Padding(f"{reading.name}{mark}: {reading.text}", (0, 0, 0, 2)))


def rulings_on(book: Rulebook, rule: Rule) -> list[Ruling]:
    """Return the rulings that name this rule, or that it names."""
    return [ruling for ruling in book.ruling if rule.id in ruling.rules or ruling.id in rule.see]


def cited(book: Rulebook, text: str) -> list[str]:
    """Return a line with title and page for each rule id in a text."""
    pattern = rf"{re.escape(book.game.prefix)}(?:\.[A-Z0-9-]+)+"
    lines = []
    for rule_id in dict.fromkeys(re.findall(pattern, text)):
        found = find(book, rule_id)
        if isinstance(found, Rule):
            lines.append(f"{found.id}: {found.title} ({found.page})")
    return lines
