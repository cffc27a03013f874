"""The hunt for weak proofs can be trusted: it finds the lines, breaks them, and reports honestly."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from textwrap import dedent

import pytest

from gattai import games
from gattai.terminal.commands.proofs import sides_file
from tests.mutants.__main__ import drawn
from tests.mutants.breaks import Mutant, mutants
from tests.mutants.lines import Module, lines, modules, read
from tests.mutants.report import REVIEWED, Equivalent, Result, reviewed, share
from tests.mutants.sides import by_side, stale

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"

TOY = '''\
    """TOY.MODULE is named in the head alone."""
    from x import Ability, Refusal, Term, ability

    MOST = 3
    """TOY.MOST: never more."""
    HELP = "TOY.HELP"


    def refusals(state, named):
        """TOY.MOVE: it may not (AMB.TWICE)."""
        if state.moved and not state.fast:
            yield Refusal("TOY.TWICE", f"{1} has moved", (("moved", 1),))
        # TOY.NEAR: what is near counts
        near = state.distance <= 2
        why = "near" if near else "far"
        why += " and seen" if near else ""
        yield from others(near)
        yield Term(-1, "help", HELP)


    def words(state) -> str:
        """TOY.MOVE: in words."""
        return "a" if state.moved else "b"


    @ability("Jet")
    class Jet(Ability):
        """TOY.JET: it flies."""

        rule = "TOY.JET"
        flies = True

        def speed(self, unit):
            return max(unit.move, 1) + self.x
    '''


def toy(tmp_path: Path, text: str = TOY) -> Module:
    path = tmp_path / "game" / "toy.py"
    path.parent.mkdir()
    path.write_text(dedent(text), "utf-8")
    return read(path, tmp_path / "game", tmp_path, "TOY")


def of(found: list[Mutant], rule: str) -> set[str]:
    return {f"{one.kind}: {one.after}" for one in found if rule in one.line.rules}


def test_a_line_belongs_to_the_rules_it_names_else_to_those_of_its_function_or_class(
    tmp_path: Path,
) -> None:
    found = {
        (one.function, getattr(one.node, "lineno", 0)): {*one.rules} for one in lines(toy(tmp_path))
    }
    assert found == {
        ("", 4): {"TOY.MOST"},
        ("", 6): {"TOY.HELP"},
        ("refusals", 11): {"TOY.TWICE"},
        ("refusals", 12): {"TOY.TWICE"},
        ("refusals", 14): {"TOY.NEAR"},
        ("refusals", 15): {"TOY.MOVE", "TOY.AMB.TWICE"},
        ("refusals", 16): {"TOY.MOVE", "TOY.AMB.TWICE"},
        ("refusals", 17): {"TOY.MOVE", "TOY.AMB.TWICE"},
        ("refusals", 18): {"TOY.HELP"},
        ("Jet", 30): {"TOY.JET"},
        ("Jet", 31): {"TOY.JET"},
        ("Jet.speed", 34): {"TOY.JET"},
    }


def test_a_name_may_stand_for_one_of_several_ids_or_be_given_beside_another(tmp_path: Path) -> None:
    text = """\
        def carry_out(table, answer):
            rule = "TOY.SHOT" if answer else "TOY.BLOW"
            table.emit(Hit(rule=rule))


        def discard(table):
            price, why = 0, "TOY.FREE"
            table.emit(Discarded(rule=why))
        """
    found = [*mutants(toy(tmp_path, text))]
    deleted = {one.at: {*one.line.rules} for one in found if one.kind == "delete"}
    assert deleted == {3: {"TOY.SHOT", "TOY.BLOW"}, 8: {"TOY.FREE"}}


def test_lines_are_deleted_conditions_widened_and_narrowed_and_texts_are_left_alone(
    tmp_path: Path,
) -> None:
    found = [*mutants(toy(tmp_path))]
    assert of(found, "TOY.MOST") == {"number: MOST = 4"}
    assert of(found, "TOY.TWICE") == {
        "always: if True",
        "join: if state.moved or not state.fast",
        "drop: if True and (not state.fast)",
        "drop: if state.moved and True",
        "delete: yield from ()",
    }
    assert of(found, "TOY.NEAR") == {
        "bound: near = state.distance < 2",
        "number: near = state.distance <= 3",
    }
    assert of(found, "TOY.MOVE") == {"delete: yield from ()"}
    assert of(found, "TOY.HELP") == {
        "delete: yield from ()",
        "number: yield Term(-2, 'help', HELP)",
    }
    assert of(found, "TOY.JET") == {
        "flip: flies = False",
        "sign: return max(unit.move, 1) - self.x",
        "swap: return min(unit.move, 1) + self.x",
        "number: return max(unit.move, 2) + self.x",
    }


def broken(tmp_path: Path, text: str) -> dict[str, str]:
    """Each break of some lines of one rule, and the side of the rule that it takes away."""
    lines = "".join(f"    {line}\n" for line in dedent(text).splitlines())
    source = f'def rule(state, unit, seat):\n    """TOY.RULE."""\n{lines}'
    path = tmp_path / "game" / "toy.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(source, "utf-8")
    (module,) = modules(tmp_path / "game", tmp_path, "TOY")
    return {f"{one.kind}: {one.after}": one.side for one in mutants(module)}


def test_a_condition_always_holds_or_never_and_takes_away_one_side_each(tmp_path: Path) -> None:
    assert broken(tmp_path, "if state.open:\n    go()") == {
        "always: if True": "refuses",
        "delete: None": "allows",
    }
    assert broken(tmp_path, "if state.shut:\n    yield Refusal('TOY.RULE')") == {
        "always: if True": "allows",
        "delete: yield from ()": "refuses",
    }
    assert broken(tmp_path, "if state.shut:\n    return False\nreturn not state.far") == {
        "always: if True": "allows",
        "never: if False": "refuses",
        "always: return True": "refuses",
        "never: return False": "allows",
        "flip: return True": "",
    }


def test_a_part_of_a_condition_is_dropped_and_or_takes_the_place_of_and(tmp_path: Path) -> None:
    found = broken(tmp_path, "return state.open and (not state.far or unit.jumps)")
    assert found == {
        "always: return True": "refuses",
        "never: return False": "allows",
        "join: return state.open or (not state.far or unit.jumps)": "refuses",
        "drop: return True and (not state.far or unit.jumps)": "refuses",
        "drop: return state.open and True": "refuses",
        "join: return state.open and (not state.far and unit.jumps)": "allows",
        "drop: return state.open and (False or unit.jumps)": "allows",
        "drop: return state.open and (not state.far or False)": "allows",
    }


def test_a_bound_is_counted_or_not(tmp_path: Path) -> None:
    found = broken(tmp_path, "if not state.far < unit.range:\n    yield Refusal('TOY.RULE')")
    assert found["bound: if not state.far <= unit.range"] == "refuses"
    found = broken(tmp_path, "return state.far <= unit.range")
    assert found["bound: return state.far < unit.range"] == "allows"


def test_ones_own_are_swapped_for_the_enemys_for_everybodys_and_for_nobodys(tmp_path: Path) -> None:
    typed = "owners: list[Seat | None]\nowner: Seat | None\n"
    found = broken(tmp_path, f"{typed}if state.owners[3] == unit.seat:\n    go()")
    assert found == {
        "always: if True": "refuses",
        "whose: if state.owners[3] != unit.seat": "",
        "nobody: if state.owners[3] in (unit.seat, None)": "refuses",
        "number: if state.owners[4] == unit.seat": "",
        "delete: None": "allows",
    }
    assert broken(tmp_path, f"{typed}table.emit(Taken(owner=seat, by=other(seat)))") == {
        "delete: None": "allows",
        "nobody: table.emit(Taken(owner=None, by=other(seat)))": "",
        "whose: table.emit(Taken(owner=seat, by=seat))": "",
    }
    assert "whose: return len(state.friends(seat))" in broken(
        tmp_path, "return len(state.foes(seat))"
    )


def test_everybodys_pieces_are_narrowed_to_those_of_one_side(tmp_path: Path) -> None:
    found = broken(tmp_path, "if at not in state.standing:\n    go()")
    one = "if not (at in state.standing and state.units[state.standing[at]].seat == {})"
    assert found[f"whose: {one.format(0)}"] == found[f"whose: {one.format(1)}"] == "refuses"
    found = broken(tmp_path, "return len([at for _, unit, at in state.on_field])")
    assert found == {
        "whose: return len([at for _, unit, at in "
        f"filter(lambda each: each[1].seat == {seat}, state.on_field)])": "allows"
        for seat in (0, 1)
    }


def test_a_union_is_widened_by_one_kind_and_loses_each_of_its_own(tmp_path: Path) -> None:
    typed = "tier: Literal['basic', 'tested', 'skilled', 'ace']\n"
    found = broken(tmp_path, f"{typed}return unit.tier == 'skilled'")
    assert found["kind: return unit.tier in ('skilled', 'tested')"] == "refuses"
    found = broken(tmp_path, f"{typed}return unit.tier not in ('skilled', 'ace')")
    assert found["kind: return unit.tier not in ('skilled', 'ace', 'tested')"] == "allows"
    assert found["kind: return unit.tier not in ('skilled',)"] == "refuses"
    found = broken(tmp_path, "locks: tuple[Literal['', 'die'], ...] = ('',)")
    assert found["kind: locks: tuple[Literal['', 'die'], ...] = ('', 'die')"] == "refuses"


def test_breaks_of_meaning_that_no_test_saw_once_are_among_them() -> None:
    there = "state.units[state.standing[h]]"
    unseen = {
        # the die of Lock On for indirect fire
        "MS.IDF.NO-BONUS": "locks = ('steady', '', 'die') if strike.is_indirect else ('die', '')",
        # only enemies in the way of a sweep
        "MS.AOE.SWEEP": f"if any((h in state.standing and {there}.seat == 1 "
        "for h in state.ground.between(a, b)))",
        # arrival on a point that nobody owns
        "MS.REINFORCE.WHERE": "if state.owners[number] in (unit.seat, None) "
        "and _fits(state, unit_id, unit, point)",
    }
    folder = SOURCE / "gattai" / "games" / "mechastellar"
    found = [one for module in modules(folder, SOURCE, "MS") for one in mutants(module)]
    for rule, becomes in unseen.items():
        assert becomes in {one.after for one in found if rule in one.line.rules}


@pytest.mark.parametrize("game", games.names())
def test_every_break_of_every_game_is_code_and_can_be_undone(game: str) -> None:
    book = games.load(game).rulebook
    folder = SOURCE / "gattai" / "games" / game.replace("-", "_")
    known: set[tuple[str, ...]] = set()
    every: list[Mutant] = []
    for module in modules(folder, SOURCE, book.game.prefix):
        sound = compile(module.tree, str(module.path), "exec")
        found = [*mutants(module)]
        for mutant in found[:: max(1, len(found) // 2)]:
            mutant.make()
            assert compile(module.tree, str(module.path), "exec") != sound, mutant.key
            mutant.undo()
            assert compile(module.tree, str(module.path), "exec") == sound, mutant.key
        known |= {mutant.key for mutant in found}
        every += found
        assert [m.key for m in found if any(rule not in book for rule in m.line.rules)] == []
    assert [key for key in reviewed(game) if key not in known] == [], "excused, but not there"
    if sides_file(game).is_file():
        found_stale = stale(game, by_side(every, reviewed(game)))
        assert found_stale == [], f"`make sides GAME={game}` mends it"


def test_anyone_who_is_excused_says_why() -> None:
    entries = [
        Equivalent(**one) for one in tomllib.loads(REVIEWED.read_text("utf-8")).get("mutant", [])
    ]
    assert all(len(one.reason) > 20 and one.game in games.names() for one in entries)
    assert len({(one.game, one.key) for one in entries}) == len(entries)


def test_what_nobody_sees_counts_as_a_survivor_unless_it_is_excused() -> None:
    def result(fate: str) -> Result:
        return Result(
            file="", line=1, function="", rules=(), kind="", source="", becomes="", fate=fate  # type: ignore[arg-type]
        )  # fmt: skip

    assert share([result("killed"), result("unseen")]) == 0.5
    assert share([result("killed"), result("seen")]) == 0.5
    assert share([result("killed"), result("equivalent")]) == 1


def test_other_changes_of_a_game_leave_the_draw_as_it_is(tmp_path: Path) -> None:
    found = [*mutants(toy(tmp_path))]
    first = [one.after for one in drawn(found, 4, 1)]
    assert [one.after for one in drawn(found[::-1], 4, 1)] == first
    fewer = [one for one in found if one.after != first[0]]
    assert [one.after for one in drawn(fewer, 3, 1)] == first[1:]
    assert [one.after for one in drawn(found, 4, 2)] != first


def hunted(*arguments: str, how: Sequence[str] = ("-m", "tests.mutants")) -> CompletedProcess[str]:
    command = [sys.executable, *how, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", games.names())
def test_of_six_proofs_drawn_by_lot_every_one_still_holds(game: str) -> None:
    if not sides_file(game).is_file():
        pytest.skip("nobody has looked for the sides of its rules")
    ran = hunted(game, "--own", "--quick", "--witnesses", "--sample", "6", "--least", "1")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "6 broken: 6 killed" in ran.stdout


def test_what_counts_when_a_game_is_loaded_is_loaded_broken() -> None:
    ran = hunted("attack-chart", "--own", "--quick", "--rule", "ATTACK-CHART.DIE.TEN-SIDED")
    assert "3 broken: 3 killed" in ran.stdout, ran.stdout


def test_a_break_that_no_test_sees_is_found_out() -> None:
    unexcused = (
        "import sys, tests.mutants.__main__ as m; m.reviewed = lambda game: {}; sys.exit(m.main())"
    )
    ran = hunted(
        "attack-chart", "--own", "--quick", "--rule", "ATTACK-CHART.HOUSE.VICTORY", "--least", "1",
        how=("-c", unexcused),
    )  # fmt: skip
    assert ran.returncode == 1, ran.stderr
    assert "+ best = BLUE if scores[BLUE] >= scores[RED] else RED" in ran.stdout
    assert "1 not yet looked at further" in ran.stdout


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_the_tests_of_a_rule_see_it_broken(game: str) -> None:
    ran = hunted(game, "--own", "--least", "0.95")
    assert ran.returncode == 0, ran.stdout
