"""What is public, name by name with its signature; and the entry of the changelog for each change.

    python -m tests.library.listing 18.added.my-change.md

writes both anew, after a fragment of that name was written.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic

import gattai

HERE = Path(__file__).parent
KEPT = HERE / "public.txt"
ANNOUNCED = HERE / "announced.txt"
"""A line for each change: the digest of the listing, and the fragment that told of it."""


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public attributes that a class itself has, in their order."""
    for name, member in vars(thing).items():
        if not name.startswith("_") and not inspect.isclass(member):
            yield name, inspect.getattr_static(thing, name)


def fields(thing: type) -> Iterator[tuple[str, str, str]]:
    """Name, type and docstring of what `__init__` sets for all to see, or of what a struct holds."""
    (body,) = ast.parse(inspect.getsource(thing)).body
    assert isinstance(body, ast.ClassDef)
    inits = [one for one in body.body if getattr(one, "name", "") == "__init__"]
    lines = [*body.body, *(line for init in inits for line in getattr(init, "body", ()))]
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign):
            name = ast.unparse(line.target).removeprefix("self.")
            is_told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            told = str(after.value.value) if is_told else ""
            if not name.startswith("_"):
                yield name, ast.unparse(line.annotation), told


_QUOTED = re.compile(r"(: |-> )(['\"])(.*?)\2(?=[,)]| =|$)")


def signature(name: str, thing: Any) -> str:
    """A name as it is called."""
    if isinstance(thing, property):
        told = inspect.signature(thing.fget).return_annotation if thing.fget else ""
        return f"{name}: {told}"
    if not callable(thing):
        return name
    return (
        _QUOTED.sub(r"\1\3", f"{name}{inspect.signature(thing)}")
        .replace("(self, ", "(")
        .replace("(self)", "()")
    )


def listing() -> str:
    """All that is public."""
    lines: list[str] = []
    for name in gattai.__all__:
        thing = getattr(gattai, name)
        if not inspect.isclass(thing):
            lines.append(signature(name, thing))
            continue
        of = [base.__name__ for base in thing.__bases__ if base not in (object, Generic)]
        lines.append(f"class {name}{f'({of[0]})' if of else ''}")
        lines += [f"  {field}: {kind}" for field, kind, _ in fields(thing)]
        lines += [
            f"  {signature(one, member)}"
            for one, member in members(thing)
            if inspect.isfunction(member) or isinstance(member, property)
        ]
    return "\n".join(lines) + "\n"


def digest(text: str) -> str:
    """Twelve digits that stand for a listing."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def main() -> None:
    """Keep the listing as it is now."""
    KEPT.write_text(listing(), "utf-8")
    before = ANNOUNCED.read_text("utf-8") if ANNOUNCED.exists() else ""
    line = f"{digest(listing())} {sys.argv[1]}\n"
    if line not in before:
        ANNOUNCED.write_text(before + line, "utf-8")


if __name__ == "__main__":
    main()
