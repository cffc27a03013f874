"""`gattai odds aegis`: its arguments, and how an Action is read from words."""

from __future__ import annotations

from typing import Annotated

import typer

from gattai import games
from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.setup import squad_of
from gattai.terminal.aegis import matrix_page
from gattai.terminal.aegis.laid_table import lay
from gattai.terminal.aegis.terms import FORM, read_terms
from gattai.terminal.arguments import HELP, Json, PackFolders, single_command
from gattai.terminal.complaint import Complaint
from gattai.terminal.naming import find_named, split_attack, split_name
from gattai.terminal.pages.odds import ask_or_complain, show
from gattai.terminal.printing import print_json

app = single_command()

EXAMPLE = '"ARK-150: Breaker Sword -> GEL-100"'


@app.command(context_settings=HELP)
def odds(
    action: Annotated[
        list[str] | None,
        typer.Argument(help=f"An Action, such as {EXAMPLE}; without one, all of the unit."),
    ] = None,
    distance: Annotated[
        int | None,
        typer.Option(help="How many hexes away the target is; else as far as the card allows."),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(help=f"What else is given: {FORM}; with commas, or several times."),
    ] = None,
    squad: Annotated[str, typer.Option(help="Every unit of this squad ...")] = "",
    against: Annotated[str, typer.Option(help="... against every unit of that one.")] = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Exact odds of an Action on a target, or of one squad against another."""
    rules = games.load("aegis", tuple(packs or ()))
    assert isinstance(rules, Aegis)
    text = " ".join(action or ()).strip()
    if bool(text) == bool(squad or against):
        raise Complaint(
            f"ask for one thing: an Action such as {EXAMPLE}, or "
            "--squad arc-buster-offensive --against sky-guard-offensive"
        )
    if squad or against:
        if not (squad and against) or distance is not None or given:
            raise Complaint("--squad and --against go together, and take no distance and no terms")
        users, _ = squad_of("squad", squad, rules.units, rules.squads)
        targets, _ = squad_of("against", against, rules.units, rules.squads)
        _show_matrix(users, targets, rules, as_json=as_json)
        return
    user, found, target = read_action(rules, text)
    terms = read_terms(", ".join(given or ()))
    found_odds = [
        ask_or_complain(lay(user, each, target, rules, distance=distance, given=terms))
        for each in ((found,) if found else user.action)
    ]
    show(found_odds, one=found is not None, as_json=as_json, given=[str(term) for term in terms])


def _show_matrix(
    users: list[UnitCard], targets: list[UnitCard], rules: Aegis, *, as_json: bool
) -> None:
    found = matrix_page.matrix(users, targets, rules)
    if as_json:
        print_json(matrix_page.plain(found))
    else:
        matrix_page.show(found, targets)


def read_action(rules: Aegis, text: str) -> tuple[UnitCard, ActionCard | None, UnitCard]:
    """`unit: Action -> unit`, by names or ids; without an Action, None."""
    name, action_name, right = split_attack(text, EXAMPLE)
    if not action_name:
        name, action_name = split_name(rules.units.values(), name)
    user = find_named("unit", rules.units.values(), name)
    target = find_named("unit", rules.units.values(), right)
    if action_name.strip():
        return user, find_named(f"Action of {user.name}", user.action, action_name), target
    return user, None, target
