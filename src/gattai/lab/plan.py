"""A study with all that its games need: packs as text, options, who sits where. It can be sent anywhere."""

from __future__ import annotations

import atexit
import fnmatch
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import begin
from gattai.kernel.question import Choose
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.running.batch import play_out
from gattai.kernel.text.words import UnknownWord
from gattai.lab import changes
from gattai.lab.study import BadStudy, Kind, Side, Study, flat
from gattai.tabletop.problem import did_you_mean

Shelf = tuple[tuple[str, str], ...]
"""A folder of packs: each file with its text."""

COMMON: Mapping[str, str] = {
    "won": "the score of A; where there is no A, of player 1: won 1, drawn a half, lost 0",
    "first_mover": "the score of who moved first",
    "length": "answers in the game, dice too",
    "turns": "rounds or turns, as the game counts them",
    "decisions": "choices with more than one option",
}
"""What is counted in every game."""
ALWAYS = ("won", "first_mover", "length")
OF_THE_TABLE = ("won", "first_mover", "length", "turns")
"""What no seat has for itself."""
OPENING = 12
"""So many first answers of a game, dice counted, are drawn where openings are random; of a short game fewer."""
RANDOM = "random"
"""The bot whose openings are random without drawing."""
OTHER = "other."
"""In versus: what all who are not A have together."""


class Arm(msgspec.Struct, frozen=True):
    """One of the tables that are compared: its options and packs."""

    name: str
    options: dict[str, str] = {}
    packs: tuple[Shelf, ...] = ()


class Seating(msgspec.Struct, frozen=True):
    """One game that is to be played."""

    pair: int
    leg: int
    arm: int
    """The place of its arm in the plan."""
    seed: str
    options: dict[str, str]
    players: tuple[str, ...]
    """The bot on each seat."""
    seats: tuple[str, ...]
    """Who sits on each seat, as rows call them: a and b, or 1 and 2."""

    @property
    def own(self) -> int:
        """The seat of A, or of player 1."""
        return next(at for at, who in enumerate(self.seats) if who in ("a", "1"))


class Plan(msgspec.Struct, frozen=True):
    """All that a batch needs to know."""

    game: str
    kind: Kind
    pairs: int
    seed: str
    arms: tuple[Arm, ...]
    seats: tuple[str, ...]
    """The names of the seats."""
    bots: tuple[str, ...]
    """In versus of A and of B; else of each player."""
    armies: tuple[str, ...] = ()
    """In versus what A and B bring, if they bring something."""
    tables: tuple[dict[str, str], ...] = ({},)
    metrics: tuple[str, ...] = ()
    legs: int = 1
    """Games of a pair under one arm: everybody on every seat; one, where that would change nothing."""
    longest: int = 5_000
    opening: int = 0
    """So many first answers are drawn from the better ideas of greedy, whoever sits there. Plans of version
    0.2 and older do not have it: they are played as they were."""
    rules: tuple[str, ...] = ()
    """For each arm the game's version and packs: those with which it may be gone on."""

    @property
    def games_a_pair(self) -> int:
        """Games of a pair in all."""
        return self.legs * len(self.arms)

    def seatings(self, pair: int) -> Iterator[Seating]:
        """The games of a pair, in the order of their numbers."""
        for arm in range(len(self.arms)):
            for leg in range(self.legs):
                yield self.seating(pair, arm, leg)

    def seating(self, pair: int, arm: int, leg: int) -> Seating:
        """One game: the same seed in the whole pair."""
        count = len(self.seats)
        options = {**self.arms[arm].options, **self.tables[pair % len(self.tables)]}
        if self.kind == "versus":
            who = ["a" if seat == leg else "b" for seat in range(count)]
            players = [self.bots[side == "b"] for side in who]
            if self.armies:
                for seat, side in zip(self.seats, who, strict=True):
                    if brought := self.armies[side == "b"]:
                        options[seat] = brought
        else:
            brought_by = [options.get(seat) for seat in self.seats]
            sits = [(seat - leg) % count for seat in range(count)]
            who = [str(player + 1) for player in sits]
            players = [self.bots[player % len(self.bots)] for player in sits]
            for seat, player in zip(self.seats, sits, strict=True):
                army = brought_by[player]
                if army is not None:
                    options[seat] = army
        seed = f"{self.seed}-{pair}"
        return Seating(pair, leg, arm, seed, options, tuple(players), tuple(who))

    def numbered(self, number: int) -> Seating:
        """The game of this number, counted from 0 in the order of pairs, arms and legs."""
        pair, inside = divmod(number, self.games_a_pair)
        arm, leg = divmod(inside, self.legs)
        return self.seating(pair, arm, leg)

    def rules_of(self, arm: int, options: Mapping[str, str]) -> AnyRuleset:
        """The rules that hold at a table of an arm."""
        return games.load(self.game, laid_out(self.arms[arm].packs)).seated(options)


