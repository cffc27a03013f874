"""`make release` builds what was committed and told, with the addresses that were asked for."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOME = "https://example.org/gattai/"
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "gattai"
version = "3.2.1"
"""


def git(folder: Path, *args: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The smallest one that could be released."""
    folder = tmp_path / "project"
    for part in (".ci", "changelog.d", "gattai"):
        (folder / part).mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "release", folder / ".ci")
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "gattai" / "__init__.py").write_text("")
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n## 3.2.1 (2026-01-02)\n\n- All.\n")
    (folder / ".gitignore").write_text("dist/\n")
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "All")
    return folder


def release(folder: Path, home: str = HOME) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", ".ci/release", sys.executable, home],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


def test_both_files_know_where_the_project_lives_and_the_repository_does_not(project: Path) -> None:
    ran = release(project)
    assert ran.returncode == 0, ran.stderr
    assert "git tag v3.2.1" in ran.stdout
    [wheel] = (project / "dist").glob("*.whl")
    assert len([*(project / "dist").glob("*.tar.gz")]) == 1
    with zipfile.ZipFile(wheel) as inside:
        told = inside.read("gattai-3.2.1.dist-info/METADATA").decode()
    assert "Project-URL: Issues, https://example.org/gattai/issues" in told
    assert (project / "pyproject.toml").read_text() == PROJECT


@pytest.mark.parametrize("home", ["", "example.org", "http://example.org"])
def test_without_an_address_nothing_is_built(project: Path, home: str) -> None:
    ran = release(project, home)
    assert ran.returncode and not (project / "dist").exists()


def test_uncommitted_or_unannounced_changes_are_not_released(project: Path) -> None:
    (project / "changelog.d" / "1.added.more.md").write_text("More.\n")
    assert "Commit first" in release(project).stderr
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "More")
    assert "no release tells" in release(project).stderr
    git(project, "rm", "--quiet", "changelog.d/1.added.more.md")
    (project / "CHANGELOG.md").write_text("# Changelog\n")
    git(project, "commit", "--quiet", "--all", "--message", "Less")
    assert "says nothing of 3.2.1" in release(project).stderr
    assert not (project / "dist").exists()


def test_changes_of_the_next_release_can_be_listed() -> None:
    """Two entries of one number and one type are told apart by a name with a `+` alone."""
    command = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
