"""Write an audit as a page for players: what is one-sided, why, and every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gattai.kernel.rulebook import Refusal
from tests.audit.grid import Asymmetry, Audit, Condition, Explanation, Permission, rules_of

YES, NOT_LAID = "yes", "&nbsp;"


def page(audit: Audit) -> str:
    """Return the whole page, in Markdown."""
    parts = (_head(audit), _explained(audit), _mended(audit), _tables(audit), _own(audit))
    return "\n\n".join(line for part in parts for line in part) + "\n"


def figures(audit: Audit) -> dict[str, int]:
    """Return the numbers at the head of the page."""
    asked = [each for each in audit.answers.values() if each is not None]
    own = [each for each in audit.own_answers.values() if each is not None]
    found = audit.all_asymmetries
    ruled = [each for each in found if _by_ruling(audit, each)]
    return {
        "conditions": len(audit.conditions),
        "permissions": len(audit.permissions) + len(audit.own),
        "questions": len(asked) + len(own),
        "asymmetries": len(found),
        "printed": len(found) - len(ruled),
        "ruled": len(ruled),
        "mended": len(audit.notes.mended),
    }


def _by_ruling(audit: Audit, found: Asymmetry) -> bool:
    """Return whether no printed rule alone would refuse it."""
    return all(
        audit.is_ours(each)
        for refusal in found.refusals
        for each in found.explanations(audit.notes, refusal.rule)
    )


def _head(audit: Audit) -> Iterator[str]:
    title, sums = audit.book.game.title, figures(audit)
    yield f"# Who can do what to whom: {title}"
    yield (
        "<!-- Written by `make interactions`; tests/audit compares it with the rules. "
        "Change tests/audit, not this page. -->"
    )
    yield audit.about
    names = "; ".join(each.words for each in audit.conditions)
    yield f"The {sums['conditions']} conditions of a unit: {names}."
    yield (
        f"The rules answered {sums['questions']:,} questions: {sums['permissions']} permissions, for every "
        "pair of conditions. [How to read this page](interactions.md) defines an asymmetry."
    )
    rows = [
        ("asymmetries found", f"{sums['asymmetries']:,}"),
        ("printed in the document", f"{sums['printed']:,}"),
        ("from a ruling, a card or a house rule of ours, each declared", f"{sums['ruled']:,}"),
        ("unexplained", "0"),
        ("causes: a rule and the units it refuses", f"{len(audit.notes.explained)}"),
        ("bugs found and fixed", f"{sums['mended']}"),
    ]
    yield "\n".join(("| | |", "|---|---:|", *(f"| {what} | {count} |" for what, count in rows)))


def _explained(audit: Audit) -> Iterator[str]:
    yield "## What is one-sided, and why"
    lines = ["| who cannot do what | why | rule | pairs |", "|---|---|---|---:|"]
    for each in audit.notes.explained:
        covered = [found for found in audit.all_asymmetries if _covers(each, found)]
        lines.append(
            f"| {_whom(audit, each, covered)} | {each.why} | {_source(audit, each)} | {len(covered)} |"
        )
    yield "\n".join(lines)


def _source(audit: Audit, explanation: Explanation) -> str:
    rule = audit.source(explanation)
    ruling = f"<br>our ruling `{explanation.ruling}`" if explanation.ruling else ""
    card = "<br>a card of ours" if explanation.house else ""
    return f"`{rule.id}`<br>{rule.page}{ruling}{card}"


def _covers(explanation: Explanation, found: Asymmetry) -> bool:
    return any(
        explanation.covers(rule, found.permission.id, found.cannot.id, found.can.id)
        for rule in rules_of(found.refusals)
    )


def _whom(audit: Audit, explanation: Explanation, covered: list[Asymmetry]) -> str:
    names = {each.id: each.words for each in audit.conditions}
    others = [each.permission.words for each in covered if each.permission in audit.permissions]
    own = [each.permission.words for each in covered if each.permission in audit.own]
    parts = []
    if explanation.actor:
        has = [f"has no {_or(dict.fromkeys(others))}"] if others else []
        can = [f"cannot {_or(dict.fromkeys(own))}"] if own else []
        who = _or(names[each] for each in explanation.actor)
        parts.append(f"**A unit {who}** {' and '.join(has + can)}")
    if explanation.target:
        whom = _or(names[each] for each in explanation.target)
        parts.append(f"**Against a unit {whom}** there is no {_or(dict.fromkeys(others))}")
    return ". ".join(parts)


def _or(words: Iterable[str]) -> str:
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def _mended(audit: Audit) -> Iterator[str]:
    yield "## Bugs fixed"
    if not audit.notes.mended:
        yield "None: every asymmetry had its rule."
        return
    yield "\n".join(f"- {each.what} (`{each.test}`)" for each in audit.notes.mended)


def _tables(audit: Audit) -> Iterator[str]:
    yield "## Every permission"
    yield (
        "Rows act, columns are acted on. Conditions that get the same answers share a row or a column; "
        f"*anybody else* includes a unit {audit.conditions[0].words}."
    )
    for each in audit.permissions:
        yield f"### {each.words[0].upper()}{each.words[1:]}"
        yield from _table(audit, each)


def _table(audit: Audit, permission: Permission) -> Iterator[str]:
    letters: dict[str, str] = {}
    cells: dict[tuple[str, str], str] = {}
    for one in audit.conditions:
        for two in audit.conditions:
            answer = audit.answers[permission.id, one.id, two.id]
            if not answer:
                cells[one.id, two.id] = NOT_LAID if answer is None else YES
                continue
            for rule in rules_of(answer):
                letters.setdefault(rule, _letter(len(letters)))
            cells[one.id, two.id] = " ".join(letters[rule] for rule in rules_of(answer))
    every = [each.id for each in audit.conditions]
    rows = _groups(every, lambda one: tuple(cells[one, two] for two in every))
    columns = _groups(every, lambda two: tuple(cells[one, two] for one in every))
    left_out = [each for each in rows if {cells[each[0], two] for two in every} == {NOT_LAID}]
    rows = [each for each in rows if each not in left_out]
    columns = [each for each in columns if {cells[one, each[0]] for one in every} != {NOT_LAID}]
    head = ["who acts \\ on whom", *(_label(audit, each) for each in columns)]
    lines = [f"| {' | '.join(head)} |", "|---|" + ":-:|" * len(columns)]
    for row in rows:
        shown = [cells[row[0], column[0]] for column in columns]
        lines.append(f"| {_label(audit, row)} | {' | '.join(shown)} |")
    yield "\n".join(lines)
    if left_out:
        yield f"Not asked, because it cannot happen: a unit {_label(audit, left_out[0])}."
    if letters:
        yield "<br>\n".join(
            f"**{letter}** `{rule}` {_title(audit, rule)}" for rule, letter in letters.items()
        )


def _letter(number: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[number]


def _title(audit: Audit, rule: str) -> str:
    ruling = audit.book.find_ruling(rule)
    if ruling is not None:
        return f"our ruling: {ruling.ruling}"
    found = audit.book.find(rule)
    return f"{found.title} ({found.page})"


def _groups(every: list[str], key: Callable[[str], tuple[str, ...]]) -> list[list[str]]:
    """Group the ids with the same key, in order."""
    found: dict[tuple[str, ...], list[str]] = {}
    for each in every:
        found.setdefault(key(each), []).append(each)
    return [*found.values()]


def _label(audit: Audit, group: list[str]) -> str:
    if audit.conditions[0].id in group:
        return "anybody else"
    names = {each.id: each.words for each in audit.conditions}
    return ", ".join(names[each] for each in group)


def _own(audit: Audit) -> Iterator[str]:
    if not audit.own:
        return
    yield "## What a unit may do for itself"
    yield (
        "This includes what its side may do for it. A unit that cannot begin its turn is only listed there, not "
        "with the actions of a turn."
    )
    lines = ["| | who may | who may not |", "|---|---|---|"]
    names = {each.id: each for each in audit.conditions}
    for each in audit.own:
        answers = {one: audit.own_answers[each.id, one.id] for one in names.values()}
        may = [one for one, answer in answers.items() if answer == ()]
        refused = {one: answer for one, answer in answers.items() if answer}
        lines.append(f"| {each.words} | {_who(may, refused)} | {_refused(refused, may)} |")
    yield "\n".join(lines)


def _who(may: list[Condition], refused: dict[Condition, tuple[Refusal, ...]]) -> str:
    if not may:
        return "nobody"
    if not refused:
        return "everybody"
    return "all others" if len(may) > len(refused) else ", ".join(each.words for each in may)


def _refused(refused: dict[Condition, tuple[Refusal, ...]], may: list[Condition]) -> str:
    by_rules: dict[tuple[str, ...], list[str]] = {}
    for one, answer in refused.items():
        by_rules.setdefault(rules_of(answer), []).append(one.words)
    parts, rest = [], []
    most = max(by_rules.values(), key=len, default=[])
    for rules, who in by_rules.items():
        cited = ", ".join(f"`{rule}`" for rule in rules)
        if who is most and len(may) <= len(refused) and len(who) > 3:
            rest.append(f"all others: {cited}")
        else:
            parts.append(f"{', '.join(who)}: {cited}")
    return "; ".join(parts + rest)


def index(audits: Iterable[Audit]) -> str:
    """Return the overview page, with the figures of all games."""
    head = "game | conditions | permissions | questions | asymmetries | printed | ours"
    lines = [f"| {head} | unexplained | fixed |", f"|---|{'---:|' * 8}", *map(row, audits)]
    return INDEX_TEXT.format(table="\n".join(lines))


def row(audit: Audit) -> str:
    """Return a game's line on that page."""
    sums = figures(audit)
    named = ("conditions", "permissions", "questions", "asymmetries", "printed", "ruled")
    cells = " | ".join(f"{sums[each]:,}" for each in named)
    link = f"[{audit.book.game.title}](interactions-{audit.game}.md)"
    return f"| {link} | {cells} | 0 | {sums['mended']} |"