def made(study: Study, *, clocked: bool = False) -> Plan:
    """The plan of a study; `BadStudy` says what stands in the way.

    A bot that looks at the clock plays no game twice, so it is let in only where nobody will ask for
    one again (`clocked`).
    """
    kind = study.kind
    arms = [_arm(study, study.a, "versus" if kind == "versus" else "a")]
    if kind == "under":
        assert study.b is not None
        arms.append(_arm(study, study.b, "b"))
    bots, armies = _players(study)
    if not clocked:
        _check_clocks(bots)
    tables = study.play.tables or ({},)
    first = arms[0]
    rules = games.load(study.game, laid_out(first.packs))
    seats = _seats(rules, {**first.options, **tables[0]})
    draft = Plan(
        game=study.game,
        kind=kind,
        pairs=study.play.pairs,
        seed=study.play.seed,
        arms=tuple(_with_armies(arm, rules, seats, kind, study) for arm in arms),
        seats=seats,
        bots=bots,
        armies=armies if any(armies) else (),
        tables=tuple(tables),
        legs=len(seats),
        longest=study.play.longest,
    )
    if kind != "versus" and not _swaps(draft):
        draft = msgspec.structs.replace(draft, legs=1)
    names = counted_names(draft)
    if study.play.openings != "none":
        draft = msgspec.structs.replace(draft, opening=_opening(draft))
    return msgspec.structs.replace(
        draft,
        metrics=_chosen(study.measure.metrics, names, versus=kind == "versus"),
        rules=tuple(_version(draft, arm) for arm in range(len(arms))),
    )


