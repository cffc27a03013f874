"""Running tests on a broken game, quickly: a process that has everything loaded, forked for each break.

Two processes wait. The *collector* has the game and all its tests loaded; for a break inside a
function it forks, puts the broken code into the functions that are there, and runs the tests asked
for. The *starter* has loaded pytest and what others wrote, but no game: for a break that counts when
a game is loaded (a table, a keyword's attribute) it forks, and the game is loaded broken.
"""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.machinery
import marshal
import os
import pickle
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Literal

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.breaks import Mutant

Verdict = Literal["killed", "survived", "unfit"]
"""`unfit`: the broken code cannot take the place of the sound one, so the game must be loaded anew."""

Spot = tuple[str, str, int]
"""A function: file, qualified name, first line."""

MEMORY = 3 << 30
GAMES = "gattai/games/"
PYTEST = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no", "-W", "ignore"]


@dataclass
class Known:
    """What a run on the sound game taught: who bears which rule, what takes how long, who runs what."""

    rules: dict[str, list[str]] = field(default_factory=dict)
    """Tests of the game by rule."""
    seconds: dict[str, float] = field(default_factory=dict)
    runs: dict[Spot, list[str]] = field(default_factory=dict)
    """Tests by the function they run."""
    lines: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    """Tests by the line they run: who never comes to a line cannot see that it is broken."""
    failed: list[str] = field(default_factory=list)


def forked(work: Callable[[], Any], timeout: float) -> Any:
    """What a copy of this process makes of some work; None if it broke down, "late" if too slow.

    The time is that of the processor, so that nothing depends on what else runs.
    """
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setpgid(0, 0)
            os.close(ours)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            spent = resource.getrusage(resource.RUSAGE_SELF)
            most = int(spent.ru_utime + spent.ru_stime + timeout) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            said = pickle.dumps(work())
            with os.fdopen(theirs, "wb") as out:
                out.write(said)
            code = 0
        finally:
            os._exit(code)
    os.close(theirs)
    said, late, end = b"", False, time.monotonic() + 20 * timeout
    while True:
        left = end - time.monotonic()
        ready, _, _ = select.select([ours], [], [], max(0, left))
        if not ready:
            late = True
            os.kill(child, signal.SIGKILL)
            break
        part = os.read(ours, 1 << 16)
        if not part:
            break
        said += part
    os.close(ours)
    os.waitpid(child, 0)
    if late:
        return "late"
    return pickle.loads(said) if said else None


