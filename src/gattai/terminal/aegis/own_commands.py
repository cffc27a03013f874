"""`gattai aegis`: check and list squads, print cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gattai import games
from gattai.games.aegis.ruleset import Aegis
from gattai.kernel.rulebook import Rulebook
from gattai.tabletop.problem import PackError
from gattai.terminal.aegis import card_page
from gattai.terminal.aegis.card_page import HOUSE_NOTE
from gattai.terminal.aegis.squad_file import CheckedSquad, judge_file
from gattai.terminal.arguments import (
    Json,
    PackFolders,
    command_group,
    plain_reason,
    reasons,
    subgroup,
    verdict,
)
from gattai.terminal.complaint import NO, WRONG
from gattai.terminal.naming import find_named
from gattai.terminal.printing import QUIET, STRONG, print_json, say

app = command_group("A.E.G.I.S.: check and list squads, print cards.")
squad_app = subgroup(app, "squad", "Check a squad.")


def _rules(packs: list[Path] | None) -> Aegis:
    rules = games.load("aegis", tuple(packs or ()))
    assert isinstance(rules, Aegis)
    return rules


@squad_app.command("check")
def squad_check(
    file: Annotated[
        Path, typer.Argument(help='A TOML file: units = ["ARK-150", ...], pool = [...]')
    ],
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Name every rule that a squad breaks, and every unknown card."""
    try:
        judged = judge_file(file, tuple(packs or ()))
    except PackError as error:
        if not as_json:
            raise
        print_json({"file": str(file), "readable": False, "problems": error.problems})
        raise typer.Exit(WRONG) from None
    book = games.load("aegis").rulebook
    if as_json:
        print_json({"file": str(file), "readable": True, **_plain(judged, book)})
    else:
        _show(judged, book, file)
    raise typer.Exit(0 if judged.is_legal else NO)


def _show(judged: CheckedSquad, book: Rulebook, file: Path) -> None:
    cards = (*judged.units, *judged.pool)
    names = ", ".join(f"{card.name}{'*' * card.house}" for card in judged.units) or "nobody"
    pool = ", ".join(card_page.recipe(card) for card in judged.pool) or "empty"
    say(Text(judged.title, STRONG), f"  squad: {names}", f"  Combine Pool: {pool}")
    say(f"  produces {sum(card.ep for card in judged.units)} energy at the start")
    for name in judged.out_of_reach:
        say(f"  {name} can never be made from these units (no rule forbids including it)")
    if any(card.house for card in cards):
        say(Text(f"  {HOUSE_NOTE}", QUIET))
    if not judged.is_legal:
        say("", Text("Problems:", STRONG), *(f"  {unknown}" for unknown in judged.unknown))
        say(*reasons(judged.refusals, book))
    say(verdict(file, len(judged.unknown) + len(judged.refusals)))


def _plain(judged: CheckedSquad, book: Rulebook) -> dict[str, object]:
    return {
        "title": judged.title,
        "legal": judged.is_legal,
        "units": [card.id for card in judged.units],
        "pool": [card.id for card in judged.pool],
        "unknown": judged.unknown,
        "refusals": [plain_reason(refusal, book) for refusal in judged.refusals],
        "cannot_be_made": judged.out_of_reach,
        "house": [card.id for card in (*judged.units, *judged.pool) if card.house],
    }


@app.command("squads")
def squads(packs: PackFolders = None, as_json: Json = False) -> None:
    """List the squads of the packs, with their cards."""
    rules = _rules(packs)
    if as_json:
        print_json({"squads": list(rules.squads.values())})
        return
    say(*card_page.squads(rules.squads.values(), rules.units))


@app.command("unit")
def unit(
    names: Annotated[list[str], typer.Argument(help="A unit's name or id, such as ARK-150.")],
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Print the full cards of units."""
    rules = _rules(packs)
    cards = [find_named("unit", rules.units.values(), name) for name in names]
    if as_json:
        print_json({"units": cards})
        return
    for number, card in enumerate(cards):
        say(*([""] if number else []), *card_page.card(card))
