"""`gattai games`: lists the games."""

from __future__ import annotations

from rich.text import Text

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

UNOFFICIAL = "Unofficial: gattai is not affiliated with or endorsed by any owner named here."


def show(*, as_json: bool) -> None:
    """Print all games and their options."""
    found = [*games.all_rules()]
    broken = games.broken()
    if as_json:
        listed = [described(rules) for rules in found]
        print_json({"games": listed, "broken": broken, "note": UNOFFICIAL})
        return
    for rules in found:
        title = rules.rulebook.game
        say(Text(rules.name, STRONG).append(f"  {title.title}, rules version {rules.version}"))
        rows = [
            ("  document", title.document),
            ("  owner", title.owner),
            ("  seats", ", ".join(rules.seats)),
            ("  rules", _counted(rules)),
            ("  packs", rules.packs),
        ]
        say(table(("", ""), rows, heads_shown=False))
        say("  options, for `gattai play --option NAME=VALUE`:")
        options = [
            (f"    {option.name}", ", ".join(option.choices), option.default, option.about)
            for option in rules.options
            if not option.ruling
        ]
        say(table(("    name", "values", "default", "description"), options))
        if rules.rulebook.switches:
            names = ", ".join(rules.rulebook.switches)
            say(f"  rulings that a match can change, for `gattai play --ruling`: {names};")
            say(f"  `gattai rules {rules.name}` lists their readings")
    say(*(Text(str(each), STRONG) for each in broken))
    say("", Text(UNOFFICIAL, QUIET))


def _counted(rules: AnyRuleset) -> str:
    book = rules.rulebook
    house = sum(rule.certainty == "house" for rule in book.rule)
    return (
        f"{len(book.rule) - house} of the document, {house} house rules, {len(book.ruling)} rulings"
    )


def described(rules: AnyRuleset) -> dict[str, object]:
    """Return a game as data."""
    title = rules.rulebook.game
    house = sum(rule.certainty == "house" for rule in rules.rulebook.rule)
    return {
        "name": rules.name,
        "version": rules.version,
        "title": title.title,
        "edition": title.edition,
        "document": title.document,
        "owner": title.owner,
        "summary": title.summary,
        "seats": rules.seats,
        "rules": len(rules.rulebook.rule) - house,
        "house_rules": house,
        "rulings": len(rules.rulebook.ruling),
        "packs": rules.packs,
        "options": [
            {
                "name": option.name,
                "about": option.about,
                "default": option.default,
                "choices": option.choices,
            }
            for option in rules.options
        ],
    }