def _opening(plan: Plan) -> int:
    """How many first answers are drawn: at most a quarter of a game, which one played at random tells.

    Random bots need no drawn opening: theirs are random already.
    """
    if all(bot == RANDOM for bot in plan.bots):
        return 0
    seating = plan.seating(0, 0, 0)
    rules = plan.rules_of(seating.arm, seating.options)
    source = random.Random(seating.seed)

    def any_option(_: object, choice: Choose) -> object:
        return source.choice(choice.options)

    seats = [any_option] * len(rules.seats)
    start = begin(rules, seating.options).state
    played = play_out(rules, start, seats, source, limit=4 * OPENING)
    return min(OPENING, (played.decisions + played.throws) // 4)


def is_recorded(plan: Plan, recorded: Plan, study: Study) -> bool:
    """Whether this is the plan that was recorded.

    A study that does not say how games open goes on as it was begun, by an older version too.
    """
    if study.play.openings is None:
        plan = msgspec.structs.replace(plan, opening=recorded.opening)
    return plan == recorded


def _swaps(plan: Plan) -> bool:
    """Whether it changes anything at some table that players change seats.

    The same bot with the same army on every seat would play the very same game again.
    """
    for arm in range(len(plan.arms)):
        for pair in range(min(plan.pairs, len(plan.tables))):
            first, *others = [plan.seating(pair, arm, leg) for leg in range(plan.legs)]
            if any((o.players, o.options) != (first.players, first.options) for o in others):
                return True
    return False


def current(plan: Plan) -> bool:
    """Whether the rules and packs here are those that the plan was made with."""
    return plan.rules == tuple(_version(plan, arm) for arm in range(len(plan.arms)))


def _version(plan: Plan, arm: int) -> str:
    rules = games.load(plan.game, laid_out(plan.arms[arm].packs))
    return f"{rules.version} {rules.packs}"


def _arm(study: Study, side: Side, name: str) -> Arm:
    """The table of one side."""
    home = study.folder()
    sides = [study.a, *([study.b] if study.b else [])] if name == "versus" else [side]
    paths = [*study.play.packs, *(path for each in sides for path in each.packs)]
    shelves = [_shelf(home / path, path) for path in dict.fromkeys(paths)]
    options = {**study.play.options, **side.options}
    wanted = side.rules or study.play.rules
    if wanted.endswith(".toml"):
        shelf = _shelf(home / wanted, wanted)
        shelves.append(shelf)
        wanted = changes.ruleset_in(shelf[0][1], wanted)
    if wanted:
        options["rules"] = wanted
    changed = flat(side.change)
    if changed:
        rules = games.load(study.game, laid_out(tuple(shelves)))
        text, ruleset = changes.pack(games.get(study.game), rules, changed, options.get("rules"))
        shelves.append((("changes.toml", text),))
        if ruleset:
            options["rules"] = ruleset
    return Arm(name, options, tuple(shelves))


def _shelf(path: Path, told: str) -> Shelf:
    """The packs of a folder, or one file, as text."""
    if path.is_file():
        files = [path]
    elif path.is_dir():
        files = sorted(path.glob("*.toml"))
    else:
        raise BadStudy([f"{told}: no such file or folder"])
    return tuple((file.name, file.read_text("utf-8")) for file in files)


def _with_armies(
    arm: Arm, rules: AnyRuleset, seats: Sequence[str], kind: Kind, study: Study
) -> Arm:
    """Where the same players play everywhere: what each brings, the game's usual if nothing is said."""
    if kind == "versus":
        return arm
    known = {option.name: option.default for option in rules.options}
    given = study.play.armies or ((study.a.army,) if study.a.army else ())
    options = dict(arm.options)
    for number, seat in enumerate(seats):
        if seat not in known:
            if given:
                raise BadStudy(
                    [f"in {study.game} nobody brings an army: there is no option {seat!r}"]
                )
            continue
        if given:
            options[seat] = given[number % len(given)]
        elif known[seat]:
            options.setdefault(seat, known[seat])
    return msgspec.structs.replace(arm, options=options)


def _players(study: Study) -> tuple[tuple[str, ...], tuple[str, ...]]:
    bots = [bot.strip() for bot in study.play.bot.split(",")]
    if study.kind != "versus":
        return ((study.a.bot,) if study.a.bot else tuple(bots)), ()
    assert study.b is not None
    if len(bots) > 1:
        raise BadStudy(["play.with: in versus a and b say who plays, or one bot plays both"])
    return (study.a.bot or bots[0], study.b.bot or bots[0]), (study.a.army, study.b.army)


def _check_clocks(bots: Sequence[str]) -> None:
    for bot in bots:
        if registry.seconds_of(bot):
            instead = registry.with_looks(bot, 80)
            raise BadStudy(
                [f"{bot} looks at the clock: no game could be played again; say {instead}"]
            )


def _seats(rules: AnyRuleset, options: Mapping[str, str]) -> tuple[str, ...]:
    try:
        return rules.seated(options).seats
    except ValueError as problem:
        raise BadStudy([str(problem)]) from problem


def counted_names(plan: Plan) -> list[str]:
    """Every name that is counted at any table of the plan; each table is set once, to see that it can."""
    gauge = games.get(plan.game).gauged_by()
    names: set[str] = set()
    for arm in range(len(plan.arms)):
        for pair in range(min(plan.pairs, len(plan.tables))):
            for leg in range(plan.legs):
                seating = plan.seating(pair, arm, leg)
                try:
                    rules = plan.rules_of(arm, seating.options)
                    table = begin(rules, seating.options).state
                except (ValueError, Refused, UnknownWord) as problem:
                    where = plan.arms[arm].name
                    raise BadStudy([f"{where}: {problem}"]) from problem
                if rules.seats != plan.seats:
                    raise BadStudy(["every table of a study has the same seats"])
                names |= gauge(table, len(rules.seats)).counts.keys()
    return sorted(names)


def _chosen(patterns: Sequence[str], names: Sequence[str], *, versus: bool) -> tuple[str, ...]:
    """The names that are wanted; `BadStudy` for a pattern that means none of them."""
    known = [*COMMON, *names]
    if not patterns:
        found = set(known)
    else:
        found = set()
        problems: list[str] = []
        for pattern in patterns:
            fits = fnmatch.filter(known, pattern)
            if not fits:
                heads = sorted({name.partition(".")[0] for name in known})
                problems.append(
                    f"measure.metrics: nothing is counted as {pattern!r}"
                    f"{did_you_mean(pattern.partition('.')[0], heads)}"
                )
            found |= {*fits}
        if problems:
            raise BadStudy(problems)
    found |= {*ALWAYS}
    if versus:
        found |= {f"{OTHER}{name}" for name in found if name not in OF_THE_TABLE}
    return tuple(sorted(found))


@cache
def laid_out(shelves: tuple[Shelf, ...]) -> tuple[Path, ...]:
    """Packs as folders that can be loaded: written once a process, and gone with it."""
    if not shelves:
        return ()
    home = tempfile.TemporaryDirectory(prefix="gattai-lab-", ignore_cleanup_errors=True)
    atexit.register(home.cleanup)
    return write_shelves(shelves, Path(home.name))


def write_shelves(shelves: Sequence[Shelf], home: Path) -> tuple[Path, ...]:
    """Packs as folders below this one."""
    folders = []
    for number, shelf in enumerate(shelves):
        folder = home / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in shelf:
            (folder / name).write_text(text, "utf-8")
        folders.append(folder)
    return tuple(folders)
