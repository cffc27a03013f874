// Prints what a module of tests prints, with the page's own Python and gattai: node same_games.mjs PAGE ROOT MODULE WORD ...
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, root, module, ...words] = process.argv.slice(2);
const engine = resolve(page, "engine");
const { loadPyodide } = await import(pathToFileURL(join(engine, "pyodide.mjs")).href);
const py = await loadPyodide({ packages: [], indexURL: engine, env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [folder, from] of Object.entries({ "/engine": engine, "/checkout": resolve(root) })) {
  py.FS.mkdir(folder);
  py.FS.mount(py.FS.filesystems.NODEFS, { root: from }, folder);
}
py.globals.set("module", module);
py.globals.set("words", py.toPy(words));
py.runPython(`
import sys, zipfile
zipfile.ZipFile("/engine/gattai.zip").extractall("/site")
sys.path[:0] = ["/site", "/checkout"]
import gattai
gattai.__path__.append("/checkout/src/gattai")  # a page has no gattai.testing
import importlib
importlib.import_module(module).main(*words)
`);
