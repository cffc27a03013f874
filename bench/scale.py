"""The cost of a site as it grows, computed from measured costs.

    python -m bench.scale            # prints the tables
    python -m bench.scale --write    # puts them into docs/explanation/scale.md

Measured and assumed figures are in `bench/scale.toml`, each with its source. The tables use nothing
else; a test checks the page against them.
"""

from __future__ import annotations

import argparse
import math
import tomllib
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "explanation" / "scale.md"
PLAYERS = (1_000, 100_000, 1_000_000)
SECONDS_A_MONTH = 30.4 * 86_400


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Measured costs of single operations."""

    node_ms: float
    postgres_ms: float
    pages: int
    page_bytes: int
    entry_bytes: int
    snapshot_bytes: int
    snapshot_every: int
    wal_bytes: int
    match_kb: float
    socket_kb: float
    answer_kb: float
    node_mb: float
    bus_messages: float
    bus_bytes: int
    reopen_ms: float
    rows_a_second: int


class Assumed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Assumptions on use and prices."""

    answer_every: float
    load: float
    busy: float
    kept_answers: int
    most_sockets: int
    core: float
    gigabyte: float
    disk_terabyte: float
    sent_terabyte: float


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All figures behind the tables."""

    measured: Measured
    assumed: Assumed


def figures() -> Figures:
    """Return the figures of `scale.toml`."""
    return msgspec.convert(tomllib.loads((HERE / "scale.toml").read_text("utf-8")), Figures)


class Site:
    """A site with a number of concurrent players."""

    def __init__(self, players: int, found: Figures) -> None:
        m, a = found.measured, found.assumed
        self.players = players
        self.matches = players // 2
        self.sockets = self.matches * m.pages
        self.answers = players / a.answer_every
        """A second, when it is busiest."""
        self.node_cores = self.answers * m.node_ms / 1e3 / a.load
        self.nodes = max(math.ceil(self.node_cores), math.ceil(self.sockets / a.most_sockets))
        kept = m.match_kb + m.pages * m.socket_kb + a.kept_answers * m.answer_kb
        self.memory_gb = (self.matches * kept * 1e3 + self.nodes * m.node_mb * 1e6) / 1e9
        self.postgres_cores = self.answers * m.postgres_ms / 1e3 / a.load
        self.databases = math.ceil(self.answers / (m.rows_a_second * a.load))
        self.wal_mb = self.answers * m.wal_bytes / 1e6
        a_month = self.answers * a.busy * SECONDS_A_MONTH
        self.disk_tb = a_month * (m.entry_bytes + m.snapshot_bytes / m.snapshot_every) / 1e12
        self.sent_mb = self.answers * m.pages * m.page_bytes / 1e6
        self.sent_tb = self.sent_mb * 1e6 * a.busy * SECONDS_A_MONTH / 1e12
        self.told = self.answers * m.bus_messages
        self.told_mb = self.told * m.bus_bytes / 1e6
        self.lost_node_s = self.sockets / self.nodes * m.reopen_ms / 1e3
        self.price = (
            (self.node_cores + self.postgres_cores) * a.core
            + self.memory_gb * a.gigabyte
            + self.disk_tb * a.disk_terabyte
            + self.sent_tb * a.sent_terabyte
        )


ROWS: tuple[tuple[str, str, int], ...] = (
    ("matches open", "matches", 0),
    ("sockets", "sockets", 0),
    ("answers a second", "answers", 0),
    ("cores that judge and show", "node_cores", 1),
    ("nodes", "nodes", 0),
    ("memory of all nodes, GB", "memory_gb", 1),
    ("cores of PostgreSQL", "postgres_cores", 2),
    ("databases, by flushes of a disk as here", "databases", 0),
    ("WAL, MB a second", "wal_mb", 2),
    ("disk a month, TB", "disk_tb", 3),
    ("sent to pages, MB a second", "sent_mb", 1),
    ("sent to pages a month, TB", "sent_tb", 1),
    ("messages on the bus a second", "told", 0),
    ("bytes on the bus, MB a second", "told_mb", 2),
    ("one node lost: seconds of a core until its pages are shown again", "lost_node_s", 0),
)


def shown(value: float, places: int) -> str:
    """Return a figure with its significant digits."""
    return f"{value:,.{places}f}"


def growth(found: Figures) -> str:
    """Return the table of sizes."""
    sites = [Site(players, found) for players in PLAYERS]
    lines = ["| players at once | " + " | ".join(f"{each:,}" for each in PLAYERS) + " |"]
    lines.append("|---|" + "---:|" * len(PLAYERS))
    for what, name, places in ROWS:
        cells = (shown(getattr(site, name), places) for site in sites)
        lines.append(f"| {what} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def prices(found: Figures) -> str:
    """Return the cost per month at the assumed prices."""
    a = found.assumed
    lines = [
        "| players at once | cores | GB of memory | TB of disk, first month | TB sent | a month |"
    ]
    lines.append("|---:|---:|---:|---:|---:|---:|")
    for players in PLAYERS:
        site = Site(players, found)
        cells = (
            f"{players:,}",
            shown(site.node_cores + site.postgres_cores, 1),
            shown(site.memory_gb, 1),
            shown(site.disk_tb, 3),
            shown(site.sent_tb, 1),
            shown(site.price, 0),
        )
        lines.append("| " + " | ".join(cells) + " |")
    told = (
        f"A core at {a.core:g} a month, a GB of memory at {a.gigabyte:g}, a TB of disk at "
        f"{a.disk_terabyte:g}, a TB sent at {a.sent_terabyte:g}: assumed prices, in any currency. "
        "Put your own into `bench/scale.toml`."
    )
    return "\n".join([told, "", *lines])


def put(text: str, found: Figures) -> str:
    """Return the page with the current tables between their marks."""
    for name, table in (("growth", growth(found)), ("prices", prices(found))):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, found_end, after = rest.partition(end)
        if not found_end:
            raise ValueError(f"the page has no place for {name}")
        text = f"{before}{begin}\n\n{table}\n\n{end}{after}"
    return text


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true")
    found = figures()
    if parser.parse_args().write:
        PAGE.write_text(put(PAGE.read_text("utf-8"), found), "utf-8")
    else:
        print(growth(found), prices(found), sep="\n\n")


if __name__ == "__main__":
    main()
