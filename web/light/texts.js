/**
 * Words that are the same each time are written where they stand, all others are exported one by one:
 * names that only our own code knows are not sent.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { statements } from "./code.js";

/**
 * @param {string} folder where the sources are
 * @returns {import("vite").Plugin}
 */
export function texts(folder) {
  const home = join(folder, "texts.ts");
  const plain = plainOf(readFileSync(home, "utf8"));
  return {
    name: "light:texts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.(svelte|ts)$/ },
      handler: (code, id) => ({ code: id === home ? apart(code) : oneByOne(inPlace(code, plain)), map: null }),
    },
  };
}

/** The texts that are the same each time, by name. */
export function plainOf(code) {
  const known = tableOf(code).properties.filter(({ value }) => typeof value.value === "string");
  return new Map(known.map(({ key, value }) => [key.name, value.value]));
}

/** `{t.close}` as what it says. */
export function inPlace(code, plain) {
  if (!TAKEN.test(code)) return code;
  return code
    .replace(/=\{t\.(\w+)\}/g, (whole, key) => (plain.has(key) ? `="${escaped(plain.get(key))}"` : whole))
    .replace(/(?<!\$)\{t\.(\w+)\}/g, (whole, key) => (/^\S(.*\S)?$/.test(plain.get(key) ?? "") ? escaped(plain.get(key)) : whole))
    .replace(/(?<![\w.$])t\.(\w+)\b/g, (whole, key) => (plain.has(key) ? JSON.stringify(plain.get(key)) : whole));
}

/** `export const t = { a, b }` as one export each. */
export function apart(code) {
  const { properties, start, end } = tableOf(code);
  const each = properties.map(({ key, value }) => `const t_${key.name} = ${code.slice(value.start, value.end)};\nexport { t_${key.name} as ${key.name} };`);
  return code.slice(0, code.lastIndexOf("export const t", start)) + each.join("\n") + code.slice(code.indexOf(";", end) + 1);
}

const TAKEN = /import \{([^}]*\bt\b[^}]*)\} from ("[./]*\/texts");/;

/** `import { t }` as all that is exported. */
export function oneByOne(code) {
  return code.replace(TAKEN, (_, names, from) => {
    const others = names.split(",").map((name) => name.trim()).filter((name) => name !== "t");
    return `import * as t from ${from};${others.length > 0 ? ` import { ${others.join(", ")} } from ${from};` : ""}`;
  });
}

function escaped(text) {
  return text.replace(/[&"<>{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function tableOf(code) {
  for (const { declaration } of statements(code, "ts")) {
    const [first] = declaration?.declarations ?? [];
    if (first?.id.name === "t") return first.init;
  }
  throw new Error("there is no table of texts");
}
