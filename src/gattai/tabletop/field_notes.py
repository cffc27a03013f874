"""The docstrings of a struct's fields, read from its source."""

import ast
import inspect
from functools import cache
from itertools import pairwise
from textwrap import dedent

import msgspec


@cache
def field_notes(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the field docstrings of a struct and its bases, by the names that packs use.

    Python does not keep these texts, so they are read from the source, if it is available.

    >>> from gattai.tabletop.pack_file import PackHeader
    >>> field_notes(PackHeader)["title"]
    'What people call the pack.'
    """
    notes: dict[str, str] = {}
    for part in reversed(kind.__mro__):
        if issubclass(part, msgspec.Struct) and part is not msgspec.Struct:
            notes |= _written(part)
    written = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    return {written[name]: note for name, note in notes.items() if name in written}


def _written(kind: type) -> dict[str, str]:
    if getattr(inspect.getmodule(kind), "__file__", None) is None:
        return {}
    try:
        tree = ast.parse(dedent(inspect.getsource(kind)))
    except (OSError, SyntaxError):
        return {}
    notes: dict[str, str] = {}
    body = getattr(tree.body[0], "body", [])
    for field, below in pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                notes[name] = " ".join(text.split())
            case _:
                pass
    return notes
