"""The figures of one run, for people."""

from __future__ import annotations

from typing import Any


def told(found: dict[str, Any]) -> str:
    """Return a line for each group of figures."""
    load = f"load {found['load_before']} before, {found['load_after']} after"
    lines = [f"{found['matches']} matches, {found['sockets']} sockets; {load}"]
    for name, value in found.items():
        if isinstance(value, dict):
            lines.append(f"{name.replace('_', ' ')}:")
            lines += [f"    {what.replace('_', ' ')}: {_one(each)}" for what, each in value.items()]
        elif name not in ("matches", "sockets", "load_before", "load_after"):
            lines.append(f"{name.replace('_', ' ')}: {value}")
    return "\n".join(lines)


def _one(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{what} {each}" for what, each in value.items())
    return str(value)
