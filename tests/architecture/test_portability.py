"""The project can be cloned and built anywhere."""

import pytest

from tests.architecture.portability import HOSTS, ties
from tests.architecture.source import ROOT, project_files


def test_nothing_ties_the_project_to_one_machine() -> None:
    found: list[str] = []
    for path in project_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # pictures and the like
        found += ties(path.relative_to(ROOT).as_posix(), text)
    assert not found


def test_the_project_files_are_seen() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in project_files()}
    assert {"pyproject.toml", "src/gattai/__init__.py", ".ci/run"} <= names


@pytest.mark.parametrize("start", ["/ho" + "me/ann", "/wo" + "rk/gattai", "C:" + "\\Users"])
def test_an_absolute_path_is_found(start: str) -> None:
    assert len([*ties("notes.md", f"see {start}/rules.txt")]) == 1


@pytest.mark.parametrize(
    "line", ["#!/usr/bin/env bash", "src/work/x", "a/home/b", "../tmp/x", "1 /work", "and/or/tmp/x"]
)
def test_a_relative_path_is_not(line: str) -> None:
    assert not [*ties("notes.md", line)]


@pytest.mark.parametrize("host", HOSTS)
def test_the_host_of_a_registry_is_found(host: str) -> None:
    assert [*ties("README.md", f"from https://{host}/simple")]


def test_a_lock_file_that_records_addresses_is_found() -> None:
    assert [*ties("uv.lock", "")]
    assert [*ties("web/package-lock.json", '{"resolved": "x"}')]
    assert not [*ties("web/package-lock.json", '{"integrity": "x"}')]


def test_requirements_that_choose_an_index_are_found() -> None:
    assert [*ties("requirements/dev.txt", "--index" + "-url x\nmsgspec==1\n")]
    assert not [*ties("requirements/dev.txt", "msgspec==1\n")]
