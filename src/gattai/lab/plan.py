"""The plan of a study: packs as text, options, players. It is independent of the machine."""

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
from gattai.lab.study import BadStudy, Kind, Study, StudySide, flat
from gattai.tabletop.problem import did_you_mean

PackFolder = tuple[tuple[str, str], ...]
"""A folder of packs: each file with its text."""

COMMON: Mapping[str, str] = {
    "won": "the score of A (without an A, of player 1): won 1, drawn a half, lost 0",
    "first_mover": "the score of the first mover",
    "length": "answers in the game, including dice",
    "turns": "rounds or turns, as the game counts them",
    "decisions": "choices with more than one option",
}
"""The metrics of every game."""
ALWAYS = ("won", "first_mover", "length")
OF_THE_TABLE = ("won", "first_mover", "length", "turns")
"""Metrics of the whole table."""
OPENING = 12
"""Number of random first answers of a game, including dice; fewer in short games."""
RANDOM = "random"
CHANGES = "changes.toml"
"""The file of the changed numbers, in a pack of its own."""
"""The bot whose openings are random anyway."""
OTHER = "other."
"""In versus: the prefix for the metric of all others together."""


class Arm(msgspec.Struct, frozen=True):
    """One of the compared tables: its options and packs."""

    name: str
    options: dict[str, str] = {}
    packs: tuple[PackFolder, ...] = ()


class PlannedGame(msgspec.Struct, frozen=True):
    """One game to be played."""

    pair: int
    leg: int
    arm: int
    """The index of its arm in the plan."""
    seed: str
    options: dict[str, str]
    players: tuple[str, ...]
    """The bot on each seat."""
    seats: tuple[str, ...]
    """Who sits on each seat, as named in rows: a and b, or 1 and 2."""
    opening: str = ""
    """The seed of its opening, if not its own."""

    @property
    def own(self) -> int:
        """Return the seat of A, or of player 1."""
        return next(at for at, who in enumerate(self.seats) if who in ("a", "1"))


class PairDraw(msgspec.Struct, frozen=True):
    """What a pair draws from the population: the same for all its games."""

    player: int = 0
    """The number of its bot in the panel."""
    opening: int = 0
    """The number of its opening, if openings are used more than once."""
    options: dict[str, str] = {}


class BatchPlan(msgspec.Struct, frozen=True):
    """Everything that is needed to play batches."""

    game: str
    kind: Kind
    pairs: int
    seed: str
    arms: tuple[Arm, ...]
    seats: tuple[str, ...]
    """The names of the seats."""
    bots: tuple[str, ...]
    """The bots of A and B in versus; otherwise of each player."""
    armies: tuple[str, ...] = ()
    """The forces of A and B in versus, if any."""
    tables: tuple[dict[str, str], ...] = ({},)
    metrics: tuple[str, ...] = ()
    legs: int = 1
    """Games of a pair under one arm: everybody on every seat; 1 if swapping changes nothing."""
    longest: int = 5_000
    opening: int = 0
    """Number of first answers drawn from greedy's better ideas for every player.

    Plans of version 0.2 and older do not have it: they are played as before."""
    rules: tuple[str, ...] = ()
    """The game's version and packs for each arm, which are required to resume."""
    panel: tuple[tuple[str, float], ...] = ()
    """Bots with their weights: in each pair one of them plays on all seats."""
    openings: int = 0
    """The number of random openings; 0 if each pair has its own."""
    drawn: dict[str, tuple[str, ...]] = {}
    """Options of the table, with the values that pairs draw them from."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return all bots that play."""
        return tuple(bot for bot, _ in self.panel) or self.bots

    @property
    def sizes(self) -> list[int]:
        """Return the number of groups in each way that pairs are grouped; empty if in none."""
        return [size for size in (len(self.panel), self.openings) if size > 1]

    def groups(self, pairs: Sequence[int]) -> list[list[int]]:
        """Return the groups of these pairs, by player and by opening (see `sizes`)."""
        if not self.sizes:
            return []
        draws = [self.draw(pair) for pair in pairs]
        by_player, by_opening = [each.player for each in draws], [each.opening for each in draws]
        return [
            *([by_player] if len(self.panel) > 1 else []),
            *([by_opening] if self.openings else []),
        ]

    def draw(self, pair: int) -> PairDraw:
        """Return what a pair draws: always the same for the same pair."""
        if not (self.panel or self.openings or self.drawn):
            return PairDraw()
        source = random.Random(f"{self.seed}-{pair}-population")
        weights = [weight for _, weight in self.panel]
        player = source.choices(range(len(weights)), weights)[0] if weights else 0
        opening = source.randrange(self.openings) if self.openings else 0
        options = {name: source.choice(values) for name, values in self.drawn.items()}
        return PairDraw(player, opening, options)

    def samples(self) -> Iterator[PairDraw]:
        """Return a few draws in which every player and every value of an option occurs."""
        most = max([1, len(self.panel), *map(len, self.drawn.values())])
        for number in range(most):
            options = {
                name: values[(number + place) % len(values)]
                for place, (name, values) in enumerate(self.drawn.items())
            }
            yield PairDraw(number % max(1, len(self.panel)), 0, options)

    @property
    def games_a_pair(self) -> int:
        """Return the total number of games of a pair."""
        return self.legs * len(self.arms)

    def seatings(self, pair: int) -> Iterator[PlannedGame]:
        """Return the games of a pair, in order."""
        for arm in range(len(self.arms)):
            for leg in range(self.legs):
                yield self.seating(pair, arm, leg)

    def seating(self, pair: int, arm: int, leg: int, draw: PairDraw | None = None) -> PlannedGame:
        """Return one game; the whole pair has the same seed and the same draw."""
        draw = draw or self.draw(pair)
        count = len(self.seats)
        table = self.tables[pair % len(self.tables)]
        options = {**self.arms[arm].options, **table, **draw.options}
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
        if self.panel:
            players = [self.panel[draw.player][0]] * count
        seed = f"{self.seed}-{pair}"
        opening = f"{self.seed}-opening-{draw.opening}" if self.openings else ""
        return PlannedGame(pair, leg, arm, seed, options, tuple(players), tuple(who), opening)

    def numbered(self, number: int) -> PlannedGame:
        """Return the game with this number, from 0 in the order of pairs, arms and legs."""
        pair, inside = divmod(number, self.games_a_pair)
        arm, leg = divmod(inside, self.legs)
        return self.seating(pair, arm, leg)

    def rules_of(self, arm: int, options: Mapping[str, str]) -> AnyRuleset:
        """Return the rules for a table of an arm."""
        return games.load(self.game, laid_out(self.arms[arm].packs)).seated(options)


