"""`gattai attack-chart`: print the Chart and the Formula."""

from __future__ import annotations

from typing import Annotated

import typer

from gattai import games
from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.terminal.arguments import Json, command_group
from gattai.terminal.attack_chart import chart_page
from gattai.terminal.printing import print_json

app = command_group("Attack chart: print the Chart and the Formula.")


@app.callback()
def group() -> None:
    """Attack chart: print the Chart and the Formula."""


@app.command("chart")
def chart(
    formula: Annotated[
        bool, typer.Option("--formula", help="Use the Formula instead of the Chart.")
    ] = False,
    percents: Annotated[
        bool,
        typer.Option(
            "--percent", help="Show the chance of one die instead of the number it needs."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the number an attack die needs for every Power and Defence."""
    rules = games.load("attack-chart")
    assert isinstance(rules, AttackChart)
    method: Method = "formula" if formula else "chart"
    if as_json:
        print_json(chart_page.plain(rules, method))
    else:
        chart_page.show(rules, method, percents=percents)
