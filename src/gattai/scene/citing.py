"""A rule as it stands beside a text."""

from __future__ import annotations

from gattai.kernel.rulebook import UnknownRule
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import Citation


def cite(rules: AnyRuleset, rule_id: str) -> Citation:
    """A rule as it is cited beside a text; what is no rule, such as `by resignation`, without an id."""
    if " " in rule_id:
        return Citation("", rule_id, "")
    ruling = rules.rulebook.find_ruling(rule_id)
    if ruling is not None:
        return Citation(ruling.id, ruling.question, "ruling")
    try:
        rule = rules.rulebook.find(rule_id)
    except UnknownRule:
        return Citation(rule_id, rule_id, "")
    return Citation(rule.id, rule.title, rule.page)