class Collector:
    """The process with everything loaded; it answers through two pipes until it is told to end."""

    def __init__(self, game: str, arguments: Sequence[str], wanted: Callable[[str], bool]) -> None:
        self.folder = game
        self.own = f"tests/games/{game}/"
        self.wanted = wanted
        ask, self._ask = os.pipe()
        self._answer, answer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self._ask)
                os.close(self._answer)
                self._questions, self._answers = os.fdopen(ask, "rb"), os.fdopen(answer, "wb")
                nowhere = os.open(os.devnull, os.O_RDWR)
                os.dup2(nowhere, 1)
                pytest.main([*PYTEST, *arguments], plugins=[self])
            finally:
                os._exit(0)
        os.close(ask)
        os.close(answer)
        self._to, self._back = os.fdopen(self._ask, "wb"), os.fdopen(self._answer, "rb")

    # what others ask of it

    def learn(self, timeout: float, rules: Iterable[str] | None) -> Known:
        """Run everything once on the sound game; only the tests of some rules, if they are named."""
        known = self._request("learn", timeout, rules and {*rules})
        assert isinstance(known, Known), f"the tests could not be run: {known}"
        return known

    def judge(self, mutant: Mutant, tests: Sequence[str], timeout: float) -> tuple[Verdict, str]:
        """Whether these tests see the break, and which does."""
        mutant.make()
        try:
            code = marshal.dumps(compile(mutant.module.tree, str(mutant.module.path), "exec"))
        finally:
            mutant.undo()
        answer: tuple[Verdict, str] = self._request("judge", code, [*tests], timeout)
        return answer

    def set_constant(
        self, mutant: Mutant, tests: Sequence[str], timeout: float
    ) -> tuple[Verdict, str]:
        """The same for a constant of a class or a module, where it is looked up again each time."""
        node = mutant.line.node
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            return "unfit", ""
        mutant.make()
        try:
            value = ast.literal_eval(node.value)
        except ValueError:
            return "unfit", ""
        finally:
            mutant.undo()
        where = (mutant.module.name, mutant.line.function, node.targets[0].id)
        answer: tuple[Verdict, str] = self._request("assign", where, value, [*tests], timeout)
        return answer if answer[0] == "killed" else ("unfit", "")

    def close(self) -> None:
        """Let the process end."""
        self._to.close()
        self._back.close()
        os.waitpid(self.pid, 0)

    def _request(self, *question: Any) -> Any:
        pickle.dump(question, self._to)
        self._to.flush()
        return pickle.load(self._back)

    # what it does

    def pytest_collection(self) -> None:
        """Generated examples: few, always the same, and no search for the smallest that fails."""
        quiet()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only this game."""
        items[:] = [item for item in items if self.wanted(item.nodeid)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer instead of running tests."""
        self.items = {item.nodeid: item for item in session.items}
        self.functions: dict[Spot, list[FunctionType]] = {}
        self.caches: list[Any] = []
        gc.collect()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self.functions.setdefault(spot(thing.__code__), []).append(thing)
            elif isinstance(thing, _lru_cache_wrapper):
                if str(thing.__module__).startswith(f"gattai.games.{self.folder}."):
                    self.caches.append(thing)
        _fails(session.items[0], None)  # so that pytest has found everything it needs
        self._forget()
        gc.freeze()
        while True:
            try:
                kind, *rest = pickle.load(self._questions)
            except EOFError:
                return True
            pickle.dump(getattr(self, f"_{kind}")(*rest), self._answers)
            self._answers.flush()

    def _marks(self) -> Known:
        """Who bears which rule; nothing is run for that."""
        known = Known()
        for item in self.items.values():
            if item.nodeid.startswith(self.own):
                for mark in item.iter_markers("rule"):
                    for rule in mark.args:
                        tests = known.rules.setdefault(rule, [])
                        if item.nodeid not in tests:
                            tests.append(item.nodeid)
        return known

    def _learn(self, timeout: float, rules: set[str] | None) -> Any:
        known = self._marks()
        tests = [*self.items]
        if rules is not None:
            bearing = {test for rule in rules for test in known.rules.get(rule, ())}
            tests = [test for test in tests if test in bearing]
        return forked(lambda: self._watch(known, tests), timeout)

    def _watch(self, known: Known, watched: Sequence[str]) -> Known:
        """Run tests on the sound game; nothing is remembered from one to the next."""
        for nodeid in watched:
            item = self.items[nodeid]
            self._forget()
            touched: set[CodeType] = set()
            passed: set[tuple[str, int]] = set()
            with traced(touched, passed):
                failed = _fails(item, None)
            if failed:
                known.failed.append(nodeid)
                for tests in known.rules.values():
                    if nodeid in tests:
                        tests.remove(nodeid)
                continue
            self._forget()
            began = time.process_time()
            _fails(item, None)
            known.seconds[nodeid] = time.process_time() - began
            for code in touched:
                if GAMES in code.co_filename:
                    known.runs.setdefault(spot(code), []).append(nodeid)
            for path, line in passed:
                known.lines.setdefault((_resolved(path), line), []).append(nodeid)
        return known

    def _judge(self, code: bytes, tests: Sequence[str], timeout: float) -> tuple[Verdict, str]:
        def work() -> tuple[Verdict, str]:
            try:
                self._exchange(marshal.loads(code))
            except ValueError:
                return "unfit", "its variables changed"
            return run_items([self.items[nodeid] for nodeid in tests])

        return _verdict(forked(work, timeout))

    def _assign(
        self, where: tuple[str, str, str], value: Any, tests: Sequence[str], timeout: float
    ) -> tuple[Verdict, str]:
        def work() -> tuple[Verdict, str]:
            owner: Any = sys.modules[where[0]]
            for name in where[1].split(".") if where[1] else ():
                owner = getattr(owner, name)
            setattr(owner, where[2], value)
            self._forget()
            return run_items([self.items[nodeid] for nodeid in tests])

        return _verdict(forked(work, timeout))

    def _exchange(self, module: CodeType) -> None:
        for code in codes(module):
            for function in self.functions.get(spot(code), ()):
                if function.__code__ != code:
                    function.__code__ = code
        self._forget()

    def _forget(self) -> None:
        """What the sound code worked out while the tests were collected."""
        for known in self.caches:
            known.cache_clear()


