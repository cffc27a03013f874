/** Two signs for the styles of each component, instead of thirteen. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * @param {string} folder where the sources are
 * @returns {import("svelte/compiler").CssHashGetter}
 */
export function scopes(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".svelte")).sort();
  const numbers = new Map(files.map((name, number) => [join(folder, name), number]));
  return ({ filename, hash }) => {
    const number = numbers.get(resolve(filename));
    // The compiler's plug-in tries it with a name of its own.
    if (number === undefined) return `svelte-${hash(filename)}`;
    return `${LETTERS[number % LETTERS.length]}${Math.floor(number / LETTERS.length)}`;
  };
}
