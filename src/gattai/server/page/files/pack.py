"""Run in Pyodide by `build.mjs`: compiles what the page runs into uncompressed zip files, the same ones every time."""

import ast
import importlib
import importlib.util
import marshal
import sys
import zipfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import CodeType

SITE = Path("/site-in")
CALLED = (
    "_pylong", "_strptime", "calendar", "concurrent.futures.thread", "encodings.ascii", "encodings.charmap",
    "encodings.cp437", "encodings.idna", "encodings.latin_1", "encodings.utf_8_sig", "encodings.unicode_escape",
    "importlib.metadata._adapters", "importlib.metadata._text", "importlib.readers",
    "importlib.resources._adapters", "importlib.resources._itertools", "importlib.resources.readers",
    "stringprep",
)  # fmt: skip
"""Modules that functions of the standard library import when they are called. All others are imported at the start."""
FIXED = (2026, 1, 1, 0, 0, 0)
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The flags of a `.pyc` that is never compared with its source, and no hash of the source."""


def imported(path: Path) -> Iterator[str]:
    """Yield what a module imports, also in its functions."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def import_all(library: Collection[str]) -> None:
    """Import every module of the page, so that `sys.modules` lists what it needs of the standard library."""
    sys.path.insert(0, str(SITE))
    sources = [*SITE.joinpath("gattai").rglob("*.py")]
    for path in sources:
        name = ".".join(path.relative_to(SITE).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith(".__main__"):
            importlib.import_module(name)
    later = {name for path in sources for name in imported(path)}
    for name in (*CALLED, *sorted(later.intersection(library))):
        importlib.import_module(name)


def lean(source: bytes) -> ast.Module:
    """Return a module without what only readers of its functions need: docstrings and annotations.

    Docstrings of classes stay: some are text for players.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
            node.returns = None
            some = (node.args.vararg, node.args.kwarg)
            for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, *some):
                if arg is not None:
                    arg.annotation = None
    return tree


def own(source: bytes, name: str) -> CodeType:
    """Compile a module of gattai; its failures name their lines."""
    return compile(lean(source), name, "exec", dont_inherit=True, optimize=0)


def foreign(source: bytes, name: str) -> CodeType:
    """Compile a module of the standard library: no lines, no docstrings, no assertions."""
    return unlined(compile(source, name, "exec", dont_inherit=True, optimize=2))


def unlined(code: CodeType) -> CodeType:
    """Return code without its table of lines."""
    inner = (unlined(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=tuple(inner), co_linetable=b"")


def put(
    archive: zipfile.ZipFile, name: str, content: bytes, compiled: Callable[[bytes, str], CodeType]
) -> None:
    """Add a file, Python as bytecode. It is not compressed: the host compresses the archive, and better."""
    if name.endswith(".py"):
        code = marshal.dumps(compiled(content, name))
        name, content = f"{name}c", importlib.util.MAGIC_NUMBER + UNCHECKED + code
    archive.writestr(zipfile.ZipInfo(name, FIXED), content)


def main() -> None:
    """Write the archives of Python and of gattai."""
    with zipfile.ZipFile("/out/gattai.zip", "w") as archive:
        for path in sorted(SITE.rglob("*")):
            if path.is_file():
                put(archive, path.relative_to(SITE).as_posix(), path.read_bytes(), own)
    whole = zipfile.ZipFile("/lib-in/python_stdlib.zip")
    files = {
        name.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): name
        for name in sorted(whole.namelist())
        if name.endswith(".py")
    }
    import_all(files)
    with zipfile.ZipFile("/out/python_stdlib.zip", "w") as archive:
        for module, name in files.items():
            if module in sys.modules:
                put(archive, name, whole.read(name), foreign)


if __name__ == "__main__":
    main()
