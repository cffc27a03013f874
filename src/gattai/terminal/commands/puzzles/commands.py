"""The commands of `gattai puzzles` and their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gattai.bots.puzzles.mining import Mining
from gattai.terminal.arguments import CommandGroup, Json
from gattai.terminal.commands.puzzles import mining, playing
from gattai.terminal.complaint import Complaint

puzzles_app = CommandGroup(
    no_args_is_help=True,
    help="Positions with one clearly best action.",
)
Game = Annotated[str, typer.Argument(help="A game, such as attack-chart; see `gattai games`.")]


@puzzles_app.command("play")
def puzzles_play(
    game: Game,
    puzzle: Annotated[str, typer.Option("--id", help="The puzzle; default: the first.")] = "",
    answer: Annotated[str, typer.Option(help="Judge this answer instead of asking.")] = "",
    as_json: Json = False,
) -> None:
    """Show a puzzle, ask for the best action, and explain the answer; exit code 1 if it is wrong."""
    if as_json and not answer:
        raise Complaint("--json needs --answer")
    raise typer.Exit(playing.play(game, puzzle, answer, as_json=as_json))


@puzzles_app.command("check")
def puzzles_check(
    game: Annotated[list[str] | None, typer.Argument(help="Only these games.")] = None,
    rollouts: Annotated[
        int,
        typer.Option(
            min=0, help="Play each solution and its rivals on this often; 0 only loads them."
        ),
    ] = 0,
    bot: Annotated[str, typer.Option(help="The bot that plays on.")] = "policy",
    seed: Annotated[str, typer.Option(help="The seed of the dice.")] = "check",
    as_json: Json = False,
) -> None:
    """Check that every puzzle is possible under the present rules, and that its solution is the best."""
    raise typer.Exit(mining.check(game or (), rollouts, bot, seed, as_json=as_json))


@puzzles_app.command("find")
def puzzles_find(
    game: Game,
    into: Annotated[
        Path, typer.Option(metavar="FILE", help="The file to which puzzles are added.")
    ] = Path("puzzles.toml"),
    many: Annotated[int, typer.Option(min=1, help="How many puzzles to find.")] = 5,
    minutes: Annotated[float, typer.Option(min=0, help="When to stop.")] = 10,
    seed: Annotated[str, typer.Option(help="The seed of the games.")] = "1",
    players: Annotated[str, typer.Option(help="The bot that plays the games.")] = "greedy",
    opening: Annotated[
        int, typer.Option(min=0, help="Number of random answers at the beginning of each game.")
    ] = 12,
    since: Annotated[
        float, typer.Option(min=0, max=1, help="The share of a game that is left out.")
    ] = 0.3,
    bot: Annotated[str, typer.Option(help="The bot that plays on.")] = "policy",
    rollouts: Annotated[int, typer.Option(min=20, help="Games for each answer in a proof.")] = 120,
) -> None:
    """Look for puzzles in games between bots: each with a proof that one action is clearly best."""
    how = Mining(bot=bot, players=players, opening=opening, rollouts=rollouts, since=since)
    raise typer.Exit(mining.find(game, into, seed, many, minutes, how))
