"""`gattai bots`: list bots, play matches between them, train their evaluations."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from gattai import games as known_games
from gattai.bots import registry
from gattai.bots.consider import USUAL_OUTCOMES
from gattai.bots.kinds import Kind
from gattai.bots.learnt.features import Features
from gattai.bots.learnt.policy_weights import policy_origin
from gattai.bots.learnt.trained import origin
from gattai.bots.learnt.value_weights import value_origin
from gattai.bots.stdio.program import ProgramFailed, command_of, is_program
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab import match as matches
from gattai.lab.batch import Span
from gattai.lab.match import GameResult, MatchScore, even_tables, percentile, score_of
from gattai.lab.plan import BatchPlan, made
from gattai.lab.runners.processes import Job, ProcessPool
from gattai.lab.study import Openings
from gattai.terminal.arguments import (
    MAX_PROCESSES,
    CommandGroup,
    Json,
    PackFolders,
    Processes,
    RandomOpenings,
    Rulings,
    with_rulings,
)
from gattai.terminal.complaint import INTERRUPTED, Complaint, need_lab
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

MAX_GAMES = 100_000
MIN_TAUGHT = 5
"""One of this many games is kept for validation."""
RANGES = {
    "games": (1, MAX_GAMES),
    "rounds": (1, 1_000),
    "blunder_rate": (0, 100),
    "opening": (0, 1_000),
    "outcomes": (1, 10_000),
    "hidden": (0, 1_000),
    "proof": (0, MAX_GAMES),
    "rollouts": (0, 1_000_000),
    "processes": (0, MAX_PROCESSES),
}
"""The commands that train."""

bots_app = CommandGroup(
    no_args_is_help=True,
    help="Bots and their matches.",
)


@bots_app.command("list")
def list_bots(as_json: Json = False) -> None:
    """List the bots and their settings."""
    kinds = registry.kinds()
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "about": kind.about,
                    "settings": kind.settings,
                    "styles": kind.styles,
                }
                for name, kind in kinds.items()
            ]
        )
        return
    rows = [(name, kind.about, " ".join(_settings(kind))) for name, kind in kinds.items()]
    say(table(("bot", "how it plays", "settings"), rows))
    say(
        Text(
            "Settings follow the name: search:iterations=400, search:iterations=0:seconds=1", QUIET
        )
    )
    styles = dict.fromkeys(style for kind in kinds.values() for style in kind.styles)
    say(Text(f"Styles are {', '.join(styles)}: veteran:style=bold", QUIET))
    say(Text("How veterans evaluate a position, and how the bot policy plays:", QUIET))
    learned = [
        (game, origin(game), policy_origin(game), value_origin(game))
        for game in known_games.names()
    ]
    say(table(("game", "evaluation", "policy", "chances shown to people"), learned))
    say(*(Text(str(each), STRONG) for each in registry.broken()))


def _settings(kind: Kind) -> Iterator[str]:
    """Yield the settings with their defaults."""
    yield from (f"{key}={value:g}" for key, value in kind.settings.items())
    if kind.styles:
        yield f"{registry.STYLE}={kind.styles[0]}"


@bots_app.command()
def train(
    game: Annotated[str, typer.Argument(help="The game to learn.")],
    games: Annotated[int, typer.Option(help="Number of games of self-play per round.")] = 2_000,
    rounds: Annotated[
        int, typer.Option(help="Number of rounds; each plays with the previous result.")
    ] = 2,
    seed: Annotated[str, typer.Option(help="The seed of all random choices.")] = "1",
    blunder_rate: Annotated[
        int,
        typer.Option(
            "--blunder-rate",
            "--slips",
            help="Percentage of random answers in self-play.",
        ),
    ] = 10,
    opening: Annotated[
        int, typer.Option(help="Random answers at the start of every game, dice included.")
    ] = 10,
    outcomes: Annotated[
        int,
        typer.Option(
            "--outcomes",
            "--ways",
            help="Dice outcomes considered in self-play; fewer are faster.",
        ),
    ] = USUAL_OUTCOMES,
    hidden: Annotated[int, typer.Option(help="Hidden units that combine features.")] = 0,
    ends: Annotated[
        bool,
        typer.Option("--ends", help="Learn to evaluate the positions at which rollouts end."),
    ] = False,
    proof: Annotated[
        int, typer.Option(help="Games of the final match against the hand-tuned evaluation.")
    ] = 200,
    processes: Processes = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where to store it; default: trained/GAME."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train an evaluation by self-play; stores its weights, samples and learning curve."""
    need_lab("training")
    from gattai.lab.training import pipeline

    _check_counts(games=games, rounds=rounds, blunder_rate=blunder_rate, opening=opening, outcomes=outcomes,
                  hidden=hidden, proof=proof, processes=processes)  # fmt: skip
    if games < MIN_TAUGHT:
        raise Complaint(f"training needs at least {MIN_TAUGHT} games, not {games}")
    _features(game)
    wish = pipeline.Wish(
        game, seed, games, rounds, blunder_rate, opening, outcomes, hidden, ends, proof, processes
    )
    home = out or Path("trained") / game
    weights, curve = pipeline.train(wish, home, lambda line: print(line, file=sys.stderr))
    if as_json:
        print_json({"training": weights.training, "curve": curve})
        return
    rows = [
        (str(each.round), f"{each.games:,}", f"{each.tables:,}", f"{each.loss:.4f}",
         f"{each.loss_by_hand:.4f}", "" if each.score is None else f"{each.score:.1%}")
        for each in curve
    ]  # fmt: skip
    heads = ("round", "games", "tables", "loss", "by hand", "score")
    say(table(heads, rows, right=range(6)))
    say(Text(f"stored in {home}", QUIET))


