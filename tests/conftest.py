"""What every test has: the long switch, the profiles for generated examples, what a run proves."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.proved import Proofs, note

settings.register_profile("dev", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("dev"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long")
    parser.addoption(
        "--games", type=float, default=1, help="times so many random games for the laws: 0.25, 10"
    )
    parser.addoption(
        "--proofs",
        choices=("check", "write"),
        help="compare, or write, which rules the tests of the games prove",
    )
    parser.addoption(
        "--patience",
        type=float,
        default=1,
        help="times so long may take what is held to a time by the clock on the wall: 3",
    )


@pytest.fixture(scope="session")
def patience(request: pytest.FixtureRequest) -> float:
    """How much slower than the machines the aims were set on a machine may be.

    An aim by the clock on the wall is one of a quiet machine; the gate's may be slow, or shared.
    """
    return float(request.config.getoption("--patience"))


def pytest_configure(config: pytest.Config) -> None:
    wants = config.getoption("--proofs")
    if wants and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Proofs(wants), "proofs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--proofs"):
        note(items)
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="takes long; run with --long")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)