def made(study: Study, *, clocked: bool = False) -> BatchPlan:
    """Return the plan of a study; `BadStudy` says why there is none.

    A clock-limited bot is not reproducible, so it is allowed only with `clocked`.
    """
    kind = study.kind
    arms = [_arm(study, study.a, "versus" if kind == "versus" else "a")]
    if kind == "under":
        assert study.b is not None
        arms.append(_arm(study, study.b, "b"))
    bots, armies = _players(study)
    if not clocked:
        _check_clocks([*bots, *study.population.players])
    tables = study.play.tables or ({},)
    first = arms[0]
    rules = games.load(study.game, laid_out(first.packs))
    seats = _seats(rules, {**first.options, **tables[0]})
    draft = BatchPlan(
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
        panel=tuple(study.population.players.items()),
        drawn=_drawn(study, rules, seats),
    )
    if kind != "versus" and not _swaps(draft):
        draft = msgspec.structs.replace(draft, legs=1)
    names = counted_names(draft)
    if study.openings != "none":
        drawn = study.openings if isinstance(study.openings, int) else 0
        draft = msgspec.structs.replace(draft, opening=_opening(draft), openings=drawn)
    return msgspec.structs.replace(
        draft,
        metrics=_chosen(study.measure.metrics, names, versus=kind == "versus"),
        rules=tuple(_version(draft, arm) for arm in range(len(arms))),
    )


