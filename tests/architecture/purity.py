"""Purity: no clock, no random source, no network, no files, no order that changes between runs."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from tests.architecture.source import Source

UNSTEADY = frozenset(
    # clocks and chance
    "calendar datetime random secrets time uuid zoneinfo "
    # the machine, other processes, other threads
    "asyncio atexit concurrent ctypes getpass io locale logging multiprocessing os platform queue "
    "sched shutil signal subprocess sys tempfile threading "
    # networks and stores
    "ftplib http imaplib poplib select selectors shelve smtplib socket socketserver sqlite3 ssl "
    "urllib xmlrpc "
    # screens and other people's generators
    "click icepool numpy pyspiel rich textual typer".split()
)
CALLS = {
    "open": "opens a file",
    "input": "reads from a person",
    "print": "writes to a screen",
    "hash": "differs between runs",
    "id": "differs between runs",
    "__import__": "hides an import",
    "breakpoint": "stops the program",
    "eval": "runs text as code",
    "exec": "runs text as code",
}
FILE_METHODS = frozenset(
    "read_text read_bytes write_text write_bytes iterdir glob rglob touch mkdir unlink".split()
)
MAY_READ_FILES = (
    "src/gattai/kernel/rulebook.py",
    "src/gattai/games/reader.py",
    "src/gattai/games/rule_pictures.py",
    "src/gattai/tabletop/content.py",
    "src/gattai/tabletop/pack_file.py",
)
READING = frozenset({"open", "read_text", "read_bytes", "iterdir", "glob", "rglob"})

UNNAMED_IGNORE = re.compile(r"#\s*type:\s*ignore(?!\[[\w-]+)")


def unsteady_imports(source: Source) -> Iterator[str]:
    """Imports of modules whose answers change from run to run, or that reach outside."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), level=0):
                modules = [module]
            case _:
                continue
        for module in modules:
            if module.partition(".")[0] in UNSTEADY:
                yield source.at(node, f"imports {module}: the rules must not know it")


def unsteady_calls(source: Source) -> Iterator[str]:
    """Calls that read or write files and screens, or whose results differ between runs."""
    may_read = source.path in MAY_READ_FILES
    hashing = {
        inner
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for inner in ast.walk(node)
    }
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id="hash")) if node in hashing:
                continue
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                if not (may_read and name in READING):
                    yield source.at(node, f"calls {name}(), which {CALLS[name]}")
            case ast.Call(func=ast.Attribute(attr=name)) if name in FILE_METHODS:
                if not (may_read and name in READING):
                    yield source.at(node, f"calls .{name}(): only the loaders read files")


def unnamed_ignores(source: Source) -> Iterator[str]:
    """Comments that silence the type checker without naming what they silence."""
    if not UNNAMED_IGNORE.search(source.text):
        return  # to take a file apart takes long, and hardly any has one
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT and UNNAMED_IGNORE.search(token.string):
            yield f"{source.path}:{token.start[0]}: an ignore must name its error code"
