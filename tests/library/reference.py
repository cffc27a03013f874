"""The reference of `import gattai`, made from docstrings: `python -m tests.library.reference`."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gattai
from tests.library.listing import fields, members, signature

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
HEAD = """\
# Python

Everything that `import gattai` offers. It is made from the docstrings; [use it from Python](../how-to/use-from-python.md)
shows it at work.

## What is kept

What stands on this page is public. Everything else (every other module, every name that begins with `_`) may change at any
time. What is public changes by these rules:

* Something new comes with any release.
* What is to go, or to be called otherwise, still works for two releases (0.2 and 0.3, if 0.2 says so), with a
  `DeprecationWarning` that names what to use instead. The changelog tells it under *Changed*, and its end under *Removed*.
* Texts (options, log lines, questions, reasons) are those of the rules of a game. They change with its version, which every
  transcript names; a transcript that no longer comes out as it did is refused and never read wrongly.
* `state` is a game's own: its fields change with the game's version.

A listing of all names and signatures is kept with the tests. It cannot change without an entry in the changelog.
"""


def prose(thing: Any) -> str:
    """A docstring, its examples as code."""
    text = inspect.getdoc(thing) or ""
    blocks = [block for block in text.split("\n\n") if block]
    return "\n\n".join(
        f"```pycon\n{block}\n```" if block.startswith(">>>") else block for block in blocks
    )


def parts(name: str, thing: Any) -> Iterator[str]:
    """The section of one name."""
    if name == "__version__":
        yield f"## {name}"
        yield "Which gattai this is, such as `0.2.0`."
        return
    if not inspect.isclass(thing):
        yield f"## {name}"
        yield f"`gattai.{signature(name, thing)}`"
        yield prose(thing)
        return
    yield f"## class {name}"
    yield prose(thing)
    rows = [(f"{field}: {kind}", told) for field, kind, told in fields(thing)]
    for one, member in members(thing):
        if inspect.isfunction(member) or isinstance(member, property):
            rows.append((signature(one, member), inspect.getdoc(member) or ""))
    for head, told in rows:
        yield f"**`{head}`**"
        yield textwrap.indent(f":   {told}".replace("\n", "\n    "), "").replace("    \n", "\n")


def page() -> str:
    """The whole page."""
    found = [part for name in gattai.__all__ for part in parts(name, getattr(gattai, name))]
    return "\n\n".join([HEAD.rstrip("\n"), *found]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