def _drawn(study: Study, rules: AnyRuleset, seats: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the options that pairs draw: those stated, and the force of each seat."""
    known = {option.name for option in rules.options}
    forces = study.population.forces
    if forces and not known.issuperset(seats):
        raise BadStudy([f"in {study.game} nobody brings a force: there is no option {seats[0]!r}"])
    return {**study.population.options, **(dict.fromkeys(seats, forces) if forces else {})}


def _opening(plan: BatchPlan) -> int:
    """Return the number of random first answers: at most a quarter of a random game.

    Random bots need none.
    """
    if all(bot == RANDOM for bot in plan.players):
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


def is_recorded(plan: BatchPlan, recorded: BatchPlan, study: Study) -> bool:
    """Return whether this equals the recorded plan.

    A study that does not specify openings continues as it was begun, also by an older version.
    """
    if study.openings is None:
        plan = msgspec.structs.replace(plan, opening=recorded.opening)
    return plan == recorded


def _swaps(plan: BatchPlan) -> bool:
    """Return whether swapping seats changes anything at some table.

    The same bot with the same army on every seat would play the same game again.
    """
    for arm, pair, draw in _tables(plan):
        first, *others = [plan.seating(pair, arm, leg, draw) for leg in range(plan.legs)]
        if any((o.players, o.options) != (first.players, first.options) for o in others):
            return True
    return False


def _tables(plan: BatchPlan) -> Iterator[tuple[int, int, PairDraw]]:
    """Return an arm, a pair and a draw for each kind of table."""
    for arm in range(len(plan.arms)):
        for pair in range(min(plan.pairs, len(plan.tables))):
            for draw in plan.samples():
                yield arm, pair, draw


def current(plan: BatchPlan) -> bool:
    """Return whether the rules and packs here are those of the plan."""
    return plan.rules == tuple(_version(plan, arm) for arm in range(len(plan.arms)))


def _version(plan: BatchPlan, arm: int) -> str:
    rules = games.load(plan.game, laid_out(plan.arms[arm].packs))
    return f"{rules.version} {rules.packs}"


def _arm(study: Study, side: StudySide, name: str) -> Arm:
    """Return the arm for one side."""
    home = study.folder()
    sides = [study.a, *([study.b] if study.b else [])] if name == "versus" else [side]
    paths = [*study.play.packs, *(path for each in sides for path in each.packs)]
    folders = [_pack_folder(home / path, path) for path in dict.fromkeys(paths)]
    options = {**study.play.options, **side.options}
    wanted = side.rules or study.play.rules
    if wanted.endswith(".toml"):
        folder = _pack_folder(home / wanted, wanted)
        folders.append(folder)
        wanted = changes.ruleset_in(folder[0][1], wanted)
    if wanted:
        options["rules"] = wanted
    changed = flat(side.change)
    if changed:
        rules = games.load(study.game, laid_out(tuple(folders)))
        text, ruleset = changes.pack(games.get(study.game), rules, changed, options.get("rules"))
        folders.append(((CHANGES, text),))
        if ruleset:
            options["rules"] = ruleset
    return Arm(name, options, tuple(folders))


def _pack_folder(path: Path, text: str) -> PackFolder:
    """Return the packs of a folder, or one file, as text."""
    if path.is_file():
        files = [path]
    elif path.is_dir():
        files = sorted(path.glob("*.toml"))
    else:
        raise BadStudy([f"{text}: no such file or folder"])
    return tuple((file.name, file.read_text("utf-8")) for file in files)


def _with_armies(
    arm: Arm, rules: AnyRuleset, seats: Sequence[str], kind: Kind, study: Study
) -> Arm:
    """Return options with the force of each player, if the same players play under both arms."""
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
    if study.population.players:
        bots = [*study.population.players]
    else:
        bots = [bot.strip() for bot in study.play.bot.split(",")]
    if study.kind != "versus":
        return ((study.a.bot,) if study.a.bot else tuple(bots)), ()
    assert study.b is not None
    if len(bots) > 1 and not study.population.players:
        raise BadStudy(["play.with: in versus a and b say who plays, or one bot plays both"])
    return (study.a.bot or bots[0], study.b.bot or bots[0]), (study.a.army, study.b.army)


def _check_clocks(bots: Sequence[str]) -> None:
    for bot in bots:
        if registry.seconds_of(bot):
            instead = registry.with_rollouts(bot, 80)
            raise BadStudy(
                [f"{bot} looks at the clock: no game could be played again; say {instead}"]
            )


def _seats(rules: AnyRuleset, options: Mapping[str, str]) -> tuple[str, ...]:
    try:
        return rules.seated(options).seats
    except ValueError as problem:
        raise BadStudy([str(problem)]) from problem


def counted_names(plan: BatchPlan) -> list[str]:
    """Return all metrics of the plan's tables; sets each table up once to validate it."""
    metrics = games.get(plan.game).gauged_by()
    names: set[str] = set()
    for arm, pair, draw in _tables(plan):
        for leg in range(plan.legs):
            seating = plan.seating(pair, arm, leg, draw)
            try:
                rules = plan.rules_of(arm, seating.options)
                table = begin(rules, seating.options).state
            except (ValueError, Refused, UnknownWord) as problem:
                where = plan.arms[arm].name
                raise BadStudy([f"{where}: {problem}"]) from problem
            if rules.seats != plan.seats:
                raise BadStudy(["every table of a study has the same seats"])
            names |= metrics(table, len(rules.seats)).counts.keys()
    return sorted(names)


def _chosen(patterns: Sequence[str], names: Sequence[str], *, versus: bool) -> tuple[str, ...]:
    """Return the selected metrics; `BadStudy` for a pattern without matches."""
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
def laid_out(folders: tuple[PackFolder, ...]) -> tuple[Path, ...]:
    """Return packs as temporary folders, written once per process."""
    if not folders:
        return ()
    home = tempfile.TemporaryDirectory(prefix="gattai-lab-", ignore_cleanup_errors=True)
    atexit.register(home.cleanup)
    return write_packs(folders, Path(home.name))


def changed_pack(plan: BatchPlan) -> str:
    """Return the pack of the changed numbers of the last arm; empty if there are none."""
    files = (file for folder in plan.arms[-1].packs for file in folder)
    return next((text for name, text in files if name == CHANGES), "")


def write_packs(folders: Sequence[PackFolder], home: Path) -> tuple[Path, ...]:
    """Write packs as folders below this one."""
    written = []
    for number, files in enumerate(folders):
        folder = home / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files:
            (folder / name).write_text(text, "utf-8")
        written.append(folder)
    return tuple(written)
