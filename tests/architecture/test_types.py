"""What the type checker has to find: misspelled answers, missing cases, parts of games that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from mypy import api

from tests.architecture.source import ROOT

HEAD = """
from typing import assert_never

from gattai.kernel.action import Option
from gattai.kernel.dice import Die, Shuffle
from gattai.kernel.question import Seat, Steps, choose, may_choose, place, roll, together
from gattai.kernel.window import PASS, Pass


class Aim(Option, frozen=True):
    target: int


class Hide(Option, frozen=True):
    place: str


ME = Seat(0)
D6 = Die("d6", (1, 2, 3, 4, 5, 6))
"""

SNIPPETS = {
    "the field of an option": """
        def rule() -> Steps[int]:
            answer = yield from choose(ME, (Aim(1), Aim(2)), "X")
            return len(answer.targte)  # finds: attr-defined
        """,
    "a decline": """
        def rule(options: tuple[Aim, ...]) -> Steps[int]:
            answer = yield from may_choose(ME, options, PASS, "X")
            if answer.target:  # finds: union-attr
                return 1
            return 0 if isinstance(answer, Pass) else answer.target
        """,
    "a missing case": """
        def rule(options: tuple[Aim | Hide, ...]) -> Steps[int]:
            answer = yield from may_choose(ME, options, PASS, "X")
            match answer:
                case Aim():
                    return answer.target
                case Pass():
                    return 0
                case _:
                    assert_never(answer)  # finds: arg-type
        """,
    "a missing case, with nothing said about it": """
        def rule(options: tuple[Aim | Hide, ...]) -> Steps[int]:
            answer = yield from may_choose(ME, options, PASS, "X")
            match answer:  # finds: exhaustive-match
                case Aim():
                    return answer.target
                case Pass():
                    return 0
            return 1
        """,
    "every case": """
        def rule(options: tuple[Aim | Hide, ...]) -> Steps[int]:
            answer = yield from may_choose(ME, options, PASS, "X")
            match answer:
                case Aim():
                    return answer.target
                case Hide():
                    return len(answer.place)
                case Pass():
                    return 0
                case _:
                    assert_never(answer)
        """,
    "a number thrown": """
        def rule() -> Steps[int]:
            hits = yield from roll(D6.throw(3, lambda face: int(face) >= 5), "X")
            return hits + len(hits)  # finds: arg-type
        """,
    "symbols thrown": """
        def rule() -> Steps[int]:
            dice = D6.throw(3, lambda face: (int(face) >= 5, int(face) == 1))
            hits, ones = yield from roll(dice, "X")
            order = yield from roll(Shuffle(3), "X")
            return hits + ones + order  # finds: operator
        """,
    "a part of a game that is not there": """
        from gattai.games.game import GameDefinition
        from gattai.kernel.ruleset import AnyRuleset
        from gattai.scene.maker import SceneMaker


        def scene() -> SceneMaker:
            from gattai.games.aegis.scene import MAKR  # finds: attr-defined

            return MAKR  # finds: no-any-return


        def rules(packs: object) -> AnyRuleset:
            from gattai.games.aegis.ruleset import Aegis

            return Aegis()


        RIGHT = GameDefinition("x", "x", rules, scene=scene)
        RIGHT.maker()
        RIGHT.camera()  # finds: attr-defined
        GameDefinition("x", "x", rules, scene=rules)  # finds: arg-type
        """,
    "a bare yield": """
        def rule(asked: Aim) -> Steps[int]:
            answer = yield asked  # finds: misc
            return answer  # finds: return-value
        """,
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[int, str]]]:
    """What mypy finds in each snippet: the line and the kind."""
    folder = tmp_path_factory.mktemp("snippets")
    files = {name: folder / f"snippet_{number}.py" for number, name in enumerate(SNIPPETS)}
    for name, path in files.items():
        path.write_text(HEAD + dedent(SNIPPETS[name]), "utf-8")
    config = [
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(ROOT / ".mypy_cache"),
    ]
    out, problems, _ = api.run([*config, "--no-pretty", *map(str, files.values())])
    assert not problems
    by_file: dict[str, list[tuple[int, str]]] = {name: [] for name in SNIPPETS}
    names = {path.name: name for name, path in files.items()}
    for line in out.splitlines():
        place, kind, rest = line.partition(": error: ")
        if kind:
            file, _, number = place.rpartition(":")
            by_file[names[Path(file).name]].append((int(number), rest.rpartition("[")[2][:-1]))
    return by_file


def _marked(name: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate((HEAD + dedent(SNIPPETS[name])).splitlines(), 1):
        _, mark, kind = line.partition("  # finds: ")
        if mark:
            yield number, kind


@pytest.mark.parametrize("name", SNIPPETS)
def test_mypy_finds_what_is_wrong_and_nothing_else(
    name: str, found: dict[str, list[tuple[int, str]]]
) -> None:
    assert found[name] == [*_marked(name)]
