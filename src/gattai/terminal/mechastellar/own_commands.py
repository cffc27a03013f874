"""`gattai mechastellar`: compare rulesets, check forces, print profiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gattai.games.mechastellar.content import FOLDER, Content, load_content
from gattai.games.mechastellar.forces import HOW, fielded_force, force_refusals, read_force
from gattai.games.mechastellar.parameters import DEFAULT
from gattai.games.mechastellar.rulesets import diff, figures, load_variants
from gattai.kernel.rulebook import Rulebook
from gattai.terminal.arguments import Json, PackFolders, command_group, subgroup
from gattai.terminal.complaint import NO
from gattai.terminal.mechastellar import rules_page, unit_page
from gattai.terminal.naming import find_named
from gattai.terminal.printing import print_json, say

app = command_group("MechaStellar: compare rulesets, check forces, print profiles.")
rules_app = subgroup(app, "rules", "Rulesets and their differences.")
force_app = subgroup(app, "force", "Check a force.")

Version = Annotated[str, typer.Argument(help="A ruleset, such as rev116, or your own TOML file.")]
Rules = Annotated[str, typer.Option("--rules", help="The ruleset to use.")]


def _content(packs: list[Path] | None) -> Content:
    return load_content(tuple(packs or ()))


@rules_app.command("list")
def rules_list(packs: PackFolders = None, as_json: Json = False) -> None:
    """List the rulesets of the packs."""
    known = _content(packs).rulesets
    if as_json:
        print_json({"rulesets": [{"id": r.id, "title": r.title} for r in known.values()]})
        return
    say(rules_page.listed(known))


@rules_app.command("diff")
def rules_diff(
    first: Version, second: Version, packs: PackFolders = None, as_json: Json = False
) -> None:
    """Print every number that differs between two rulesets."""
    known = _content(packs).rulesets
    one, other = (rules_page.read_ruleset(name, known) for name in (first, second))
    found = diff(one, other)
    if as_json:
        print_json({"first": one.id, "second": other.id, "differences": found})
        return
    say(*rules_page.difference_page(one, other, found))


@rules_app.command("show")
def rules_show(
    ruleset: Version = DEFAULT, packs: PackFolders = None, as_json: Json = False
) -> None:
    """Print all numbers of a ruleset."""
    rules = rules_page.read_ruleset(ruleset, _content(packs).rulesets)
    if as_json:
        print_json({"id": rules.id, "title": rules.title, "parameters": figures(rules)})
        return
    say(*rules_page.ruleset_page(rules))


@rules_app.command("variants")
def rules_variants(as_json: Json = False) -> None:
    """Print every number the designers have changed, with the old value."""
    variants = load_variants()
    if as_json:
        print_json({"variants": variants})
        return
    say(*rules_page.variants_page(variants))


@force_app.command("check")
def force_check(
    force: Annotated[str, typer.Argument(help=HOW)],
    rules: Rules = DEFAULT,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Name every rule that a force breaks."""
    content = _content(packs)
    ruleset = rules_page.read_ruleset(rules, content.rulesets)
    book = Rulebook.load(FOLDER / "rulebook.toml")
    found = fielded_force(force, content.units, content.armies, ruleset)
    refusals = tuple(force_refusals(found, ruleset))
    if as_json:
        units = [[card.id for card in unit] for unit in found.units]
        print_json({"legal": not refusals, "units": units, "refusals": refusals})
    else:
        title = content.armies[force].title if force in content.armies else "force"
        say(*unit_page.force_page(title, found, ruleset))
        say(*unit_page.verdict(title, refusals, found, ruleset, book))
    raise typer.Exit(NO if refusals else 0)


@app.command("armies")
def armies(packs: PackFolders = None, as_json: Json = False) -> None:
    """List the armies of the packs."""
    content = _content(packs)
    if as_json:
        print_json({"armies": list(content.armies.values())})
        return
    for army in content.armies.values():
        force = read_force(army.id, content.units, content.armies)
        say(*unit_page.force_page(f"{army.id}: {army.title}", force, content.rulesets[DEFAULT]))


@app.command("unit")
def unit(
    names: Annotated[list[str], typer.Argument(help="A profile's name or id, such as Argonaut.")],
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Print the full profiles of units."""
    content = _content(packs)
    cards = [find_named("unit", content.units.values(), name) for name in names]
    if as_json:
        print_json({"units": cards})
        return
    for number, card in enumerate(cards):
        say(*([""] if number else []), *unit_page.unit_page(card, content.rulesets[DEFAULT]))
