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

This page lists the public API of `import gattai`. It is generated from the docstrings;
[Use it from Python](../how-to/use-from-python.md) shows it in use.

## Compatibility

Everything on this page is public. Other modules, and names that start with `_`, may change at any time. Public names follow these rules:

* Any release may add something.
* Deprecated names keep working for two releases (0.2 and 0.3, if 0.2 deprecates them), with a `DeprecationWarning` that names the
  replacement. The changelog lists deprecations under *Changed* and removals under *Removed*.
* Texts (options, log lines, questions, reasons) belong to the rules of a game and change with its version, which every transcript
  records. A transcript that no longer replays is refused, never misread.
* `state` belongs to the game: its fields change with the game's version.

The tests keep a list of all names and signatures. It can't change without a changelog entry.
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
        yield "The version of gattai, such as `0.2.0`."
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
