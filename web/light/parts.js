/**
 * Parts of the client that are loaded when they are needed: whatever `import()` names becomes a script, and
 * a style, of its own in `parts/`. A part does not import the client, which pages know by an address with a
 * tag: it would come a second time. It is a function that is handed what the client shares. So a page that
 * holds everything itself can hold parts too: `gattaiParts` is where they put themselves.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { edited, statements, walk } from "./code.js";

/** What the script that everybody loads is called. */
export const CLIENT = "client";

const LOADER = `
const gattaiLoaded = {};
function gattaiPart(name, ...files) {
  const put = (file) => new Promise((onload, onerror) => {
    const at = new URL(file, import.meta.url).href;
    const [kind, said] = /css\\?/.test(file) ? ["link", { rel: "stylesheet", href: at }] : ["script", { type: "module", src: at }];
    document.head.append(Object.assign(document.createElement(kind), said, { onload, onerror }));
  });
  const come = async () => {
    if (!globalThis.gattaiParts?.[name]) await Promise.all(files.map(put));
    return globalThis.gattaiParts[name](gattaiShared());
  };
  return gattaiLoaded[name] ??= come().catch((problem) => { delete gattaiLoaded[name]; throw problem; });
}
`;

/**
 * Says of a module that it is the client's: everything that is not loaded by `import()` alone.
 * @param {string} folder where the sources are
 */
export function everybodys(folder) {
  let found;
  const all = (getModuleInfo) => {
    const known = new Set();
    const waiting = [join(folder, "main.ts")];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (known.has(id)) continue;
      known.add(id);
      waiting.push(...(getModuleInfo(id)?.importedIds ?? []));
    }
    return known;
  };
  return (id, context) => ((found ??= all((each) => context.getModuleInfo(each))).has(id) ? CLIENT : null);
}

/** @returns {import("vite").Plugin} */
export function parts() {
  return {
    name: "light:parts",
    apply: "build",
    renderChunk(code, chunk) {
      const moved = chunk.name === CLIENT ? reassigned(code) : [];
      if (moved.length > 0) this.error(`a part needs ${moved.join(", ")}, which the client sets anew: parts are handed what stays`);
      return null;
    },
  };
}

/** What Svelte sets when it begins to draw, and never again: no part comes before that. */
const SET_ONCE = new Set(["$window", "$document"]);

/** What of a script's exports it sets anew itself: who was handed it would not see that. */
export function reassigned(code) {
  const all = statements(code);
  const changing = all.flatMap(({ type, kind, declarations }) => (type === "VariableDeclaration" && kind !== "const" ? declarations.map(({ id }) => id.name) : []));
  const given = new Set(all.flatMap((each) => exported(each).map(([local]) => local)));
  const names = new Set(changing.filter((name) => given.has(name) && !SET_ONCE.has(name)));
  if (names.size === 0) return [];
  const nodes = all.flatMap((each) => [...walk(each)]);
  const set = nodes.map(({ type, left, argument }) => (type === "AssignmentExpression" ? left : type === "UpdateExpression" ? argument : null));
  return [...new Set(set.flatMap((to) => (to?.type === "Identifier" && names.has(to.name) ? [to.name] : [])))];
}

/**
 * A script that imports the client alone, as a part that is handed what it imports.
 * @param {string} code
 * @param {string} name what the part is called
 * @param {string} client the file it may import
 */
export function asPart(code, name, client) {
  const shared = [];
  const told = [];
  const body = edited(code, function* (node) {
    const { type, start, end, source, specifiers } = node;
    if (type === "ImportDeclaration") {
      if (!source.value.endsWith(`/${client}`)) throw new Error(`${name} imports ${source.value}: what parts have in common, the client has to have`);
      for (const { imported, local } of specifiers) shared.push(`${imported.name}: ${local.name}`);
      yield [start, end, ""];
    }
    if (type !== "ExportNamedDeclaration") return;
    for (const [local, as] of exported(node)) told.push(`${as}: ${local}`);
    yield [start, end, ""];
  });
  return `(globalThis.gattaiParts ??= {}).${name} = ({ ${shared.join(", ")} }) => {\n${body}\nreturn { ${told.join(", ")} }; };`;
}

/**
 * The client, which loads its parts from where they are and hands them what it exported.
 * @param {string} code
 * @param {Map<string, string[]>} files the script and the style of each part, by its script
 */
export function withParts(code, files) {
  const shared = [];
  const body = edited(code, function* (node) {
    const { type, start, end } = node;
    // What is imported comes with helpers to have its styles loaded first; the loader does that.
    const inside = type === "CallExpression" && node.arguments[0]?.type === "ArrowFunctionExpression" ? node.arguments[0].body : node;
    if (inside.type === "ImportExpression") {
      const wanted = inside.source.value ?? inside.source.quasis[0].value.cooked;
      const [name, all] = [...files].find(([file]) => wanted === `./${file}`) ?? [];
      if (!name) throw new Error(`there is no part ${wanted}`);
      yield [start, end, `gattaiPart(${[nameOf(name), ...all].map((each) => JSON.stringify(each)).join(", ")})`];
    }
    if (type !== "ExportNamedDeclaration") return;
    for (const [local, as] of exported(node)) shared.push(`${as}: ${local}`);
    yield [start, end, ""];
  });
  return files.size > 0 ? `${LOADER}\nfunction gattaiShared() { return { ${shared.join(", ")} }; }\n${body}` : code;
}

/** What a part is called: as its file. */
export function nameOf(file) {
  return file.replace(/^.*\/|\.js$/g, "");
}

/** A file as the client asks for it: with its tag, under which a table lets it be kept for good. */
export function tagged(file, content) {
  return `${file}?v=${createHash("sha256").update(content).digest("hex").slice(0, 16)}`;
}

function exported({ type, specifiers }) {
  return type === "ExportNamedDeclaration" ? specifiers.map(({ local, exported }) => [local.name, exported.name]) : [];
}