@bots_app.command()
def tune(
    game: Annotated[str, typer.Argument(help="The game whose evaluation to tune.")],
    games: Annotated[int, typer.Option(help="Number of games per round.")] = 600,
    rounds: Annotated[
        int, typer.Option(help="Number of rounds; each starts from the previous estimate.")
    ] = 4,
    seed: Annotated[str, typer.Option(help="The seed of all random choices.")] = "1",
    spread: Annotated[float, typer.Option(help="How far from the estimate to try weights.")] = 0.2,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="TRAIT", help="Tune only this feature; may be repeated."),
    ] = None,
    opening: Annotated[
        int, typer.Option(help="Random answers at the start of every game, dice included.")
    ] = 10,
    outcomes: Annotated[
        int,
        typer.Option("--outcomes", "--ways", help="Dice outcomes considered; fewer are faster."),
    ] = USUAL_OUTCOMES,
    proof: Annotated[
        int, typer.Option(help="Games of the final match against the hand-tuned evaluation.")
    ] = 200,
    processes: Processes = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where to store it; default: tuned/GAME.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tune an evaluation by matches: what wins is kept, not what predicts the winner."""
    need_lab("tuning")
    from gattai.lab.training import tuning

    _check_counts(
        games=games,
        rounds=rounds,
        opening=opening,
        outcomes=outcomes,
        proof=proof,
        processes=processes,
    )
    if not 0 < spread <= 1:
        raise Complaint(f"the spread must be above 0 and at most 1, not {spread:g}")
    features = _features(game)
    unknown = [name for name in only or () if name not in features.names]
    if unknown:
        raise Complaint(f"{game} has no feature {unknown[0]!r}; it has {', '.join(features.names)}")
    chosen = tuple(only or ())
    wish = tuning.Tune(
        game,
        seed,
        games,
        rounds,
        spread,
        chosen,
        opening=opening,
        outcomes=outcomes,
        proof=proof,
        workers=processes,
    )
    home = out or Path("tuned") / game
    weights, curve = tuning.tune(wish, home, lambda line: print(line, file=sys.stderr))
    if as_json:
        print_json({"training": weights.training, "curve": curve})
        return
    rows = [
        (str(each.round), f"{each.games:,}", f"{each.gain:.1%}", "" if each.score is None else f"{each.score:.1%}")
        for each in curve
    ]  # fmt: skip
    say(table(("round", "games", "expected gain", "score"), rows, right=range(4)))
    say(Text(f"stored in {home}", QUIET))


def _check_counts(**counts: int) -> None:
    for name, value in counts.items():
        least, most = RANGES[name]
        if not least <= value <= most:
            words = name.replace("_", " ")
            subject = f"the number of {words}" if words.endswith("s") else words
            raise Complaint(f"{subject} must be {least} to {most}, not {value}")


def _features(game: str) -> Features:
    """Return the features of a game that can be learned."""
    from gattai.lab.training import pipeline

    known_games.get(game)
    try:
        return pipeline.features_of(game)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


@bots_app.command()
def match(
    one: Annotated[str, typer.Argument(help="A bot, such as greedy, or stdio:./my-program.")],
    two: Annotated[str, typer.Argument(help="The opposing bot.")],
    game: Annotated[str, typer.Option(help="The game.")] = "aegis",
    games: Annotated[int, typer.Option(help="Number of games, in mirrored pairs.")] = 200,
    seed: Annotated[str, typer.Option(help="The seed of dice and bots; default: random.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; see `gattai games`."),
    ] = None,
    ruling: Rulings = None,
    rules: Annotated[
        str,
        typer.Option(help="A ruleset, for games with several, or a file with your own."),
    ] = "",
    even: Annotated[
        bool, typer.Option(help="Both players have the same squad; ready-made squads take turns.")
    ] = False,
    rollouts: Annotated[
        int,
        typer.Option(
            "--rollouts",
            "--looks",
            help="Give searching bots this many rollouts per activation and no time limit, so that the "
            "match can be repeated exactly.",
        ),
    ] = 0,
    openings: RandomOpenings = True,
    processes: Processes = 0,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Play two bots against each other: each table twice, with seats swapped and the same dice."""
    _check_counts(rollouts=rollouts, processes=processes)
    one, two = (_bot(name, rollouts) for name in (one, two))
    if registry.PERSON in (one, two):
        raise Complaint("only bots can play a match")
    if not 1 <= games <= MAX_GAMES:
        raise Complaint(f"a match has 1 to {MAX_GAMES} games, not {games}")
    folders = packs or ()
    options = _set(with_rulings(game, option, ruling, folders))
    loaded = known_games.load(game, folders)
    if rules:
        _check_ruleset(loaded, options, rules)
    tables = even_tables(_seated(loaded, options)) if even else [{}]
    sown = seed or str(secrets.randbelow(10**9))
    drawn: Openings | None = None if openings else "none"
    study = matches.asked(
        game, one, two, games, sown, options, tables, folders, rules, openings=drawn
    )
    plan = made(study, clocked=True)
    began = time.monotonic()
    results, interrupted = _play_all(plan, games, processes or os.cpu_count() or 1, quiet=as_json)
    took = time.monotonic() - began
    if as_json:
        print_json(_league_json(plan, results, took, interrupted=interrupted))
    elif not results:
        say("no game was finished")
    else:
        _print(plan, results, took)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _bot(name: str, rollouts: int) -> str:
    """Return a bot by name, or a program: `stdio:COMMAND`."""
    if not is_program(name):
        return registry.with_rollouts(name, rollouts)
    try:
        command_of(name)
    except ProgramFailed as problem:
        raise Complaint(str(problem)) from problem
    return name


