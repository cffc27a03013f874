"""Every file can be read at one sitting and says what it is."""

import pytest

from tests.architecture.shape import MAX_LINES, empty_names, too_long, undocumented
from tests.architecture.source import snippet, sources


def test_no_file_is_too_long() -> None:
    everything = sources("src", "tests", "bench")
    assert not [found for source in everything for found in too_long(source)]


def test_a_file_that_is_too_long_is_found() -> None:
    assert [*too_long(snippet("x = 1\n" * (MAX_LINES + 1)))]
    assert not [*too_long(snippet("x = 1\n" * MAX_LINES))]


def test_every_module_has_a_docstring() -> None:
    everything = sources("src", "bench")
    assert not [found for source in everything for found in undocumented(source)]


@pytest.mark.parametrize("text", ["", "x = 1", "# a comment is no docstring"])
def test_a_module_without_a_docstring_is_found(text: str) -> None:
    assert [*undocumented(snippet(text))]
    assert not [*undocumented(snippet('"""It says what it is."""\n' + text))]


def test_names_say_what_things_are() -> None:
    everything = sources("src", "tests", "bench")
    assert not [found for source in everything for found in empty_names(source)]


@pytest.mark.parametrize(
    "name", ["GameManager", "DiceHelper", "Utils", "HTTPHandler", "BaseUnit", "UnitData"]
)
def test_a_class_with_an_empty_name_is_found(name: str) -> None:
    assert len([*empty_names(snippet(f"class {name}: ..."))]) == 1


@pytest.mark.parametrize("name", ["Unit", "Database", "Handled", "Informant", "Dice"])
def test_a_class_with_a_name_of_its_own_is_not(name: str) -> None:
    assert not [*empty_names(snippet(f"class {name}: ..."))]


@pytest.mark.parametrize("path", ["src/gattai/kernel/utils.py", "src/gattai/helpers/dice.py"])
def test_a_module_with_an_empty_name_is_found(path: str) -> None:
    assert len([*empty_names(snippet("", path))]) == 1
