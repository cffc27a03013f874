"""The language servers of editors obey our schema: they find mistakes, offer words and explain them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.plugins.editors.language_server import LanguageServer, begun
from tests.plugins.editors.spoilt import Spoilt, spoilt

TAPLO = Path(__file__).with_name("taplo.mjs")
WEB = ROOT / "web"
CURSOR = "¦"


@pytest.fixture
def pack(tmp_path: Path) -> Spoilt:
    return spoilt(tmp_path)


@pytest.fixture
def tombi(pack: Spoilt) -> Iterator[LanguageServer]:
    beside = Path(sys.executable).parent
    command = shutil.which("tombi", path=f"{beside}{os.pathsep}{os.environ.get('PATH', '')}")
    if command is None:
        pytest.skip("needs tombi: pip install tombi")
    with begun([command, "lsp", "--offline"], pack.root) as server:
        yield server


@pytest.fixture
def taplo(pack: Spoilt) -> Iterator[LanguageServer]:
    """That of VS Code's extension Even Better TOML."""
    seek = ["node", "-e", "require.resolve('@taplo/lsp')"]
    if not shutil.which("node") or subprocess.run(seek, cwd=WEB, capture_output=True).returncode:
        pytest.skip("needs Node and npm's @taplo/lsp, in web/ or where NODE_PATH says")
    with begun(["node", str(TAPLO), str(WEB)], pack.root, {}) as server:
        yield server


def at(uri: str, text: str, place: int) -> dict[str, Any]:
    before = text[:place]
    character = place - (before.rfind("\n") + 1)
    return {
        "textDocument": {"uri": uri},
        "position": {"line": before.count("\n"), "character": character},
    }


def told(server: LanguageServer, file: Path) -> list[tuple[str, str]]:
    """What is wrong, each with the letters that are underlined."""
    lines = file.read_text("utf-8").splitlines()
    found = []
    for fault in server.faults_of(server.open(file)):
        begin, end = fault["range"]["start"], fault["range"]["end"]
        found.append(
            (lines[begin["line"]][begin["character"] : end["character"]], fault["message"])
        )
    return found


def offered(server: LanguageServer, file: Path, here: str, changed: str) -> dict[str, str]:
    """What can stand at the cursor in a changed line, and what is said of each."""
    text = file.read_text("utf-8").replace(here, changed)
    place = text.index(CURSOR)
    file.write_text(text.replace(CURSOR, ""), "utf-8")
    uri = server.open(file)
    server.faults_of(uri)  # before that it has not read the schema
    items = server.ask("textDocument/completion", **at(uri, text, place))
    return {item["label"]: (item.get("documentation") or {}).get("value", "") for item in items}


def explained(server: LanguageServer, file: Path, word: str) -> str:
    text, uri = file.read_text("utf-8"), server.open(file)
    server.faults_of(uri)
    found = server.ask("textDocument/hover", **at(uri, text, text.index(word) + 1))
    return str(found["contents"]["value"])


def test_tombi_underlines_what_is_wrong(tombi: LanguageServer, pack: Spoilt) -> None:
    (figure, bounds), (word, words) = told(tombi, pack.file)
    assert figure == "99" and "≤ 30" in bounds
    assert word == '"MEL"' and '"MLE"' in words, "and tells once what may stand there"


def test_tombi_offers_keywords_with_what_they_do(tombi: LanguageServer, pack: Spoilt) -> None:
    words = offered(tombi, pack.file, '"CRT"]', '"CRT", "¦"]')
    assert len(words) > 10 and "AEGIS.MOD.MLE" in words['"MLE"']


def test_tombi_offers_those_with_a_number_too(tombi: LanguageServer, pack: Spoilt) -> None:
    words = offered(tombi, pack.file, '"Flight"', '"¦"')
    assert "AEGIS.PASSIVE" in words['"Flight"'] and words['"Evade 2"']


def test_tombi_offers_fields_that_are_not_there_yet(tombi: LanguageServer, pack: Spoilt) -> None:
    fields = offered(tombi, pack.file, "mode =", "¦\nmode =")
    assert "The radius" in fields["radius"] and "mode" not in fields


def test_tombi_explains_fields_and_keywords(tombi: LanguageServer, pack: Spoilt) -> None:
    assert "The damage that destroys it" in explained(tombi, pack.file, "integrity")
    assert "AEGIS.ATTR.CRT" in explained(tombi, pack.file, '"CRT"')


def test_taplo_underlines_what_is_wrong(taplo: LanguageServer, pack: Spoilt) -> None:
    (_, bounds), (word, words) = told(taplo, pack.file)
    assert "maximum of 30" in bounds
    assert word == '"MEL"' and '"MLE"' in words


def test_taplo_offers_fields_that_are_not_there_yet(taplo: LanguageServer, pack: Spoilt) -> None:
    fields = offered(taplo, pack.file, "house = true\n\n[[unit.", "house = true\n¦\n\n[[unit.")
    assert "The Makes" in fields["makes"] and "ep" not in fields