def _set(wanted: Sequence[str] | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in wanted or ():
        name, equals, value = item.partition("=")
        if not equals:
            raise Complaint(f"an option is NAME=VALUE, not {item!r}")
        options[name.strip()] = value.strip()
    return options


def _check_ruleset(rules: AnyRuleset, options: dict[str, str], ruleset: str) -> None:
    """`--rules X` is short for the option of that name; X may be a file with your own ruleset."""
    if all(option.name != "rules" for option in rules.options):
        raise Complaint(f"{rules.name} has only one ruleset, so --rules does not apply")
    if options.get("rules", ruleset) != ruleset:
        raise Complaint(
            f"--rules {ruleset} and --option rules={options['rules']}contradict each other"
        )


def _seated(rules: AnyRuleset, options: dict[str, str]) -> AnyRuleset:
    """Return the rules for a table with these options."""
    try:
        return rules.seated(options)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


def _play_all(
    plan: BatchPlan, count: int, workers: int, *, quiet: bool
) -> tuple[list[GameResult], bool]:
    """Play all games on all cores, with a progress bar on a terminal; after Ctrl-C, return what there is."""
    to = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=to,
        disable=quiet or not to.is_terminal,
        transient=True,
    )
    results: list[GameResult] = []
    pool = ProcessPool(plan, min(workers, count), Job(matches.play_encoded, matches.decoded))
    coming = iter(range(count))
    try:
        with progress:
            bar = progress.add_task("playing", total=count)
            while True:
                # Submit only a few games ahead of the processes, so that Ctrl-C ends it soon.
                while pool.open < 2 * workers and (number := next(coming, None)) is not None:
                    pool.submit(Span(number, number + 1))
                if not pool.open:
                    return results, False
                results += [result for done in pool.finished() for result in done.results]
                share = score_of(results).share
                progress.update(bar, completed=len(results), description=f"{share:.1%}")
    except ProgramFailed as problem:
        raise Complaint(str(problem)) from problem
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return results, True
    finally:
        pool.close()


