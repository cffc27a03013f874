"""Citations of rules beside a text."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.kernel.rulebook import UnknownRule
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import Citation

OURS = "By our ruling"
CHOSEN = "By the ruling of this match"


def cite(rules: AnyRuleset, rule_id: str) -> Citation:
    """Return the citation of a rule; ends outside the rules, such as `by resignation`, have no id.

    If a match can choose another reading of the rule, the citation says that this is our ruling.
    """
    if " " in rule_id:
        return Citation("", rule_id, "")
    played = by_ruling(rules, rule_id)
    ruling = rules.rulebook.find_ruling(rule_id)
    if ruling is not None:
        return Citation(ruling.id, ruling.question, played or "ruling")
    try:
        rule = rules.rulebook.find(rule_id)
    except UnknownRule:
        return Citation(rule_id, rule_id, "")
    return Citation(rule.id, rule.title, f"{rule.page}, {played}" if played else rule.page)


def by_ruling(rules: AnyRuleset, rule_id: str) -> str:
    """Return `by our ruling`, or the readings of this match; empty without a switch."""
    found = rules.rulebook.switches_on(rule_id)
    chosen = [f"{s.name}={rules.readings[s.name]}" for _, s in found if s.name in rules.readings]
    if chosen:
        return f"by the ruling {' and '.join(chosen)}"
    return "by our ruling" if found else ""


def readings_of(rules: AnyRuleset, rule_id: str) -> Iterator[str]:
    """Return, for each switchable ruling on a rule, its readings and how to choose one."""
    for ruling, switch in rules.rulebook.switches_on(rule_id):
        played = rules.readings.get(switch.name, switch.default)
        yield f"{OURS if played == switch.default else CHOSEN}: {ruling.question}"
        for reading in switch.readings:
            mark = " (played here)" if reading.name == played else ""
            yield f"  {switch.name}={reading.name}{mark}: {reading.text}"
        yield f"  To change it for a match: gattai play {rules.name} --ruling {switch.name}=READING"