def _verdict(answer: Any) -> tuple[Verdict, str]:
    if answer == "late":
        return "killed", "it takes too long"
    if answer is None:
        return "killed", "it takes too long, or breaks down"
    verdict: tuple[Verdict, str] = answer
    return verdict


def quiet() -> None:
    """Generated examples as a break needs them."""
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=30,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=[*hypothesis.HealthCheck],
    )
    hypothesis.settings.load_profile("mutants")


def run_items(items: Iterable[pytest.Item]) -> tuple[Verdict, str]:
    """Run tests until one fails."""
    order = [*items]
    for item, after in zip(order, [*order[1:], None], strict=True):
        try:
            if _fails(item, after):
                return "killed", item.nodeid
        except BaseException as error:  # an exit from inside the game is a failure like any other
            return "killed", f"{item.nodeid}: {type(error).__name__}"
    return "survived", ""


def _fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def spot(code: CodeType) -> Spot:
    """By what a function is known again in a broken module."""
    return _resolved(code.co_filename), code.co_qualname, code.co_firstlineno


@cache
def _resolved(name: str) -> str:
    return str(Path(name).resolve())


def codes(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


class traced:  # noqa: N801 - used like a function
    """While it lasts, the functions that begin are noted, and in a game the lines that are run.

    To watch every line takes long: a function that begins again and again is taken to run them all.
    """

    OFTEN = 100

    def __init__(self, touched: set[CodeType], passed: set[tuple[str, int]]) -> None:
        self.touched = touched
        self.passed = passed
        self.begun: dict[CodeType, int] = {}

    def __enter__(self) -> None:
        sys.settrace(self._call)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        self.touched.add(code)
        if GAMES not in code.co_filename:
            return None
        times = self.begun[code] = self.begun.get(code, 0) + 1
        if times == self.OFTEN:
            self.passed.update((code.co_filename, at) for _, _, at in code.co_lines() if at)
        return self._line if times < self.OFTEN else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.passed.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


class Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module broken, in place of its file."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree
        self.loaded = False

    def find_spec(
        self, fullname: str, path: Any, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Only that one."""
        if fullname != self.name:
            return None
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=str(self.path))
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Its code, broken."""
        self.loaded = True
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


class _Only:
    """Of what is collected only some tests, and whether one failed."""

    def __init__(
        self, tests: Sequence[str] | None, wanted: Callable[[str], bool], broken: Broken
    ) -> None:
        self.tests = tests
        self.wanted = wanted
        self.broken = broken
        self.failed = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Before anything is loaded, and before the finder by which pytest itself loads us."""
        sys.meta_path.insert(0, self.broken)

    def pytest_collection(self) -> None:
        quiet()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.tests is None:
            items[:] = [item for item in items if self.wanted(item.nodeid)]
            return
        chosen = {*self.tests}
        items[:] = [item for item in items if item.nodeid in chosen]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def judge_anew(
    mutant: Mutant,
    tests: Sequence[str] | None,
    arguments: Sequence[str],
    wanted: Callable[[str], bool],
    timeout: float,
) -> tuple[Verdict, str]:
    """Load the game broken and run tests on it; all that is wanted if none are named."""

    def work() -> tuple[Verdict, str]:
        assert mutant.module.name not in sys.modules
        mutant.make()
        name = mutant.module.name
        only = _Only(tests, wanted, Broken(name, mutant.module.path.resolve(), mutant.module.tree))
        files = (
            arguments if tests is None else [*dict.fromkeys(t.partition("::")[0] for t in tests)]
        )
        code = pytest.main([*PYTEST, "-x", *files], plugins=[only])
        if code == 0:
            return "survived" if only.broken.loaded else "unfit", ""
        return "killed", only.failed or "it cannot be loaded"

    return _verdict(forked(work, timeout))
