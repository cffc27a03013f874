"""What the project asks its hosts to do is well-formed, complete, and the same as what it says elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def judged(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """Validate files by a schema that the checker brings along."""
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    return subprocess.run(words, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", FLOWS),
        ("custom.github-workflows-require-timeout", [f for f in FLOWS if f.stem != "release"]),
        ("vendor.dependabot", [ROOT / ".github" / "dependabot.yml"]),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"]),
        ("vendor.citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_a_file_for_a_host_has_the_form_that_it_expects(schema: str, files: list[Path]) -> None:
    assert files
    ran = judged(schema, *files)
    assert ran.returncode == 0, ran.stdout


def test_a_malformed_workflow_is_found(tmp_path: Path) -> None:
    bad = tmp_path / "page.yml"
    bad.write_text("on: push\njobs:\n  a:\n    runs: ubuntu-latest\n", "utf-8")
    assert judged("vendor.github-workflows", bad).returncode == 1


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.stem)
def test_a_workflow_may_little_keeps_no_secret_and_runs_what_is_there(flow: Path) -> None:
    text = flow.read_text("utf-8")
    assert "\npermissions:\n  contents: read\n" in text and "secrets." not in text
    for action in re.findall(r"uses: ([^.\s]\S+)", text):
        assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", action)
    for target in re.findall(r"run: make (\w+)", text):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text("utf-8")
    for path in re.findall(r"(?<![\w/.])((?:\.ci|tests|requirements)/[\w./]+)", text):
        assert (ROOT / path).exists(), path


def test_every_python_that_is_named_is_tested() -> None:
    text = (ROOT / ".github" / "workflows" / "portable.yml").read_text("utf-8")
    [listed] = re.findall(r"python: \[(.*)\]", text)
    named = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if "Python :: 3." in each]
    assert set(named) <= set(re.findall(r"[\d.]+", listed))


def test_the_citation_names_the_release() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in cited
    [day] = re.findall(r"^date-released: (\S+)$", cited, re.M)
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## {PROJECT['version']} ({day})\n" in changelog


def test_hooks_run_the_programs_of_the_environment_and_download_nothing() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"entry: (\S+)", hooks.split("repos:")[1])
    assert re.findall(r"repo: (\S+)", hooks) == ["local"]
    assert entries == [".venv/bin/ruff", ".venv/bin/ruff", ".venv/bin/mypy"]
    assert hooks.count("language: system") == len(entries)


def test_the_first_tasks_name_files_that_exist() -> None:
    _, _, after = CONTRIBUTING.partition("## Good first issues")
    tasks = re.findall(r"^\d\. (.*(?:\n   .*)*)", after.partition("\n## ")[0], re.M)
    assert len(tasks) == 5
    for task in tasks:
        named = re.findall(r"`((?:src|tests|web|docs|bench|\.ci)/[\w./-]+)`", task)
        assert named and all((ROOT / each).exists() for each in named), task
