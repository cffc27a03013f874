"""What is kept between one start and the next."""

import stat
import sys
from pathlib import Path

import pytest

from gattai.server.local.disk import write_whole
from gattai.server.local.keys import HOST, KeyHolder, Keys
from gattai.server.local.store import MatchStore, Seating, data_folder


def test_the_secret_stays_the_same_and_is_for_the_owner_alone(tmp_path: Path) -> None:
    first = MatchStore(tmp_path / "data").secret()
    assert MatchStore(tmp_path / "data").secret() == first and len(first) == 32
    if sys.platform != "win32":
        mode = (tmp_path / "data" / "secret").stat().st_mode
        assert stat.S_IMODE(mode) == 0o600


def test_a_damaged_secret_or_port_is_made_anew(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    (tmp_path / "secret").write_bytes(b"short")
    (tmp_path / "port").write_text("many", "utf-8")
    assert len(store.secret()) == 32 and store.port() == 0
    store.keep_port(4321)
    assert store.port() == 4321


@pytest.mark.parametrize(
    "name", ["", "../secret", "aegis-../../xx", "aegis-ABCDEFGH", "aegis", "a" * 99, "aegis-abc\n"]
)
def test_what_cannot_be_the_name_of_a_match_is_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(LookupError):
        MatchStore(tmp_path).path(name)


def test_seatings_are_kept_where_somebody_sits_apart(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    apart = store.add("aegis", "text", Seating((1,)))
    together = store.add("aegis", "text", Seating())
    assert store.seating(apart).guests == (1,) and store.seating(together).guests == ()


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.txt"
    write_whole(path, b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and [*tmp_path.iterdir()] == [path]


def test_the_data_folder_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "elsewhere")
    assert data_folder() == Path("elsewhere/gattai")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder().parts[-3:] == (".local", "share", "gattai")


def test_a_token_says_whose_it_is() -> None:
    keys, others = Keys(b"a" * 32), Keys(b"b" * 32)
    assert keys.caller(keys.host) == HOST
    assert keys.caller(keys.seat("aegis-abcdefgh", 1)) == KeyHolder("aegis-abcdefgh", 1)
    for wrong in (others.host, others.seat("aegis-abcdefgh", 1), "", "...", "a.1.b", "a.²."):
        assert keys.caller(wrong) is None
    moved = keys.seat("aegis-abcdefgh", 1).replace(".1.", ".0.")
    assert keys.caller(moved) is None