INDEX_TEXT = """\
# Who can do what to whom

<!-- Written by `make interactions`; tests/audit compares it with the rules. Change tests/audit, not this page. -->

If I can shell you, can you shell me? These pages answer that question for every pair of conditions that two units can be in.
The answers come from the rules themselves: from the refusals that tell a player "why not?".

{table}

## How to read the pages

A *condition* is something that is true of one unit: it is under water, it has acted, a friend stands in front of it. A *permission*
is something that one unit may do to another. For each permission the audit puts two equal units on a table, each in one of the conditions,
and asks the rules whether the first may act on the second.

An *asymmetry* is

- a pair in which the first may act on the second, but not the second on the first;
- an attack that the other may not answer, if the permission is an answer (a Counter, a retaliation);
- something that a unit may not do for itself, although a unit in the first condition of the list may, or the reverse.

Every asymmetry has its reason in the table *What is one-sided, and why*: the refusing rule, its page in the document, and
the units it refuses. A reason that the document does not print is *ours*: a ruling, a card or a house rule, declared in the game's
`rulings.md`. The rest were bugs, and are fixed.

In the tables of permissions rows act and columns are acted on. Letters are the refusing rules listed below each table. An empty cell is
a table that cannot exist, or an attack that never happened and needs no answer.

## How it stays true

`tests/audit` asks the rules again and compares the answers with these pages. The reasons are in `tests/audit/explained`: for each
rule the units it may refuse, and for which permission. A new asymmetry, or an old one for a new reason, fails the test until somebody
explains it from the document. `make interactions` rewrites the pages.
"""
