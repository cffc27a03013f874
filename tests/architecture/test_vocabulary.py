"""Every class has a name of its own, in words that the glossary explains."""

import pytest

from tests.architecture.source import PACKAGE, ROOT, snippet, sources
from tests.architecture.vocabulary import (
    EXPLAINED,
    GLOSSARY,
    misnamed_headers,
    packages,
    retired,
    retired_names,
    shared_names,
    unexplained,
    vague_names,
    wrong_rows,
)

ROWS = "| **roll** | Ask chance. | rulebooks |\n| `kernel` | The core. |\n"
GAME = "src/gattai/games/{}/state.py"


def test_no_class_name_has_two_meanings() -> None:
    assert not [*shared_names(sources("src"))]


@pytest.mark.parametrize(
    "paths",
    [
        ("src/gattai/kernel/a.py", "src/gattai/lab/b.py"),
        ("src/gattai/kernel/a.py", GAME.format("aegis")),
        ("src/gattai/games/game.py", GAME.format("aegis")),
        (GAME.format("aegis"), "src/gattai/games/aegis/actions/b.py"),
    ],
)
def test_a_name_of_two_classes_is_found(paths: tuple[str, str]) -> None:
    text = "class Plan: ..."
    assert [*shared_names(snippet(text, path) for path in paths)]


def test_two_games_may_share_a_name_and_private_classes_may_too() -> None:
    games = [snippet("class State: ...", GAME.format(game)) for game in ("aegis", "aristeia")]
    private = [snippet("class _Row: ...", f"src/gattai/lab/{name}.py") for name in "ab"]
    assert not [*shared_names([*games, *private])]


def test_every_term_and_package_has_one_row_in_the_glossary() -> None:
    assert not [*wrong_rows(GLOSSARY.read_text("utf-8"), packages(PACKAGE))]


@pytest.mark.parametrize(
    ("text", "folders"),
    [
        (ROWS, ("kernel", "lab")),
        (ROWS, ()),
        (ROWS + "| `kernel` | Again. |\n", ("kernel",)),
        (ROWS + "| **roll** | Again. | rulebooks |\n", ("kernel",)),
        (ROWS + "| **seat** | A chair. | hearsay |\n", ("kernel",)),
    ],
)
def test_a_missing_or_double_row_is_found(text: str, folders: tuple[str, ...]) -> None:
    assert not [*wrong_rows(ROWS, ("kernel",))]
    assert len({*wrong_rows(text, folders)}) == 1


def test_the_glossary_explains_the_words_of_class_names() -> None:
    core = sources(*(f"src/gattai/{package}" for package in EXPLAINED))
    assert not [*unexplained(GLOSSARY.read_text("utf-8"), core)]


def test_an_unexplained_word_is_found() -> None:
    assert [*unexplained(ROWS, [snippet("class FrobnicatedRoll: ...")])]
    assert not [*unexplained(ROWS, [snippet("class BadRolls: ...")])]


def test_retired_words_are_gone() -> None:
    pages = [
        path
        for path in sorted((ROOT / "web" / "src").rglob("*"))
        if path.suffix in (".ts", ".svelte")
    ]
    files = {source.path: source.text for source in sources("src")}
    files |= {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in pages}
    assert not [found for path, text in files.items() for found in retired(path, text)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/gattai/lab/a.py", "deeds = 1"),
        ("src/gattai/lab/a.py", "class NotSo: ..."),
        ("src/gattai/lab/a.py", "def is_not_so(): ..."),
        ("src/gattai/lab/a.py", "MOST_LINES = 3"),
        ("src/gattai/lab/a.py", "_LEAST_LINES = 3"),
        ("src/gattai/kernel/a.py", "class Sketch: ..."),
        ("src/gattai/scene/a.py", "class _Course: ..."),
        ("src/gattai/bots/a.py", "best_eye = 1"),
        ("web/src/a.ts", "const beatAt = 1;"),
        ("web/src/a.svelte", "<p>{shelf}</p>"),
    ],
)
def test_a_retired_word_is_found(path: str, text: str) -> None:
    assert len([*retired(path, text)]) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/gattai/lab/a.py", "heartbeat = 'deed'  # deed"),
        ("src/gattai/lab/a.py", "traits = eyes = 1"),
        ("src/gattai/lab/a.py", "almost = 1"),
        ("web/src/a.ts", '// a beat\nconst x = "shelf"; /* deed */'),
    ],
)
def test_other_words_are_not(path: str, text: str) -> None:
    assert not [*retired(path, text)]


def test_names_of_files_classes_and_functions_use_no_retired_word() -> None:
    assert not [found for one in sources("src", "tests") for found in retired_names(one)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/gattai/lab/deeds.py", ""),
        ("tests/table/test_wishes.py", ""),
        ("tests/lab/test_a.py", "def test_whoever_is_next(): ..."),
        ("tests/lab/test_a.py", "def test_a_mistake_is_told(): ..."),
        ("tests/bots/test_a.py", "class Eyes: ..."),
        ("src/gattai/bots/a.py", "async def worth_of(): ..."),
    ],
)
def test_a_retired_word_in_a_name_is_found(path: str, text: str) -> None:
    assert len([*retired_names(snippet(text, path))]) == 1


def test_names_with_other_words_are_not_found() -> None:
    assert not [*retired_names(snippet("def heartbeats(): ...", "tests/bots/test_a.py"))]


def test_no_variable_is_named_only_by_a_participle() -> None:
    assert not [found for one in sources("src") for found in vague_names(one)]


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    told = 1",
        "def f(eyes): ...",
        "def _said(): ...",
        "class A:\n    async def told(self): ...",
        "class A:\n    def __init__(self):\n        self._kept = 1",
        "def f():\n    return [kept for kept in ()]",
        "def f():\n    if sure := 1: ...",
    ],
)
def test_a_variable_named_only_by_a_participle_is_found(text: str) -> None:
    assert len([*vague_names(snippet(text, "src/gattai/server/a.py"))]) == 1
    assert not [*vague_names(snippet(text, "src/gattai/games/a.py"))]


def test_fields_of_messages_and_longer_names_are_not_found() -> None:
    text = "class Talk:\n    said: str\n\ndef f(kept_until): ..."
    assert not [*vague_names(snippet(text, "src/gattai/server/a.py"))]


def test_no_header_of_a_transcript_is_called_a_setting() -> None:
    assert not [found for one in sources("src") for found in misnamed_headers(one)]


@pytest.mark.parametrize(
    "text", ["def f(setting: Header): ...", "class A:\n    setting: Header | None = None"]
)
def test_a_header_called_setting_is_found(text: str) -> None:
    assert len([*misnamed_headers(snippet(text))]) == 1
    assert not [*misnamed_headers(snippet(text.replace("Header", "Setting")))]
