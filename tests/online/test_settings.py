"""What a host says about a site, and what is said to a host who is mistaken."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.server.online.settings import WrongSettings, read_settings


def test_the_later_wins(tmp_path: Path) -> None:
    file = tmp_path / "site.toml"
    file.write_text('name = "Club"\nport = 9000\nworkers = 3\n')
    found = read_settings(file, {"GATTAI_PORT": "9001", "GATTAI_WORKERS": "2"}, {"port": 9002})
    assert (found.name, found.workers, found.port) == ("Club", 2, 9002)


def test_a_list_in_the_environment_is_separated_by_commas() -> None:
    found = read_settings(environment={"GATTAI_PROXIES": "10.0.0.1, 10.0.0.2"})
    assert found.proxies == ("10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = 'many'", "port"),
        ("prot = 80", "prot"),
        ("port = ", "is not TOML"),
        ("port = 70000", "port"),
        ("connections = 0", "connections"),
        ("logs = 'yaml'", "logs"),
        ("proxies = ['10.0.0.1', 'proxy.example.org']", "proxies: 'proxy.example.org'"),
        ("proxies = ['10.0.0.1/8']", "host bits"),
        ("public = 'play.example.org'", "public.*https://"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "site.toml"
    file.write_text(text)
    with pytest.raises(WrongSettings, match=says) as problem:
        read_settings(file, {})
    assert "site.toml" in str(problem.value)


def test_a_mistake_in_the_environment_is_named_too() -> None:
    with pytest.raises(WrongSettings, match="GATTAI_PORT"):
        read_settings(environment={"GATTAI_PORT": "x"})


def test_the_origin_is_how_people_reach_it() -> None:
    assert read_settings(environment={}).origin == "http://127.0.0.1:8000"
    behind = read_settings(environment={"GATTAI_PUBLIC": "https://play.example.org/"})
    assert behind.origin == "https://play.example.org" and behind.is_secure
    assert behind.host == "play.example.org"
