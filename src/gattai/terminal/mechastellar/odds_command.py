"""`gattai odds mechastellar`: its arguments, and how an attack is read from words."""

from __future__ import annotations

from typing import Annotated

import typer

from gattai import games
from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.parameters import DEFAULT
from gattai.games.mechastellar.ruleset import MechaStellar
from gattai.terminal.arguments import HELP, Json, PackFolders, single_command
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.mechastellar import attack_page
from gattai.terminal.mechastellar.forecast import Forecast, prepared
from gattai.terminal.mechastellar.laid_table import Given, lay
from gattai.terminal.mechastellar.rules_page import read_ruleset
from gattai.terminal.naming import find_named, split_attack, split_name
from gattai.terminal.printing import print_json, say

app = single_command()

EXAMPLE = '"Argonaut: Machine Gun -> Dervish"'


@app.command(context_settings=HELP)
def odds(
    attack: Annotated[
        list[str],
        typer.Argument(help=f"An attack, such as {EXAMPLE}; without a weapon, with all of them."),
    ],
    rules: Annotated[
        str, typer.Option("--rules", help="A ruleset by its id, or a TOML file with one.")
    ] = DEFAULT,
    distance: Annotated[
        int | None,
        typer.Option(help="How many hexes away the target is; else 1 in melee, or its range."),
    ] = None,
    cover: Annotated[bool, typer.Option("--cover", help="A wall before the target.")] = False,
    blindside: Annotated[
        bool,
        typer.Option("--blindside", "--flank", help="The attacker began its turn behind it."),
    ] = False,
    high: Annotated[bool, typer.Option("--high", help="The attacker on High Ground.")] = False,
    exposed: Annotated[bool, typer.Option("--exposed", help="The target on High Ground.")] = False,
    indirect: Annotated[bool, typer.Option("--indirect", help="Fired indirectly.")] = False,
    space: Annotated[bool, typer.Option("--space", help="In space, not on the ground.")] = False,
    counter: Annotated[
        bool, typer.Option("--counter", help="The attack is a Counter to one of the target's.")
    ] = False,
    power: Annotated[
        bool, typer.Option("--power", help="With the Power that the weapon takes for more PEN.")
    ] = False,
    round_: Annotated[int, typer.Option("--round", help="The round, for Finishers.")] = 1,
    momentum: Annotated[int, typer.Option(help="What each side has to spend.")] = 10,
    against_hp: Annotated[int | None, typer.Option(help="HP that the target has left.")] = None,
    stun: Annotated[int, typer.Option(help="Stun tokens of the target.")] = 0,
    aim: Annotated[
        str, typer.Option(help="The attacker's choice before the dice: 'die barrage', none.")
    ] = "",
    brace: Annotated[
        str, typer.Option(help="The target's choice before the dice: 'lock guard', none.")
    ] = "",
    uses: Annotated[
        str, typer.Option(help="What the attacker uses in any case: 'focus, valor'.")
    ] = "",
    traits: Annotated[
        bool, typer.Option("--traits/--no-traits", help="Pilots have their traits, or not.")
    ] = True,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Exact odds of an attack: if nobody spends, and against the best defence."""
    game = games.load("mechastellar", tuple(packs or ()))
    assert isinstance(game, MechaStellar)
    ruleset = read_ruleset(rules, game.content.rulesets)
    user, found, target = read_attack(game, " ".join(attack).strip())
    given = Given(
        distance, cover, blindside, high, exposed, indirect, power, space, round_, momentum,
        against_hp, stun, traits, counter,
    )  # fmt: skip
    forecasts: list[Forecast] = []
    for weapon in (found,) if found else user.weapon:
        try:
            laid = lay(user, weapon, target, ruleset, given)
        except Complaint:
            if found or not counter:
                raise
            continue  # of all its weapons, those that can Counter
        against = tuple(game.refusals(laid.state, laid.action))
        if against and found:
            raise Complaint(attack_page.why_not(against), NO)
        if not against:
            forecasts.append(prepared(laid, aim, brace, uses))
    if not forecasts:
        raise Complaint(f"{user.name} can use no weapon on {target.name} like that", NO)
    if as_json:
        pages = [attack_page.plain(forecast) for forecast in forecasts]
        print_json(pages[0] if found else {"attacks": pages})
        return
    for number, forecast in enumerate(forecasts):
        say(*([""] if number else []), *attack_page.page(forecast))


def read_attack(game: MechaStellar, text: str) -> tuple[UnitCard, WeaponCard | None, UnitCard]:
    """`unit: weapon -> unit`, by names or ids; without a weapon, None."""
    units = game.content.units
    name, weapon_name, right = split_attack(text, EXAMPLE)
    if not weapon_name:
        name, weapon_name = split_name(units.values(), name)
    user = find_named("unit", units.values(), name)
    target = find_named("unit", units.values(), right)
    if weapon_name.strip():
        return user, find_named(f"weapon of {user.name}", user.weapon, weapon_name), target
    return user, None, target
