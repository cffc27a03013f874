"""How the files of the client are sent: packed, once, and not again while they are the same."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from gattai.server.web import static_files as pages
from tests.server.table import Table

PACKED = {"accept-encoding": "gzip"}


def test_files_come_packed_to_anyone_who_can_unpack() -> None:
    whole = pages.file("client.js")
    assert whole is not None
    status, content, headers = pages.answer("client.js", "", PACKED)
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert gzip.decompress(content) == whole.content and len(content) < len(whole.content) / 2
    status, content, headers = pages.answer("client.js", "", {})
    assert (status, content) == (200, whole.content) and "content-encoding" not in headers


def test_script_and_styles_are_sent_as_the_build_packed_them() -> None:
    for name in ("client.js", "client.css"):
        found = pages.file(name)
        assert found is not None and len(found.packed) < len(gzip.compress(found.content, 9))
        with pytest.raises(LookupError):
            pages.answer(f"{name}.gz", "", {})


@pytest.mark.parametrize("stale", [gzip.compress(b"old", mtime=0), b"no pack", b""])
def test_a_pack_that_holds_something_else_is_not_sent(
    stale: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    (tmp_path / "index.html").write_text("<p>")
    (tmp_path / "client.js").write_text("new")
    (tmp_path / "client.js.gz").write_bytes(stale)
    assert gzip.decompress(pages.answer("client.js", "", PACKED)[1]) == b"new"


def test_what_has_not_changed_is_not_sent_again() -> None:
    first = pages.answer("", "", PACKED)
    assert first[2]["cache-control"] == "no-cache"
    status, content, _ = pages.answer("", "", {**PACKED, "if-none-match": first[2]["etag"]})
    assert (status, content) == (304, b"")
    status, _, _ = pages.answer("", "", {**PACKED, "if-none-match": '"another"'})
    assert status == 200


def test_the_first_page_names_what_is_kept_for_good() -> None:
    page = pages.answer("", "", {})[1].decode()
    named = dict(re.findall(r'"\./([\w.]+)\?v=(\w+)"', page))
    assert {"client.js", "client.css"} <= {*named}
    for name, version in named.items():
        assert "immutable" in pages.answer(name, version, {})[2]["cache-control"]
        assert "immutable" not in pages.answer(name, "0" * 16, {})[2]["cache-control"]


def test_the_client_names_its_parts_as_they_are_and_gets_no_others() -> None:
    script = pages.answer("client.js", "", {})[1].decode()
    named = dict(re.findall(r'"(parts/[\w.]+)\?v=(\w+)"', script))
    assert {"parts/report.js", "parts/report.css", "parts/rules.js"} <= {*named}
    for name, version in named.items():
        assert "immutable" in pages.answer(name, version, PACKED)[2]["cache-control"]
        for other in ("", "0" * 16):
            with pytest.raises(LookupError, match="has been updated"):
                pages.answer(name, other, PACKED)


def test_a_page_that_holds_the_client_holds_the_parts_it_needs() -> None:
    style, script = pages.client(pages.REPORT)
    plain_style, plain = pages.client()
    assert style.startswith(plain_style) and script.endswith(plain)
    assert "gattaiParts" in script[: -len(plain)] and len(style) > len(plain_style)
    with pytest.raises(pages.NotBuilt):
        pages.client("nothing")


def test_there_is_nothing_but_what_was_built() -> None:
    with pytest.raises(LookupError):
        pages.answer("secret", "", {})


def test_answers_of_the_table_come_packed_too(table: Table) -> None:
    found = table.http.get("/api/games")
    assert found.headers["content-encoding"] == "gzip"
    assert int(found.headers["content-length"]) < len(found.content) / 2
