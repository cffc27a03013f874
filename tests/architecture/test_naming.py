"""Whoever looks for the tests of a module or of a rule finds them by the name of a file."""

from pathlib import Path

from tests.architecture.naming import (
    TESTS,
    files_of_tests,
    is_named_after_what_it_tests,
    plain,
    sections,
)

LEAST = 0.80
"""The share of test files named after what they test; it may only grow."""


def test_most_files_of_tests_are_named_after_what_they_test() -> None:
    files = files_of_tests()
    named = sum(map(is_named_after_what_it_tests, files))
    assert named / len(files) >= LEAST, f"{named} of {len(files)}"


def test_a_module_a_rule_section_a_page_and_a_tool_are_names() -> None:
    for file in (
        "kernel/test_position.py",
        "kernel/test_position_divergence.py",
        "games/aegis/test_line_of_sight.py",
        "docs/test_add_a_card.py",
        "browser/test_card_table.py",
        "architecture/test_naming.py",
    ):
        assert is_named_after_what_it_tests(TESTS / file), file


def test_a_name_that_says_nothing_of_its_subject_is_found() -> None:
    for file in (
        "kernel/test_fine_print.py",
        "kernel/test_positions.py",
        "games/aegis/test_rare_moments.py",
        "docs/test_position.py",
    ):
        assert not is_named_after_what_it_tests(TESTS / file), file


def test_names_are_compared_as_modules_have_them() -> None:
    assert plain(Path("CardTable.svelte")) == plain(Path("card-table.md")) == "card_table"
    assert plain(Path("aim.svelte.ts")) == "aim"


def test_headings_and_ids_are_sections() -> None:
    book = '# ---- range, sight and the targets\nid = "TOY.TWO-STAGE.ROLL"\n'
    found = {"range_sight_and_the_targets", "range", "sight", "targets", "two_stage"}
    assert {*sections(book)} == found
