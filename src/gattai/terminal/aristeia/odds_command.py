"""`gattai odds aristeia`: its arguments, and how a roll is read from words."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from gattai import games
from gattai.games.aristeia.cards import ActionCard, CharacterCard
from gattai.games.aristeia.content import Content
from gattai.games.aristeia.effects.cards import Colour
from gattai.games.aristeia.ruleset import Aristeia
from gattai.tabletop.problem import did_you_mean
from gattai.terminal.arguments import HELP, Json, PackFolders, single_command
from gattai.terminal.aristeia import roll_page
from gattai.terminal.aristeia.forecast import TARGET, USER, Forecast, Given, check
from gattai.terminal.complaint import Complaint
from gattai.terminal.naming import find_named, split_attack, split_name
from gattai.terminal.printing import print_json, say

app = single_command()

EXAMPLE = '"Mushashi: Ken No Sen -> Maximus"'
MOST_DICE = 6


@app.command(context_settings=HELP)
def odds(
    roll: Annotated[
        list[str],
        typer.Argument(help=f"An Action, such as {EXAMPLE}; without one, all that roll dice."),
    ],
    distance: Annotated[
        int | None, typer.Option(help="How many spaces away; else as far as the Action reaches.")
    ] = None,
    cover: Annotated[bool, typer.Option("--cover", help="The target is in Cover.")] = False,
    own_cover: Annotated[
        bool, typer.Option("--own-cover", help="The one who acts is in Cover.")
    ] = False,
    dice: Annotated[str, typer.Option(help="Dice that the one who acts adds: 'red, black'.")] = "",
    against_dice: Annotated[str, typer.Option(help="Dice that the target adds.")] = "",
    against_hp: Annotated[
        int | None, typer.Option(help="Hit Points that the target has left.")
    ] = None,
    underdog: Annotated[
        bool, typer.Option("--underdog", help="The one who acts is the Underdog's.")
    ] = False,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Exact odds of a roll with Switches: if nobody spends, and if each side does its best."""
    rules = games.load("aristeia", tuple(packs or ()))
    assert isinstance(rules, Aristeia)
    content = rules.content
    user, found, target = read_roll(content, " ".join(roll).strip())
    given = Given(
        distance=distance,
        cover=cover,
        own_cover=own_cover,
        more=_colours(dice, content),
        more_against=_colours(against_dice, content),
        hit_points=against_hp,
        underdog=USER if underdog else TARGET,
    )
    wanted = (found,) if found else tuple(a for a in user.actions if a.pool.dice)
    forecasts = [Forecast(user, action, target, content.dice, given) for action in wanted]
    if not forecasts:
        raise Complaint(f"{user.name} has no Action that rolls dice")
    for forecast in forecasts:
        check(forecast)
    if as_json:
        pages = [roll_page.plain(forecast) for forecast in forecasts]
        print_json(pages[0] if found else {"rolls": pages})
        return
    for number, forecast in enumerate(forecasts):
        say(*([""] if number else []), *roll_page.page(forecast))


def _colours(text: str, content: Content) -> tuple[Colour, ...]:
    words = text.replace(",", " ").casefold().split()
    if len(words) > MOST_DICE:
        raise Complaint(f"at most {MOST_DICE} dice can be added, not {len(words)}")
    for word in words:
        if word not in content.dice:
            raise Complaint(f"no die {word!r}{did_you_mean(word, tuple(content.dice))}")
    return cast(tuple[Colour, ...], tuple(words))


def read_roll(
    content: Content, text: str
) -> tuple[CharacterCard, ActionCard | None, CharacterCard]:
    """`Character: Action -> Character`, by names or ids; without an Action, None."""
    known = content.characters.values()
    name, action_name, right = split_attack(text, EXAMPLE)
    if not action_name:
        name, action_name = split_name(known, name)
    user = find_named("Character", known, name)
    target = find_named("Character", known, right)
    if action_name.strip():
        return user, find_named(f"Action of {user.name}", user.actions, action_name), target
    return user, None, target