def _pace(results: Sequence[GameResult], who: int) -> tuple[float, float, float, float]:
    """Return decisions per second, milliseconds per decision (average and slowest), and the 95th percentile
    of the time per activation.
    """
    decisions = sum(result.decisions[who] for result in results)
    seconds = sum(result.seconds[who] for result in results)
    slowest = max((result.slowest[who] for result in results), default=0.0)
    each = seconds / decisions if decisions else 0.0
    activations = [took for result in results for took in result.activations[who]]
    p95 = percentile(activations, 0.95)
    return (1 / each if each else 0.0), each * 1e3, slowest * 1e3, p95 * 1e3


def _opened(plan: BatchPlan) -> str:
    return f", random openings of {plan.opening} answers" if plan.opening else ""


def _print(plan: BatchPlan, results: Sequence[GameResult], took: float) -> None:
    score = score_of(results)
    bots = plan.bots
    say(Text(f"{bots[0]} against {bots[1]}, {plan.game}: {_spoken(score)}", STRONG))
    rows = [
        (name, f"{fast:,.0f}", f"{each:.1f}", f"{slowest:.0f}", f"{p95:.0f}")
        for name, (fast, each, slowest, p95) in ((bots[who], _pace(results, who)) for who in (0, 1))
    ]
    say(
        table(
            ("bot", "decisions/s", "ms each", "slowest ms", "activation p95 ms"),
            rows,
            right=(1, 2, 3, 4),
        )
    )
    answers = sum(result.answers for result in results)
    say(
        Text(
            f"{score.games} games, {answers} answers in {took:.0f} s, seed {plan.seed}{_opened(plan)}",
            QUIET,
        )
    )


def _spoken(score: MatchScore) -> str:
    return (
        f"{score.share:.1%} (95%: {score.low:.1%} to {score.high:.1%}), "
        f"{score.won} won, {score.drawn} drawn, {score.lost} lost"
    )


def _league_json(
    plan: BatchPlan,
    results: Sequence[GameResult],
    took: float,
    *,
    interrupted: bool,
) -> dict[str, object]:
    return {
        "game": plan.game,
        "bots": plan.bots,
        "seed": plan.seed,
        "opening": plan.opening,
        "options": plan.seating(0, 0, 0).options,
        "score": score_of(results) if results else None,
        "interrupted": interrupted,
        "seconds": round(took, 3),
        "pace": [
            dict(
                zip(
                    ("decisions_per_second", "ms", "slowest_ms", "activation_p95_ms"),
                    _pace(results, who),
                    strict=True,
                )
            )
            for who in (0, 1)
        ],
    }
