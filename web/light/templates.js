/**
 * Markup stands together at the end of the script: it packs better among its like than between code.
 * What all components listen for is said there, once.
 */
import { statements } from "./code.js";

/** @returns {import("vite").Plugin} */
export function templates() {
  return { name: "light:templates", apply: "build", renderChunk: (code) => ({ code: gathered(code), map: null }) };
}

/** @param {string} code a whole script, whose last statement begins to draw; what it exports comes after */
export function gathered(code) {
  const all = statements(code);
  const begin = (all.findLast(({ type }) => type !== "ExportNamedDeclaration") ?? all.at(-1)).start;
  const events = new Set();
  let rest = "";
  let markup = "";
  let at = 0;
  for (const { type, declarations, expression, start, end } of all) {
    const isOurs = type === "VariableDeclaration" && declarations.every(({ init }) => isCall(init, /^from_(html|svg)$/));
    const listens = isCall(expression, /^delegate$/);
    if (!isOurs && !listens) continue;
    rest += code.slice(at, start);
    at = end;
    if (isOurs) markup += `${code.slice(start, end)}\n`;
    else for (const { value } of expression.arguments[0].elements) events.add(value);
  }
  if (events.size > 0) markup += `delegate(${JSON.stringify([...events])});\n`;
  return rest + code.slice(at, begin) + markup + code.slice(begin);
}

function isCall(node, name) {
  return node?.type === "CallExpression" && name.test(node.callee.name);
}
