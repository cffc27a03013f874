/** Code as a tree, and changes of it. */
import { parseSync } from "vite";

/**
 * Another text for a part of the code; of what stands elsewhere it names start and end.
 * @typedef {[start: number, end: number, ...parts: (string | [start: number, end: number])[]]} Edit
 */

/** The statements of a module. */
export function statements(code, lang = "js") {
  return parseSync(`code.${lang}`, code, { lang, sourceType: "module" }).program.body;
}

/** A node and all below it. */
export function* walk(node) {
  yield node;
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each?.type === "string") yield* walk(each);
  }
}

/**
 * The code with all changes that its nodes ask for.
 * @param {string} code
 * @param {(node: any) => Iterable<Edit>} changes
 */
export function edited(code, changes) {
  const edits = statements(code)
    .flatMap((statement) => [...walk(statement)].flatMap((node) => [...changes(node)]))
    .sort(([a], [b]) => a - b);
  function between(from, to) {
    let out = "";
    let at = from;
    for (const [start, end, ...parts] of edits) {
      if (start < at || end > to) continue;
      out += code.slice(at, start) + parts.map((part) => (typeof part === "string" ? part : between(...part))).join("");
      at = end;
    }
    return out + code.slice(at, to);
  }
  return between(0, code.length);
}
