"""Break the lines that state a rule and see whether the tests of that rule notice: `make mutants`."""

from __future__ import annotations

import argparse
import os
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec

from tests.mutants import sides
from tests.mutants.breaks import Mutant, mutants
from tests.mutants.lines import modules, spread
from tests.mutants.report import Fate, Result, difference, figures, reviewed, share, table
from tests.mutants.running import Collector, Known, Verdict, judge_anew

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
OTHERS = ("tests/playthroughs/test_playthroughs.py", "tests/laws/test_laws.py")
"""Where else a break may be noticed, besides the tests of its game."""
LENGTHY = ("test_resolver.py", "test_limits.py", "test_conservation.py", "model/test_model.py")
"""Tests of a game that throw dice or play games by the thousand."""
LAW_GAMES = "0.004"
SLACK = 2.0
"""CPU seconds that any run may take, beside three times what it takes on the sound game."""
FURTHER = 15.0
"""Seconds of tests that a survivor is shown, the shortest first."""


@dataclass
class Hunt:
    """One run over the rules of a game."""

    game: str
    wanted: Callable[[str], bool]
    tests: str
    known: Known
    collector: Collector
    killers: dict[tuple[str, str], str] = field(default_factory=dict)
    """By file and function: who saw the last break of it sees the next one, as often as not."""

    def bearing(self, rules: Iterable[str]) -> list[str]:
        """The tests that bear one of these rules, the quickest first."""
        found = {test for rule in rules for test in self.known.rules.get(rule, ())}
        return sorted(found, key=lambda test: (self.known.seconds.get(test, 0), test))

    def running(self, mutant: Mutant) -> set[str]:
        """The tests that run the function it is in; none if it runs only as the game is loaded."""
        first = str(mutant.module.path.resolve())
        found: set[str] = set()
        for (path, name, _), tests in self.known.runs.items():
            if path == first and f"{name}.".startswith(f"{mutant.line.function}."):
                found.update(tests)
        return found

    def passing(self, mutant: Mutant) -> set[str]:
        """The tests that come to the broken line itself."""
        path = str(mutant.module.path.resolve())
        return {
            test
            for line in spread(mutant.line.node)
            for test in self.known.lines.get((path, line), ())
        }

    def try_own(self, mutant: Mutant, rules: Iterable[str] = ()) -> tuple[Fate, str, int]:
        """Against the tests of its rules, or of some of them."""
        tests = self.bearing(rules or mutant.line.rules)
        if not tests:
            return "survived", "", 0
        verdict: Verdict = "unfit"
        by = ""
        if mutant.line.inside and self.running(mutant):
            verdict = "survived"
            passing = self.passing(mutant)
            place = (mutant.module.file, mutant.line.function)
            first = self.killers.get(place)
            chosen = [test for test in tests if test in passing]
            if chosen := sorted(chosen, key=lambda test: test != first):
                verdict, by = self.collector.judge(mutant, chosen, self.time(chosen))
                self.killers[place] = by or self.killers.get(place, "")
        elif not mutant.line.inside:
            verdict, by = self.collector.set_constant(mutant, tests, self.time(tests))
        if verdict == "unfit":
            verdict, by = judge_anew(mutant, tests, (), self.wanted, 10 + self.time(tests))
        return ("killed" if verdict == "killed" else "survived"), by, len(tests)

    def try_others(self, mutant: Mutant) -> tuple[Fate, str]:
        """Against everything else, as far as time allows."""
        own = {*self.bearing(mutant.line.rules)}
        everything = [test for test in self.known.seconds if test not in own]
        if mutant.line.inside and self.running(mutant):
            passing = self.passing(mutant)
            everything = [test for test in everything if test in passing]
        everything.sort(key=lambda test: (self.known.seconds[test], test))
        chosen, total = [], 0.0
        for test in everything:
            total += self.known.seconds[test]
            if total > FURTHER:
                break
            chosen.append(test)
        if not chosen:
            return "unseen", ""
        verdict: Verdict = "unfit"
        by = ""
        if mutant.line.inside and self.running(mutant):
            verdict, by = self.collector.judge(mutant, chosen, self.time(chosen))
        if verdict == "unfit":
            files = [self.tests, OTHERS[0]]
            verdict, by = judge_anew(mutant, None, files, self.wanted, 10 + self.time(everything))
        return ("seen" if verdict == "killed" else "unseen"), by

    def time(self, tests: Sequence[str]) -> float:
        """How long a run of these may take before it counts as a failure."""
        return SLACK + 3 * sum(self.known.seconds.get(test, 0.2) for test in tests)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("game")
    parser.add_argument(
        "--rule", action="append", default=[], help="only this rule (again for more)"
    )
    parser.add_argument("--shard", default="1/1", help="only this part: 1/4")
    parser.add_argument("--sample", type=int, help="only so many, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--own", action="store_true", help="only the rules' own tests: no second look"
    )
    parser.add_argument(
        "--quick", action="store_true", help="without the tests that throw dice by the thousand"
    )
    parser.add_argument(
        "--sides", action="store_true", help="find what proves each side of each rule, and keep it"
    )
    parser.add_argument(
        "--witnesses", action="store_true", help="only the breaks that prove a side of a rule"
    )
    parser.add_argument(
        "--seen",
        type=Path,
        action="append",
        default=[],
        help="earlier results (--json): what was killed then is not judged again",
    )
    parser.add_argument("--json", type=Path, help="write the results there")
    parser.add_argument("--least", type=float, default=0, help="exit code 1 below this share: 0.95")
    wants = parser.parse_args(arguments)
    os.chdir(ROOT)
    folder = wants.game.replace("-", "_")
    book = tomllib.loads((SOURCE / "gattai/games" / folder / "rulebook.toml").read_text("utf-8"))
    ids = [one["id"] for kind in ("rule", "ruling") for one in book.get(kind, ())]
    found = [
        mutant
        for module in modules(SOURCE / "gattai/games" / folder, SOURCE, book["game"]["prefix"])
        for mutant in mutants(module)
        if not wants.rule or mutant.line.rules & {*wants.rule}
    ]
    if wants.sides:
        return prove_sides(wants.game, found, seen(wants.seen))
    if wants.witnesses:
        known = sides.witnesses(wants.game)
        found = [mutant for mutant in found if sides.digest(mutant) in known]
    if wants.sample is not None:
        found = drawn(found, wants.sample, wants.seed)
    part, parts = map(int, wants.shard.split("/"))
    found = found[part - 1 :: parts]
    results = hunt(
        wants.game, found, wants.json, seen(wants.seen), second=not wants.own, quick=wants.quick
    )
    said = table(results, wants.rule or ids)
    for one in results:
        if one.survives:
            print("\n".join(difference(one)), end="\n\n")
    print("\n".join(said))
    return int(share(results) < wants.least)


