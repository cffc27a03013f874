"""What the processes of a browser use, from `/proc`."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROC = Path("/proc")


class Used(NamedTuple):
    """What some processes have used so far."""

    cpu: float
    """Seconds."""
    megabytes: float
    """Memory that is nobody else's."""


def descendants(root: int) -> list[Path]:
    """Return the folders of a process and of all below it."""
    found = [PROC / str(root)]
    for each in found:
        for thread in each.glob("task/*/children"):
            found += [PROC / child for child in thread.read_text("utf-8").split()]
    return found


def used(processes: list[Path]) -> Used:
    """Return what these processes have used together."""
    cpu = megabytes = 0.0
    ticks = os.sysconf("SC_CLK_TCK")
    for folder in processes:
        fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
        cpu += sum(map(int, fields[11:15])) / ticks
        for line in (folder / "smaps_rollup").read_text("utf-8").splitlines():
            if line.startswith("Private_"):
                megabytes += int(line.split()[1]) / 1024
    return Used(cpu, megabytes)


def renderers(browser: Browser) -> list[Path]:
    """Return the processes in which pages and their workers run."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [PROC / str(each["id"]) for each in found if each["type"] == "renderer"]


def running_in(profile: Path) -> int:
    """Return the first process of the browser that has this folder open."""
    for folder in PROC.glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it has just ended
            continue
        mine = f"--user-data-dir={profile}".encode() in words
        if mine and not any(word.startswith(b"--type=") for word in words):
            return int(folder.name)
    raise LookupError(f"no browser runs in {profile}")


def killed(root: int) -> None:
    """End a process and all below it at once, as a crash does."""
    for folder in descendants(root):
        os.kill(int(folder.name), signal.SIGKILL)
