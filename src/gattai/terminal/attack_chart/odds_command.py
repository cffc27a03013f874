"""`gattai odds attack-chart`: its arguments, and how an attack is read from words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import typer

from gattai import games
from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.games.attack_chart.strike.needed import Method
from gattai.tabletop.problem import did_you_mean
from gattai.terminal.arguments import HELP, Json, PackFolders, single_command
from gattai.terminal.attack_chart import chart_page, matrix_page
from gattai.terminal.attack_chart.laid_table import Circumstances, lay
from gattai.terminal.complaint import Complaint
from gattai.terminal.naming import find_named, split_attack, split_name
from gattai.terminal.pages.odds import ask_or_complain, show
from gattai.terminal.printing import print_json

app = single_command()

EXAMPLE = '"lancer-team: storm-rifle -> gunners"'


@app.command(context_settings=HELP)
def odds(
    attack: Annotated[
        list[str] | None, typer.Argument(help=f"An attack, such as {EXAMPLE}; or two units.")
    ] = None,
    chart: Annotated[bool, typer.Option("--chart", help="The whole Chart, 20 by 16.")] = False,
    formula: Annotated[bool, typer.Option("--formula", help="The Formula as a table.")] = False,
    percents: Annotated[
        bool, typer.Option("--percent", help="With these: the chance of one die.")
    ] = False,
    army: Annotated[str, typer.Option(help="Every weapon of this side ...")] = "",
    against: Annotated[str, typer.Option(help="... against every unit of that side.")] = "",
    method: Annotated[
        Literal["formula", "chart"], typer.Option(help="Where the needed number comes from.")
    ] = "formula",
    models: Annotated[
        int | None, typer.Option(min=1, help="So many models attack; else all of the unit.")
    ] = None,
    against_hp: Annotated[
        int | None, typer.Option(min=1, help="The HP that the target has left; else all.")
    ] = None,
    cover: Annotated[bool, typer.Option("--cover", help="The target is in cover.")] = False,
    melee: Annotated[bool, typer.Option("--melee", help="Both are in the same melee.")] = False,
    into: Annotated[
        bool, typer.Option("--into", help="The target is in a melee with a friend.")
    ] = False,
    out_of: Annotated[
        bool, typer.Option("--out-of", help="The attacker is in a melee, without the target.")
    ] = False,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Exact odds of an attack, the Chart and the Formula, or one army against another."""
    rules = games.load("attack-chart", tuple(packs or ()))
    assert isinstance(rules, AttackChart)
    text = " ".join(attack or ()).strip()
    asked = [chart, formula, bool(army or against), bool(text)]
    if sum(asked) != 1:
        raise Complaint(
            f"ask for one thing: an attack such as {EXAMPLE}, --chart, --formula, or "
            "--army blue --against red"
        )
    if chart or formula:
        _show_table(rules, "chart" if chart else "formula", percents=percents, as_json=as_json)
        return
    try:
        where = Circumstances(cover, melee, into, out_of)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem
    if army or against:
        sides = _side(rules, army or "blue"), _side(rules, against or "red")
        _show_matrix(rules, *sides, method, where, as_json=as_json)
        return
    _show_attack(rules, text, method, where, models, against_hp, as_json=as_json)


def _show_table(rules: AttackChart, method: Method, *, percents: bool, as_json: bool) -> None:
    if as_json:
        print_json(chart_page.plain(rules, method))
    else:
        chart_page.show(rules, method, percents=percents)


def _side(rules: AttackChart, side: str) -> list[UnitCard]:
    found = [card for card in rules.units.values() if card.side == side]
    if not found:
        sides = sorted({card.side for card in rules.units.values() if card.side})
        raise Complaint(f"no units of side {side!r}{did_you_mean(side, sides)}")
    return found


def _show_matrix(
    rules: AttackChart,
    shooters: list[UnitCard],
    targets: list[UnitCard],
    method: Method,
    where: Circumstances,
    *,
    as_json: bool,
) -> None:
    found = matrix_page.matrix(rules, shooters, targets, method, where)
    if as_json:
        print_json(matrix_page.plain(found, method))
    else:
        matrix_page.show(found, targets, method)


def _show_attack(
    rules: AttackChart,
    text: str,
    method: Method,
    where: Circumstances,
    models: int | None,
    hp: int | None,
    *,
    as_json: bool,
) -> None:
    shooter, weapon, target = read_attack(rules.units, text)
    if weapon is None:
        _show_matrix(rules, [shooter], [target], method, where, as_json=as_json)
        return
    if models is not None and models > shooter.models:
        raise Complaint(f"{shooter.name} has {shooter.models} models, not {models}")
    whole = target.models * target.hp
    if hp is not None and hp > whole:
        raise Complaint(f"{target.name} has {whole} HP, not {hp}")
    laid = lay(rules, shooter, weapon, target, method, where, models=models, hp=hp)
    show([ask_or_complain(laid)], one=True, as_json=as_json, method=method, weapon=weapon.id)


def read_attack(
    units: Mapping[str, UnitCard], text: str
) -> tuple[UnitCard, WeaponCard | None, UnitCard]:
    """`unit: weapon -> unit`, by names or ids; the weapon may be left out if there is only one."""
    name, weapon_name, right = split_attack(text, EXAMPLE)
    if not weapon_name and ":" not in text:
        name, weapon_name = split_name(units.values(), name)
    shooter = find_named("unit", units.values(), name)
    target = find_named("unit", units.values(), right)
    if weapon_name.strip():
        return shooter, find_named("weapon", shooter.weapon, weapon_name), target
    return shooter, shooter.weapon[0] if len(shooter.weapon) == 1 else None, target