Killed = Mapping[tuple[str, str, str, str], str]
"""Which test saw a break, by the key of the break."""


def seen(paths: Iterable[Path]) -> Killed:
    """What earlier runs say."""
    return {
        (one["function"], one["kind"], one["source"], one["becomes"]): one["by"]
        for path in paths
        for one in msgspec.json.decode(path.read_bytes())["breaks"]
        if one["fate"] == "killed"
    }


def prove_sides(game: str, found: Sequence[Mutant], killed: Killed) -> int:
    """Judge what no side of a rule has a witness for, and write the game's file."""
    breaks = sides.by_side(found, reviewed(game))
    have = sides.kept(game, breaks)
    open_sides = {place: mine for place, mine in breaks.items() if place not in have}
    judged = [one for mine in open_sides.values() for one in mine]
    with hunting(game, judged, second=False, quick=True) as run:

        def kills(one: Mutant, rule: str) -> bool:
            by = killed.get(one.key)
            return by in run.known.rules.get(rule, ()) or run.try_own(one, [rule])[0] == "killed"

        for place, witness in sides.prove(open_sides, kills):
            have[place] = witness
            if len(have) % 50 == 0:
                _say(f"{len(have)} of {len(breaks)} sides are proved")
                sides.write(game, breaks, have)
    sides.write(game, breaks, have)
    missing = [f"{rule} ({side})" for rule, side in breaks if (rule, side) not in have]
    print(f"{len(have)} of {len(breaks)} sides are proved; missing: {', '.join(missing) or 'none'}")
    return int(bool(missing))


def drawn(found: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many breaks by lot. Each has a lot of its own, wherever it stands: other changes of a game
    move none of them into the draw or out of it.
    """

    def lot(mutant: Mutant) -> bytes:
        return sha256(repr((seed, mutant.kind, mutant.before, mutant.after)).encode()).digest()

    return sorted(found, key=lot)[:count]


def hunt(
    game: str,
    found: Sequence[Mutant],
    out: Path | None,
    killed: Killed,
    *,
    second: bool,
    quick: bool = False,
) -> list[Result]:
    """Break one after the other; results are written as they come."""
    began = time.monotonic()
    judged = [mutant for mutant in found if mutant.key not in killed]
    with hunting(game, judged, second=second, quick=quick) as run:
        _say(f"{len(found)} breaks; the sound game took {time.monotonic() - began:.0f} s")
        excused = reviewed(game)
        results = []
        for number, mutant in enumerate(found, 1):
            if mutant.key in killed:
                results.append(Result.of(mutant, "killed", killed[mutant.key], 0))
                continue
            fate, by, count = run.try_own(mutant)
            if fate != "killed" and mutant.key in excused:
                fate, by = "equivalent", excused[mutant.key].reason
            results.append(Result.of(mutant, fate, by, count))
            if number % 50 == 0:
                _say(f"{number} of {len(found)} in {time.monotonic() - began:.0f} s")
                _write(out, game, results)
        _write(out, game, results)
        for mutant, result in zip(found, results, strict=True):
            if second and result.fate == "survived":
                result.fate, result.by = run.try_others(mutant)
        _write(out, game, results)
        _say(f"done in {time.monotonic() - began:.0f} s")
        return results


@contextmanager
def hunting(
    game: str, found: Sequence[Mutant], *, second: bool, quick: bool = False
) -> Iterator[Hunt]:
    """A game ready to be broken; its tests have been run as it is."""
    folder = game.replace("-", "_")
    tests = f"tests/games/{folder}"

    def wanted(nodeid: str) -> bool:
        if nodeid.startswith(f"{tests}/"):
            return True
        return nodeid.startswith(OTHERS) and f"[{game}-" in nodeid.replace("[golden-", "[")

    where = [tests, *OTHERS, "--games", LAW_GAMES] if second else [tests]
    if quick:
        where += [f"--ignore={tests}/{name}" for name in LENGTHY]
    collector = Collector(folder, where, wanted)
    try:
        named = {rule for mutant in found for rule in mutant.line.rules}
        known = collector.learn(600, None if second else named)
        for test in known.failed:
            _say(f"left out, for it fails on the sound game: {test}")
        yield Hunt(game, wanted, tests, known, collector)
    finally:
        collector.close()


def _write(out: Path | None, game: str, results: Sequence[Result]) -> None:
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        document = {"game": game, "figures": figures(results), "breaks": results}
        out.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=1))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
