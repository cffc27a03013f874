// Compiles Python to bytecode with the interpreter that will run it: node build.mjs PYODIDE SITE CODE OUT
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, site, code, out] = process.argv.slice(2).map((each) => resolve(each));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
// Lines of a failure are enough: the table of columns would be as large as the code.
const py = await loadPyodide({ packages: [], env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
for (const [folder, root] of Object.entries({ "/site-in": site, "/lib-in": pyodide, "/out": out })) {
  py.FS.mkdir(folder);
  py.FS.mount(py.FS.filesystems.NODEFS, { root }, folder);
}
py.runPython(readFileSync(code, "utf8"));
